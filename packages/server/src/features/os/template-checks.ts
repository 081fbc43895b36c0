import { setImmediate } from 'node:timers/promises';
import {
  composedTemplate,
  fitsPattern,
  indexTemplateFor,
  type NameKind,
  refuseBeyondLimits,
  refuseUnknownSettings,
  unknownSetting,
} from '@datasarana/engine';
import { PlatformError } from '@datasarana/schema';
import type { OsCall } from './call.ts';
import type { Body } from './json-object.ts';
import { anyOverlap } from './pattern-overlap.ts';
import { illegal, invalidTemplate } from './refusals.ts';

/** The templates and aliases of a tenant. */
export type Names = Awaited<ReturnType<OsCall['documents']['names']>>;

export const patternsOf = ({ index_patterns: given }: Body): readonly string[] => [given ?? []].flat().map(String);

/** @throws PlatformError for settings no index made with the template could have */
export function refuseUnknownInTemplate(kind: NameKind, name: string, { settings, template }: Body): void {
  const parts = kind === 'template' ? settings : Object(template).settings;
  if (kind !== 'index_template') refuseUnknownSettings(parts);
  const unknown = unknownSetting(parts);
  if (unknown === null) return;
  throw invalidTemplate(
    name,
    `Validation Failed: 1: ${unknown.reason};2: expected [${unknown.name}] to be private but it was not;`,
  );
}

/** So many patterns a template has at most: each is held against those of all other templates. */
const MOST_PATTERNS = 1000;

/** @throws PlatformError for a template with more patterns than can be held against those of others */
export function refuseManyPatterns(body: Body): void {
  const { length } = patternsOf(body);
  if (length > MOST_PATTERNS)
    throw illegal(`There must be at most [${MOST_PATTERNS}] patterns in a template, [${length}] given`);
}

/** Templates that fit a name this one fits, too; between two of them other calls have their turn. */
export async function overlapping(
  templates: Iterable<readonly [name: string, body: Body]>,
  body: Body,
): Promise<readonly (readonly [name: string, body: Body])[]> {
  const own = patternsOf(body);
  const found: (readonly [string, Body])[] = [];
  for (const each of templates) {
    await setImmediate();
    if (anyOverlap(patternsOf(each[1]), own)) found.push(each);
  }
  return found;
}

const componentsOf = ({ composed_of: given }: Body): readonly string[] => [given ?? []].flat().map(String);

/** @throws PlatformError for a template that is made of what is not there */
export function refuseMissingComponents(names: Names, name: string, body: Body): void {
  const missing = componentsOf(body).filter((each) => names.get('component_template', each) === null);
  if (missing.length === 0) return;
  throw invalidTemplate(
    name,
    `index template [${name}] specifies component templates [${missing.join(', ')}] that do not exist`,
  );
}

/** @throws PlatformError for a template whose mapping cannot be laid over those of its components */
export function refuseUnfitComponents(names: Names, name: string, body: Body): void {
  try {
    const { mapping, settings } = composedTemplate(names, body);
    refuseBeyondLimits(mapping, settings);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const components = componentsOf(body);
    const composed = components.length === 0 ? '' : ` with component templates [${components.join(', ')}]`;
    const cause = { type: error.detail.openSearch?.type, reason: error.message };
    throw illegal(`composable template [${name}] template after composition${composed} is invalid`, {
      caused_by: {
        type: 'illegal_argument_exception',
        reason: `invalid composite mappings for [${name}]`,
        caused_by: cause,
      },
    });
  }
}

/** Of two templates with one priority nobody could tell which of them an index is made with. @throws PlatformError */
export async function refuseSamePriority(names: Names, name: string, body: Body): Promise<void> {
  const priority = Number(body.priority ?? 0);
  const own = patternsOf(body);
  const alike = [...names.all('index_template')].filter(
    ([other, kept]) => other !== name && Number(kept.priority ?? 0) === priority,
  );
  const rivals = await overlapping(alike, body);
  if (rivals.length === 0) return;
  const told = rivals.map(([other, kept]) => `${other} => [${patternsOf(kept).join(', ')}]`).join(', ');
  throw illegal(
    `index template [${name}] has index patterns [${own.join(', ')}] matching patterns from existing templates [${rivals.map(([other]) => other).join(', ')}] with patterns (${told}) that have the same priority [${priority}], multiple index templates may not match during index creation, please use a different priority`,
  );
}

/** The data streams of a tenant whose names no template would make one of. */
const streamsWithoutTemplate = (names: Names, templates: ReadonlyMap<string, Body>): readonly string[] =>
  [...names.all('data_stream').keys()]
    .filter((stream) => indexTemplateFor(templates, stream)?.[1].data_stream === undefined)
    .sort();

/** A data stream goes on by its template. @throws PlatformError for one that would leave streams without */
export function refuseLeftStreams(names: Names, name: string, body: Body): void {
  const before = new Set(streamsWithoutTemplate(names, names.all('index_template')));
  const after = new Map([...names.all('index_template'), [name, body]]);
  const left = streamsWithoutTemplate(names, after).filter((stream) => !before.has(stream));
  if (left.length === 0) return;
  const without = body.data_stream === undefined ? 'and no data stream configuration ' : '';
  throw illegal(
    `composable template [${name}] with index patterns [${patternsOf(body).join(', ')}], priority [${body.priority ?? null}] ${without}would cause data streams [${left.join(', ')}] to no longer match a data stream template`,
  );
}

/** @throws PlatformError for templates whose patterns data streams fit */
export function refuseUsedByStreams(names: Names, templates: readonly (readonly [name: string, body: Body])[]): void {
  const patterns = templates.flatMap(([, body]) => patternsOf(body));
  const streams = [...names.all('data_stream').keys()].filter((stream) =>
    patterns.some((pattern) => fitsPattern(pattern, stream)),
  );
  if (streams.length === 0) return;
  const removed = templates.map(([name]) => name).sort();
  throw illegal(
    `unable to remove composable templates [${removed.join(', ')}] as they are in use by a data streams [${streams.sort().join(', ')}]`,
  );
}

/** @throws PlatformError for components that templates are still made of */
export function refuseUsedComponents(names: Names, components: readonly string[]): void {
  const users = [...names.all('index_template')].filter(([, body]) =>
    componentsOf(body).some((each) => components.includes(each)),
  );
  if (users.length === 0) return;
  const used = components.filter((each) => users.some(([, body]) => componentsOf(body).includes(each)));
  throw illegal(
    `component templates [${used.join(', ')}] cannot be removed as they are still in use by index templates [${users.map(([name]) => name).join(', ')}]`,
  );
}
