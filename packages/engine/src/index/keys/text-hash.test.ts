import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance, listValue } from '@duckdb/node-api';
import fc from 'fast-check';
import { hashesOfTexts } from './text-hash.ts';

const instance = await DuckDBInstance.create();
const connection = await instance.connect();

/** Both halves of what DuckDB makes of texts, each as it is kept in a table of keys. */
async function halvesOfDuckDb(texts: readonly string[]): Promise<readonly (readonly [low: number, high: number])[]> {
  const result = await connection.runAndReadAll('SELECT hash(text) FROM (SELECT unnest($texts) AS text)', {
    texts: listValue(texts),
  });
  return result.getRowsJS().map(([hash]) => {
    const whole = BigInt(String(hash));
    return [Number(whole & 0xffffffffn) - 2 ** 31, Number(whole >> 32n) - 2 ** 31];
  });
}

const halvesOf = (texts: readonly string[]): readonly (readonly [low: number, high: number])[] => {
  const { low, high } = hashesOfTexts(texts);
  return texts.map((_, i) => [low[i] ?? 0, high[i] ?? 0]);
};

test('[IDX-05] texts of every length up to 70 bytes have the hash DuckDB gives them', async () => {
  const texts = Array.from({ length: 71 }, (_, length) =>
    'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(2).slice(0, length),
  );
  assert.deepEqual(halvesOf(texts), await halvesOfDuckDb(texts));
});

test('[IDX-05] random texts in every script have the hash DuckDB gives them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 50 }),
      async (texts) => {
        assert.deepEqual(halvesOf(texts), await halvesOfDuckDb(texts));
      },
    ),
  );
});
