import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('large', {
    num1: { type: 'unsigned_long' },
    num2: { type: 'integer' },
    ts1: { type: 'date' },
  });
  await sample.put('large', {
    a: { num1: '9223372036854775808', num2: 1, ts1: '2020-01-01' },
    b: { num1: '18446744073709551615', num2: 2, ts1: '2020-01-02' },
    c: { num1: 42, num2: 3, ts1: '2020-01-03' },
    d: { num1: '9223372036854775808', num2: 4, ts1: '2021-01-03' },
  });
});
after(() => sample.close());

interface Bucket {
  readonly key: number | string;
  readonly inner: { readonly buckets: readonly { readonly doc_count: number }[] };
}

/** What is in each bucket of the large numbers. */
async function within(aggregation: object): Promise<readonly (readonly [number | string, readonly number[]])[]> {
  const around = { terms: { field: 'num1', order: { _key: 'asc' } }, aggs: { inner: aggregation } };
  const { aggregations } = await sample.search('large', { size: 0, aggs: { around } });
  const { buckets } = Object(aggregations).around as { readonly buckets: readonly Bucket[] };
  return buckets.map(({ key, inner }) => [key, inner.buckets.map(({ doc_count }) => doc_count)] as const);
}

test('[QRY-04] whole numbers beyond 2^63 have buckets whose limits are found out', async () => {
  assert.deepEqual(await within({ auto_date_histogram: { field: 'ts1', buckets: 1 } }), [
    [42, [1]],
    ['9223372036854775808', [2]],
    ['18446744073709551615', [1]],
  ]);
});

test('[QRY-04] whole numbers beyond 2^63 have buckets of few values', async () => {
  const counts = await within({ terms: { field: 'num2', size: 1, order: { _key: 'desc' } } });
  assert.deepEqual(
    counts.map(([, inner]) => inner),
    [[1], [1], [1]],
  );
});

test('[QRY-02] many whole numbers are asked for at once, beyond 2^63 too', async () => {
  const values = [...Array.from({ length: 70 }, (_, i) => i), '9223372036854775808', '18446744073709551615'];
  assert.equal(await sample.ids('large', { terms: { num1: values } }), 'abcd');
  assert.equal(await sample.ids('large', { terms: { num1: values.toReversed() } }), 'abcd');
});
