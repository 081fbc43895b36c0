import { conflict } from '@datasarana/schema';
import { valuesAt } from '../item-path.ts';
import { searchText, splitSearchText } from '../keyword.ts';
import type { Bucket } from './bucket-table.ts';
import type { Connection, Row } from './connection.ts';
import { GramTable } from './gram-table.ts';
import type { Kind } from './kinds.ts';
import { TEXT_COLUMNS } from './migrations.ts';
import type { RawRecord } from './protocol.ts';

export type Doc = Readonly<Record<string, unknown>>;

/** A vertex row as the writer holds it. */
export interface Vertex extends RawRecord {
  readonly rid: number;
  readonly status_before: string | null;
}

export const RECORD_COLUMNS = 'id, version, status, ts, ts_modified, ts_status, ts_removed, doc';

export const toRaw = (row: Row): RawRecord => ({
  id: String(row.id),
  version: Number(row.version),
  status: String(row.status),
  ts: Number(row.ts),
  ts_modified: Number(row.ts_modified),
  ts_status: Number(row.ts_status),
  ts_removed: row.ts_removed === null ? null : Number(row.ts_removed),
  doc: String(row.doc),
});

/** Stores the texts of as many columns of the trigram index as a kind has. */
const INSERT_TEXT = Array.from({ length: TEXT_COLUMNS + 1 }, (_, count) => {
  const columns = Array.from({ length: count }, (_, at) => `, c${at}`).join('');
  return `INSERT INTO text (rowid${columns}) VALUES (?${', ?'.repeat(count)})`;
});

/** The texts of a record, one per column of the trigram index; paths beyond the columns share the last one. */
function toColumns(text: string): readonly string[] {
  const texts = splitSearchText(text);
  if (texts.length <= TEXT_COLUMNS) return texts;
  return [...texts.slice(0, TEXT_COLUMNS - 1), texts.slice(TEXT_COLUMNS - 1).join('\u001f')];
}

const searchTextOf = (kind: Kind, vertex: RawRecord, doc: Doc): string =>
  searchText({ ...doc, id: vertex.id, status: vertex.status }, kind.searchable);

type Facet = readonly [path: string, value: string | number];

const facetsOf = (kind: Kind, doc: Doc): readonly Facet[] =>
  kind.indexes.flatMap(({ path }) =>
    [...new Set(valuesAt(doc, path).map((value) => (typeof value === 'boolean' ? Number(value) : value)))].map(
      (value): Facet => [path, value],
    ),
  );

/** Rows of `vertex` with all that is derived from them: search texts, facets, tallies. */
export class VertexTable {
  readonly #connection: Connection;
  readonly #grams: GramTable;
  readonly #tallies = new Map<string, { bucket: number; removed: number; status: string; n: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#grams = new GramTable(connection);
  }

  find(bucket: Bucket, id: string): Vertex | null {
    const row = this.#connection.get(
      `SELECT rid, status_before, ${RECORD_COLUMNS} FROM vertex WHERE id = ? AND bucket = ?`,
      id,
      bucket.id,
    );
    if (!row) return null;
    const before = row.status_before;
    return { ...toRaw(row), rid: Number(row.rid), status_before: typeof before === 'string' ? before : null };
  }

  /** An id in use, and a value that is unique and taken, are conflicts. */
  insert(bucket: Bucket, vertex: Vertex, doc: Doc): void {
    const { kind } = bucket;
    const text = searchTextOf(kind, vertex, doc);
    const added = this.#connection.run(
      'INSERT INTO vertex VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id, bucket) DO NOTHING',
      vertex.rid,
      bucket.id,
      vertex.id,
      vertex.version,
      vertex.status,
      vertex.ts,
      vertex.ts_modified,
      vertex.ts_status,
      vertex.ts_removed,
      vertex.status_before,
      text,
      vertex.doc,
    );
    if (added === 0) throw conflict(`The id '${vertex.id}' is already used by another ${kind.name}`);
    this.#insertFacets(bucket, vertex, doc);
    this.#indexText(bucket, vertex, text);
    this.#tally(bucket, vertex, 1);
  }

  delete(bucket: Bucket, vertex: Vertex, doc: Doc): void {
    for (const [path, value] of facetsOf(bucket.kind, doc))
      this.#connection.run(
        'DELETE FROM facet WHERE bucket = ? AND path = ? AND value = ? AND rid = ?',
        bucket.id,
        path,
        value,
        vertex.rid,
      );
    if (bucket.kind.searchable.length > 0 && vertex.ts_removed === null)
      this.#connection.run('DELETE FROM text WHERE rowid = ?', vertex.rid);
    this.#connection.run('DELETE FROM vertex WHERE rid = ?', vertex.rid);
    this.#tally(bucket, vertex, -1);
  }

  /** Writes the tallies of the changes since the last flush; belongs to the change's own savepoint. */
  flushTallies(): void {
    for (const { bucket, removed, status, n } of this.#tallies.values())
      if (n !== 0)
        this.#connection.run(
          'INSERT INTO tally VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
          bucket,
          removed,
          status,
          n,
        );
    this.#tallies.clear();
  }

  /** What was kept in mind for changes that are taken back. */
  forget(): void {
    this.#tallies.clear();
    this.#grams.forget();
  }

  /** Makes facets, and search texts unless it has them, of a whole bucket anew, after the kind's options changed. */
  rebuild(bucket: Bucket, rids: readonly number[], hasTexts: boolean): void {
    for (const rid of rids) {
      const row = this.#connection.get(`SELECT ${RECORD_COLUMNS} FROM vertex WHERE rid = ?`, rid);
      if (!row) continue;
      const vertex: Vertex = { ...toRaw(row), rid, status_before: null };
      const doc: Doc = JSON.parse(vertex.doc);
      if (!hasTexts) this.#rebuildText(bucket, vertex, doc);
      for (const [path, value] of facetsOf(bucket.kind, doc))
        this.#connection.run('INSERT OR IGNORE INTO facet VALUES (?, ?, ?, ?)', bucket.id, path, value, rid);
    }
  }

  #rebuildText(bucket: Bucket, vertex: Vertex, doc: Doc): void {
    const text = searchTextOf(bucket.kind, vertex, doc);
    this.#connection.run('UPDATE vertex SET text = ? WHERE rid = ?', text, vertex.rid);
    this.#connection.run('DELETE FROM text WHERE rowid = ?', vertex.rid);
    this.#indexText(bucket, vertex, text);
  }

  #indexText({ id, kind }: Bucket, { rid, ts_removed }: Vertex, text: string): void {
    if (kind.searchable.length === 0 || ts_removed !== null) return;
    const columns = toColumns(text);
    this.#connection.run(INSERT_TEXT[columns.length] ?? '', rid, ...columns);
    this.#grams.add(id, rid, text);
  }

  #insertFacets(bucket: Bucket, vertex: Vertex, doc: Doc): void {
    for (const [path, value] of facetsOf(bucket.kind, doc)) {
      const unique = bucket.kind.indexes.some((index) => index.path === path && index.unique);
      if (unique && this.#taken(bucket, path, value))
        throw conflict(`${path} '${value}' is already used by another ${bucket.kind.name}`);
      this.#connection.run('INSERT INTO facet VALUES (?, ?, ?, ?)', bucket.id, path, value, vertex.rid);
    }
  }

  #taken(bucket: Bucket, path: string, value: string | number): boolean {
    const row = this.#connection.get(
      'SELECT 1 AS taken FROM facet WHERE bucket = ? AND path = ? AND value = ? LIMIT 1',
      bucket.id,
      path,
      value,
    );
    return row !== undefined;
  }

  #tally(bucket: Bucket, vertex: Vertex, n: 1 | -1): void {
    const removed = vertex.ts_removed === null ? 0 : 1;
    const key = `${bucket.id}/${removed}/${vertex.status}`;
    const tally = this.#tallies.get(key);
    if (tally) tally.n += n;
    else this.#tallies.set(key, { bucket: bucket.id, removed, status: vertex.status, n });
  }
}
