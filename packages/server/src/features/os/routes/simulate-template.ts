import { aliasesFor, composedTemplate, indexTemplateFor, nestedSettings, printMapping } from '@datasarana/engine';
import type { OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import {
  type Names,
  overlapping,
  patternsOf,
  refuseManyPatterns,
  refuseMissingComponents,
} from '../template-checks.ts';

/** The body of a call that proposes a template; null where it has none. */
async function proposed(call: OsCall, names: Names, name: string): Promise<Body | null> {
  if ((await call.text()).trim() === '') return null;
  const body = await call.json();
  if (body.index_patterns === undefined) throw illegal('Required [index_patterns]');
  refuseManyPatterns(body);
  refuseMissingComponents(names, name, body);
  return body;
}

/** What an index would be made with, and the templates that fit the same names and are not heard. */
async function simulated(names: Names, name: string | null, body: Body, index?: string): Promise<Body> {
  const { settings, mapping, aliases } = composedTemplate(names, body);
  const mappings = printMapping(mapping);
  const others = (['index_template', 'template'] as const).flatMap((kind) =>
    [...names.all(kind)].filter(([each]) => kind === 'template' || each !== name),
  );
  return {
    template: {
      settings: nestedSettings(settings),
      ...(Object.keys(mappings).length > 0 && { mappings }),
      aliases: index === undefined ? aliases : aliasesFor(aliases, index),
    },
    overlapping: (await overlapping(others, body)).map(([each, other]) => ({
      name: each,
      index_patterns: patternsOf(other),
    })),
  };
}

async function simulateTemplate(call: OsCall): Promise<Body> {
  const { name = null } = call.params;
  const names = await call.documents.names();
  const given = await proposed(call, names, name ?? '');
  if (given === null && name === null)
    throw incomplete('either index name or index template body must be specified for simulation');
  const body = given ?? names.get('index_template', name ?? '');
  if (body === null) throw illegal(`unable to simulate template [${name}] that does not exist`);
  return simulated(names, name, body);
}

/** The name a proposed template has beside those that are kept. */
const PROPOSED = '';

async function simulateIndex(call: OsCall): Promise<Body> {
  const { name: index = '' } = call.params;
  const names = await call.documents.names();
  const given = await proposed(call, names, `simulate_index_template_${index}`);
  const kept = [...names.all('index_template')];
  const found = indexTemplateFor(given === null ? kept : [...kept, [PROPOSED, given]], index);
  return found === null ? {} : simulated(names, ...found, index);
}

/** What templates would give to an index, without making one. */
export const simulateTemplateRoutes: readonly OsRoute[] = [
  os('POST', 'read', ['/_index_template/_simulate', '/_index_template/_simulate/:name'], simulateTemplate),
  os('POST', 'read', '/_index_template/_simulate_index/:name', simulateIndex),
];
