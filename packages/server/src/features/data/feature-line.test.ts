import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldDefinition } from '@datasarana/engine';
import fc from 'fast-check';
import { FeatureLines } from './feature-line.ts';
import { scanLines } from './scan-lines.ts';

const field = (name: string, type: FieldDefinition['type']): FieldDefinition => ({ name, type, label: name });
const FIELDS = [field('id', 'keyword'), field('site_name', 'keyword'), field('num1', 'long'), field('at', 'geo_point')];
const lines = (ignoreUnknown = false) => new FeatureLines(FIELDS, ignoreUnknown);

test('[STR-01] a feature becomes a row: properties by name, its id, its point', () => {
  const feature = {
    type: 'Feature',
    id: 'f1',
    geometry: { type: 'Point', coordinates: [10, 60, 5] },
    properties: { 'Site Name': 'x', num1: 3 },
  };
  assert.deepEqual(lines().read(JSON.stringify(feature)), {
    row: JSON.stringify({ site_name: 'x', num1: 3, id: 'f1', at: { lon: 10, lat: 60 } }),
  });
});

test('[STR-01] [SRC-19] a feature with another id among its properties keeps both, one in metres is refused', () => {
  const read = (feature: object) =>
    new FeatureLines([...FIELDS, field('feature_id', 'keyword')], false).read(
      JSON.stringify({ type: 'Feature', id: 'f1', geometry: null, ...feature }),
    );
  assert.deepEqual(read({ properties: { id: 'p1' } }), { row: JSON.stringify({ id: 'p1', feature_id: 'f1' }) });
  assert.deepEqual(read({ properties: { id: 'f1' } }), { row: JSON.stringify({ id: 'f1' }) });
  const metres = read({ properties: {}, crs: { type: 'name', properties: { name: 'EPSG:3857' } } });
  assert.match('fault' in metres ? metres.fault : '', /system 'EPSG:3857', not degrees/);
});

test('[STR-01] a feature whose geometry is left out is one without', () => {
  assert.deepEqual(lines().read('{"type":"Feature","id":"f1","properties":{"num1":3}}'), {
    row: '{"num1":3,"id":"f1"}',
  });
  const named = new FeatureLines([...FIELDS, field('type', 'keyword'), field('properties', 'keyword')], false);
  const row = '{"type":"Feature","properties":"x"}';
  assert.deepEqual(named.read(row), { row });
});

test('[STR-01] a geometry without coordinates is none', () => {
  const feature = { type: 'Feature', geometry: { type: 'Point', coordinates: [] }, properties: { num1: 3 } };
  assert.deepEqual(lines().read(JSON.stringify(feature)), { row: '{"num1":3}' });
});

test('[STR-01] whole numbers beyond 2^53 keep every digit', () => {
  assert.deepEqual(lines().read('{"num1":9223372036854775807}'), { row: '{"num1":9223372036854775807}' });
});

test('[SRC-28] a key that is the path of a field inside an object fills it, as the column of a table does', async () => {
  const inside = [field('city', 'keyword'), { ...field('at', 'object'), fields: [field('zip', 'keyword')] }];
  const fields = [
    ...FIELDS,
    { ...field('home', 'object'), fields: inside },
    { ...field('n', 'nested'), fields: inside },
  ];
  const read = (row: object, ignoreUnknown = false) => {
    const told = new FeatureLines(fields, ignoreUnknown).read(JSON.stringify(row));
    return 'row' in told ? JSON.parse(told.row) : told.fault;
  };
  for (const ignoring of [false, true])
    assert.deepEqual(read({ 'home.city': 'Oslo', 'home.at.zip': '0150', num1: 1 }, ignoring), {
      num1: 1,
      home: { city: 'Oslo', at: { zip: '0150' } },
    });
  assert.deepEqual(read({ Home: { city: 'x' }, 'home.city': 'y' }), { home: { city: 'x' }, 'home.city': 'y' });
  for (const unknown of [
    { home: { city: 'x' }, 'home.city': 'y' },
    { 'n.city': 'x' },
    { 'home.at': { zip: '1' } },
    { 'home.street': 'x' },
  ])
    assert.deepEqual(read(unknown), unknown);
  const inCells = new FeatureLines(fields, true);
  assert.equal(inCells.fieldOf('home.city'), 'home', 'no line with it is read the quick way');
});

test('[SRC-28] [API-32] what the platform fills is no field without its underscore, in a record or a feature', () => {
  assert.deepEqual(lines().read('{"_id":"b-1","_title":"t","num1":3}'), {
    row: '{"_id":"b-1","_title":"t","num1":3}',
  });
  const properties = { _id: 'b-1', num1: 3 };
  const feature = { type: 'Feature', geometry: null, properties };
  assert.deepEqual(lines().read(JSON.stringify(feature)), { row: JSON.stringify(properties) });
});

test('[SRC-28] keys that fit no field stay, to be named in the ledger, unless they are to be ignored', () => {
  assert.deepEqual(lines().read('{"num1":1,"Colour":"red"}'), { row: '{"num1":1,"Colour":"red"}' });
  assert.deepEqual(lines(true).read('{"num1":1,"Colour":"red"}'), { row: '{"num1":1}' });
});

test('[STR-03] [SRC-23] a line that is no JSON says where and what to do, as a file does; NaN is refused by its cell', () => {
  assert.deepEqual(lines().read('{"num1": 1,}'), {
    fault: 'The line is not JSON: character 11: a comma stands before }: remove it',
  });
  assert.deepEqual(lines().read('{"num1": 1}{"num1": 2}'), {
    fault:
      'The line is not JSON: character 12: another { begins: put it on a line of its own, or a comma before it and all of them into one list',
  });
  assert.deepEqual(lines().read('{"id": NaN, "num1": -Infinity}'), { row: '{"id":"NaN","num1":"-Infinity"}' });
});

test('[STR-03] what is no row says why', () => {
  const shape =
    '{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}';
  const deep = `{"num1":${'['.repeat(200_000)}${']'.repeat(200_000)}}`;
  const faults: readonly (readonly [line: string, says: RegExp])[] = [
    ['{', /not JSON/],
    ['7', /not a JSON object/],
    ['{"type":"FeatureCollection","features":[]}', /one feature per line/],
    [shape, /no Shape field/],
    [deep, /deeper than 32/],
  ];
  for (const [line, says] of faults) {
    const read = lines().read(line);
    assert.ok('fault' in read);
    assert.match(read.fault, says);
  }
});

test('[STR-03] lines are numbered rightly however the body is cut into chunks', async () => {
  const line = fc.constantFrom('{"num1":1}', '', '   ', 'x', '{"num1":2}\r', '[]', '{"site_name":"ü€"}');
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 30 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
      async (texts, cuts) => {
        const bytes = Buffer.from(texts.join('\n'));
        async function* chunks(): AsyncGenerator<Uint8Array> {
          for (let at = 0; at < bytes.length; ) {
            const size = cuts.next().value ?? 1;
            yield bytes.subarray(at, at + size);
            at += size;
          }
        }
        const rows: string[] = [];
        const sink = { write: (block: Buffer) => void rows.push(...block.toString().split('\n').slice(0, -1)) };
        const reader = lines();
        const scanned = await scanLines(chunks(), sink, { read: (text) => reader.read(text) }, () => {});
        const full = texts.map((text, i) => ({ text: text.trim(), line: i + 1 })).filter(({ text }) => text !== '');
        const good = full.filter(({ text }) => text.startsWith('{'));
        assert.deepEqual(
          rows,
          good.map(({ text }) => text),
        );
        assert.deepEqual(
          scanned.structural.map((each) => each.line),
          full.filter(({ text }) => !text.startsWith('{')).map((each) => each.line),
        );
        const lineOf = (ordinal: number): number => {
          const entry = scanned.lines.breaks.findLast((each) => each.ordinal <= ordinal);
          return entry ? entry.line + ordinal - entry.ordinal : -1;
        };
        assert.deepEqual(
          good.map((_, i) => lineOf(i)),
          good.map((each) => each.line),
        );
      },
    ),
  );
});
