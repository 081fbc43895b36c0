import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseSearch } from '@datasarana/query';
import { median, timed } from '../../../bench/figures.ts';
import { FLIGHT_COLUMNS, flightsCsv } from '../../../bench/flights.ts';
import { Engine, type FieldType, type TenantIndexes } from '../src/index.ts';

const TYPES: Readonly<Record<number, FieldType>> = {
  2: 'integer',
  3: 'long',
  7: 'text',
  8: 'keyword',
  9: 'date',
  10: 'boolean',
  30: 'geo_point',
};

interface Question {
  readonly name: string;
  readonly body: object;
  /** The same question to DuckDB, with columns by field name; null where SQL has no like. */
  readonly raw: string | null;
}

const agg = (name: string, raw: string | null, given: object, query: object = { match_all: {} }): Question => ({
  name,
  raw,
  body: { size: 0, query, aggs: { a: given } },
});
const hits = (name: string, raw: string | null, query: object, more: object = {}): Question => ({
  name,
  raw,
  body: { query, ...more },
});

const PERCENTS = '[0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99]';
const UTC_DAY = '{ts} // 86400000';

const QUESTIONS: readonly Question[] = [
  agg('value_count', 'SELECT count({delay}) FROM t', { value_count: { field: 'delay' } }),
  agg('sum', 'SELECT sum({delay}) FROM t', { sum: { field: 'delay' } }),
  agg('avg', 'SELECT avg({delay}) FROM t', { avg: { field: 'delay' } }),
  agg('min', 'SELECT min({ts}) FROM t', { min: { field: 'ts' } }),
  agg('max', 'SELECT max({distance}) FROM t', { max: { field: 'distance' } }),
  agg('stats', 'SELECT count({delay}), min({delay}), max({delay}), sum({delay}) FROM t', { stats: { field: 'delay' } }),
  agg(
    'extended_stats',
    'SELECT count({delay}), min({delay}), max({delay}), avg({delay}), sum({delay}), var_pop({delay}), var_samp({delay}) FROM t',
    { extended_stats: { field: 'delay' } },
  ),
  agg('cardinality of 1 M', 'SELECT count(DISTINCT {tail}) FROM t', { cardinality: { field: 'tail' } }),
  agg('cardinality of 230', 'SELECT count(DISTINCT {origin}) FROM t', { cardinality: { field: 'origin' } }),
  agg('percentiles', `SELECT quantile_cont({delay}, ${PERCENTS}) FROM t`, { percentiles: { field: 'delay' } }),
  agg('geo_bounds', 'SELECT min({lat}), max({lat}), min({lon}), max({lon}) FROM t', {
    geo_bounds: { field: 'dest_point' },
  }),
  agg('geo_centroid', 'SELECT favg({lat}), favg({lon}), count({lat}) FROM t', {
    geo_centroid: { field: 'dest_point' },
  }),
  agg('terms of 230', 'SELECT {origin}, count(*) n FROM t GROUP BY 1 ORDER BY n DESC LIMIT 10', {
    terms: { field: 'origin' },
  }),
  agg('terms of 1 M', 'SELECT {tail}, count(*) n FROM t GROUP BY 1 ORDER BY n DESC LIMIT 10', {
    terms: { field: 'tail' },
  }),
  agg('terms by avg', 'SELECT {origin}, count(*), favg({delay}) m FROM t GROUP BY 1 ORDER BY m DESC LIMIT 10', {
    terms: { field: 'origin', order: { m: 'desc' } },
    aggs: { m: { avg: { field: 'delay' } } },
  }),
  agg(
    'terms > terms > avg',
    `SELECT {origin}, {destination}, count(*) n, favg({delay}) FROM t GROUP BY 1, 2
       QUALIFY row_number() OVER (PARTITION BY {origin} ORDER BY n DESC) <= 10`,
    {
      terms: { field: 'origin', size: 300 },
      aggs: { d: { terms: { field: 'destination' }, aggs: { m: { avg: { field: 'delay' } } } } },
    },
  ),
  agg(
    'top 10 > top 10 > avg',
    `WITH top AS (SELECT {origin} o FROM t GROUP BY 1 ORDER BY count(*) DESC LIMIT 10)
       SELECT {origin}, {destination}, count(*) n, favg({delay}) FROM t WHERE {origin} IN (SELECT o FROM top) GROUP BY 1, 2
       QUALIFY row_number() OVER (PARTITION BY {origin} ORDER BY n DESC) <= 10`,
    {
      terms: { field: 'origin' },
      aggs: { d: { terms: { field: 'destination' }, aggs: { m: { avg: { field: 'delay' } } } } },
    },
  ),
  agg('histogram', 'SELECT {distance} // 50 k, count(*) FROM t GROUP BY 1', {
    histogram: { field: 'distance', interval: 50 },
  }),
  agg('date_histogram day > avg', `SELECT ${UTC_DAY} k, count(*), favg({delay}) FROM t GROUP BY 1`, {
    date_histogram: { field: 'ts', calendar_interval: 'day' },
    aggs: { m: { avg: { field: 'delay' } } },
  }),
  agg(
    'date_histogram day, New York',
    "SELECT date_trunc('day', timezone('America/New_York', to_timestamp({ts} / 1000))) k, count(*) FROM t GROUP BY 1",
    { date_histogram: { field: 'ts', calendar_interval: 'day', time_zone: 'America/New_York' } },
  ),
  agg('date_histogram month', "SELECT date_trunc('month', epoch_ms({ts})) k, count(*) FROM t GROUP BY 1", {
    date_histogram: { field: 'ts', calendar_interval: 'month' },
  }),
  agg(
    'range',
    'SELECT count(*) FILTER ({delay} < 0), count(*) FILTER ({delay} >= 0 AND {delay} < 15), count(*) FILTER ({delay} >= 15) FROM t',
    { range: { field: 'delay', ranges: [{ to: 0 }, { from: 0, to: 15 }, { from: 15 }] } },
  ),
  agg(
    'date_range',
    `SELECT count(*) FILTER ({ts} < ${Date.UTC(2001, 0, 5)}), count(*) FILTER ({ts} >= ${Date.UTC(2001, 0, 5)}) FROM t`,
    { date_range: { field: 'ts', ranges: [{ to: '2001-01-05' }, { from: '2001-01-05' }] } },
  ),
  agg('missing', 'SELECT count(*) FILTER ({origin_state} IS NULL) FROM t', { missing: { field: 'origin_state' } }),
  agg('filter > avg', "SELECT count(*), favg({delay}) FROM t WHERE {origin} = 'ATL'", {
    filter: { term: { origin: 'ATL' } },
    aggs: { m: { avg: { field: 'delay' } } },
  }),
  agg(
    'filters',
    "SELECT count(*) FILTER ({late}), count(*) FILTER ({origin} = 'ATL'), count(*) FILTER (NOT {late} AND {origin} <> 'ATL') FROM t",
    { filters: { filters: { late: { term: { late: true } }, atl: { term: { origin: 'ATL' } } }, other_bucket: true } },
  ),
  agg('top_hits per origin', 'SELECT {origin}, max_by(_doc, {delay}) FROM t GROUP BY 1', {
    terms: { field: 'origin', size: 300 },
    aggs: { t: { top_hits: { size: 1, sort: [{ delay: 'desc' }], _source: ['id', 'delay'] } } },
  }),
  agg(
    'geohash_grid 3',
    `SELECT floor(({lat} + 90) / 180 * 128)::INT * 256 + floor(({lon} + 180) / 360 * 256)::INT k, count(*) FROM t GROUP BY 1`,
    { geohash_grid: { field: 'dest_point', precision: 3 } },
  ),
  agg(
    'terms under a filter',
    'SELECT {origin}, count(*) n FROM t WHERE {delay} > 15 GROUP BY 1 ORDER BY n DESC LIMIT 10',
    { terms: { field: 'origin' } },
    { range: { delay: { gt: 15 } } },
  ),
  agg(
    'terms under a word',
    "SELECT {origin}, count(*) n FROM t WHERE contains(lower({origin_text}), 'international') GROUP BY 1 ORDER BY n DESC LIMIT 10",
    { terms: { field: 'origin' } },
    { match: { origin_text: 'international' } },
  ),
  hits('match frequent word, top 10', "SELECT count(*) FROM t WHERE contains(lower({origin_text}), 'international')", {
    match: { origin_text: 'international' },
  }),
  hits(
    'match two words AND, top 10',
    "SELECT count(*) FROM t WHERE contains(lower({origin_text}), 'international') AND contains(lower({origin_text}), 'chicago')",
    { match: { origin_text: { query: 'chicago international', operator: 'and' } } },
  ),
  hits('match rare word', "SELECT count(*) FROM t WHERE contains(lower({origin_text}), 'yakima')", {
    match: { origin_text: 'yakima' },
  }),
  hits(
    'term + range, sorted',
    "SELECT * FROM t WHERE {origin} = 'ATL' AND {delay} > 30 ORDER BY {delay} DESC LIMIT 10",
    { bool: { filter: [{ term: { origin: 'ATL' } }, { range: { delay: { gt: 30 } } }] } },
    { sort: [{ delay: 'desc' }] },
  ),
  hits('word + range, by score', null, {
    bool: { must: [{ match: { origin_text: 'international' } }], filter: [{ range: { delay: { gt: 30 } } }] },
  }),
  hits('match_all, top 10', 'SELECT * FROM t ORDER BY _doc LIMIT 10', { match_all: {} }),
  hits('wildcard on 1 M keywords', "SELECT * FROM t WHERE {tail} LIKE '%1234%' ORDER BY _doc LIMIT 10", {
    wildcard: { tail: '*1234*' },
  }),
  hits('prefix on text', null, { prefix: { origin_text: 'chi' } }),
];

async function openFlights(folder: string, rows: number): Promise<{ engine: Engine; tenant: TenantIndexes }> {
  const withHeader = await flightsCsv(rows);
  const header = Buffer.byteLength(`${FLIGHT_COLUMNS.map(({ name }) => name).join(',')}\n`);
  const spool = join(folder, 'flights.csv');
  await pipeline(createReadStream(withHeader, { start: header }), createWriteStream(spool));
  const engine = await Engine.open({ folder });
  const tenant = engine.tenant('bench');
  const fields = FLIGHT_COLUMNS.map(({ name, value_type }) => ({
    name,
    type: TYPES[value_type] ?? 'keyword',
    label: name,
  }));
  await tenant.createIndex({ name: 'flights', fields, keyFields: [], source: 'columns' });
  const columns = FLIGHT_COLUMNS.map(({ name }) => ({ name, field: name }));
  const input = { format: 'csv', files: [spool], delimiter: ',', columns, lines: { breaks: [] } } as const;
  await tenant.applyBatch('flights', { batch: 'b', requestId: 'b', rows: input, structural: [], system: { _ts: 0 } });
  await rm(spool);
  return { engine, tenant };
}

async function compare(
  tenant: TenantIndexes,
  question: Question,
  runs: number,
): Promise<readonly [number, number | null]> {
  const layout = await tenant.layout('flights');
  const column = (path: string): string => layout.fields.get(path)?.columns[0] ?? path;
  const [lat = '', lon = ''] = layout.fields.get('dest_point')?.columns ?? [];
  const raw = question.raw
    ?.replaceAll(' t ', ` ${layout.docs} `)
    .replace(/ t$/, ` ${layout.docs}`)
    .replace(/\bFROM t\b/g, `FROM ${layout.docs}`)
    .replaceAll('{lat}', lat)
    .replaceAll('{lon}', lon)
    .replace(/\{(\w+)\}/g, (_, path: string) => column(path));
  const request = parseSearch(question.body);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let run = 0; run < runs; run++) {
    ours.push(await timed(() => tenant.search(['flights'], request)));
    if (raw === undefined) continue;
    theirs.push(
      await timed(() => tenant.read(async (connection) => (await connection.runAndReadAll(raw)).getRowsJS())),
    );
  }
  return [median(ours), raw === undefined ? null : median(theirs)];
}

/** Every aggregation and the usual searches over flights beside plain SQL on the same table, medians in ms. */
export async function search(rows = 1_000_000, runs = 7): Promise<Readonly<Record<string, unknown>>> {
  const folder = await mkdtemp(join(tmpdir(), 'engine-search-'));
  try {
    const { engine, tenant } = await openFlights(folder, rows);
    const figures: Record<string, unknown> = { rows };
    for (const question of QUESTIONS) {
      const [ours, raw] = await compare(tenant, question, runs);
      const ratio = raw === null ? '' : ` raw ${raw.toFixed(1)} ratio ${(ours / raw).toFixed(2)}`;
      figures[question.name] = `${ours.toFixed(1)}${ratio}`;
    }
    figures.peak_rss_mb = Math.round(process.resourceUsage().maxRSS / 1024);
    await engine.close();
    return figures;
  } finally {
    await rm(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const [rows, runs] = process.argv.slice(2).map(Number);
  for (const [name, figure] of Object.entries(await search(rows, runs))) console.log(name.padEnd(32), figure);
}
