import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { oneNumber } from '../store/rows.ts';
import { type Most, piecesOf, within } from './pieces.ts';

let instance: DuckDBInstance;
let connection: DuckDBConnection;

before(async () => {
  instance = await DuckDBInstance.create(':memory:');
  connection = await instance.connect();
  // 300,000 documents with a gap, of ten letters and now and then of thousands
  await connection.run(`CREATE TABLE few AS SELECT range::BIGINT AS _doc, 'ten letter' AS a, NULL::VARCHAR AS b FROM range(320000)
    WHERE range NOT BETWEEN 100000 AND 119999`);
  await connection.run(
    `CREATE TABLE long AS SELECT _doc, a, repeat('x', CASE WHEN _doc // 3000 = 50 THEN 3000 ELSE 1 END) AS b FROM few`,
  );
});
after(() => {
  connection.closeSync();
  instance.closeSync();
});

const RANGE = { from: 1000, to: 319_000 };

for (const [table, most] of [
  ['few', { documents: 70_000, bytes: 1e9 }],
  ['few', { documents: 70_000, bytes: 700_000 }],
  ['few', { documents: 5000, bytes: 1e9 }],
  ['long', { documents: 70_000, bytes: 1_000_000 }],
  ['long', { documents: 300_000, bytes: 32_000_000 }],
] as const satisfies readonly (readonly [string, Most])[]) {
  test(`[IDX-10] documents of ${table} texts are cut into pieces of ${most.documents} documents and ${most.bytes} bytes at most, one behind the other`, async () => {
    const pieces = await piecesOf(connection, table, RANGE, ['a', 'b'], most);
    assert.deepEqual(
      [...pieces.map(({ from }) => from), RANGE.to],
      [RANGE.from, ...pieces.map(({ to }) => to)],
      'nothing between them',
    );
    for (const { bytes, ...piece } of pieces) {
      const held = await oneNumber(connection, `SELECT count(*) FROM ${table} WHERE ${within(piece)}`);
      const largest = await oneNumber(
        connection,
        `SELECT greatest(coalesce(sum(strlen(a)), 0), coalesce(sum(strlen(b)), 0)) FROM ${table} WHERE ${within(piece)}`,
      );
      assert.ok(held <= most.documents, `${held} documents`);
      assert.ok(largest <= most.bytes, `${largest} bytes`);
      // of each block the field with the most text counts
      assert.ok(bytes >= largest && bytes <= most.bytes, `${bytes} bytes told of ${largest}`);
    }
    const least = Math.max(300_000 / most.documents, pieces.reduce((sum, { bytes }) => sum + bytes, 0) / most.bytes);
    assert.ok(pieces.length <= least * 1.5 + 2, `${pieces.length} pieces, ${least} would do`);
  });
}
