import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { rowsOf } from '../run.ts';
import { sql, whole } from '../sql.ts';
import { DocBits } from './bits.ts';

test('[QRY-21] documents of a set are found in a table, in however many pieces the set is asked', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run('CREATE TABLE docs AS SELECT range AS _doc FROM range(5000)');
    const drawn = fc.record({
      capacity: fc.integer({ min: 200, max: 5000 }),
      each: fc.integer({ min: 1, max: 9 }),
      piece: fc.constantFrom(32, 96, 1024, 8192),
    });
    await fc.assert(
      fc.asyncProperty(drawn, async ({ capacity, each, piece }) => {
        const docs = Int32Array.from({ length: Math.floor(capacity / each) }, (_, i) => i * each);
        const bits = DocBits.of(docs, capacity);
        const found = await rowsOf(
          connection,
          sql`SELECT _doc::INTEGER FROM docs WHERE _doc < ${whole(capacity)} AND ${bits.test(piece)} ORDER BY 1`,
        );
        assert.deepEqual(
          found.map(([doc]) => doc),
          [...docs],
        );
      }),
      { numRuns: 60 },
    );
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
});
