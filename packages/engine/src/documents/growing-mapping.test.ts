import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FieldMapping, GrowingMapping, type IndexMapping } from './mapping.ts';

const LONG: FieldMapping = { type: 'long', parameters: {} };
const given: IndexMapping = {
  properties: { a: LONG, o: { type: 'object', parameters: { dynamic: 'true' }, properties: { x: LONG } } },
  parameters: { _meta: { by: 'us' } },
};

test('[IDX-09] a mapping is the same while no field is new, and the one it began with never changes', () => {
  const before = JSON.stringify(given);
  const growing = new GrowingMapping(given);
  assert.equal(growing.mapping, given);
  for (const path of ['b', 'o.y', 'o.z', 'new.of.it', 'new.of.all', 'o.deep.er']) growing.add(path, LONG);
  assert.equal(JSON.stringify(given), before);
  assert.deepEqual(growing.mapping, {
    parameters: { _meta: { by: 'us' } },
    properties: {
      a: LONG,
      o: {
        type: 'object',
        parameters: { dynamic: 'true' },
        properties: { x: LONG, y: LONG, z: LONG, deep: { type: 'object', parameters: {}, properties: { er: LONG } } },
      },
      b: LONG,
      new: {
        type: 'object',
        parameters: {},
        properties: { of: { type: 'object', parameters: {}, properties: { it: LONG, all: LONG } } },
      },
    },
  });
});

test('[SEC-05] fields may be called as what every object has', () => {
  const growing = new GrowingMapping({ properties: {}, parameters: {} });
  for (const name of ['__proto__', 'constructor.prototype', 'toString']) growing.add(name, LONG);
  const { properties } = growing.mapping;
  assert.deepEqual(Object.keys(properties), ['__proto__', 'constructor', 'toString']);
  assert.deepEqual(Object.keys(new Map(Object.entries(properties)).get('constructor')?.properties ?? {}), [
    'prototype',
  ]);
  assert.equal(Object.getPrototypeOf(properties), Object.prototype);
});
