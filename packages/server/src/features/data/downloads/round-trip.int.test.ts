import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rawNumber } from '@datasarana/schema';
import { deployTemplate, platformForFile } from '@datasarana/testkit';
import fc from 'fast-check';
import { DOWNLOAD_FORMATS } from './download.ts';
import { storedRecords } from './testing/stored-records.ts';

const { engineer } = await platformForFile();

/** Texts that formats are apt to lose something of. */
const TEXTS = [
  ...['=1+1', '+1', '-1', '@x', "'=kept", "'", '\t=x', '\r=x', "''=x", '=', '-', '-1.5', '+62 812'],
  ...['a\r\nb', 'a\nb', 'a\rb', '\n', ' pad ', '"', '""', 'a"b', 'a,b;c|d\te', ',', '_x000D_', '_x005F_x000D_'],
  ...['null', 'NULL', 'true', '007', '1e5', '1.10', 'NaN', '2021-03-31', '[]', '["a"]', '{}', '{"a":1}', '3,4'],
  ...[
    'é',
    '日本',
    '🎉',
    '\u200b',
    '\u00a0',
    '\u2028',
    '\u0001',
    '\u000b',
    '\ufffe',
    '&amp;',
    '<b>',
    ']]>',
    '\\N',
    '\\',
  ],
];
const text = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }));
const DAY = 86_400_000;
const dates = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    -62_135_596_800_000,
    253_402_300_799_999,
    Date.UTC(1899, 11, 31),
    Date.UTC(1900, 1, 28),
    59 * DAY,
  ),
  fc.integer({ min: -62_135_596_800_000, max: 253_402_300_799_999 }),
);
const whole = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const longs = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(2n ** 63n - 1n, -(2n ** 63n), 2n ** 53n + 1n, 999_999_999_999_999n, 1_000_000_000_000_000n),
);
const degrees = (limit: number) =>
  fc.oneof(fc.constantFrom(0, limit, -limit), fc.double({ min: -limit, max: limit, noNaN: true }));
const point = fc.record({ lat: degrees(90), lon: degrees(180) });
const place = fc.tuple(degrees(180), degrees(90));
const shape = fc.oneof(
  place.map((coordinates) => ({ type: 'Point', coordinates })),
  fc.array(place, { minLength: 2, maxLength: 4 }).map((coordinates) => ({ type: 'LineString', coordinates })),
  fc.array(place, { minLength: 1, maxLength: 3 }).map((coordinates) => ({ type: 'MultiPoint', coordinates })),
  fc.constant({
    type: 'Polygon',
    coordinates: [
      [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 0],
      ],
    ],
  }),
);

/** Kinds of fields by the number of their value type, with what they hold. */
const LEAVES: readonly (readonly [type: number, values: fc.Arbitrary<unknown>])[] = [
  [0, whole(8)],
  [1, whole(16)],
  [2, whole(32)],
  [3, longs],
  [5, fc.float({ noNaN: true, noDefaultInfinity: true })],
  [6, fc.double({ noNaN: true, noDefaultInfinity: true })],
  [7, text],
  [8, text],
  [9, dates],
  [10, fc.boolean()],
  [11, fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64'))],
  [20, fc.array(text, { maxLength: 3 })],
  [30, point],
  [31, shape],
];

interface Item {
  readonly name: string;
  readonly value_type: number;
  readonly items?: readonly Item[];
}

interface Field {
  readonly item: Item;
  readonly values: fc.Arbitrary<unknown>;
}

const maybe = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.option(values, { nil: undefined, freq: 4 });

const recordOf = (fields: readonly Field[]): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(Object.fromEntries(fields.map(({ item, values }) => [item.name, maybe(values)])));

const leaf = (name: string): fc.Arbitrary<Field> =>
  fc.constantFrom(...LEAVES).map(([value_type, values]) => ({ item: { name, value_type }, values }));

const fieldsOf = (depth: number, size: number): fc.Arbitrary<readonly Field[]> =>
  fc.tuple(...Array.from({ length: size }, (_, i) => fieldOf(`f${i}`, depth)));

function fieldOf(name: string, depth: number): fc.Arbitrary<Field> {
  if (depth === 0) return leaf(name);
  const inner = fieldsOf(depth - 1, 2);
  const object = inner.map((fields) => ({
    item: { name, value_type: 21, items: fields.map(({ item }) => item) },
    values: recordOf(fields),
  }));
  const nested = inner.map((fields) => ({
    item: { name, value_type: 22, items: fields.map(({ item }) => item) },
    values: fc.array(recordOf(fields), { maxLength: 3 }),
  }));
  return fc.oneof({ arbitrary: leaf(name), weight: 6 }, object, nested);
}

/** A template whose records have a place, and records of it. */
const collections = fieldsOf(2, 6).chain((some) => {
  const fields: readonly Field[] = [
    ...some,
    { item: { name: 'id', value_type: 8 }, values: text },
    { item: { name: 'at', value_type: 30 }, values: point },
  ];
  return fc.record({
    items: fc.constant([
      { name: 'code', value_type: 2, is_key: true, mandatory: true },
      ...fields.map(({ item }) => item),
    ]),
    records: fc.array(recordOf(fields), { minLength: 1, maxLength: 6 }),
  });
});

const json = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (typeof each === 'bigint' ? rawNumber(String(each)) : each));

/** The name a download is saved under. */
const nameOf = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';

test('[API-32] [VIS-19] [SEC-04] records of any template come back as they were from a download of any format', async () => {
  await fc.assert(
    fc.asyncProperty(collections, async ({ items, records }) => {
      const origin = await deployTemplate(engineer, 'Origin', items);
      const lines = records.map((record, code) => `${json({ code, ...record })}\n`).join('');
      const sent = await engineer.call('POST', '/feature/data', {
        query: { template: origin },
        body: lines,
        type: 'application/x-ndjson',
      });
      assert.equal(sent.data?.accepted, records.length, JSON.stringify(sent));
      const stored = await storedRecords(engineer, origin, items);
      assert.deepEqual(
        stored.map((source) => JSON.parse(source).code),
        records.map((_, code) => code),
      );
      for (const format of DOWNLOAD_FORMATS) {
        const response = await engineer.raw('POST', '/data/user/bulk', {
          query: { template: origin, format },
          body: {},
        });
        assert.equal(response.headers.get('x-total-count'), String(records.length));
        const copy = await deployTemplate(engineer, 'Copy', items);
        const back = await engineer.call('POST', '/data/file', {
          query: { template: copy, file: nameOf(response) },
          body: new Uint8Array(await response.arrayBuffer()),
          type: 'application/octet-stream',
        });
        assert.equal(back.data?.accepted, records.length, `${format}: ${JSON.stringify(back)}`);
        assert.deepEqual(await storedRecords(engineer, copy, items), stored, format);
      }
    }),
    { numRuns: 6, endOnFailure: true },
  );
});
