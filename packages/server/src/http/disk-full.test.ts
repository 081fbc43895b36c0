import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { isDiskFull, isFull } from './disk-full.ts';

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (cause) {
    return cause;
  }
  return assert.fail('nothing was thrown');
}

/** What SQLite says when its disk is full. */
function fullDatabase(): unknown {
  using database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE t (a TEXT); PRAGMA max_page_count = 2');
  return thrownBy(() => database.prepare('INSERT INTO t VALUES (zeroblob(100000))').run());
}

test('[ERR-29] a full disk is known by what SQLite, the system and DuckDB say, also as the cause of another error', () => {
  const ofDuckDb = new Error('FATAL Error: Could not write file "t.duckdb": No space left on device');
  const ofSystem = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  const ofThread: unknown = structuredClone(fullDatabase());
  for (const cause of [fullDatabase(), ofThread, ofDuckDb, ofSystem]) {
    assert.ok(isDiskFull(cause), String(cause));
    assert.ok(isDiskFull(new Error('A batch could not be kept', { cause })));
  }
  const others = [thrownBy(() => writeFileSync('/', 'x')), new Error('full'), 'ENOSPC', undefined];
  for (const other of others) assert.ok(!isDiskFull(other), String(other));
});

test('[ERR-29] a disk without room for the next write counts as full', () => {
  const left = (bytes: number) => isFull({ bsize: 4096, bavail: Math.floor(bytes / 4096) });
  assert.ok(left(0));
  assert.ok(left(15 * 2 ** 20));
  assert.ok(!left(17 * 2 ** 20));
});
