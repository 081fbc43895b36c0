import type { StoredInfo } from '@datasarana/engine';
import { isTrue, list, type OsCall } from '../call.ts';
import { inWords } from '../figures/human.ts';
import { type Counted, METRICS, type Metric, type Named, sectionsOf, togetherOf } from '../figures/sections.ts';
import { openOnly } from '../index-ref.ts';
import type { Body } from '../json-object.ts';
import { illegal, unknownMetric } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { replicasOf, shardsOf } from '../shards.ts';
import { infosAt, statsAt } from '../template-indexes.ts';

const LEVELS = ['cluster', 'indices', 'shards'];

function metricsOf({ params, request }: OsCall): readonly Metric[] {
  const asked = list(params.metric);
  const every = asked.length === 0 || asked.includes('_all');
  if (every && asked.length > 1)
    throw illegal(
      `request [${request.url.slice('/os'.length).split('?')[0]}] contains _all and individual metrics [${asked.join(',')}]`,
    );
  if (every) return METRICS;
  const known: readonly string[] = METRICS;
  const unknown = asked.filter((each) => !known.includes(each));
  if (unknown.length > 0) throw unknownMetric(request, unknown, known);
  return METRICS.filter((each) => asked.includes(each));
}

function levelOf({ query }: OsCall): string {
  const level = query.level ?? 'indices';
  if (LEVELS.includes(level)) return level;
  throw illegal(`level parameter must be one of [cluster] or [indices] or [shards] but was [${level}]`);
}

/** What the address names one by one; `fields` stands for fields of both kinds. */
export const namedIn = ({ query }: Pick<OsCall, 'query'>): Named => ({
  fielddata: list(query.fielddata_fields ?? query.fields),
  completion: list(query.completion_fields ?? query.fields),
  groups: list(query.groups),
});

/** What is counted of one index: a closed one is one segment on disk, which nothing has read. */
export function countedOf({ query }: OsCall, info: StoredInfo, stats: Omit<Counted, 'segments'>): Counted {
  const isSeen = !info.closed || isTrue(query.include_unloaded_segments);
  const showsFiles = isTrue(query.include_segment_file_sizes);
  return { ...stats, segments: isSeen && stats.documents > 0 ? 1 : 0, showsFiles };
}

/** Whatever number of shards an index was asked to have, it is kept as one, and told of as the first of them. */
const shardsWith = (call: OsCall, { uuid }: StoredInfo, { documents }: Counted, sections: Body): Body => ({
  0: [
    {
      routing: { state: 'STARTED', primary: true, node: call.services.config.clusterId, relocating_node: null },
      ...sections,
      commit: { id: uuid, generation: 1, user_data: {}, num_docs: documents },
    },
  ],
});

/** The indexes that are asked: none that is closed, unless the address allows it. */
async function statedAt(call: OsCall): Promise<Awaited<ReturnType<typeof infosAt>>> {
  const { forbid_closed_indices: forbidden, expand_wildcards: expand } = call.query;
  const found = await infosAt(call);
  if (!isTrue(forbidden, true)) return found;
  if (list(expand).includes('closed'))
    throw illegal('To expand [CLOSE] wildcard, please set forbid_closed_indices to `false`');
  return { ...found, infos: openOnly(call, found.infos) };
}

async function stats(call: OsCall) {
  const [metrics, level, named] = [metricsOf(call), levelOf(call), namedIn(call)];
  const { infos, templates } = await statedAt(call);
  const all: Counted[] = [];
  const indices: Record<string, unknown> = {};
  for (const info of infos) {
    const counted = countedOf(call, info, await statsAt(call, info.name, templates));
    all.push(counted);
    const total = sectionsOf(counted, metrics, named);
    const shards = level === 'shards' && { shards: shardsWith(call, info, counted, total) };
    indices[info.name] = { uuid: info.uuid, primaries: total, total, ...shards };
  }
  const started = infos.reduce((sum, info) => sum + shardsOf(info), 0);
  const replicas = infos.reduce((sum, info) => sum + shardsOf(info) * replicasOf(info), 0);
  const total = sectionsOf(
    { ...togetherOf(all), showsFiles: isTrue(call.query.include_segment_file_sizes) },
    metrics,
    named,
  );
  return inWords(call, {
    _shards: { total: started + replicas, successful: started, failed: 0 },
    _all: { primaries: total, total },
    ...(level !== 'cluster' && { indices }),
  });
}

export const indexStatsRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_stats', '/_stats/:metric', '/:index/_stats', '/:index/_stats/:metric'], stats),
];
