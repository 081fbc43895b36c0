import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { RowPlaces } from '../index/row-places.ts';
import { readRows } from './rows-of-docs.ts';
import { recordsOf } from './run.ts';
import { sql } from './sql.ts';

const COLUMNS = sql`_doc, txt1`;

interface Rows {
  readonly documents: number;
  /** Stretches of documents, in the order their rows are written in. */
  readonly stretches: readonly number[];
  /** Every so manieth document is removed. */
  readonly gone: number;
}

const ROWS = fc.record({
  documents: fc.integer({ min: 1, max: 20_000 }),
  stretches: fc.uniqueArray(fc.nat(7), { minLength: 8, maxLength: 8 }),
  gone: fc.constantFrom(Number.MAX_SAFE_INTEGER, 2, 1000, 2047, 2048, 5000),
});

/** Writes the rows of documents stretch by stretch, without those that are gone. */
async function written(connection: DuckDBConnection, { documents, stretches, gone }: Rows): Promise<void> {
  await connection.run('CREATE OR REPLACE TABLE i1 (_doc BIGINT, txt1 VARCHAR)');
  const size = Math.ceil(documents / stretches.length);
  for (const stretch of stretches) {
    const [from, to] = [stretch * size, Math.min((stretch + 1) * size, documents)];
    await connection.run(
      `INSERT INTO i1 SELECT range, 't' || range FROM range(${from}, ${to}) WHERE (range + 1) % ${gone} <> 0`,
    );
  }
}

test('[QRY-21] rows are found wherever they stand, each once, and where they stood before is only a guess', async () => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const asked = fc.array(fc.nat(25_000), { minLength: 1, maxLength: 70 });
  try {
    await fc.assert(
      fc.asyncProperty(
        ROWS,
        ROWS,
        fc.array(asked, { minLength: 2, maxLength: 6 }),
        async (first, second, questions) => {
          const state = { rows: new RowPlaces() };
          for (const rows of [first, second]) {
            await written(connection, rows);
            for (const docs of questions) {
              const found = await readRows(
                { docs: 'i1', state } as Parameters<typeof readRows>[0],
                docs,
                COLUMNS,
                recordsOf,
                connection,
              );
              const isThere = (doc: number): boolean => doc < rows.documents && (doc + 1) % rows.gone !== 0;
              const expected = [...new Set(docs)].filter(isThere).sort((a, b) => a - b);
              assert.deepEqual(
                found.map(({ _doc, txt1 }) => [Number(_doc), txt1]).sort((a, b) => Number(a[0]) - Number(b[0])),
                expected.map((doc) => [doc, `t${doc}`]),
              );
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  } finally {
    instance.closeSync();
  }
});

test('[QRY-21] rows that several threads wrote are looked for at one place once it is known, new ones too', async () => {
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  const statements: string[] = [];
  const run: typeof recordsOf = (on, statement) => {
    statements.push(statement.text);
    return recordsOf(on, statement);
  };
  const rows = new RowPlaces();
  const read = async (docs: readonly number[]): Promise<readonly unknown[]> => {
    statements.length = 0;
    const found = await readRows(
      { docs: 'i1', state: { rows } } as Parameters<typeof readRows>[0],
      docs,
      COLUMNS,
      run,
      connection,
    );
    return found.map(({ _doc }) => Number(_doc)).sort((a, b) => a - b);
  };
  try {
    await written(connection, {
      documents: 32_768,
      stretches: [1, 0, 3, 2, 4, 5, 7, 6],
      gone: Number.MAX_SAFE_INTEGER,
    });
    const docs = [3, 4095, 4096, 30_000];
    assert.deepEqual(await read(docs), docs);
    assert.equal(statements.length, 2, 'they do not stand at their numbers');
    assert.deepEqual(await read(docs), docs);
    assert.equal(statements.length, 1);
    await connection.run("INSERT INTO i1 SELECT range, 't' FROM range(32768, 33000)");
    assert.deepEqual(await read([7, 32_999]), [7, 32_999]);
    assert.equal(statements.length, 1, 'more documents stand behind the last');
    await written(connection, {
      documents: 32_768,
      stretches: [7, 6, 5, 4, 3, 2, 1, 0],
      gone: Number.MAX_SAFE_INTEGER,
    });
    for (let i = 0; i < 16; i++) assert.deepEqual(await read(docs), docs);
    assert.equal(statements.length, 2);
    assert.deepEqual(await read(docs), docs);
    assert.equal(statements.length, 1, 'looked up anew');
  } finally {
    instance.closeSync();
  }
});
