import { type FoundDocument, PRIMARY_TERM, shardOf, type WriteOperation, type WriteResult } from '@datasarana/engine';
import { filterSource, parseSearch, type SourceFilter } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { isObject, isTrue, list, OsAnswer, type OsCall, type Texts } from '../call.ts';
import { causeOf } from '../errors.ts';
import { storedFields } from '../fields.ts';
import { illegal, incomplete, missingResource } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { conditionsOf, refusePipeline, statusOfWrite, targetOf, targetOfDelete, writtenBody } from '../writing.ts';
import { shardsOf } from './cluster.ts';

type Body = Readonly<Record<string, unknown>>;

async function writeOne(call: OsCall, index: string, operation: WriteOperation): Promise<WriteResult> {
  const [written] = await call.documents.write(index, [operation], { signal: call.signal });
  if (written === undefined) throw new Error('A write was not answered');
  if ('error' in written) throw written.error;
  return written;
}

async function index(call: OsCall): Promise<OsAnswer> {
  const { query, params } = call;
  const kind = query.op_type ?? (params.op === 'create' || /\/_create\//.test(call.request.url) ? 'create' : 'index');
  if (kind !== 'index' && kind !== 'create') throw illegal(`opType must be 'create' or 'index', found: [${kind}]`);
  const source = await call.text();
  if (source.trim() === '') throw incomplete('source is missing');
  refusePipeline(query.pipeline);
  const conditions = conditionsOf(query);
  if (kind === 'create' && conditions.version !== undefined && conditions.versionType !== 'internal') {
    throw incomplete(`create operations only support internal versioning. use index instead`);
  }
  const target = await targetOf(call, params.index ?? '', isTrue(query.require_alias));
  await requireRouting(call, target, params.id ?? null);
  const written = await writeOne(call, target, { kind, id: params.id ?? null, source, ...conditions });
  return new OsAnswer(await writtenBody(call, target, written), statusOfWrite(written));
}

/** An index may ask for a routing with every document. */
async function requireRouting(call: OsCall, name: string, id: string | null): Promise<void> {
  if (call.query.routing !== undefined) return;
  const { mapping } = await call.documents.info(name);
  const { _routing: routing } = mapping.parameters;
  if (!isObject(routing) || routing.required !== true) return;
  throw new PlatformError(`routing is required for [${name}]/[${id}]`, {
    code: 32,
    type: 'malformed',
    http: 400,
    openSearch: { type: 'routing_missing_exception', index: name, index_uuid: '_na_' },
  });
}

async function one(call: OsCall): Promise<{ readonly name: string; readonly found: FoundDocument | null }> {
  const { index: given = '', id = '' } = call.params;
  const names = await call.documents.resolve(given, { allowNoIndices: false });
  const [name = given] = names;
  if (names.length > 1)
    throw illegal(
      `alias [${given}] has more than one index associated with it [${names.join(', ')}], can't execute a single index op`,
    );
  await requireRouting(call, name, id);
  const [found = null] = await call.documents.get(name, [id]);
  return { name, found: await fitsRouting(call, name, found, call.query.routing) };
}

/** A document that a routing would not lead to is not found by it. */
async function fitsRouting(
  call: OsCall,
  name: string,
  found: FoundDocument | null,
  routing: string | undefined,
): Promise<FoundDocument | null> {
  if (found === null || (found.routing ?? undefined) === routing) return found;
  const shards = shardsOf(await call.documents.info(name));
  return shardOf(found.routing ?? found.id, shards) === shardOf(routing ?? found.id, shards) ? found : null;
}

/** The parts of a source an address or a body asks for. */
export function sourceFilter(query: Texts): SourceFilter | undefined {
  const given = query._source;
  const includes = list(query._source_includes ?? query._source_include);
  const excludes = list(query._source_excludes ?? query._source_exclude);
  if (given === 'false') return { kind: 'none' };
  if (includes.length + excludes.length > 0 || (given !== undefined && given !== 'true' && given !== '')) {
    return {
      kind: 'fields',
      includes: given !== undefined && given !== 'true' && given !== '' ? list(given) : includes,
      excludes,
    };
  }
  return given === undefined ? undefined : { kind: 'all' };
}

function sourceOf(found: FoundDocument, filter: SourceFilter | undefined): Body {
  if (filter?.kind === 'none') return {};
  if (filter === undefined || filter.kind === 'all') return { _source: found.source };
  return { _source: filterSource(found.source.parsed, filter) };
}

/** What `_explain` answers of the document beside its score, when the address asks for it. */
export function documentPart(query: Texts, found: FoundDocument): Body {
  const filter = sourceFilter(query);
  if (filter === undefined || filter.kind === 'none') return {};
  return { get: { _seq_no: found.seqNo, _primary_term: PRIMARY_TERM, found: true, ...sourceOf(found, filter) } };
}

interface Wanted {
  readonly filter: SourceFilter | undefined;
  readonly stored: readonly string[];
}

/** A document as `_get` and `_mget` answer it. */
async function foundBody(
  call: OsCall,
  name: string,
  id: string,
  found: FoundDocument | null,
  { filter, stored }: Wanted,
): Promise<Body> {
  if (found === null) return { _index: name, _id: id, found: false };
  const info = stored.length === 0 ? null : await call.documents.info(name);
  const fields = info === null ? {} : storedFields(info.mapping, found.source, stored);
  const bare = stored.length > 0 && filter === undefined && !stored.includes('_source');
  return {
    _index: name,
    _id: found.id,
    _version: found.version,
    _seq_no: found.seqNo,
    _primary_term: PRIMARY_TERM,
    ...(found.routing !== null && { _routing: found.routing }),
    found: true,
    ...(bare ? {} : sourceOf(found, filter)),
    ...(Object.keys(fields).length > 0 && { fields }),
  };
}

function checkVersion(call: OsCall, name: string, found: FoundDocument): void {
  const { version } = call.query;
  if (version === undefined || Number(version) === found.version) return;
  throw new PlatformError(
    `[${found.id}]: version conflict, current version [${found.version}] is different than the one provided [${version}]`,
    {
      code: 35,
      type: 'conflict',
      http: 409,
      openSearch: { type: 'version_conflict_engine_exception', index: name, shard: '0' },
    },
  );
}

async function get(call: OsCall): Promise<OsAnswer> {
  const { name, found } = await one(call);
  if (found) checkVersion(call, name, found);
  const wanted = { filter: sourceFilter(call.query), stored: list(call.query.stored_fields) };
  return new OsAnswer(await foundBody(call, name, call.params.id ?? '', found, wanted), found ? 200 : 404);
}

async function head(call: OsCall): Promise<OsAnswer> {
  const { found } = await one(call);
  return new OsAnswer(undefined, found ? 200 : 404);
}

async function source(call: OsCall): Promise<OsAnswer> {
  const { name, found } = await one(call);
  if (found === null)
    throw missingResource('resource_not_found_exception', `Document not found [${name}]/[${call.params.id}]`);
  if (call.request.method === 'HEAD') return new OsAnswer(undefined);
  return new OsAnswer(sourceOf(found, sourceFilter(call.query))._source);
}

async function remove(call: OsCall): Promise<OsAnswer> {
  const { index: given = '', id = '' } = call.params;
  const name = await targetOfDelete(call, given, call.query.version_type);
  await requireRouting(call, name, id);
  const conditions = conditionsOf(call.query);
  const [known = null] = await call.documents.get(name, [id]);
  if (known !== null && (await fitsRouting(call, name, known, conditions.routing)) === null) {
    return new OsAnswer(
      {
        _index: name,
        _id: id,
        _version: 1,
        result: 'not_found',
        _shards: { total: 1, successful: 1, failed: 0 },
        _seq_no: 0,
        _primary_term: PRIMARY_TERM,
      },
      404,
    );
  }
  const written = await writeOne(call, name, { kind: 'delete', id, ...conditions });
  return new OsAnswer(await writtenBody(call, name, written), statusOfWrite(written));
}

async function update(call: OsCall): Promise<OsAnswer> {
  const { params, query } = call;
  const { id = '' } = params;
  const body = await call.text();
  if (query.version !== undefined)
    throw incomplete(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  const asked = await call.json();
  const conditions = conditionsOf({
    ...query,
    ...(asked.if_seq_no !== undefined && { if_seq_no: String(asked.if_seq_no) }),
    ...(asked.if_primary_term !== undefined && { if_primary_term: String(asked.if_primary_term) }),
  });
  const upserts = asked.upsert !== undefined || asked.doc_as_upsert === true;
  if (conditions.ifSeqNo !== undefined && upserts)
    throw incomplete("upsert requests don't support `if_seq_no` and `if_primary_term`");
  const target =
    upserts || isTrue(query.require_alias)
      ? await targetOf(call, params.index ?? '', isTrue(query.require_alias))
      : ((await call.documents.writeIndex(params.index ?? '')) ?? (await targetForUpdate(call, id)));
  await requireRouting(call, target, id);
  const [known = null] = await call.documents.get(target, [id]);
  if (known !== null && !upserts && (await fitsRouting(call, target, known, conditions.routing)) === null) {
    throw missing(target, id);
  }
  const written = await writeOne(call, target, { kind: 'update', id, body, ...conditions });
  const filter = sourceFilter({ ...query, ...(asked._source !== undefined && { _source: String(asked._source) }) });
  const answer = await writtenBody(call, target, written);
  const got =
    filter === undefined || filter.kind === 'none' || written.source === undefined
      ? {}
      : { get: getPart(written, conditions.routing, filter) };
  return new OsAnswer({ ...answer, ...got }, statusOfWrite(written));
}

const missing = (name: string, id: string): PlatformError =>
  new PlatformError(`[${id}]: document missing`, {
    code: 34,
    type: 'not_found',
    http: 404,
    openSearch: { type: 'document_missing_exception', index: name, shard: '0' },
  });

async function targetForUpdate(call: OsCall, id: string): Promise<string> {
  const name = await targetOf(call, call.params.index ?? '', false);
  if (id === '') throw incomplete('id is missing');
  return name;
}

function getPart(written: WriteResult, routing: string | undefined, filter: SourceFilter): Body {
  const { source: text, seqNo } = written;
  if (text === undefined) return {};
  return {
    _seq_no: seqNo,
    _primary_term: PRIMARY_TERM,
    ...(routing !== undefined && { _routing: routing }),
    found: true,
    _source: filter.kind === 'all' ? text : filterSource(text.parsed, filter),
  };
}

interface Asked {
  readonly index: string | undefined;
  readonly id: string;
  readonly routing: string | undefined;
  readonly wanted: Wanted;
}

const DOC_KEYS = new Set(['_id', '_index', 'routing', '_source', 'stored_fields', 'version', 'version_type', '_type']);

function askedOf(call: OsCall, given: unknown): Asked {
  const around = { filter: sourceFilter(call.query), stored: list(call.query.stored_fields) };
  if (typeof given === 'string' || typeof given === 'number') {
    return { index: call.params.index, id: String(given), routing: call.query.routing, wanted: around };
  }
  if (!isObject(given)) throw illegal('docs array element should include an object');
  const unknown = Object.keys(given).find((key) => !DOC_KEYS.has(key));
  if (unknown !== undefined) throw illegal(`unknown parameter [${unknown}] for multi get doc`);
  const filter = given._source === undefined ? around.filter : parseSearch({ _source: given._source }).source;
  const stored = given.stored_fields === undefined ? around.stored : [given.stored_fields].flat().map(String);
  return {
    index: typeof given._index === 'string' ? given._index : call.params.index,
    id: given._id === undefined || given._id === null ? '' : String(given._id),
    routing: given.routing === undefined ? call.query.routing : String(given.routing),
    wanted: { filter, stored },
  };
}

async function mget(call: OsCall) {
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => key !== 'docs' && key !== 'ids');
  if (unknown !== undefined) throw illegal(`unknown key [${unknown}] for a START_ARRAY, expected [docs] or [ids]`);
  const given = Array.isArray(body.docs) ? body.docs : Array.isArray(body.ids) ? body.ids : [];
  const asked = given.map((each) => askedOf(call, each));
  const faults = asked.flatMap(({ index: name, id }, i) => [
    ...(name === undefined ? [`index is missing for doc ${i}`] : []),
    ...(id === '' ? [`id is missing for doc ${i}`] : []),
  ]);
  if (asked.length === 0) throw incomplete('no documents to get');
  if (faults.length > 0) throw incomplete(...faults);
  return { docs: await Promise.all(asked.map((each) => getOne(call, each))) };
}

async function getOne(call: OsCall, { index: given = '', id, routing, wanted }: Asked): Promise<Body> {
  try {
    const names = await call.documents.resolve(given, { allowNoIndices: false });
    const [name = given] = names;
    if (names.length > 1)
      throw illegal(
        `alias [${given}] has more than one index associated with it [${names.join(', ')}], can't execute a single index op`,
      );
    if (routing === undefined) await requireRouting({ ...call, query: {} }, name, id);
    const [found = null] = await call.documents.get(name, [id]);
    return await foundBody(call, name, id, await fitsRouting(call, name, found, routing), wanted);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const cause = causeOf(error);
    return { _index: given, _id: id, error: { root_cause: [cause], ...cause } };
  }
}

export const documentRoutes: readonly OsRoute[] = [
  os('PUT POST', 'write', ['/:index/_doc/:id', '/:index/_create/:id'], index),
  os('POST', 'write', ['/:index/_doc', '/:index/_create'], index),
  os('GET', 'read', '/:index/_doc/:id', get),
  os('HEAD', 'read', '/:index/_doc/:id', head),
  os('GET HEAD', 'read', '/:index/_source/:id', source),
  os('DELETE', 'write', '/:index/_doc/:id', remove),
  os('POST', 'write', '/:index/_update/:id', update),
  os('GET POST', 'read', ['/_mget', '/:index/_mget'], mget),
];
