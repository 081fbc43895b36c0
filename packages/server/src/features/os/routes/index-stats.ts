import type { IndexStats } from '@datasarana/engine';
import { list, type OsCall } from '../call.ts';
import type { Body } from '../json-object.ts';
import { illegal, unknownMetric } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { shardsOf } from '../shards.ts';
import { infosAt, statsAt } from '../template-indexes.ts';

type Size = Pick<IndexStats, 'documents' | 'deleted' | 'bytes'>;

/** Metric in the address → its section, of those that are counted here. */
const SECTIONS: Readonly<Record<string, (size: Size & { readonly indexes: number }) => Body>> = {
  docs: ({ documents, deleted }) => ({ count: documents, deleted }),
  store: ({ bytes }) => ({ size_in_bytes: bytes, reserved_in_bytes: 0 }),
  indexing: ({ documents, deleted }) => ({ index_total: documents, index_failed: 0, delete_total: deleted }),
  search: () => ({ query_total: 0, open_contexts: 0 }),
  segments: ({ indexes }) => ({ count: indexes }),
};

/** Metrics OpenSearch has beside them: nothing is counted for these, and their sections are left out. */
const UNCOUNTED =
  'completion fielddata flush get merge query_cache recovery refresh request_cache translog warmer'.split(' ');

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

async function stats(call: OsCall) {
  const metrics = metricsOf(call);
  const { infos, templates } = await infosAt(call, { expand: ['open', 'closed'] });
  const sections = (size: Size, indexes: number): Body =>
    Object.fromEntries(metrics.map((each) => [each, SECTIONS[each]?.({ ...size, indexes })]));
  const sum = { documents: 0, deleted: 0, bytes: 0 };
  const indices: Record<string, unknown> = {};
  for (const { name, uuid } of infos) {
    const size = await statsAt(call, name, templates);
    sum.documents += size.documents;
    sum.deleted += size.deleted;
    sum.bytes += size.bytes;
    const total = sections(size, 1);
    indices[name] = { uuid, primaries: total, total };
  }
  const shards = infos.reduce((count, info) => count + shardsOf(info), 0);
  const all = sections(sum, infos.length);
  return { _shards: { total: shards, successful: shards, failed: 0 }, _all: { primaries: all, total: all }, indices };
}

export const indexStatsRoutes: readonly OsRoute[] = [
  os('GET', 'read', ['/_stats', '/_stats/:metric', '/:index/_stats', '/:index/_stats/:metric'], stats),
];
