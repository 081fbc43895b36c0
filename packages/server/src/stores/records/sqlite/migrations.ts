import type { DatabaseSync } from 'node:sqlite';

interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** A kind's searchable paths beyond this many share the last text column. */
export const TEXT_COLUMNS = 16;

const textColumns = Array.from({ length: TEXT_COLUMNS }, (_, at) => `c${at}`).join(', ');

/**
 * `bucket` numbers each (cluster, tenant, kind); `vertex.rid` is bucket number and write sequence in one, so the records of a
 * bucket lie together and in the order of their last write, which is the default order of lists. The trigram index shares rids.
 * `gram` tells in which blocks of rids (bucket.ts) one or two letters of a path were ever written, for keywords too short for trigrams.
 */
const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'record graph',
    sql: `
      CREATE TABLE bucket (id INTEGER PRIMARY KEY, cluster TEXT NOT NULL, tenant TEXT NOT NULL, kind TEXT NOT NULL,
        next INTEGER NOT NULL DEFAULT 0, UNIQUE (cluster, tenant, kind)) STRICT;
      CREATE TABLE kind (name TEXT PRIMARY KEY, options TEXT NOT NULL) STRICT;
      CREATE TABLE vertex (rid INTEGER PRIMARY KEY, bucket INTEGER NOT NULL, id TEXT NOT NULL, version INTEGER NOT NULL,
        status TEXT NOT NULL, ts INTEGER NOT NULL, ts_modified INTEGER NOT NULL, ts_status INTEGER NOT NULL,
        ts_removed INTEGER, status_before TEXT, text TEXT NOT NULL, doc TEXT NOT NULL) STRICT;
      CREATE UNIQUE INDEX vertex_id ON vertex (id, bucket);
      CREATE INDEX vertex_removed ON vertex (bucket, rid) WHERE ts_removed IS NOT NULL;
      CREATE VIRTUAL TABLE text USING fts5(${textColumns}, content='', contentless_delete=1,
        tokenize='trigram case_sensitive 1');
      CREATE TABLE facet (bucket INTEGER NOT NULL, path TEXT NOT NULL, value ANY NOT NULL, rid INTEGER NOT NULL,
        PRIMARY KEY (bucket, path, value, rid)) STRICT, WITHOUT ROWID;
      CREATE TABLE tally (bucket INTEGER NOT NULL, removed INTEGER NOT NULL, status TEXT NOT NULL, n INTEGER NOT NULL,
        PRIMARY KEY (bucket, removed, status)) STRICT, WITHOUT ROWID;
      CREATE TABLE edge (cluster TEXT NOT NULL, tenant TEXT NOT NULL, label TEXT NOT NULL, source TEXT NOT NULL,
        target TEXT NOT NULL, props TEXT NOT NULL,
        PRIMARY KEY (cluster, tenant, source, label, target)) STRICT, WITHOUT ROWID;
      CREATE INDEX edge_target ON edge (cluster, tenant, target, label, source);
      CREATE TABLE history (bucket INTEGER NOT NULL, id TEXT NOT NULL, seq INTEGER NOT NULL, version INTEGER NOT NULL,
        ts INTEGER NOT NULL, user TEXT NOT NULL, op TEXT NOT NULL, request_id TEXT NOT NULL, changes TEXT NOT NULL,
        PRIMARY KEY (bucket, id, seq)) STRICT, WITHOUT ROWID;`,
  },
  {
    version: 2,
    name: 'where short texts stand',
    sql: `
      CREATE TABLE gram (path INTEGER NOT NULL, gram TEXT NOT NULL, block INTEGER NOT NULL,
        PRIMARY KEY (path, gram, block)) STRICT, WITHOUT ROWID;`,
  },
  {
    version: 3,
    name: 'by which API token',
    sql: "ALTER TABLE history ADD COLUMN token TEXT NOT NULL DEFAULT ''",
  },
  {
    version: 4,
    name: 'how files of converters are opened',
    sql: `
      UPDATE vertex SET doc = json_set(doc, '$.opening', NULL, '$.detected_fingerprint', doc ->> '$.fingerprint')
        WHERE bucket IN (SELECT id FROM bucket WHERE kind = 'data.source.converter')
          AND doc ->> '$.detected_fingerprint' IS NULL;`,
  },
];

/** Brings the file to the newest shape, one transaction per step; a file of a newer program is refused. */
export function migrate(db: DatabaseSync, now: number): void {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migration (version INTEGER PRIMARY KEY, name TEXT NOT NULL, ts INTEGER NOT NULL) STRICT',
  );
  const done = Number(db.prepare('SELECT coalesce(max(version), 0) AS version FROM migration').get()?.version ?? 0);
  const newest = MIGRATIONS.at(-1)?.version ?? 0;
  if (done > newest)
    throw new Error(`The record file has version ${done}, this program knows up to ${newest}: start a newer program.`);
  for (const { version, name, sql } of MIGRATIONS.filter((migration) => migration.version > done)) {
    db.exec('BEGIN IMMEDIATE');
    try {
      db.exec(sql);
      db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(version, name, now);
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }
}
