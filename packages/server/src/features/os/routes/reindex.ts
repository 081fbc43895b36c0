import { dateMathName, type Hit, type WriteOperation } from '@datasarana/engine';
import { fillLookups, parseSearch, type SearchRequest } from '@datasarana/query';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import { aliasFilter, within } from '../alias-filter.ts';
import { mostOf, proceedsOf, refuseScript } from '../by-query/parameters.ts';
import { runWork } from '../by-query/run.ts';
import { indexesOf, infosNamed, isObject, isTrue, list, type OsCall } from '../call.ts';
import { refuseWriteAs, type StreamRole, streamRole } from '../data-streams.ts';
import type { Body } from '../json-object.ts';
import { elsewhereOf } from '../lookups.ts';
import { illegal, incomplete } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { type RoutingRule, routedBy, routingRule, withRouting } from '../routing.ts';
import { refuseSearchPipeline } from '../search-pipelines.ts';
import { OF_TEXTS, onShards } from '../shard-failures.ts';
import { withheldOf } from '../template-index.ts';
import { splitExpression } from '../template-indexes.ts';
import { onlyParameters } from '../unknown-parameters.ts';
import { noWriteIndex, refusePipeline, targetOf } from '../writing.ts';
import { BATCH, textOf } from './by-query.ts';

const PARAMETERS = [
  ...['max_docs', 'refresh', 'requests_per_second', 'require_alias', 'scroll', 'slices', 'timeout'],
  ...['wait_for_active_shards', 'wait_for_completion'],
];
const KEYS = ['source', 'dest', 'size', 'max_docs', 'script', 'conflicts'];
const DEST_KEYS = ['index', 'type', 'routing', 'op_type', 'pipeline', 'version_type'];
const SOURCE_KEYS = ['query', 'sort', '_source', 'slice'];

const VERSION_TYPES = {
  internal: null,
  external: 'external',
  external_gt: 'external',
  external_gte: 'external_gte',
} as const;

const unreadable = (type: string, reason: string, cause?: Body): PlatformError =>
  new PlatformError(reason, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 400,
    openSearch: { type, ...(cause !== undefined && { caused_by: cause }) },
  });

const isKey = <K extends string>(object: Readonly<Record<K, unknown>>, key: string): key is K =>
  Object.hasOwn(object, key);

function partOf(body: Body, name: 'source' | 'dest', known: readonly string[]): Body {
  const part = body[name] ?? {};
  if (!isObject(part)) throw unreadable('x_content_parse_exception', `[reindex] failed to parse field [${name}]`);
  const unknown = Object.keys(part).find((key) => !known.includes(key));
  if (unknown === undefined) return part;
  throw unreadable('x_content_parse_exception', `[reindex] failed to parse field [${name}]`, {
    type: 'x_content_parse_exception',
    reason: `[${name}] unknown field [${unknown}]`,
  });
}

function inDest<T>(field: string, reason: string, value: T | undefined): T {
  if (value !== undefined) return value;
  throw unreadable('x_content_parse_exception', `[dest] failed to parse field [${field}]`, {
    type: 'illegal_argument_exception',
    reason,
  });
}

interface Destination {
  readonly index: string;
  /** How a hit is written there. */
  readonly operation: (hit: Hit) => WriteOperation;
}

function destinationOf(dest: Body): Destination {
  const { op_type: kind = 'index', version_type: type = 'internal', routing = 'keep' } = dest;
  if (typeof dest.index !== 'string' || dest.index === '') throw incomplete('index must be specified');
  const made = kind === 'index' || kind === 'create' ? kind : undefined;
  const opType = inDest('op_type', `opType must be 'create' or 'index', found: [${kind}]`, made);
  const typeName = String(type);
  const wanted = isKey(VERSION_TYPES, typeName) ? VERSION_TYPES[typeName] : undefined;
  const versionType = inDest('version_type', `No version type match [${type}]`, wanted);
  if (routing !== 'keep' && routing !== 'discard' && !String(routing).startsWith('=')) {
    throw incomplete('routing must be unset, [keep], [discard] or [=<some new value>]');
  }
  refusePipeline(dest.pipeline === undefined ? undefined : String(dest.pipeline));
  const routed = (hit: Hit): string | undefined => {
    if (routing === 'keep') return hit._routing;
    return routing === 'discard' ? undefined : String(routing).slice(1);
  };
  return {
    index: dest.index,
    operation: (hit) => {
      const route = routed(hit);
      return {
        kind: opType,
        id: hit._id,
        source: textOf(hit),
        ...(versionType !== null && hit._version !== undefined && { version: hit._version, versionType }),
        ...(route !== undefined && { routing: route }),
      };
    },
  };
}

/** Where documents go, and what that is to the data streams. */
interface Target {
  readonly index: string;
  readonly role: StreamRole | null;
  readonly rule: RoutingRule;
}

/** A document as it is written to its target, or why a data stream or an alias does not take it. */
function written(
  { role, rule }: Target,
  operation: WriteOperation,
): { readonly operation: WriteOperation; readonly refused?: PlatformError } {
  try {
    refuseWriteAs(role, operation);
    return { operation: withRouting(operation, routedBy(rule, operation.id, operation.routing)) };
  } catch (error) {
    if (error instanceof PlatformError) return { operation, refused: error };
    throw error;
  }
}

interface Origin {
  readonly names: readonly string[];
  readonly request: SearchRequest;
  readonly withheld: readonly string[];
  readonly size: number;
}

/** Indexes of documents and of templates may be read. */
async function originOf(call: OsCall, source: Body): Promise<Origin> {
  if (source.remote !== undefined) {
    throw illegal(
      `[${isObject(source.remote) ? source.remote.host : source.remote}] not allowlisted in reindex.remote.allowlist`,
    );
  }
  const index = [source.index ?? []]
    .flat()
    .flatMap((each) => list(String(each)))
    .join(',');
  if (index === '') throw incomplete('use _all if you really want to copy from all existing indexes');
  const { rest, templates, filter } = await splitExpression(call, index);
  const named = rest === null ? null : { ...call, query: {}, params: { index: rest } };
  const own = named === null ? [] : await indexesOf(named);
  refuseSearchPipeline(await infosNamed(call, own), undefined);
  const names = [...own, ...templates.map(({ id }) => id)];
  const search = Object.fromEntries(Object.entries(source).filter(([name]) => SOURCE_KEYS.includes(name)));
  const request = await onShards(call, names, () => parseSearch({ ...search, version: true }), OF_TEXTS);
  const query = within(within(request.query, named && (await aliasFilter(named, names))), filter);
  const size = Number(source.size ?? BATCH);
  if (!Number.isInteger(size) || size < 1) throw incomplete(`[size] cannot be [${source.size}] in a scroll context`);
  return {
    names,
    withheld: withheldOf(templates),
    request: { ...request, query: await fillLookups(query, elsewhereOf(call)) },
    size: Math.min(size, 10_000),
  };
}

async function reindex(call: OsCall) {
  onlyParameters(call, PARAMETERS);
  if ((await call.text()).trim() === '') throw unreadable('parse_exception', 'request body is required');
  const body = await call.json();
  const unknown = Object.keys(body).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw unreadable('x_content_parse_exception', `[reindex] unknown field [${unknown}]`);
  refuseScript(body);
  const source = partOf(body, 'source', [...SOURCE_KEYS, 'index', 'size', 'remote', 'type']);
  const dest = partOf(body, 'dest', DEST_KEYS);
  const origin = await originOf(call, source);
  const destination = destinationOf(dest);
  const most = mostOf(call.query, body.max_docs ?? body.size);
  const proceeds = proceedsOf(body.conflicts);
  const there = await call.documents.writeIndex(destination.index);
  if (there === '') throw noWriteIndex(destination.index);
  if (origin.names.includes(there ?? destination.index)) {
    throw incomplete(`reindex cannot write into an index its reading from [${there ?? destination.index}]`);
  }
  const requireAlias = isTrue(call.query.require_alias);
  if (requireAlias) await targetOf(call, destination.index, requireAlias);
  // made by its first document: a copy of nothing, or one that is refused, leaves no index behind
  const made = async (): Promise<Target> => {
    const index = await targetOf(call, destination.index, requireAlias);
    const rule = await routingRule(call, dateMathName(destination.index, Date.now()), index);
    return { index, role: await streamRole(call, destination.index), rule };
  };
  let target: Promise<Target> | undefined;
  return runWork(call, {
    kind: 'reindex',
    action: 'indices:data/write/reindex',
    description: `reindex from [${[source.index].flat().join(', ')}] to [${destination.index}]`,
    walk: {
      ...origin,
      most,
      proceeds,
      write: async (hit) => {
        target ??= made();
        const to = await target;
        const { operation, refused } = written(to, destination.operation(hit));
        return refused === undefined
          ? { index: to.index, operation }
          : { index: destination.index, operation, refused };
      },
    },
  });
}

export const reindexRoutes: readonly OsRoute[] = [os('POST', 'write', '/_reindex', reindex)];
