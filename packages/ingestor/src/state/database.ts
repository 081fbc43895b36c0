import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A data folder belongs to one ingestor at a time. */
export class FolderInUse extends Error {
  constructor(folder: string) {
    super(`The folder ${folder} is in use by another ingestor. Stop that one, or set INGESTOR_DATA to another folder.`);
    this.name = 'FolderInUse';
  }
}

/** The machine does not give the service its data folder, or not to be written. */
export class FolderRefused extends Error {
  constructor(folder: string, cause: unknown) {
    super(
      `The folder ${folder} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}. Give the user that the ingestor runs as the right to, or set INGESTOR_DATA to another folder.`,
      { cause },
    );
    this.name = 'FolderRefused';
  }
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS browsers (hash TEXT PRIMARY KEY, ts INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS tasks (id TEXT PRIMARY KEY, template TEXT NOT NULL, ts INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS sources (
    task TEXT NOT NULL, id TEXT NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL, fault TEXT, ts INTEGER NOT NULL,
    read INTEGER NOT NULL DEFAULT 0, accepted INTEGER NOT NULL DEFAULT 0, replaced INTEGER NOT NULL DEFAULT 0,
    unchanged INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, id)) STRICT;
  CREATE TABLE IF NOT EXISTS inputs (
    task TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL,
    generation INTEGER NOT NULL, mark TEXT NOT NULL, rows INTEGER NOT NULL, state TEXT NOT NULL, fault TEXT,
    tries INTEGER NOT NULL DEFAULT 0, again INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, source, name)) STRICT;
  CREATE INDEX IF NOT EXISTS inputs_numbered ON inputs (task, source, json_extract(mark, '$.ino'));
  CREATE INDEX IF NOT EXISTS inputs_sealed ON inputs (task, source, json_extract(mark, '$.seal'));
  CREATE TABLE IF NOT EXISTS displaced (
    task TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, generation INTEGER NOT NULL, why TEXT NOT NULL,
    input TEXT NOT NULL, UNIQUE (task, source, name, generation)) STRICT;
  CREATE INDEX IF NOT EXISTS displaced_numbered ON displaced (task, source, why, json_extract(input, '$.mark.ino'));
  CREATE TABLE IF NOT EXISTS outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL, source TEXT NOT NULL, request_id TEXT NOT NULL,
    file TEXT NOT NULL, bytes INTEGER NOT NULL, rows INTEGER NOT NULL, query TEXT NOT NULL, parts TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS outbox_of ON outbox (task, source, id);
  CREATE TABLE IF NOT EXISTS ties (
    owner INTEGER NOT NULL, print TEXT NOT NULL, read INTEGER NOT NULL, PRIMARY KEY (owner, print)) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS ties_read ON ties (owner, read);
`;

/** A batch of an older version has one input, which stands in columns of its own. */
const OLDER_OUTBOX = `
  BEGIN;
  ALTER TABLE outbox ADD COLUMN parts TEXT NOT NULL DEFAULT '';
  UPDATE outbox SET parts = json_array(json_object('input', input, 'at', 2, 'line', line, 'rows', rows, 'aside', aside,
    'before', json_set(before, '$.generation', coalesce((SELECT generation FROM inputs i
      WHERE i.task = outbox.task AND i.source = outbox.source AND i.name = outbox.input), 0))));
  ALTER TABLE outbox DROP COLUMN input;
  ALTER TABLE outbox DROP COLUMN aside;
  ALTER TABLE outbox DROP COLUMN line;
  ALTER TABLE outbox DROP COLUMN before;
  COMMIT;
`;

function bringOver(database: DatabaseSync): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info('outbox')").all();
  if (columns.some(({ name }) => name === 'input')) database.exec(OLDER_OUTBOX);
}

/**
 * Opens the progress of a data folder. The lock is the database's own: it goes with the process, however that ends.
 * @throws FolderInUse
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, 'progress.sqlite');
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec('PRAGMA cache_size = -2000; BEGIN EXCLUSIVE; COMMIT');
    database.exec(TABLES);
    bringOver(database);
  } catch (cause) {
    database.close();
    if (/locked|busy/i.test(String(cause))) throw new FolderInUse(folder);
    throw cause;
  }
  // tokens of tasks stand in it
  chmodSync(file, 0o600);
  return database;
}
