import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('rows', { num1: { type: 'double' }, int1: { type: 'integer' }, kw1: { type: 'keyword' } });
  await sample.put('rows', {
    a: { num1: 10, int1: 1, kw1: 'one' },
    b: { num1: 40, int1: 3, kw1: 'one' },
    c: { int1: [7, 8], kw1: 'none' },
    d: { num1: 1, int1: [7, 8], kw1: 'two' },
  });
});
after(() => sample.close());

const weighted = { weighted_avg: { value: { field: 'num1' }, weight: { field: 'int1' } } };

async function averages(query: object): Promise<unknown> {
  const aggs = { kinds: { terms: { field: 'kw1' }, aggs: { weighted } }, weighted };
  const { aggregations } = await sample.search('rows', { size: 0, query, aggs });
  return aggregations?.weighted?.value;
}

test('[AGG-25] several weights of a document without a value weigh nothing', async () => {
  assert.equal(await averages({ terms: { kw1: ['one', 'none'] } }), 32.5);
});

test('[AGG-25] several weights of a document with a value are refused', async () => {
  await assert.rejects(averages({ match_all: {} }), /more than one weight for a single document, in field \[int1\]/);
});
