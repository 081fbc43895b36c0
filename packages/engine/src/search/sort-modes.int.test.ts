import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('rows', {
    int1: { type: 'integer' },
    num1: { type: 'double' },
    num2: { type: 'float' },
    ts1: { type: 'date' },
    key1: { type: 'keyword' },
    txt1: { type: 'text', fielddata: true },
  });
  await sample.put('rows', {
    a: { int1: [0, 5, 1, 0], num1: [0, 5, 1, 0], ts1: [0, 1] },
    b: { int1: 1, num1: 0.75, num2: 0.1, ts1: 0 },
    c: { int1: [-1, 0], num1: [-1, 0], num2: 0.2 },
  });
});
after(() => sample.close());

async function values(field: string, mode: string) {
  const { hits } = await sample.search('rows', { sort: [{ [field]: { order: 'asc', mode } }, '_doc'] });
  return hits.hits.map(({ _id, sort }) => [_id, sort?.[0]]);
}

test('[QRY-07] average and median of whole numbers are whole, halves upwards, as OpenSearch orders by them', async () => {
  assert.deepEqual(await values('int1', 'median'), [
    ['c', 0],
    ['a', 1],
    ['b', 1],
  ]);
  assert.deepEqual(await values('int1', 'avg'), [
    ['c', 0],
    ['b', 1],
    ['a', 2],
  ]);
  assert.deepEqual((await values('ts1', 'avg')).slice(0, 2), [
    ['b', 0],
    ['a', 1],
  ]);
});

test('[QRY-07] average and median of fractions keep theirs', async () => {
  assert.deepEqual(await values('num1', 'median'), [
    ['c', -0.5],
    ['a', 0.5],
    ['b', 0.75],
  ]);
});

test('[QRY-07] a float is shown in as few digits as tell it apart, and pages go on after it', async () => {
  assert.deepEqual((await values('num2', 'min')).slice(0, 2), [
    ['b', 0.1],
    ['c', 0.2],
  ]);
  const { hits } = await sample.search('rows', { sort: ['num2', '_doc'], search_after: [0.1, 1] });
  assert.equal(hits.hits[0]?._id, 'c');
});

test('[API-31] the moment a page ended at comes back as milliseconds, whatever the format of the field', async () => {
  await sample.index('dated', { ts1: { type: 'date', format: 'yyyy-MM-dd HH:mm:ss.SSS' } });
  await sample.put('dated', { a: { ts1: '2019-10-21 08:30:04.828' }, b: { ts1: '2019-10-21 08:30:04.829' } });
  const first = await sample.search('dated', { size: 1, sort: ['ts1'] });
  const after = first.hits.hits[0]?.sort;
  assert.deepEqual(after, [1_571_646_604_828]);
  const { hits } = await sample.search('dated', { sort: ['ts1'], search_after: after });
  assert.equal(hits.hits[0]?._id, 'b');
});

test('[QRY-21] a float is found by the digits it was given in', async () => {
  const found = async (query: object) => (await sample.search('rows', { query })).hits.total.value;
  assert.equal(await found({ term: { num2: 0.1 } }), 1);
  assert.equal(await found({ terms: { num2: [0.1, 0.2] } }), 2);
  assert.equal(await found({ range: { num2: { lte: 0.1 } } }), 1);
  assert.equal(await found({ range: { num2: { gt: 0.1 } } }), 1);
});

test('[QRY-21] [AGG-28] decimals of 16 and 32 bits and of steps are found, and counted in ranges, by the digits they were given in', async () => {
  const types = {
    half: { type: 'half_float' },
    float: { type: 'float' },
    steps: { type: 'scaled_float', scaling_factor: 10 },
  };
  await sample.index('kept', { ...types, objects: { type: 'nested', properties: types } });
  const numbers = [0.1, 0.2, 1.1, 3.3, 100.1];
  const values = numbers.map((number) => ({ half: number, float: number, steps: number }));
  const documents = values.map((each, i) => [`d${i}`, { ...each, objects: [each] }]);
  await sample.put('kept', Object.fromEntries(documents));
  for (const field of Object.keys(types)) {
    for (const [i, number] of numbers.entries()) {
      const { hits } = await sample.search('kept', { query: { term: { [field]: number } } });
      assert.deepEqual(
        hits.hits.map(({ _id }) => _id),
        [`d${i}`],
        `${field} ${number}`,
      );
      const ranges = [{ to: number }, { from: number }];
      const { aggregations } = await sample.search('kept', {
        size: 0,
        aggs: {
          own: { range: { field, ranges } },
          objects: { nested: { path: 'objects' }, aggs: { own: { range: { field: `objects.${field}`, ranges } } } },
        },
      });
      for (const { buckets } of [Object(aggregations?.own), Object(aggregations?.objects).own]) {
        const counts = buckets.map(({ doc_count }: { readonly doc_count: number }) => doc_count);
        assert.deepEqual(counts, [i, numbers.length - i], `${field} ${number}`);
      }
    }
  }
  // as in OpenSearch, a range of a query compares what is kept with the number that is given
  const { hits } = await sample.search('kept', { query: { range: { half: { lt: 0.1 } } } });
  assert.equal(hits.total.value, 1);
});

test('[QRY-07] texts have no sum, average or median, whether or not some document holds several', async () => {
  const refused = /we only support AVG, MEDIAN and SUM on number based fields/;
  for (const mode of ['sum', 'avg', 'median'])
    for (const field of ['key1', 'txt1', '_id']) await assert.rejects(values(field, mode), refused, `${field} ${mode}`);
  const sort = [{ absent: { mode: 'avg', unmapped_type: 'keyword' } }];
  await assert.rejects(sample.search('rows', { sort }), refused);
  assert.equal((await values('key1', 'max')).length, 3);
});

test('[QRY-07] an order by whole numbers takes fractions of any size, and what stands in for a missing one costs no digits', async () => {
  await sample.index('wide', { num1: { type: 'double' }, num2: { type: 'float' }, long1: { type: 'long' } });
  await sample.put('wide', {
    a: { num1: 1e300, num2: 3e38, long1: '9223372036854775807' },
    b: { num1: -1e300, long1: '9223372036854775806' },
    c: { num1: -1.6 },
  });
  const sorted = async (field: string, missing: unknown) => {
    const { hits } = await sample.search('wide', { sort: [{ [field]: { numeric_type: 'long', missing } }] });
    return hits.hits.map(({ _id, sort }) => [_id, String(sort?.[0])]);
  };
  assert.deepEqual(await sorted('num1', '_last'), [
    ['b', '-9223372036854775808'],
    ['c', '-1'],
    ['a', '9223372036854775807'],
  ]);
  assert.deepEqual((await sorted('num2', 2)).at(-1), ['a', '9223372036854775807']);
  assert.deepEqual(await sorted('long1', 2.5), [
    ['c', '2'],
    ['b', '9223372036854775806'],
    ['a', '9223372036854775807'],
  ]);
});
