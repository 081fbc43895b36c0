import {
  dateMathName,
  fitsPattern,
  printField,
  printMapping,
  printWithDefaults,
  refuseBlocked,
  refuseUnknownSettings,
  type StoredInfo,
} from '@datasarana/engine';
import { PlatformError } from '@datasarana/schema';
import { refuseAliasAmong } from '../alias-names.ts';
import { indexesOf, isObject, isTrue, list, OsAnswer, type OsCall, resolving } from '../call.ts';
import { INDEX_DEFAULTS, unsetOf } from '../default-settings.ts';
import { refuseUnfitParts } from '../given-parts.ts';
import { openOnly } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { createIndex } from '../new-index.ts';
import { printSettings } from '../print-settings.ts';
import { illegal, incomplete, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { replicasOf, shardsOf } from '../shards.ts';
import { infosAt } from '../template-indexes.ts';
import { refuseTyped } from '../typed-mapping.ts';
import { noWriteIndex } from '../writing.ts';
import { endSearchesOfRemoved } from './scroll.ts';

const ACK = { acknowledged: true } as const;
const EVERY = { expand: ['open', 'closed'] } as const;

/** The indexes an address means, by patterns open ones. @throws PlatformError for one whose description is blocked */
async function infosOf(call: OsCall): Promise<readonly StoredInfo[]> {
  const { infos } = await infosAt(call);
  for (const info of infos) refuseBlocked(info.name, info, 'tell');
  return infos;
}

const CREATE_KEYS = new Set(['settings', 'mappings', 'aliases']);

async function create(call: OsCall) {
  const { index = '' } = call.params;
  const body = await call.json();
  const unknown = Object.keys(body).find((name) => !CREATE_KEYS.has(name));
  if (unknown !== undefined) throw unparsed(`unknown key [${unknown}] for create index`);
  refuseTyped(body.mappings);
  refuseUnfitParts(body);
  const made = await createIndex(call, index, body);
  return { acknowledged: true, shards_acknowledged: true, index: made };
}

async function remove(call: OsCall) {
  const wanted = list(call.params.index).map((name) => dateMathName(name, Date.now()));
  const options = resolving(call, EVERY);
  if (options.ignoreUnavailable !== true) refuseAliasAmong(wanted, await call.documents.list());
  await call.documents.remove(await call.documents.resolve(wanted, { ...options, aliases: false, streams: false }));
  await endSearchesOfRemoved(call);
  return ACK;
}

async function exists(call: OsCall): Promise<OsAnswer> {
  try {
    await infosOf(call);
    return new OsAnswer(undefined);
  } catch (error) {
    if (error instanceof PlatformError && error.detail.http === 404) return new OsAnswer(undefined, 404);
    throw error;
  }
}

async function describe(call: OsCall) {
  const infos = await infosOf(call);
  return Object.fromEntries(
    infos.map((info) => [
      info.name,
      {
        aliases: info.aliases,
        mappings: printMapping(info.mapping),
        settings: printSettings(info.settings, call.query),
        ...(isTrue(call.query.include_defaults) && {
          defaults: printSettings(unsetOf(INDEX_DEFAULTS, info.settings), call.query),
        }),
        ...(info.stream !== undefined && { data_stream: info.stream }),
      },
    ]),
  );
}

async function getMapping(call: OsCall) {
  return Object.fromEntries((await infosOf(call)).map((info) => [info.name, { mappings: printMapping(info.mapping) }]));
}

/** The one index each name is written to. @throws PlatformError for a name behind which there is none, or a pattern of several */
async function writtenIndexes(call: OsCall): Promise<readonly string[]> {
  const { documents, params } = call;
  const options = resolving(call, { ...EVERY, allowNoIndices: false });
  const written = list(params.index).map(async (given) => {
    const found = await documents.writeIndex(given);
    if (found === '') throw noWriteIndex(given);
    if (found !== null) return found;
    const [name, ...others] = await documents.resolve(given, options);
    if (name !== undefined && others.length === 0) return name;
    throw illegal(`The index expression [${given}] and options provided did not point to a single write-index`);
  });
  return Promise.all(written);
}

async function putMapping(call: OsCall) {
  const names = isTrue(call.query.write_index_only)
    ? await writtenIndexes(call)
    : await indexesOf(call, { ...EVERY, allowNoIndices: false });
  if ((await call.text()).trim() === '') throw unparsed('request body is required');
  const body = await call.json();
  if (call.params.type !== undefined || isObject(body._doc)) {
    throw illegal('Types cannot be provided in put mapping requests');
  }
  for (const name of names) await call.documents.putMapping(name, body);
  return ACK;
}

const OBJECTS: ReadonlySet<string> = new Set(['object', 'nested']);

/** Fields every document has, which no mapping tells more of. */
const META =
  '_routing _doc_count _index _feature _ignored _seq_no _nested_path _data_stream_timestamp _field_names _source _id _version'.split(
    ' ',
  );

/** The parts of a `search_as_you_type`, by their names. */
function typedParts(
  path: string,
  { type, parameters }: StoredInfo['mapping']['properties'][string],
): readonly (readonly [string, Body])[] {
  if (type !== 'search_as_you_type') return [];
  const rows = Array.from({ length: Number(parameters.max_shingle_size ?? 3) - 1 }, (_, i) => `${path}._${i + 2}gram`);
  const told = (part: string, kind: string) => [part, { [part]: { type: kind, doc_values: false } }] as const;
  return [...rows.map((part) => told(part, 'shingle')), told(`${path}._index_prefix`, 'prefix')];
}

/** Every field of a mapping by its dotted path; objects are none. */
function fieldsOf(info: StoredInfo, print: typeof printField): ReadonlyMap<string, Body> {
  const found = new Map<string, Body>(META.map((path) => [path, { full_name: path, mapping: {} }]));
  const walk = (fields: StoredInfo['mapping']['properties'], prefix: string): void => {
    for (const [name, field] of Object.entries(fields)) {
      const path = prefix + name;
      if (!OBJECTS.has(field.type)) found.set(path, { full_name: path, mapping: { [name]: print(field) } });
      for (const [part, mapping] of typedParts(path, field)) found.set(part, { full_name: part, mapping });
      walk(field.properties ?? field.fields ?? {}, `${path}.`);
    }
  };
  walk(info.mapping.properties, '');
  return found;
}

async function getFieldMapping(call: OsCall) {
  const wanted = list(call.params.fields);
  const print = isTrue(call.query.include_defaults) ? printWithDefaults : printField;
  return Object.fromEntries(
    (await infosOf(call)).map((info) => {
      const mappings = [...fieldsOf(info, print)].filter(([path]) =>
        wanted.some((pattern) => fitsPattern(pattern, path)),
      );
      return [info.name, { mappings: Object.fromEntries(mappings) }];
    }),
  );
}

async function getSettings(call: OsCall) {
  const wanted = list(call.params.name);
  const all = wanted.length === 0 || wanted.includes('_all') || wanted.includes('*');
  const fitting = (settings: Body): Body =>
    Object.fromEntries(
      Object.entries(settings).filter(([name]) => all || wanted.some((pattern) => fitsPattern(pattern, name))),
    );
  return Object.fromEntries(
    (await infosOf(call)).flatMap((info) => {
      const given = fitting(info.settings);
      const unset = isTrue(call.query.include_defaults) ? fitting(unsetOf(INDEX_DEFAULTS, info.settings)) : null;
      if (Object.keys({ ...given, ...unset }).length === 0) return [];
      const defaults = unset && { defaults: printSettings(unset, call.query) };
      return [[info.name, { settings: printSettings(given, call.query), ...defaults }]];
    }),
  );
}

async function putSettings(call: OsCall) {
  if ((await call.text()).trim() === '') throw unparsed('request body is required');
  const body = await call.json();
  const given = isObject(body.settings) ? body.settings : body;
  if (Object.keys(given).length === 0) throw incomplete('no settings to update');
  refuseUnknownSettings(given);
  for (const name of await indexesOf(call, EVERY)) {
    await call.documents.putSettings(name, given, isTrue(call.query.preserve_existing));
  }
  return ACK;
}

/** How many shards a call reached; copies that are nowhere count among them all. */
function shardsReached({ query }: OsCall, infos: readonly StoredInfo[]) {
  const copies = isTrue(query.primary_only) ? () => 1 : (info: StoredInfo) => 1 + replicasOf(info);
  const total = infos.reduce((sum, info) => sum + shardsOf(info) * copies(info), 0);
  const successful = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  return { _shards: { total, successful, failed: 0 } };
}

const openAt = async (call: OsCall): Promise<readonly StoredInfo[]> => openOnly(call, (await infosAt(call)).infos);

/** Writes are seen as soon as they are answered, so there is nothing to refresh or merge; who asks is told how many shards. */
const nothingToDo = async (call: OsCall) => shardsReached(call, await openAt(call));

async function flush(call: OsCall) {
  const { force, wait_if_ongoing: waits } = call.query;
  if (isTrue(force) && !isTrue(waits, true)) throw incomplete('wait_if_ongoing must be true for a force flush');
  const infos = await openAt(call);
  const own = new Set((await call.documents.list()).map(({ name }) => name));
  for (const { name } of infos) if (own.has(name)) call.documents.noteFlushed(name);
  return shardsReached(call, infos);
}

/** @throws PlatformError for an index a data stream is written to */
async function refuseWritten({ documents }: OsCall, names: readonly string[]): Promise<void> {
  const written = (await documents.streams()).flatMap(({ indices }) => indices.at(-1) ?? []);
  const refused = names.filter((name) => written.includes(name));
  if (refused.length > 0) throw illegal(`cannot close the following data stream write indices [${refused.join(', ')}]`);
}

const setClosed = (closed: boolean) => async (call: OsCall) => {
  const names = await indexesOf(call, closed ? { ...EVERY, streams: false } : EVERY);
  if (closed) await refuseWritten(call, names);
  for (const name of names) await call.documents.setClosed(name, closed);
  const indices = closed ? { indices: Object.fromEntries(names.map((name) => [name, { closed: true }])) } : {};
  return { acknowledged: true, shards_acknowledged: true, ...indices };
};

export const indexRoutes: readonly OsRoute[] = [
  os('PUT', 'manage', '/:index', create),
  os('DELETE', 'manage', '/:index', remove),
  os('GET', 'read', '/:index', describe),
  os('HEAD', 'read', '/:index', exists),
  os('GET', 'read', ['/_mapping', '/_mappings', '/:index/_mapping', '/:index/_mappings'], getMapping),
  os('PUT POST', 'manage', ['/:index/_mapping', '/:index/_mappings', '/:index/_mapping/:type'], putMapping),
  os('GET', 'read', ['/_mapping/field/:fields', '/:index/_mapping/field/:fields'], getFieldMapping),
  os('GET', 'read', ['/_settings', '/_settings/:name', '/:index/_settings', '/:index/_settings/:name'], getSettings),
  os('PUT', 'manage', ['/_settings', '/:index/_settings'], putSettings),
  os('GET POST', 'write', ['/_refresh', '/:index/_refresh'], nothingToDo),
  os('GET POST', 'write', ['/_forcemerge', '/:index/_forcemerge'], nothingToDo),
  os('GET POST', 'write', ['/_flush', '/:index/_flush', '/_flush/synced', '/:index/_flush/synced'], flush),
  os('POST', 'write', ['/_cache/clear', '/:index/_cache/clear'], nothingToDo),
  os('POST', 'manage', ['/:index/_open'], setClosed(false)),
  os('POST', 'manage', ['/:index/_close'], setClosed(true)),
];
