import { conflict, notFound } from '@datasarana/schema';
import { differences } from '../difference.ts';
import type { FieldDifference, RecordChange } from '../port.ts';
import { firstRid, lastRid } from './bucket.ts';
import { type Bucket, BucketTable, nextRid } from './bucket-table.ts';
import type { Connection } from './connection.ts';
import { EdgeTable } from './edge-table.ts';
import { hasTextsOf, type Kind, kindFingerprint } from './kinds.ts';
import type { IndexWish } from './list-index.ts';
import { arrangeIndexes } from './list-index-table.ts';
import type { Outcome, RawRecord, Space, WireChange, WriteRequest } from './protocol.ts';
import { Tick } from './tick.ts';
import { type Doc, type Vertex, VertexTable } from './vertex-table.ts';
import { StaleWrite, toWire } from './wire-error.ts';

type Change<Op extends WireChange['op']> = Extract<WireChange, { op: Op }>;

interface Author {
  readonly space: Space;
  readonly user: string;
  readonly requestId: string;
  readonly token?: string;
}

const ARCHIVED = 'Archived';
const DRAINED = '[]';

/** Applies changes on the one writing connection. Many requests share a transaction, each in its own savepoint. */
export class Writer {
  readonly #connection: Connection;
  readonly #kinds = new Map<string, Kind>();
  /** Kinds whose options the file does not know yet. */
  readonly #unnoted = new Map<string, string>();
  readonly #tick = new Tick();
  readonly #buckets: BucketTable;
  readonly #vertices: VertexTable;
  readonly #edges: EdgeTable;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#buckets = new BucketTable(connection, this.#tick);
    this.#vertices = new VertexTable(connection);
    this.#edges = new EdgeTable(connection);
  }

  /** A new kind is noted with the next write, so that a first start does not wait for a durable commit per kind. */
  declare(kind: Kind): void {
    this.#kinds.set(kind.name, kind);
    const fingerprint = kindFingerprint(kind);
    const stored = this.#connection.get('SELECT options FROM kind WHERE name = ?', kind.name)?.options;
    if (stored === fingerprint) return;
    this.#unnoted.set(kind.name, fingerprint);
    if (stored !== undefined) this.#transaction(() => this.#rebuild(kind, hasTextsOf(String(stored), kind)));
  }

  /** One durable transaction; a request that fails leaves the others alone. */
  write(requests: readonly WriteRequest[], now: number): readonly Outcome<readonly (RawRecord | null)[]>[] {
    this.#tick.start(now);
    try {
      return this.#transaction(() => requests.map((request) => this.#savepoint(request)));
    } catch (error) {
      const failed = { error: toWire(error) };
      return requests.map(() => failed);
    }
  }

  /** Makes an index of a list; what else waits to be written waits for it. */
  arrange(wish: IndexWish): void {
    this.#transaction(() => arrangeIndexes(this.#connection, wish));
  }

  #transaction<T>(work: () => T): T {
    this.#connection.exec('BEGIN IMMEDIATE');
    try {
      for (const [name, fingerprint] of this.#unnoted)
        this.#connection.run('INSERT OR REPLACE INTO kind VALUES (?, ?)', name, fingerprint);
      const value = work();
      this.#buckets.flush();
      this.#connection.exec('COMMIT');
      this.#unnoted.clear();
      return value;
    } catch (error) {
      this.#buckets.forget();
      this.#vertices.forget();
      if (this.#connection.db.isTransaction) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }

  #savepoint(request: WriteRequest): Outcome<readonly (RawRecord | null)[]> {
    this.#prepareBuckets(request);
    this.#connection.exec('SAVEPOINT request');
    try {
      const value = request.changes.map((change) => this.#apply(request, change));
      this.#vertices.flushTallies();
      this.#connection.exec('RELEASE request');
      return { value };
    } catch (error) {
      this.#vertices.forget();
      // of a full disk SQLite takes the whole transaction back by itself
      if (!this.#connection.db.isTransaction) throw error;
      this.#connection.exec('ROLLBACK TO request; RELEASE request');
      return { error: toWire(error) };
    }
  }

  /** New buckets are made outside the savepoint, so that a refused request does not take them back. */
  #prepareBuckets({ space, changes }: WriteRequest): void {
    for (const change of changes) if ('kind' in change) this.#bucket(change.kind, space);
  }

  #bucket(name: string, space: Space): Bucket {
    const kind = this.#kinds.get(name);
    if (!kind) throw new Error(`Kind '${name}' is not declared to the record writer`);
    return this.#buckets.of(kind, space);
  }

  #apply(author: Author, change: WireChange): RawRecord | null {
    switch (change.op) {
      case 'add':
        return this.#add(author, change);
      case 'update':
        return this.#update(author, change);
      case 'remove':
        return this.#remove(author, change);
      case 'restore':
        return this.#restore(author, change);
      case 'erase':
        return this.#erase(author, change);
      case 'link':
      case 'unlink':
        return this.#connect(author, change);
    }
  }

  #add(author: Author, { kind, id, doc, status }: Change<'add'>): RawRecord {
    const bucket = this.#bucket(kind, author.space);
    const ts = this.#tick.next();
    const vertex: Vertex = {
      rid: nextRid(this.#buckets, bucket),
      id,
      version: 1,
      status,
      ts,
      ts_modified: ts,
      ts_status: ts,
      ts_removed: null,
      status_before: null,
      doc,
    };
    this.#vertices.insert(bucket, vertex, JSON.parse(doc));
    this.#log(author, bucket, vertex, 'add', []);
    return { ...vertex, doc: '' };
  }

  #update(author: Author, change: Change<'update'>): RawRecord {
    const bucket = this.#bucket(change.kind, author.space);
    const old = this.#live(bucket, change.id);
    const stale =
      (change.basedOn !== null && change.basedOn !== old.version) ||
      (change.basedOnModified !== null && change.basedOnModified !== old.ts_modified);
    if (stale)
      throw new StaleWrite(`${change.kind} '${change.id}' was changed by someone else meanwhile`, change.kind, old);
    const before: Doc = JSON.parse(old.doc);
    const after: Doc = JSON.parse(change.doc);
    const status = change.status ?? old.status;
    const changes = [...differences(before, after), ...differences({ status: old.status }, { status })];
    if (changes.length === 0) return { ...old, doc: '' };
    const ts = this.#tick.next(old.ts_modified);
    const ts_status = status === old.status ? old.ts_status : ts;
    this.#replace(
      author,
      bucket,
      old,
      { ...old, status, ts_status, ts_modified: ts, doc: change.doc },
      'update',
      changes,
      [before, after],
    );
    return { ...old, version: old.version + 1, status, ts_status, ts_modified: ts, doc: '' };
  }

  #remove(author: Author, { kind, id }: Change<'remove'>): RawRecord {
    const bucket = this.#bucket(kind, author.space);
    const old = this.#live(bucket, id);
    const ts = this.#tick.next(old.ts_modified);
    const next = {
      ...old,
      status: ARCHIVED,
      status_before: old.status,
      ts_status: ts,
      ts_modified: ts,
      ts_removed: ts,
    };
    return this.#replace(
      author,
      bucket,
      old,
      next,
      'remove',
      differences({ status: old.status }, { status: ARCHIVED }),
    );
  }

  #restore(author: Author, { kind, id }: Change<'restore'>): RawRecord {
    const bucket = this.#bucket(kind, author.space);
    const old = this.#vertices.find(bucket, id);
    if (!old) throw notFound(`There is no ${kind} '${id}'`);
    if (old.ts_removed === null) throw conflict(`${kind} '${id}' is not removed, so it cannot be restored`);
    const ts = this.#tick.next(old.ts_modified);
    const status = old.status_before ?? 'Inactive';
    const next = { ...old, status, status_before: null, ts_status: ts, ts_modified: ts, ts_removed: null };
    return this.#replace(author, bucket, old, next, 'restore', differences({ status: old.status }, { status }));
  }

  #erase(author: Author, { kind, id }: Change<'erase'>): null {
    const bucket = this.#bucket(kind, author.space);
    const old = this.#vertices.find(bucket, id);
    if (!old) throw notFound(`There is no ${kind} '${id}'`);
    this.#vertices.delete(bucket, old, JSON.parse(old.doc));
    this.#edges.drop(author.space.cluster, author.space.tenant, id);
    this.#connection.run('UPDATE history SET changes = ? WHERE bucket = ? AND id = ?', DRAINED, bucket.id, id);
    const ts = this.#tick.next(old.ts_modified);
    this.#log(author, bucket, { id, version: old.version + 1, ts_modified: ts }, 'erase', []);
    return null;
  }

  #connect(author: Author, change: Change<'link' | 'unlink'>): null {
    const { op, label, from, to } = change;
    const end = op === 'link' ? this.#edges.link(author.space, change) : this.#edges.unlink(author.space, change);
    if (!end) return null;
    const bucket = this.#bucket(end.kind, author.space);
    const difference = op === 'link' ? { before: null, after: to } : { before: to, after: null };
    const ts = this.#tick.next();
    this.#log(author, bucket, { id: from, version: end.version, ts_modified: ts }, op, [
      { path: label, ...difference },
    ]);
    return null;
  }

  #live(bucket: Bucket, id: string): Vertex {
    const vertex = this.#vertices.find(bucket, id);
    if (!vertex || vertex.ts_removed !== null) throw notFound(`There is no ${bucket.kind.name} '${id}'`);
    return vertex;
  }

  /** A change moves the record to the end of its bucket: rid order is the order of ts_modified. */
  #replace(
    author: Author,
    bucket: Bucket,
    old: Vertex,
    next: Vertex,
    op: RecordChange['op'],
    changes: readonly FieldDifference[],
    docs?: readonly [before: Doc, after: Doc],
  ): RawRecord {
    const [before, after] = docs ?? Array<Doc>(2).fill(JSON.parse(old.doc));
    const vertex = { ...next, version: old.version + 1, rid: nextRid(this.#buckets, bucket) };
    this.#vertices.delete(bucket, old, before ?? {});
    this.#vertices.insert(bucket, vertex, after ?? {});
    this.#log(author, bucket, vertex, op, changes);
    return vertex;
  }

  #log(
    author: Author,
    bucket: Bucket,
    of: Pick<RawRecord, 'id' | 'version' | 'ts_modified'>,
    op: RecordChange['op'],
    changes: readonly FieldDifference[],
  ): void {
    this.#connection.run(
      'INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      bucket.id,
      of.id,
      this.#buckets.take(bucket),
      of.version,
      of.ts_modified,
      author.user,
      op,
      author.requestId,
      changes.length === 0 ? DRAINED : JSON.stringify(changes),
      author.token ?? '',
    );
  }

  #rebuild(kind: Kind, hasTexts: boolean): void {
    for (const row of this.#connection.all('SELECT id, cluster, tenant FROM bucket WHERE kind = ?', kind.name)) {
      const bucket = this.#buckets.of(kind, { cluster: String(row.cluster), tenant: String(row.tenant) });
      this.#connection.run('DELETE FROM facet WHERE bucket = ?', bucket.id);
      const rids = this.#connection
        .all('SELECT rid FROM vertex WHERE rid BETWEEN ? AND ?', firstRid(bucket.id), lastRid(bucket.id))
        .map(({ rid }) => Number(rid));
      this.#vertices.rebuild(bucket, rids, hasTexts);
    }
  }
}
