import { fitsPattern, type NameKind } from '@datasarana/engine';
import { isTrue, list, OsAnswer, type OsCall } from '../call.ts';
import { illegal, missingResource } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { readTemplate, shownTemplate } from '../template-body.ts';
import {
  refuseLeftStreams,
  refuseManyPatterns,
  refuseMissingComponents,
  refuseSamePriority,
  refuseUnfitComponents,
  refuseUnknownInTemplate,
  refuseUsedByStreams,
  refuseUsedComponents,
} from '../template-checks.ts';
import { templateNumbers } from '../template-numbers.ts';

const ACK = { acknowledged: true } as const;

type TemplateKind = Extract<NameKind, `${string}template`>;

/** What a template is called in refusals; an older one is an index template, too. */
const TOLD: Readonly<Record<TemplateKind, string>> = {
  template: 'index_template',
  index_template: 'index template',
  component_template: 'component template',
};

const put = (kind: TemplateKind) => async (call: OsCall) => {
  const { name = '' } = call.params;
  const body = templateNumbers(kind, readTemplate(kind, await call.json()), call.query);
  if (isTrue(call.query.create) && (await call.documents.names()).get(kind, name) !== null) {
    throw illegal(`${TOLD[kind]} [${name}] already exists`);
  }
  refuseManyPatterns(body);
  refuseUnknownInTemplate(kind, name, body);
  if (kind === 'index_template') {
    const names = await call.documents.names();
    refuseMissingComponents(names, name, body);
    refuseUnfitComponents(names, name, body);
    refuseLeftStreams(names, name, body);
    await refuseSamePriority(names, name, body);
  }
  await call.documents.putName(kind, name, body);
  return ACK;
};

async function found(call: OsCall, kind: NameKind) {
  const all = [...(await call.documents.names()).all(kind)];
  const wanted = list(call.params.name);
  const chosen =
    wanted.length === 0 ? all : all.filter(([name]) => wanted.some((pattern) => fitsPattern(pattern, name)));
  const isMissing = chosen.length === 0 && wanted.length > 0 && !wanted.some((name) => name.includes('*'));
  // a pattern that nothing fits is answered with nothing, which is not found all the same
  return { chosen, isMissing, wanted, status: chosen.length === 0 && wanted.length > 0 ? 404 : 200 };
}

const get = (kind: 'index_template' | 'component_template', plural: string) => async (call: OsCall) => {
  const { chosen, isMissing, wanted, status } = await found(call, kind);
  if (isMissing)
    throw missingResource(
      'resource_not_found_exception',
      `${kind.replace('_', ' ')} matching [${wanted.join(',')}] not found`,
    );
  const composed = kind === 'index_template' ? { composed_of: [] } : {};
  const shown = chosen.map(([name, body]) => ({
    name,
    [kind]: { ...composed, ...shownTemplate(kind, body, call.query) },
  }));
  return new OsAnswer({ [plural]: shown }, status);
};

async function getOlder(call: OsCall): Promise<OsAnswer> {
  const { chosen, status } = await found(call, 'template');
  const bodies = chosen.map(
    ([name, body]) =>
      [
        name,
        { order: 0, settings: {}, mappings: {}, aliases: {}, ...shownTemplate('template', body, call.query) },
      ] as const,
  );
  return new OsAnswer(Object.fromEntries(bodies), status);
}

const exists = (kind: NameKind) => async (call: OsCall) => {
  const { chosen } = await found(call, kind);
  return new OsAnswer(undefined, chosen.length > 0 ? 200 : 404);
};

const remove = (kind: NameKind) => async (call: OsCall) => {
  const { chosen, isMissing, wanted } = await found(call, kind);
  if (isMissing)
    throw missingResource('index_template_missing_exception', `index_template [${wanted.join(',')}] missing`);
  if (kind === 'component_template')
    refuseUsedComponents(
      await call.documents.names(),
      chosen.map(([name]) => name),
    );
  if (kind === 'index_template') refuseUsedByStreams(await call.documents.names(), chosen);
  for (const [name] of chosen) await call.documents.putName(kind, name, null);
  return ACK;
};

export const templateRoutes: readonly OsRoute[] = [
  os('PUT POST', 'manage', '/_template/:name', put('template')),
  os('GET', 'read', ['/_template', '/_template/:name'], getOlder),
  os('HEAD', 'read', '/_template/:name', exists('template')),
  os('DELETE', 'manage', '/_template/:name', remove('template')),
  os('PUT POST', 'manage', '/_index_template/:name', put('index_template')),
  os('GET', 'read', ['/_index_template', '/_index_template/:name'], get('index_template', 'index_templates')),
  os('HEAD', 'read', '/_index_template/:name', exists('index_template')),
  os('DELETE', 'manage', '/_index_template/:name', remove('index_template')),
  os('PUT POST', 'manage', '/_component_template/:name', put('component_template')),
  os(
    'GET',
    'read',
    ['/_component_template', '/_component_template/:name'],
    get('component_template', 'component_templates'),
  ),
  os('HEAD', 'read', '/_component_template/:name', exists('component_template')),
  os('DELETE', 'manage', '/_component_template/:name', remove('component_template')),
];
