import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { belowOne, compareEach, meanOf, printQuestions, type Question } from './compare.ts';
import { bulkSeconds, call } from './door.ts';
import { opensearchDoor } from './opensearch.ts';
import { sizesOf } from './options.ts';
import { doorOf, startPlatform } from './platform.ts';
import { SHAPES, type ShapeName, shapeNdjson } from './shape-data.ts';

type Body = Readonly<Record<string, unknown>>;

const sizes = {
  range: { field: 'metrics.size', ranges: [{ to: 0 }, { from: 0, to: 100 }, { from: 100, to: 1000 }, { from: 1000 }] },
};
const since = (field: string, gte: string, lt: string): Body => ({ range: { [field]: { gte, lt } } });
const firstDay = since('@timestamp', '2023-01-01T00:00:00Z', '2023-01-02T12:00:00Z');
const keyword = (field: string, order: 'asc' | 'desc' = 'asc'): Body => ({ terms: { field, order } });
const threeWeeks = since('dropoff_datetime', '2015-01-01T00:00:00Z', '2015-01-22T00:00:00Z');
const amounts = {
  total: { stats: { field: 'total_amount' } },
  tip: { stats: { field: 'tip_amount' } },
  distance: { stats: { field: 'trip_distance' } },
};

/** What published workloads ask of their documents. */
const ASKED: Readonly<Record<ShapeName, Readonly<Record<string, Body>>>> = {
  big5: {
    date_histogram_hourly: { aggs: { a: { date_histogram: { field: '@timestamp', calendar_interval: 'hour' } } } },
    date_histogram_minute: {
      query: firstDay,
      aggs: { a: { date_histogram: { field: '@timestamp', calendar_interval: 'minute' } } },
    },
    keyword_terms: { aggs: { a: { terms: { field: 'aws.cloudwatch.log_stream', size: 500 } } } },
    keyword_terms_low: { aggs: { a: { terms: { field: 'aws.cloudwatch.log_stream', size: 50 } } } },
    cardinality_low: { aggs: { a: { cardinality: { field: 'cloud.region' } } } },
    cardinality_high: { aggs: { a: { cardinality: { field: 'event.id' } } } },
    multi_terms: {
      query: firstDay,
      aggs: { a: { multi_terms: { terms: [{ field: 'process.name' }, { field: 'cloud.region' }] } } },
    },
    composite_terms: {
      query: firstDay,
      aggs: {
        a: { composite: { sources: [{ p: keyword('process.name', 'desc') }, { c: keyword('cloud.region') }] } },
      },
    },
    composite_daily: {
      aggs: {
        a: { composite: { sources: [{ d: { date_histogram: { field: '@timestamp', calendar_interval: 'day' } } }] } },
      },
    },
    terms_significant: {
      query: firstDay,
      aggs: {
        a: {
          terms: { field: 'aws.cloudwatch.log_stream', size: 10 },
          aggs: { b: { significant_terms: { field: 'process.name' } } },
        },
      },
    },
    range: { aggs: { a: sizes } },
    range_metrics: {
      aggs: { a: { ...sizes, aggs: { b: { stats: { field: 'metrics.tmin' } } } } },
    },
    range_auto_date: {
      aggs: { a: { ...sizes, aggs: { b: { auto_date_histogram: { field: '@timestamp', buckets: 20 } } } } },
    },
    range_auto_date_metrics: {
      aggs: {
        a: {
          ...sizes,
          aggs: {
            b: {
              auto_date_histogram: { field: '@timestamp', buckets: 10 },
              aggs: { c: { avg: { field: 'metrics.tmin' } } },
            },
          },
        },
      },
    },
  },
  nyc_taxis: {
    distance_amount: {
      query: { bool: { filter: { range: { trip_distance: { gte: 0, lt: 50 } } } } },
      aggs: {
        a: { histogram: { field: 'trip_distance', interval: 1 }, aggs: { b: { stats: { field: 'total_amount' } } } },
      },
    },
    days_in_three_weeks: {
      query: threeWeeks,
      aggs: { a: { date_histogram: { field: 'dropoff_datetime', calendar_interval: 'day' } } },
    },
    months: {
      aggs: { a: { date_histogram: { field: 'dropoff_datetime', calendar_interval: 'month' }, aggs: amounts } },
    },
    months_new_york: {
      aggs: {
        a: {
          date_histogram: { field: 'dropoff_datetime', calendar_interval: 'month', time_zone: 'America/New_York' },
          aggs: amounts,
        },
      },
    },
    sixty_days: {
      aggs: { a: { date_histogram: { field: 'dropoff_datetime', fixed_interval: '60d' }, aggs: amounts } },
    },
    auto_date: { aggs: { a: { auto_date_histogram: { field: 'dropoff_datetime', buckets: 20 } } } },
  },
};

/** Nine that are timed, behind three that are not. */
const RUNS = { from: 0, count: 9, warmUps: 3 };

/** Published workloads' shapes on documents of those shapes, both engines in one run, at each size; a million of each workload by default. */
export async function shapes(): Promise<Readonly<Record<string, object>>> {
  const figures: Record<string, object> = {};
  for (const rows of sizesOf([1_000_000])) figures[rows] = await shapesOf(rows);
  return figures;
}

async function shapesOf(rows: number): Promise<object> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-shapes-'));
  const platform = await startPlatform(folder);
  try {
    const ours = await doorOf(platform);
    const theirs = await opensearchDoor();
    const [questions, refused]: [Record<string, Question>, Record<string, string>] = [{}, {}];
    for (const shape of ['big5', 'nyc_taxis'] as const) {
      const file = await shapeNdjson(shape, rows);
      const index = `bench-${shape.replace('_', '-')}`;
      for (const door of theirs ? [ours, theirs] : [ours]) await bulkSeconds(door, index, file, SHAPES[shape].mappings);
      const asked = Object.entries(ASKED[shape]).map(([name, body]) => ({
        name: `${shape} ${name}`,
        bodyOf: () => body,
        ...RUNS,
      }));
      const compared = await compareEach({ ours, theirs, index }, asked);
      Object.assign(questions, compared.questions);
      Object.assign(refused, compared.refused);
      if (theirs) await call(theirs, 'DELETE', `/${index}`);
    }
    printQuestions(questions);
    return { geomean: meanOf(questions), below_one: belowOne(questions), questions, refused };
  } finally {
    await platform.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
