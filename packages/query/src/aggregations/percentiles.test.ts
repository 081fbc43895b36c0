import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderPath } from './order.ts';
import { percentileOf } from './percentiles.ts';

test('[AGG-24] percentiles follow Hazen’s rule, as OpenSearch answers on small sets', () => {
  const values = [1, 51, 101, 151];
  assert.deepEqual(
    [25, 50, 75].map((percent) => percentileOf(values, percent)),
    [26, 76, 126],
  );
  assert.deepEqual(
    [25, 50, 75].map((percent) => percentileOf([51, 101, 151], percent)),
    [63.5, 101, 138.5],
  );
  assert.deepEqual(
    [0, 1, 99, 100].map((percent) => percentileOf(values, percent)),
    [1, 1, 151, 151],
  );
  assert.equal(percentileOf([], 50), null);
  assert.equal(percentileOf([7], 1), 7);
});

test('[AGG-19] an order names a metric, one of its values, or one inside a filter', () => {
  assert.deepEqual(orderPath('m'), { aggregations: ['m'], metric: 'value' });
  assert.deepEqual(orderPath('s.max'), { aggregations: ['s'], metric: 'max' });
  assert.deepEqual(orderPath('f>s.max'), { aggregations: ['f', 's'], metric: 'max' });
  assert.deepEqual(orderPath('p[99.9]'), { aggregations: ['p'], metric: '99.9' });
});
