import { dateMathName, documentMissing, PRIMARY_TERM, type WriteOperation, type WriteResult } from '@datasarana/engine';
import { filterSource, parseSearch, type SourceFilter } from '@datasarana/query';
import { isTrue, OsAnswer, type OsCall } from '../call.ts';
import { refuseStreamWrite } from '../data-streams.ts';
import { sourceFilter } from '../found-document.ts';
import { indexRef } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { illegal, incomplete, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { fitsRouting, routed, withRouting } from '../routing.ts';
import {
  conditionsOf,
  placeOf,
  refuseBoundCreate,
  refuseOwnPipelines,
  refusePipeline,
  statusOfWrite,
  targetOf,
  targetOfDelete,
  writtenBody,
} from '../writing.ts';

async function writeOne(call: OsCall, index: string, operation: WriteOperation): Promise<WriteResult> {
  const [written] = await call.documents.write(index, [operation], { signal: call.signal });
  if (written === undefined) throw new Error('A write was not answered');
  if ('error' in written) throw written.error;
  return written;
}

async function index(call: OsCall): Promise<OsAnswer> {
  const { query, params } = call;
  const kind =
    query.op_type?.toLowerCase() ??
    (params.op === 'create' || /\/_create\//.test(call.request.url) ? 'create' : 'index');
  if (kind !== 'index' && kind !== 'create') {
    throw illegal(`opType must be 'create' or 'index', found: [${query.op_type}]`);
  }
  const source = await call.text();
  if (source.trim() === '') throw unparsed('request body is required');
  refusePipeline(query.pipeline);
  // a document that is given an id is new, whatever its call is named
  const isNew = kind === 'create' || (params.id === undefined && query.op_type === undefined);
  if (isNew) refuseBoundCreate(query);
  const conditions = conditionsOf(query);
  const { index: given = '' } = params;
  const target = await targetOf(call, given, isTrue(query.require_alias));
  await refuseOwnPipelines(call, target, query.pipeline);
  const name = dateMathName(given, Date.now());
  await refuseStreamWrite(call, name, { ...conditions, kind: isNew ? 'create' : kind });
  const routing = await routed(call, name, target, params.id ?? null, query.routing);
  const operation = { kind, id: params.id ?? null, source, ...conditions } as const;
  const written = await writeOne(call, target, withRouting(operation, routing));
  const place = placeOf(target, written, routing);
  return new OsAnswer(await writtenBody(call, target, written), statusOfWrite(written), place);
}

async function remove(call: OsCall): Promise<OsAnswer> {
  const { index: given = '', id = '' } = call.params;
  const name = await targetOfDelete(call, given, call.query.version_type);
  await refuseStreamWrite(call, given, { kind: 'delete' });
  const routing = await routed(call, given, name, id, call.query.routing);
  const conditions = conditionsOf(call.query);
  const [known = null] = await call.documents.get(name, [id]);
  if (known !== null && (await fitsRouting(call, name, known, routing)) === null) {
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
  const written = await writeOne(call, name, withRouting({ kind: 'delete', id, ...conditions }, routing));
  return new OsAnswer(await writtenBody(call, name, written), statusOfWrite(written));
}

async function update(call: OsCall): Promise<OsAnswer> {
  const { params, query } = call;
  const { id = '', index: given = '' } = params;
  const body = await call.text();
  if (query.version !== undefined)
    throw incomplete(
      'internal versioning can not be used for optimistic concurrency control. Please use `if_seq_no` and `if_primary_term` instead',
    );
  if (body.trim() === '') throw incomplete('script or doc is missing');
  const asked = await call.json();
  const conditions = conditionsOf({
    ...query,
    ...(asked.if_seq_no !== undefined && { if_seq_no: String(asked.if_seq_no) }),
    ...(asked.if_primary_term !== undefined && { if_primary_term: String(asked.if_primary_term) }),
  });
  const upserts = asked.upsert !== undefined || String(asked.doc_as_upsert) === 'true';
  if (conditions.ifSeqNo !== undefined && Number(query.retry_on_conflict) > 0)
    throw incomplete('compare and write operations can not be retried');
  if (conditions.ifSeqNo !== undefined && upserts)
    throw incomplete("upsert requests don't support `if_seq_no` and `if_primary_term`");
  const filter = asked._source === undefined ? sourceFilter(query) : parseSearch({ _source: asked._source }).source;
  const target =
    upserts || isTrue(query.require_alias)
      ? await targetOf(call, given, isTrue(query.require_alias), { makesStream: false })
      : await targetForUpdate(call, given, id);
  await refuseStreamWrite(call, given, { kind: 'update' });
  const routing = await routed(call, given, target, id, query.routing);
  const [known = null] = await call.documents.get(target, [id]);
  if (known !== null && !upserts && (await fitsRouting(call, target, known, routing)) === null) {
    throw documentMissing(id, await indexRef(call, target));
  }
  const written = await writeOne(call, target, withRouting({ kind: 'update', id, body, ...conditions }, routing));
  const answer = await writtenBody(call, target, written);
  const got =
    filter === undefined || filter.kind === 'none' || written.source === undefined
      ? {}
      : { get: getPart(written, routing, filter) };
  return new OsAnswer({ ...answer, ...got }, statusOfWrite(written), placeOf(target, written, routing));
}

async function targetForUpdate(call: OsCall, given: string, id: string): Promise<string> {
  const isThere = (await call.documents.writeIndex(given)) !== null;
  const name = await targetOf(call, given, false, { makesStream: false });
  if (!isThere && id === '') throw incomplete('id is missing');
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

export const documentWriteRoutes: readonly OsRoute[] = [
  os('PUT POST', 'write', ['/:index/_doc/:id', '/:index/_create/:id'], index),
  os('POST', 'write', ['/:index/_doc', '/:index/_create'], index),
  os('DELETE', 'write', '/:index/_doc/:id', remove),
  os('POST', 'write', '/:index/_update/:id', update),
];
