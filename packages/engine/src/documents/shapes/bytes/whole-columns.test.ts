import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBDataChunk,
  type DuckDBType,
  type DuckDBValue,
  INTEGER,
  LIST,
  listValue,
  SMALLINT,
  TINYINT,
  UBIGINT,
  VARCHAR,
} from '@duckdb/node-api';
import fc from 'fast-check';
import { joinTexts } from './joined-texts.ts';
import { putColumn } from './whole-columns.ts';

const whole = (bits: number) => fc.integer({ min: -(2 ** (bits - 1)), max: 2 ** (bits - 1) - 1 });
const halves = fc.constantFrom('\ud83d', '\ude00', '\ud83d\ude00', 'a\ud83d', '\ude00b');

const COLUMNS: readonly (readonly [DuckDBType, fc.Arbitrary<DuckDBValue>])[] = [
  [TINYINT, whole(8)],
  [SMALLINT, whole(16)],
  [INTEGER, whole(32)],
  [BIGINT, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })],
  [UBIGINT, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })],
  [DOUBLE, fc.double({ noNaN: true })],
  [BOOLEAN, fc.boolean()],
  [VARCHAR, fc.oneof(fc.string({ unit: 'binary' }), fc.string({ maxLength: 40 }), halves)],
  [VARCHAR, fc.string({ unit: 'grapheme-ascii', maxLength: 30 })],
  [LIST(VARCHAR), fc.array(fc.string()).map(listValue)],
];

const wellFormed = (value: DuckDBValue): DuckDBValue => (typeof value === 'string' ? value.toWellFormed() : value);

test('[IDX-09] values that are put in at once come out again, of every type, with and without nulls', () => {
  for (const [type, value] of COLUMNS) {
    fc.assert(
      fc.property(fc.array(fc.option(value), { minLength: 1, maxLength: 200 }), (values) => {
        const chunk = DuckDBDataChunk.create([type], values.length);
        const texts = putColumn(chunk, 0, type, values);
        assert.deepEqual(chunk.getColumnValues(0).map(wellFormed), values.map(wellFormed));
        texts?.release();
      }),
      { numRuns: 60 },
    );
  }
});

test('[IDX-09] half a pair of surrogates at the end of a text does not become a pair with the half the next one begins with', () => {
  const { bytes, ends } = joinTexts(['a\ud83d', '\ude00b', 'ä']);
  const texts = Array.from(ends, (end, i) => bytes.toString('utf8', ends[i - 1] ?? 0, end));
  assert.deepEqual(texts, ['a\ufffd', '\ufffdb', 'ä']);
});
