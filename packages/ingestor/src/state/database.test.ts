import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { HeldSource } from '../tasks/task.ts';
import { openDatabase } from './database.ts';
import { Progress } from './progress.ts';

const OLDER = `
  CREATE TABLE inputs (
    task TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL,
    generation INTEGER NOT NULL, mark TEXT NOT NULL, rows INTEGER NOT NULL, state TEXT NOT NULL, fault TEXT,
    tries INTEGER NOT NULL DEFAULT 0, again INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, source, name)) STRICT;
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL, source TEXT NOT NULL, input TEXT NOT NULL,
    request_id TEXT NOT NULL, file TEXT NOT NULL, bytes INTEGER NOT NULL, rows INTEGER NOT NULL, aside INTEGER NOT NULL,
    line INTEGER NOT NULL, query TEXT NOT NULL, before TEXT NOT NULL) STRICT;
  INSERT INTO inputs VALUES ('t', 's', '/in/a.csv', 90, 5, 2, '{"offset":90}', 12, 'done', NULL, 0, 0);
  INSERT INTO outbox VALUES (7, 't', 's', '/in/a.csv', 'r', 'f.csv.gz', 40, 10, 1, 4, '{"delimiter":","}',
    '{"mark":{"offset":30},"rows":1}');
`;

test('[TSK-07] what an older version left waiting is sent, or taken back to where its file stood', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-older-'));
  const older = new DatabaseSync(path.join(folder, 'progress.sqlite'));
  older.exec(OLDER);
  older.close();
  openDatabase(folder).close();
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's' } as HeldSource;
    const waiting = progress.next(source);
    assert.ok(waiting);
    const part = { input: '/in/a.csv', at: 2, line: 4, rows: 10, aside: 1 };
    assert.deepEqual(waiting.parts, [{ ...part, before: { mark: { offset: 30 }, rows: 1, generation: 2 } }]);
    assert.deepEqual([waiting.id, waiting.request_id, waiting.rows], [7, 'r', 10]);
    assert.deepEqual(
      progress.takeBack(source, waiting, (input) => input),
      ['f.csv.gz'],
    );
    const { rows, mark, state } = progress.input(source, '/in/a.csv') ?? {};
    assert.deepEqual([rows, mark, state, progress.next(source)], [1, { offset: 30 }, 'waiting', null]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
