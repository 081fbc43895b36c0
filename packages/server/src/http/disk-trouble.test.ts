import assert from 'node:assert/strict';
import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { diskTroubleOf, isFull } from './disk-trouble.ts';

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
    assert.equal(diskTroubleOf(cause), 'full', String(cause));
    assert.equal(diskTroubleOf(new Error('A batch could not be kept', { cause })), 'full');
  }
  const ofAddress = Object.assign(new Error('listen EACCES'), { code: 'EACCES', address: '127.0.0.1' });
  const others = [thrownBy(() => writeFileSync('/', 'x')), ofAddress, new Error('full'), 'ENOSPC', undefined];
  for (const other of others) assert.equal(diskTroubleOf(other), null, String(other));
});

/** What SQLite says of a database it may only read. */
function readOnlyDatabase(): unknown {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'read-only-'));
  const file = path.join(folder.path, 'records.sqlite');
  new DatabaseSync(file).close();
  using database = new DatabaseSync(file, { readOnly: true });
  return thrownBy(() => database.exec('CREATE TABLE t (a)'));
}

test('[ERR-29] a folder that may not be written to, and too many files, are known by what each of them says', () => {
  const ofSystem = Object.assign(new Error("EROFS: read-only file system, open '/data/x'"), { code: 'EROFS' });
  const ofDuckDb = new Error(
    'TransactionContext Error: Failed to commit: Cannot open file "/data/t.duckdb.wal": Permission denied',
  );
  const noFolder = thrownBy(() => new DatabaseSync('/proc/no-such-folder/records.sqlite'));
  for (const cause of [readOnlyDatabase(), ofSystem, ofDuckDb, noFolder])
    assert.equal(diskTroubleOf(new Error('A batch could not be kept', { cause })), 'unwritable', String(cause));
  const files = Object.assign(new Error("EMFILE: too many open files, open '/data/x'"), { code: 'EMFILE' });
  assert.equal(diskTroubleOf(files), 'too many files');
});

test('[ERR-29] a disk without room for the next write counts as full', () => {
  const left = (bytes: number) => isFull({ bsize: 4096, bavail: Math.floor(bytes / 4096) });
  assert.ok(left(0));
  assert.ok(left(15 * 2 ** 20));
  assert.ok(!left(17 * 2 ** 20));
});
