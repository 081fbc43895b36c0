import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { field, OpenedSample, type Row } from './sample.fixture.ts';

interface Case {
  readonly query: object;
  readonly scores: Readonly<Record<string, number>>;
}

/** Rows, then what OpenSearch 2.19.1 answered to each query over them on one shard: `_id` → `_score`, six digits. */
const RECORDED: readonly (Case | { readonly row: Row })[] = readFileSync(
  new URL('./opensearch-scores.fixture.jsonl', import.meta.url),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const ROWS = RECORDED.flatMap((line) => ('row' in line ? [line.row] : []));
const CASES = RECORDED.flatMap((line) => ('query' in line ? [line] : []));

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(ROWS, {
    name: 'sample',
    source: 'columns',
    keyFields: ['key'],
    fields: [
      field('key', 'keyword'),
      field('txt1', 'text'),
      field('txt2', 'text'),
      field('txte', 'text', { analyser: 'english' }),
      field('tags', 'keyword', { list: true }),
      field('kw', 'keyword'),
      field('n', 'integer'),
      field('m', 'integer'),
      field('d', 'date'),
      field('flag', 'boolean'),
      field('pt', 'geo_point'),
      field('nest', 'nested', { fields: [field('a', 'keyword'), field('b', 'double'), field('t', 'text')] }),
    ],
  });
});
after(() => sample.close());

test('[QRY-21] [API-31] every clause finds what OpenSearch finds, with its scores', async () => {
  const wrong: string[] = [];
  for (const { query, scores } of CASES) {
    const { hits } = await sample.search({ query, size: 100 });
    const found = new Map(hits.hits.map((hit) => [String(hit._source?.key), hit._score ?? Number.NaN]));
    const isSame = (key: string) =>
      Math.abs((found.get(key) ?? Number.NaN) - (scores[key] ?? Number.NaN)) <= 1e-4 * Math.max(1, scores[key] ?? 0);
    const differ = [...new Set([...found.keys(), ...Object.keys(scores)])].filter((key) => !isSame(key));
    if (differ.length > 0) {
      const shown = differ.slice(0, 3).map((key) => `${key}: ${found.get(key)} instead of ${scores[key]}`);
      wrong.push(`${JSON.stringify(query)} ${shown.join(', ')}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(CASES.length > 200);
});
