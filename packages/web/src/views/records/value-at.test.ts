import assert from 'node:assert/strict';
import test from 'node:test';
import { ValueType } from '@datasarana/schema';
import { recordColumn } from './record-column.ts';
import { valuesAt } from './value-at.ts';

const hit = {
  _id: '1',
  _source: {
    orders: [{ items: [{ num1: 1 }, { num1: 2 }] }, { items: { num1: 3 } }, { items: [] }, {}],
    obj: { 'a.b': 4 },
  },
};

test('[SCR-07] values of objects under Nested are those of all objects, however deep they lie', () => {
  assert.deepEqual(valuesAt(hit, 'orders.items.num1'), [1, 2, 3]);
  assert.deepEqual(valuesAt(hit, 'obj.a.b'), [4]);
  assert.deepEqual(valuesAt(hit, 'orders.constructor'), []);
  assert.deepEqual(valuesAt({ _id: '1', _source: {} }, 'orders.items.num1'), []);
});

test('[SCR-07] of many values in a cell the first are read, and the number of the others', () => {
  const _source = { o: Array.from({ length: 8 }, (_, num1) => ({ num1 })) };
  const column = recordColumn({ field: 'o.num1', value_type: ValueType.Integer, ofObjects: true });
  assert.equal(column.shown({ _id: '1', _source }), '0, 1, 2, 3, 4 and 3 more');
  assert.equal(column.sortable, false);
});
