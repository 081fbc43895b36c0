import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { openDatabase } from './open.ts';

const hex = (text: string): string => `CAST(x'${Buffer.from(text, 'latin1').toString('hex')}' AS TEXT)`;

test('[SRC-12] [SRC-13] texts of an SQLite file that are no UTF-8 come in whole, as Windows-1252, and that is told', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-texts-'));
  const file = path.join(folder, 'old.db');
  const owner = new DatabaseSync(file);
  owner.exec(`CREATE TABLE old (id INTEGER PRIMARY KEY, txt1 TEXT, "t""2" TEXT, num1 INTEGER);
    INSERT INTO old VALUES (1, 'Zürich', 'a \ufffd mark of its own', 1), (2, ${hex('Malm\xf6')}, ${hex('5 \x80')}, 2),
      (3, 'plain', ${hex('\x81\x8d')}, 3), (4, x'6d6d', ${hex('Malm\xf6')}, 4);
    CREATE TABLE by_text (code TEXT NOT NULL PRIMARY KEY, num1 INTEGER);
    INSERT INTO by_text VALUES (${hex('caf\xe9')}, 1), (${hex('caf\xea')}, 2), ('café', 3), ('cafz', 4);`);
  owner.close();
  const database = openDatabase('sqlite', { file });
  try {
    for (const blockRows of [1, 3, 100]) {
      const { blocks } = await database.read({ table: 'old', blockRows });
      const all = await Array.fromAsync(blocks);
      assert.deepEqual(
        all.flatMap(({ rows }) => rows),
        [
          ['1', 'Zürich', 'a \ufffd mark of its own', '1'],
          ['2', 'Malmö', '5 €', '2'],
          ['3', 'plain', '\x81\x8d', '3'],
          ['4', 'bW0=', 'Malmö', '4'],
        ],
      );
      const [note] = all.flatMap((block) => block.note ?? []);
      assert.equal(note, 'Texts of txt1 are no UTF-8 and are read as Windows-1252, as "Malmö".');
    }
    const { blocks } = await database.read({ table: 'by_text', blockRows: 1 });
    const rows = (await Array.fromAsync(blocks)).flatMap((block) => block.rows);
    assert.deepEqual(
      rows.toSorted(([, a], [, b]) => Number(a) - Number(b)),
      [
        ['café', '1'],
        ['cafê', '2'],
        ['café', '3'],
        ['cafz', '4'],
      ],
    );
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
