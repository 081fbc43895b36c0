import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch, printSearch, type QueryFields, queryDsl, readQueryObject } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import fc from 'fast-check';
import type { Dsl } from './arbitrary-fields.ts';
import { FIELDS } from './arbitrary-rows.ts';
import { arbitrarySearch } from './arbitrary-search.ts';

const NESTED: QueryFields = { nested: ['nest1'], shapes: [] };

/** Each part of a search as one of its own; pipelines read others and stay with them. */
const partsOf = ({ query, aggs = {}, sort }: Dsl): readonly Dsl[] => [
  { query },
  { query: { bool: { must: query } } },
  { query: { bool: { filter: query } } },
  { sort },
  ...Object.entries(aggs as Dsl)
    .filter(([, aggregation]) => !JSON.stringify(aggregation).includes('buckets_path'))
    .map(([name, aggregation]) => ({ aggs: { [name]: aggregation } })),
];

/** Whether a text was read; refused is all it may be otherwise. */
function readsBack(text: Dsl): boolean {
  try {
    const query = readQueryObject(text);
    const again = queryDsl(query, NESTED);
    assert.deepEqual(readQueryObject(again), query);
    // a lone clause is written as the only one of a bool
    if (text.query === undefined) assert.deepEqual(printSearch(parseSearch(again)), printSearch(parseSearch(text)));
    return true;
  } catch (error) {
    if (error instanceof PlatformError && /more than the query builder can show/.test(error.message)) return false;
    throw error;
  }
}

test('[QRY-22] whatever a search says, it is read whole or refused', () => {
  let read = 0;
  const property = fc.property(arbitrarySearch({ fields: FIELDS }), (search) => {
    const text: Dsl = JSON.parse(JSON.stringify(search));
    for (const part of [text, ...partsOf(text)]) if (readsBack(part)) read++;
  });
  fc.assert(property, { numRuns: 300 });
  assert.ok(read > 100, `${read} parts of 300 searches were read`);
});
