import { type IndexStats, sumOfActivity } from '@datasarana/engine';
import { list, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, unknownMetric } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { shardsOf } from '../shards.ts';
import { infosAt, statsAt } from '../template-indexes.ts';

interface Counted extends Pick<IndexStats, 'documents' | 'deleted' | 'bytes' | 'activity'> {
  readonly indexes: number;
}

/** Metric in the address → its section, of those that are counted here; what was done is counted since the platform was started. */
const SECTIONS: Readonly<Record<string, (counted: Counted) => Body>> = {
  docs: ({ documents, deleted }) => ({ count: documents, deleted }),
  store: ({ bytes }) => ({ size_in_bytes: bytes, reserved_in_bytes: 0 }),
  indexing: ({ activity: { indexed, refused, deleted } }) => ({
    ...{ index_total: indexed, index_failed: refused, delete_total: deleted },
  }),
  get: ({ activity: { found, missed } }) => ({
    ...{ total: found + missed, exists_total: found, missing_total: missed },
  }),
  search: ({ activity: { queries, queryMs } }) => ({ query_total: queries, query_time_in_millis: queryMs }),
  segments: ({ indexes }) => ({ count: indexes }),
};

const LEVELS = ['cluster', 'indices', 'shards'];

/** Metrics OpenSearch has beside them: nothing is counted for these, and their sections are left out. */
const UNCOUNTED = 'completion fielddata flush merge query_cache recovery refresh request_cache translog warmer'.split(
  ' ',
);

function metricsOf({ params, request }: OsCall): readonly string[] {
  const asked = list(params.metric);
  const every = asked.length === 0 || asked.includes('_all');
  if (every && asked.length > 1)
    throw illegal(
      `request [${request.url.slice('/os'.length).split('?')[0]}] contains _all and individual metrics [${asked.join(',')}]`,
    );
  if (every) return Object.keys(SECTIONS);
  const unknown = asked.filter((each) => !Object.hasOwn(SECTIONS, each) && !UNCOUNTED.includes(each));
  if (unknown.length > 0) throw unknownMetric(request, unknown);
  return Object.keys(SECTIONS).filter((each) => asked.includes(each));
}

function levelOf({ query }: OsCall): string {
  const level = query.level ?? 'indices';
  if (LEVELS.includes(level)) return level;
  throw illegal(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
}

async function stats(call: OsCall) {
  const [metrics, level] = [metricsOf(call), levelOf(call)];
  const { infos, templates } = await infosAt(call, { expand: ['open', 'closed'] });
  const sections = (of: Counted): Body => Object.fromEntries(metrics.map((each) => [each, SECTIONS[each]?.(of)]));
  const node = call.services.config.clusterId;
  const routing = { state: 'STARTED', primary: true, node, relocating_node: null };
  const all: Counted[] = [];
  const indices: Record<string, unknown> = {};
  for (const { name, uuid } of infos) {
    const counted = { ...(await statsAt(call, name, templates)), indexes: 1 };
    all.push(counted);
    const total = sections(counted);
    // whatever number of shards an index was asked to have, it is kept as one
    const shards = { 0: [{ routing, ...total }] };
    indices[name] = { uuid, primaries: total, total, ...(level === 'shards' && { shards }) };
  }
  const count = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  const total = sections(sumOf(all));
  return {
    _shards: { total: count, successful: count, failed: 0 },
    _all: { primaries: total, total },
    ...(level !== 'cluster' && { indices }),
  };
}

const sumOf = (all: readonly Counted[]): Counted => ({
  documents: all.reduce((sum, { documents }) => sum + documents, 0),
  deleted: all.reduce((sum, { deleted }) => sum + deleted, 0),
  bytes: all.reduce((sum, { bytes }) => sum + bytes, 0),
  indexes: all.length,
  activity: sumOfActivity(all.map(({ activity }) => activity)),
});

export const indexStatsRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_stats', '/_stats/:metric', '/:index/_stats', '/:index/_stats/:metric'], stats),
];
