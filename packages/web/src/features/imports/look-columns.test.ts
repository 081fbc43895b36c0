import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import { lookColumns } from './look-columns.ts';

const items = [
  { name: 'magnitude', label: 'Magnitude', value_type: ValueType.Double },
  { name: 'place', label: 'Place', value_type: ValueType.Keyword },
] as unknown as readonly SchemaItem[];

test('[SRC-36] numbers of a look at records have their points below each other, texts stand as they are', () => {
  const records = [
    { magnitude: 2, place: 'a' },
    { magnitude: 0.54, place: 'b' },
    { magnitude: 1.6, place: 'c' },
  ];
  const [magnitude, place] = lookColumns(items, records);
  assert.deepEqual(
    records.map((record) => magnitude?.fill?.(magnitude.words(record))),
    ['.00', '', '0'],
  );
  assert.equal(place?.fill, undefined);
});
