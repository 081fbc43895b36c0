import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { RecordSearch } from '../port.ts';
import { Connection } from './connection.ts';
import { createKind } from './kinds.ts';
import { listIndexNames } from './list-index-table.ts';
import { migrate } from './migrations.ts';
import type { Space, WireChange } from './protocol.ts';
import { Reader } from './reader.ts';
import { Writer } from './writer.ts';

export const KIND = createKind('thing', 'tenant', {
  searchable: ['txt1', 'txt2'],
  indexes: ['list1', 'flag1', 'num1'].map((path) => ({ path, unique: false })),
});
export const A: Space = { cluster: 'c', tenant: 'a' };
export const B: Space = { cluster: 'c', tenant: 'b' };
/** Keeps how SQLite went about each statement that was read row by row. */
class WatchedConnection extends Connection {
  readonly plans: string[] = [];

  override iterate(...call: Parameters<Connection['iterate']>): ReturnType<Connection['iterate']> {
    const [sql, ...params] = call;
    const steps = this.db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...params);
    this.plans.push(steps.map(({ detail }) => String(detail)).join('; '));
    return super.iterate(...call);
  }
}

/** Reader and writer of one file on one connection, without threads. */
export class WatchedStore {
  readonly connection: WatchedConnection;
  readonly writer: Writer;
  readonly reader: Reader;
  #now = 1_000_000;

  constructor(file: string) {
    this.connection = new WatchedConnection(file, false);
    this.connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    migrate(this.connection.db, 0);
    this.writer = new Writer(this.connection);
    this.writer.declare(KIND);
    this.reader = new Reader(this.connection);
  }

  write(space: Space, changes: readonly WireChange[]): void {
    this.#now += 10;
    const [outcome] = this.writer.write([{ space, user: 'u', requestId: 'r', changes }], this.#now);
    assert.ok(outcome && 'value' in outcome, JSON.stringify(outcome));
  }

  /** Writes `many` documents of a repeatable draw. */
  fill(space: Space, doc: fc.Arbitrary<object>, many: number, seed: number): void {
    const docs = fc.sample(doc, { numRuns: many, seed });
    for (let at = 0; at < many; at += 2500)
      this.write(
        space,
        docs.slice(at, at + 2500).map((one, next) => add(`r${((at + next) * 7919) % many}`, one)),
      );
  }

  ask(space: Space, more: Partial<RecordSearch>) {
    const search = { keys: [], keyword: '', from: 0, to: 25, ...more };
    return this.reader.search({ space, kind: KIND, search, countOnly: false });
  }

  /** Makes the index a search wishes for, as the writing thread does. */
  grant(space: Space, more: Partial<RecordSearch>): string {
    const { wish } = this.ask(space, more);
    assert.ok(wish, JSON.stringify(more));
    this.writer.arrange(wish);
    return this.indexes().at(-1) ?? '';
  }

  indexes(): readonly string[] {
    return listIndexNames(this.connection);
  }

  drop(): void {
    for (const name of this.indexes()) this.connection.exec(`DROP INDEX "${name}"`);
  }
}

export async function openWatched(t: TestContext): Promise<WatchedStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-lists-'));
  const store = new WatchedStore(path.join(folder, 'records.sqlite'));
  t.after(async () => {
    store.connection.close();
    await rm(folder, { recursive: true, force: true });
  });
  return store;
}

export const add = (id: string, one: object): WireChange => {
  return { op: 'add', kind: KIND.name, id, doc: JSON.stringify(one), status: id.endsWith('3') ? 'Draft' : 'Active' };
};
