import { firstRid, lastRid, ridOf, sequenceOf } from './bucket.ts';
import type { Connection } from './connection.ts';
import type { Kind } from './kinds.ts';
import type { Space } from './protocol.ts';
import type { Tick } from './tick.ts';

/** The writer's picture of one (cluster, tenant, kind). `next` is the sequence of its next write. */
export interface Bucket {
  readonly id: number;
  readonly kind: Kind;
  readonly tenant: string;
  next: number;
}

export const tenantOf = (kind: Kind, space: Space): string => (kind.realm === 'cluster' ? '' : space.tenant);

/** Buckets of the writer thread, made on first use; the only place where `bucket` rows are written. */
export class BucketTable {
  readonly #connection: Connection;
  readonly #tick: Tick;
  readonly #known = new Map<string, Bucket>();
  readonly #touched = new Set<Bucket>();

  constructor(connection: Connection, tick: Tick) {
    this.#connection = connection;
    this.#tick = tick;
  }

  of(kind: Kind, space: Space): Bucket {
    const tenant = tenantOf(kind, space);
    const key = JSON.stringify([space.cluster, tenant, kind.name]);
    const known = this.#known.get(key);
    if (known && known.kind === kind) return known;
    const bucket = this.#load(kind, space.cluster, tenant);
    this.#known.set(key, bucket);
    return bucket;
  }

  take(bucket: Bucket): number {
    this.#touched.add(bucket);
    return bucket.next++;
  }

  /** Writes the sequences taken since the last call; part of every transaction. */
  flush(): void {
    for (const { id, next } of this.#touched) this.#connection.run('UPDATE bucket SET next = ? WHERE id = ?', next, id);
    this.#touched.clear();
  }

  /** After a transaction that failed as a whole: what was made in it is not there. */
  forget(): void {
    this.#known.clear();
    this.#touched.clear();
  }

  #load(kind: Kind, cluster: string, tenant: string): Bucket {
    this.#connection.run(
      'INSERT OR IGNORE INTO bucket (cluster, tenant, kind) VALUES (?, ?, ?)',
      cluster,
      tenant,
      kind.name,
    );
    const row = this.#connection.get(
      'SELECT id, next FROM bucket WHERE cluster = ? AND tenant = ? AND kind = ?',
      cluster,
      tenant,
      kind.name,
    );
    const id = Number(row?.id);
    const last = this.#connection.get(
      'SELECT rid, ts_modified FROM vertex WHERE rid BETWEEN ? AND ? ORDER BY rid DESC LIMIT 1',
      firstRid(id),
      lastRid(id),
    );
    if (last) this.#tick.reach(Number(last.ts_modified));
    return { id, kind, tenant, next: Math.max(Number(row?.next), last ? sequenceOf(Number(last.rid)) + 1 : 0) };
  }
}

export const nextRid = (table: BucketTable, bucket: Bucket): number => ridOf(bucket.id, table.take(bucket));
