import type { Hit, WriteOperation } from '@datasarana/engine';
import { PRIMARY_TERM, SourceText } from '@datasarana/engine';
import { fillLookups, parseSearch } from '@datasarana/query';
import { laidOver } from '../address.ts';
import { aliasFilter, within } from '../alias-filter.ts';
import { mostOf, proceedsOf, refuseOfPages, refuseScript } from '../by-query/parameters.ts';
import { runWork } from '../by-query/run.ts';
import type { Walk } from '../by-query/walk.ts';
import { indexesOf, infosNamed, list, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { elsewhereOf } from '../lookups.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { refuseSearchPipeline } from '../search-pipelines.ts';
import { openOnes } from '../seen-names.ts';
import { OF_TEXTS, onShards } from '../shard-failures.ts';
import { refuseTemplateWrite } from '../template-indexes.ts';
import { onlyParameters } from '../unknown-parameters.ts';
import { refusePipeline } from '../writing.ts';

const KNOWN = [
  ...[
    '_source',
    '_source_excludes',
    '_source_includes',
    'allow_no_indices',
    'analyze_wildcard',
    'analyzer',
    'conflicts',
  ],
  ...['default_operator', 'df', 'expand_wildcards', 'from', 'ignore_unavailable', 'lenient', 'max_docs', 'pipeline'],
  ...['preference', 'q', 'refresh', 'request_cache', 'requests_per_second', 'routing', 'scroll', 'scroll_size'],
  ...['search_timeout', 'search_type', 'size', 'slices', 'sort', 'stats', 'terminate_after', 'timeout', 'version'],
  ...['wait_for_active_shards', 'wait_for_completion'],
];

/** Documents of a batch, as OpenSearch takes when it is not told. */
export const BATCH = 1000;

/** What a body says beside the search it is. */
const BESIDE = ['max_docs', 'conflicts', 'script', 'size', 'timeout', '_source'];

/** The walk an address and a body describe. */
async function walkOf(call: OsCall, body: Body, write: Walk['write']): Promise<Walk> {
  refuseOfPages(call.query, body);
  const { scroll_size: scrollSize } = call.query;
  const search = Object.fromEntries(Object.entries(body).filter(([name]) => !BESIDE.includes(name)));
  const { q, df, default_operator, analyzer, lenient, analyze_wildcard, sort } = call.query;
  const given = laidOver(search, { q, df, default_operator, analyzer, lenient, analyze_wildcard, sort });
  const read = () => parseSearch({ ...given, version: true, seq_no_primary_term: true });
  const request = await onShards(call, list(call.params.index), read, OF_TEXTS);
  const size = Number(scrollSize ?? body.size ?? BATCH);
  if (size === 0) throw incomplete('[size] cannot be [0] in a scroll context');
  if (!Number.isInteger(size) || size < 0) throw illegal(`[size] parameter cannot be negative, found [${size}]`);
  const names = await openOnes(call, await indexesOf(call));
  refuseSearchPipeline(await infosNamed(call, names), undefined);
  const query = within(request.query, await aliasFilter(call, names));
  return {
    names,
    request: { ...request, query: await fillLookups(query, elsewhereOf(call)) },
    size: Math.min(size, 10_000),
    most: mostOf(call.query, body.max_docs),
    proceeds: proceedsOf(call.query.conflicts, body.conflicts),
    write,
  };
}

/** A write that only holds for the document as it was found. */
const boundTo = ({ _seq_no: ifSeqNo, _routing: routing }: Hit) => ({
  ...(ifSeqNo !== undefined && { ifSeqNo, ifPrimaryTerm: PRIMARY_TERM }),
  ...(routing !== undefined && { routing }),
});

/** The document of a hit. @throws PlatformError where its index keeps it back: there is nothing to write then */
export function textOf({ _index, _id, _source }: Hit): string {
  if (_source === undefined) throw illegal(`[${_index}][${_id}] didn't store _source`);
  return _source instanceof SourceText ? _source.text : JSON.stringify(_source);
}

/** Templates named outright are refused; what a pattern means beside them is not theirs. */
async function refuseTemplates(call: OsCall): Promise<void> {
  for (const name of list(call.params.index)) if (!name.includes('*')) await refuseTemplateWrite(call, name);
}

async function updateByQuery(call: OsCall) {
  onlyParameters(call, KNOWN);
  const body = await call.json();
  refuseScript(body);
  refusePipeline(call.query.pipeline);
  await refuseTemplates(call);
  const write = async (hit: Hit): Promise<{ index: string; operation: WriteOperation }> => ({
    index: hit._index,
    operation: { kind: 'index', id: hit._id, source: textOf(hit), ...boundTo(hit) },
  });
  const walk = await walkOf(call, body, write);
  const description = `update-by-query [${walk.names.join(', ')}]`;
  return runWork(call, { kind: 'update', action: 'indices:data/write/update/byquery', description, walk });
}

async function deleteByQuery(call: OsCall) {
  onlyParameters(call, KNOWN);
  const body = await call.json();
  if (body.query === undefined && call.query.q === undefined) throw incomplete('query is missing');
  refuseScript(body);
  await refuseTemplates(call);
  const write = async (hit: Hit): Promise<{ index: string; operation: WriteOperation }> => ({
    index: hit._index,
    operation: { kind: 'delete', id: hit._id, ...boundTo(hit) },
  });
  const walk = await walkOf(call, { ...body, _source: undefined }, write);
  const description = `delete-by-query [${walk.names.join(', ')}]`;
  const request = { ...walk.request, source: { kind: 'none' } as const };
  return runWork(call, {
    kind: 'delete',
    action: 'indices:data/write/delete/byquery',
    description,
    walk: { ...walk, request },
  });
}

export const byQueryRoutes: readonly OsRoute[] = [
  os('POST', 'write', '/:index/_update_by_query', updateByQuery),
  os('POST', 'write', '/:index/_delete_by_query', deleteByQuery),
];
