import {
  type AliasChange,
  checkIndexName,
  indexExists,
  refuseUnknownSettings,
  type StoredInfo,
} from '@datasarana/engine';
import { checkAliasFilter } from '../alias-filter.ts';
import { isWanted, missingAliases } from '../alias-names.ts';
import { indexesOf, infosNamed, isObject, isTrue, list, OsAnswer, type OsCall, resolving } from '../call.ts';
import type { Body } from '../json-object.ts';
import { createIndex } from '../new-index.ts';
import { aliasesMissing, illegal, unreadable } from '../refusals.ts';
import { metConditions } from '../rollover-conditions.ts';
import { type OsRoute, os } from '../route.ts';
import { refuseTemplateName } from '../template-indexes.ts';

const ACK = { acknowledged: true } as const;
const EVERY = { expand: ['open', 'closed'] } as const;

async function put(call: OsCall) {
  const body = await call.json();
  const index = typeof body.index === 'string' ? body.index : (call.params.index ?? call.query.index);
  const alias = typeof body.alias === 'string' ? body.alias : call.params.name;
  if (alias === undefined) throw illegal('alias name is required');
  if (index === undefined) throw illegal("[indices] can't be empty");
  const names = await call.documents.resolve(index, EVERY);
  await refuseNameOfIndex(call, alias);
  await checkAliasFilter(call, alias, { filter: body.filter, indexes: names });
  await call.documents.changeAliases(names.map((name) => ({ kind: 'add', index: name, alias, options: body })));
  return ACK;
}

/** `removed` are indexes that go with the same change. */
async function refuseNameOfIndex(call: OsCall, alias: string, removed: readonly string[] = []): Promise<void> {
  if ((await call.documents.list()).some(({ name }) => name === alias && !removed.includes(name))) {
    throw illegal(`Invalid alias name [${alias}]: an index or data stream exists with the same name as the alias`);
  }
  await refuseTemplateName(call, alias);
}

const matching = (info: StoredInfo, wanted: readonly string[]): readonly string[] =>
  Object.keys(info.aliases).filter((alias) => wanted.length === 0 || isWanted(alias, wanted));

/** The indexes an address names; without a name hidden ones, too. */
async function chosen(call: OsCall): Promise<readonly StoredInfo[]> {
  if (call.params.index !== undefined) return infosNamed(call, await indexesOf(call, EVERY));
  const options = resolving(call, { expand: ['open', 'closed', 'hidden'] });
  return infosNamed(call, await call.documents.resolve('_all', { ...options, aliases: false }));
}

async function get(call: OsCall): Promise<OsAnswer> {
  const wanted = list(call.params.name);
  const infos = await chosen(call);
  const found = infos.flatMap((info) => {
    const names = matching(info, wanted);
    if (names.length === 0 && wanted.length > 0) return [];
    return [[info.name, { aliases: Object.fromEntries(names.map((name) => [name, info.aliases[name]])) }] as const];
  });
  const missing = missingAliases(wanted, new Set(infos.flatMap((info) => matching(info, wanted))));
  const body = Object.fromEntries(found);
  if (missing.length === 0) return new OsAnswer(body);
  const kind = missing.length === 1 ? 'alias' : 'aliases';
  return new OsAnswer({ error: `${kind} [${missing.join(',')}] missing`, status: 404, ...body }, 404);
}

async function exists(call: OsCall): Promise<OsAnswer> {
  const wanted = list(call.params.name);
  const found = (await chosen(call)).some((info) => matching(info, wanted).length > 0);
  return new OsAnswer(undefined, found ? 200 : 404);
}

async function remove(call: OsCall) {
  const wanted = list(call.params.name);
  const changes = (await chosen(call)).flatMap((info) =>
    matching(info, wanted).map((alias): AliasChange => ({ kind: 'remove', index: info.name, alias })),
  );
  if (changes.length === 0) throw aliasesMissing(wanted);
  await call.documents.changeAliases(changes);
  return ACK;
}

const many = (one: unknown, all: unknown): readonly string[] => [one ?? all ?? []].flat().map(String);

async function indexesIn(call: OsCall, body: Body): Promise<readonly string[]> {
  const expression = many(body.index, body.indices);
  if (expression.length === 0) throw illegal('One of [index] or [indices] is required');
  return call.documents.resolve(expression, EVERY);
}

interface AliasAction {
  readonly kind: string;
  readonly body: Body;
}

async function changesOf(
  call: OsCall,
  { kind, body }: AliasAction,
  removed: readonly string[],
): Promise<readonly AliasChange[]> {
  const indexes = await indexesIn(call, body);
  if (Array.isArray(body.aliases) && body.aliases.length === 0) throw illegal("[aliases] can't be empty");
  const names = many(body.alias, body.aliases);
  if (names.length === 0) throw illegal('One of [alias] or [aliases] is required');
  if (kind === 'add') {
    for (const name of names) {
      await refuseNameOfIndex(call, name, removed);
      await checkAliasFilter(call, name, { filter: body.filter, indexes });
    }
    return indexes.flatMap((index) => names.map((alias) => ({ kind: 'add', index, alias, options: body }) as const));
  }
  const infos = await infosNamed(call, indexes);
  const changes = infos.flatMap((info) =>
    matching(info, names).map((alias) => ({ kind: 'remove', index: info.name, alias }) as const),
  );
  if (changes.length === 0 && body.must_exist === true) throw aliasesMissing(names, ', ');
  return changes;
}

/** What takes away nothing but aliases that are not there is refused; beside other changes they are passed over. */
function refuseNothing(actions: readonly AliasAction[]): void {
  const removing = actions.filter(({ kind, body }) => kind === 'remove' && body.must_exist !== false);
  if (removing.length > 0 && actions.every(({ kind }) => kind === 'remove'))
    throw aliasesMissing(
      removing.flatMap(({ body }) => many(body.alias, body.aliases)),
      ', ',
    );
}

function actionIn(given: unknown): AliasAction {
  const [kind, body] = Object.entries(isObject(given) ? given : {})[0] ?? [];
  if (kind === undefined || !isObject(body) || !['add', 'remove', 'remove_index'].includes(kind)) {
    throw unreadable(`[alias_action] unknown field [${kind}]`);
  }
  return { kind, body };
}

/** All changes of a request happen at once: a swap is never seen half done. */
async function update(call: OsCall) {
  const { actions = [], ...others } = await call.json();
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw unreadable(`[aliases] unknown field [${unknown}]`);
  if (!Array.isArray(actions) || actions.length === 0) throw illegal('No action specified');
  const read = actions.map(actionIn);
  const removed: string[] = [];
  for (const { kind, body } of read) if (kind === 'remove_index') removed.push(...(await indexesIn(call, body)));
  const changes: AliasChange[] = [];
  for (const action of read)
    if (action.kind !== 'remove_index') changes.push(...(await changesOf(call, action, removed)));
  if (changes.length === 0) refuseNothing(read);
  await call.documents.changeAliases(changes, removed);
  return ACK;
}

async function rollover(call: OsCall) {
  const { index: alias = '', target } = call.params;
  const from = await call.documents.writeIndex(alias);
  if (from === null || from === '') throw illegal(`rollover target [${alias}] does not exist`);
  const body = await call.json();
  const next = target ?? nextName(from);
  const info = await call.documents.info(from);
  const { documents, bytes } = await call.documents.stats(from);
  const age = call.services.clock() - info.created;
  const met = metConditions(body.conditions, { max_docs: documents, max_size: bytes, max_age: age });
  const isDry = isTrue(call.query.dry_run);
  await refuseTarget(call, next);
  const rolls = Object.keys(met).length === 0 || Object.values(met).includes(true);
  if (rolls && !isDry) {
    const { conditions: _conditions, ...rest } = body;
    refuseUnknownSettings(rest.settings);
    await createIndex(call, next, rest);
    const explicit = info.aliases[alias]?.is_write_index !== undefined;
    await call.documents.changeAliases([
      { kind: 'add', index: next, alias, options: explicit ? { is_write_index: true } : {} },
      explicit
        ? { kind: 'add', index: from, alias, options: { is_write_index: false } }
        : { kind: 'remove', index: from, alias },
    ]);
  }
  return {
    acknowledged: rolls && !isDry,
    shards_acknowledged: rolls && !isDry,
    old_index: from,
    new_index: next,
    rolled_over: rolls && !isDry,
    dry_run: isDry,
    conditions: met,
  };
}

/** @throws PlatformError for a name that an index has already, or cannot have */
async function refuseTarget({ documents }: OsCall, name: string): Promise<void> {
  checkIndexName(name);
  const taken = (await documents.list()).find((info) => info.name === name);
  if (taken) throw indexExists(name, taken.uuid);
}

function nextName(name: string): string {
  const found = /^(.*)-(\d+)$/.exec(name);
  if (!found) throw illegal(`index name [${name}] does not match pattern '^.*-\\d+$'`);
  return `${found[1]}-${String(Number(found[2]) + 1).padStart(6, '0')}`;
}

export const aliasRoutes: readonly OsRoute[] = [
  os(
    'PUT POST',
    'manage',
    ['/:index/_alias/:name', '/:index/_aliases/:name', '/_alias/:name', '/_aliases/:name', '/_alias', '/:index/_alias'],
    put,
  ),
  os('POST', 'manage', '/_aliases', update),
  os('GET', 'read', ['/_alias', '/_aliases', '/_alias/:name', '/:index/_alias', '/:index/_alias/:name'], get),
  os('HEAD', 'read', ['/_alias/:name', '/:index/_alias/:name'], exists),
  os('DELETE', 'manage', ['/:index/_alias/:name', '/:index/_aliases/:name'], remove),
  os('POST', 'manage', ['/:index/_rollover', '/:index/_rollover/:target'], rollover),
];
