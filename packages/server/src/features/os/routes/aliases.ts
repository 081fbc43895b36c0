import { type AliasChange, dateMathName, invalidAlias, noSuchIndex, type StoredInfo } from '@datasarana/engine';
import { type AliasAction, readAliasActions } from '../alias-actions.ts';
import { checkAliasFilter } from '../alias-filter.ts';
import { isWanted, missingAliases, refuseAliasAmong } from '../alias-names.ts';
import { indexesOf, infosNamed, list, OsAnswer, type OsCall, resolving } from '../call.ts';
import { isStream, refuseAliasesOf } from '../data-streams.ts';
import type { Body } from '../json-object.ts';
import { aliasesMissing, illegal } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { refuseTemplateName } from '../template-indexes.ts';
import { endSearchesOfRemoved } from './scroll.ts';

const ACK = { acknowledged: true } as const;
/** Aliases are of indexes, not of data streams. */
const EVERY = { expand: ['open', 'closed'], streams: false } as const;

/** The indexes whose aliases change, or that go with them. */
async function changing(call: OsCall, names: readonly string[]): Promise<readonly string[]> {
  const wanted = names.map((name) => dateMathName(name, Date.now()));
  refuseAliasAmong(wanted, await call.documents.list());
  return call.documents.resolve(wanted, { ...EVERY, aliases: false, allowNoIndices: false });
}

async function put(call: OsCall) {
  const body = await call.json();
  const index = typeof body.index === 'string' ? body.index : (call.params.index ?? call.query.index);
  const alias = typeof body.alias === 'string' ? body.alias : call.params.name;
  if (alias === undefined) throw illegal('alias name is required');
  if (index === undefined) throw illegal("[indices] can't be empty");
  const names = await changing(call, list(index));
  await refuseAliasesOf(call, names);
  await refuseNameOfIndex(call, alias);
  await checkAliasFilter(call, alias, { filter: body.filter, indexes: names });
  await call.documents.changeAliases(names.map((name) => ({ kind: 'add', index: name, alias, options: body })));
  return ACK;
}

/** `removed` are indexes that go with the same change. */
async function refuseNameOfIndex(call: OsCall, alias: string, removed: readonly string[] = []): Promise<void> {
  const isIndex = (await call.documents.list()).some(({ name }) => name === alias && !removed.includes(name));
  if (isIndex || (await isStream(call, alias))) {
    throw invalidAlias(alias, 'an index or data stream exists with the same name as the alias');
  }
  await refuseTemplateName(call, alias);
}

const matching = (info: StoredInfo, wanted: readonly string[]): readonly string[] =>
  Object.keys(info.aliases).filter((alias) => wanted.length === 0 || isWanted(alias, wanted));

/** The indexes an address names, hidden ones, too. */
async function chosen(call: OsCall): Promise<readonly StoredInfo[]> {
  const expand = ['open', 'closed', 'hidden'] as const;
  if (call.params.index !== undefined) return infosNamed(call, await indexesOf(call, { expand, streams: false }));
  const options = resolving(call, { expand });
  return infosNamed(call, await call.documents.resolve('_all', { ...options, aliases: false, streams: false }));
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
  const infos = await infosNamed(call, await changing(call, list(call.params.index)));
  const changes = infos.flatMap((info) =>
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
  const names = await changing(call, expression);
  await refuseAliasesOf(call, names);
  return names;
}

async function changesOf(
  call: OsCall,
  { kind, body }: AliasAction,
  removed: readonly string[],
): Promise<readonly AliasChange[]> {
  const indexes = await indexesIn(call, body);
  const gone = indexes.find((name) => removed.includes(name));
  if (gone !== undefined) throw noSuchIndex(gone);
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
  if (changes.length === 0 && String(body.must_exist) === 'true') throw aliasesMissing(names, ', ');
  return changes;
}

/** What takes away nothing but aliases that are not there is refused; beside other changes they are passed over. */
function refuseNothing(actions: readonly AliasAction[]): void {
  const removing = actions.filter(({ kind, body }) => kind === 'remove' && String(body.must_exist) !== 'false');
  if (removing.length > 0 && actions.every(({ kind }) => kind === 'remove'))
    throw aliasesMissing(
      removing.flatMap(({ body }) => many(body.alias, body.aliases)),
      ', ',
    );
}

/** All changes of a request happen at once: a swap is never seen half done. */
async function update(call: OsCall) {
  const read = readAliasActions(await call.json());
  const removed: string[] = [];
  for (const { kind, body } of read) if (kind === 'remove_index') removed.push(...(await indexesIn(call, body)));
  const changes: AliasChange[] = [];
  for (const action of read)
    if (action.kind !== 'remove_index') changes.push(...(await changesOf(call, action, removed)));
  if (changes.length === 0) refuseNothing(read);
  await call.documents.changeAliases(changes, removed);
  if (removed.length > 0) await endSearchesOfRemoved(call);
  return ACK;
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
];
