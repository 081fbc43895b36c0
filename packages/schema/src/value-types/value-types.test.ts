import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ValueType } from '../value-type.ts';
import { parseGeoPoint } from './geo-point.ts';
import { shapeFault } from './geo-shape.ts';
import { isNumberType, mappingType, parseValueType, VALUE_TYPES, valueTypeRow } from './table.ts';

test('[TPL-02] [SCH-08] the table has one row per code, in order', () => {
  assert.deepEqual(
    VALUE_TYPES.map((row) => row.code),
    Object.values(ValueType).sort((a, b) => a - b),
  );
  assert.equal(valueTypeRow(ValueType.Double).label, 'Scaled float (Double)');
});

test('[SCH-07] names become codes', () => {
  assert.equal(parseValueType('ITEMVALUETYPE_KEYWORD'), 8);
  assert.equal(parseValueType('ITEMVALUETYPE_HALF_FLOAT'), 4);
  assert.equal(parseValueType(61), 61);
  assert.equal(parseValueType('KEYWORD'), undefined);
  assert.equal(parseValueType(12), undefined);
});

test('[SCH-06] 0 to 6 show as numbers', () => {
  for (const row of VALUE_TYPES) {
    assert.equal(isNumberType(row.code), row.code <= 6);
    assert.equal(row.align === 'end', row.code <= 6, row.name);
    assert.equal(row.control === 'number', row.code <= 6, row.name);
  }
});

test('[IDX-09] mapping by value type', () => {
  const names = VALUE_TYPES.map((row) => mappingType(row.code));
  assert.deepEqual(
    names.join(' '),
    'byte short integer long half_float float double text keyword date boolean binary keyword object nested geo_point geo_shape ',
  );
});

test('[REC-37] whole numbers keep to the range of their type', () => {
  for (const row of VALUE_TYPES) {
    if (!row.range) continue;
    const [low, high] = row.range;
    fc.assert(fc.property(fc.bigInt(low, high), (value) => row.check(value) === null));
    assert.match(row.check(low - 1n) ?? '', /is outside/);
    assert.match(row.check(high + 1n) ?? '', /is outside/);
    assert.match(row.check(1.5) ?? '', /"1.5" is not a whole number/);
    assert.match(row.check('7') ?? '', /is not a whole number/);
  }
});

test('[REC-37] decimals are finite and inside their type', () => {
  const { check } = valueTypeRow(ValueType.HalfFloat);
  assert.equal(check(65_504), null);
  assert.match(check(65_505) ?? '', /outside/);
  assert.match(check(Number.POSITIVE_INFINITY) ?? '', /not a number/);
});

test('[FMT-09] every way to write a point reads alike', () => {
  const lat = fc.double({ min: -90, max: 90, noNaN: true }).map((n) => Number(n.toFixed(6)) + 0);
  const lon = fc.double({ min: -180, max: 180, noNaN: true }).map((n) => Number(n.toFixed(6)) + 0);
  fc.assert(
    fc.property(lat, lon, (a, o) => {
      const expected = { lat: a, lon: o };
      assert.deepEqual(parseGeoPoint(expected), expected);
      assert.deepEqual(parseGeoPoint([o, a]), expected);
      assert.deepEqual(parseGeoPoint({ type: 'Point', coordinates: [o, a] }), expected);
      assert.deepEqual(parseGeoPoint(`${a.toFixed(6)}, ${o.toFixed(6)}`), {
        lat: Number(a.toFixed(6)),
        lon: Number(o.toFixed(6)),
      });
    }),
  );
  assert.deepEqual(parseGeoPoint('POINT (101.5 3.1)'), { lat: 3.1, lon: 101.5 });
  assert.deepEqual(parseGeoPoint('[101.5, 3.1]'), { lat: 3.1, lon: 101.5 });
  for (const bad of [
    '91, 0',
    '{broken',
    '0, 181',
    [0, 91],
    { lat: '1', lon: 2 },
    { lat: Number.NaN, lon: 0 },
    null,
    'here',
  ])
    assert.equal(parseGeoPoint(bad), null);
});

test('[TPL-34] shapes follow GeoJSON', () => {
  const ring = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 0],
  ];
  assert.equal(shapeFault({ type: 'Polygon', coordinates: [ring] }), null);
  assert.equal(shapeFault({ type: 'GeometryCollection', geometries: [{ type: 'Point', coordinates: [1, 2] }] }), null);
  assert.match(shapeFault({ type: 'Polygon', coordinates: [ring.slice(0, 3)] }) ?? '', /at least 4/);
  assert.match(shapeFault({ type: 'Polygon', coordinates: [[...ring.slice(0, 3), [5, 5]]] }) ?? '', /ends where it/);
  assert.match(shapeFault({ type: 'Point', coordinates: [181, 0] }) ?? '', /outside longitude/);
  let deep: object = { type: 'Point', coordinates: [1, 2] };
  for (let n = 0; n < 10_000; n++) deep = { type: 'GeometryCollection', geometries: [deep] };
  assert.match(shapeFault(deep) ?? '', /nested too deep/);
  assert.match(shapeFault({ type: 'Feature', geometry: null }) ?? '', /type is "Feature"/);
});
