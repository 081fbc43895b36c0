import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatValue } from '../formats/value.ts';
import { decodeRecord } from '../records/codecs.ts';
import { newRecord } from '../records/new-record.ts';
import { validateItems } from '../records/validate.ts';
import type { SchemaItem } from '../schema.ts';
import { ValueType } from '../value-type.ts';
import { VALUE_TYPES, valueTypeRow } from './table.ts';

const inner: SchemaItem = itemOf('kw1', ValueType.Keyword);

function itemOf(name: string, value_type: ValueType, items: readonly SchemaItem[] = []): SchemaItem {
  const texts = { display_name: null, description: null, default_value: null, relationship: null, dependency: null };
  return { id: name, name, value_type, mandatory: false, can_search: false, ...texts, items };
}

const within = (code: ValueType): fc.Arbitrary<number> => {
  const [low, high] = (valueTypeRow(code).range ?? assert.fail()).map(Number);
  return fc.integer({ min: Math.max(low ?? 0, -(2 ** 53)), max: Math.min(high ?? 0, 2 ** 53 - 1) });
};
const decimal = (most: number) => fc.double({ min: -most, max: most, noNaN: true, noDefaultInfinity: true });
const degrees = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
});
const filled = fc.string({ minLength: 1 }).filter((text) => text.trim() !== '');
const simple = fc.oneof(filled, fc.integer(), fc.boolean());
const place = degrees.map(({ lat, lon }) => [lon, lat] as const);

interface Samples {
  /** What a value of the type may be on the wire. */
  readonly good: fc.Arbitrary<unknown>;
  readonly bad: readonly unknown[];
}

/** A type without its line here does not compile. */
const SAMPLES: Readonly<Record<keyof typeof ValueType, Samples | null>> = {
  Byte: { good: within(ValueType.Byte), bad: [128, -129, 1.5, '1', true] },
  Short: { good: within(ValueType.Short), bad: [32_768, -32_769, 0.1, '1'] },
  Integer: { good: within(ValueType.Integer), bad: [2 ** 31, -(2 ** 31) - 1, '1', {}] },
  Long: { good: within(ValueType.Long), bad: [2n ** 63n, 1.5, 'soon'] },
  HalfFloat: { good: decimal(65_504), bad: [65_505, -70_000, '1.5', false] },
  Float: { good: decimal(3.4e38), bad: [3.5e38, 'x', [1]] },
  Double: { good: decimal(1.7e308), bad: [Number.POSITIVE_INFINITY, '1', {}] },
  Text: { good: filled, bad: [1, true, { a: 1 }] },
  Keyword: { good: filled, bad: [1, true, ['a', 'b']] },
  Date: {
    good: fc.date({ noInvalidDate: true }).map((date) => date.getTime()),
    bad: ['2026-02-30', 'soon', 1.5, true],
  },
  Boolean: { good: fc.boolean(), bad: ['true', 1, 'yes'] },
  Binary: {
    good: fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes).toString('base64')),
    bad: ['a', '====', 'äöüß', 7],
  },
  Array: { good: fc.array(simple, { minLength: 1 }), bad: [[{ a: 1 }], [['a']]] },
  Object: { good: fc.record({ kw1: filled }), bad: ['x', ['x'], { kw1: 1 }, { other: 'x' }] },
  Nested: {
    good: fc.array(fc.record({ kw1: filled }), { minLength: 1 }),
    bad: ['x', { kw1: 'x' }, ['x'], [{ kw1: 1 }]],
  },
  GeoPoint: { good: degrees, bad: ['91, 0', { lat: 0 }, [0, 91], 'here'] },
  GeoShape: {
    good: fc.oneof(
      place.map((coordinates) => ({ type: 'Point', coordinates })),
      fc.array(place, { minLength: 2 }).map((coordinates) => ({ type: 'LineString', coordinates })),
    ),
    bad: [{ type: 'Point', coordinates: [181, 0] }, { type: 'Feature' }, 'POINT'],
  },
  Header: null,
};

const parents: readonly ValueType[] = [ValueType.Object, ValueType.Nested];

for (const [name, samples] of Object.entries(SAMPLES)) {
  const code = ValueType[name as keyof typeof ValueType];
  const item = itemOf('field', code, parents.includes(code) ? [inner] : []);
  const { label } = valueTypeRow(code);
  if (samples === null) {
    test(`[SCH-05] [TPL-04] ${label} (${code}) holds no value and is not in a record`, () => {
      assert.deepEqual(newRecord([item]), {});
      assert.deepEqual(validateItems([item], {}), {});
      assert.ok(validateItems([item], { field: 'x' }).field);
    });
    continue;
  }
  test(`[SCH-05] [REC-37] ${label} (${code}): every value of it passes, survives the wire and can be read`, () => {
    fc.assert(
      fc.property(samples.good, (value) => {
        assert.deepEqual(validateItems([item], { field: value }), {});
        const wire = JSON.parse(JSON.stringify({ field: value }));
        const decoded = decodeRecord([item], wire);
        assert.deepEqual(decoded, wire, 'decoding what is in order changes nothing');
        assert.deepEqual(decodeRecord([item], decoded), decoded);
        assert.deepEqual(validateItems([item], decoded), {});
        assert.notEqual(formatValue(item, decoded.field), '');
      }),
    );
  });
  test(`[REC-37] ${label} (${code}): what is no value of it is refused with the field named`, () => {
    for (const value of samples.bad) {
      const [path, message] = Object.entries(validateItems([item], { field: value }))[0] ?? ['', ''];
      assert.match(path, /^field/, String(value));
      assert.ok(message.length > 10, message);
    }
  });
}

test('[SCH-05] [TPL-02] the codes and what they are', () => {
  assert.deepEqual(
    VALUE_TYPES.map(({ code, label }) => `${code} ${label}`),
    [
      '0 Byte',
      '1 Short',
      '2 Integer',
      '3 Long',
      '4 Half float',
      '5 Float',
      '6 Scaled float (Double)',
      '7 Text',
      '8 Keyword',
      '9 Date',
      '10 Boolean',
      '11 Binary',
      '20 Array',
      '21 Object',
      '22 Nested',
      '30 Geo point',
      '31 Geo shape',
      '61 Header',
    ],
  );
});

test('[SCH-04] items form a tree of any depth, built, checked and read alike at the bottom', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(ValueType.Object, ValueType.Nested), { maxLength: 60 }), (levels) => {
      let item = itemOf('leaf', ValueType.Date);
      let record: Record<string, unknown> = { leaf: '2026-01-31' };
      let read: Record<string, unknown> = { leaf: Date.UTC(2026, 0, 31) };
      for (const level of levels) {
        item = itemOf('in', level, [item]);
        const inside = (value: Record<string, unknown>) => ({ in: level === ValueType.Nested ? [value] : value });
        record = inside(record);
        read = inside(read);
      }
      assert.deepEqual(validateItems([item], record), {});
      assert.deepEqual(decodeRecord([item], record), read);
    }),
  );
});
