import { notFound } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import { type Cipher, isSealed, mayHoldSealed } from '../cipher.ts';
import type {
  Edge,
  Found,
  HistoryRow,
  KindOptions,
  Realm,
  RecordChange,
  RecordSearch,
  RecordStore,
  StoredRecord,
} from '../port.ts';
import { replaceSecrets, SECRET_MASK } from '../secret-fields.ts';
import { tenantOf } from './bucket-table.ts';
import { Connection } from './connection.ts';
import { createKind, type Kind } from './kinds.ts';
import type { Outcome, RawRecord, SearchAnswer, SearchQuestion, Space, WireChange, WireError } from './protocol.ts';
import { Reader } from './reader.ts';
import { SearchThread } from './search-thread.ts';
import { isUnfiltered } from './totals.ts';
import { fromWire } from './wire-error.ts';
import { WriteQueue } from './write-queue.ts';

export interface SqliteRecordsOptions {
  /** Path of the database file; its folder exists. */
  readonly file: string;
  readonly cipher: Cipher;
  /** Epoch ms. */
  readonly now?: () => number;
}

/** Pages up to this many rows without filters are read on the caller's thread. */
const QUICK_ROWS = 200;

/** Writes of this process are seen at once, those of another one so many ms later at most: to look takes a system call or two. */
const LOOK_MS = 10;

/**
 * Opens the record graph in one SQLite file: one thread writes with shared durable commits, one searches, and reads by id run
 * where they are called.
 */
export async function openSqliteRecords(options: SqliteRecordsOptions): Promise<SqliteRecords> {
  const records = new SqliteRecords(options);
  await records.ready();
  return records;
}

export class SqliteRecords implements RecordStore {
  readonly #file: string;
  readonly #cipher: Cipher;
  readonly #kinds = new Map<string, Kind>();
  readonly #writer: WriteQueue;
  readonly #searcher: SearchThread;
  #local: { readonly connection: Connection; readonly reader: Reader } | null = null;
  readonly #writes = new Set<Promise<unknown>>();
  /** The stamp as it was seen last, behind how many own writes, and when. */
  #looked = { stamp: 0, written: -1, at: 0 };
  #declared: Promise<void> = Promise.resolve();
  #closing = false;

  constructor({ file, cipher, now = Date.now }: SqliteRecordsOptions) {
    this.#file = file;
    this.#cipher = cipher;
    this.#writer = new WriteQueue(file, now, (error) => fromWire(error, () => null));
    this.#searcher = new SearchThread(file);
  }

  /** Statements that reads have taken so far. */
  get statements(): number {
    return (this.#local?.connection.statements ?? 0) + this.#searcher.statements;
  }

  async ready(): Promise<void> {
    await this.#writer.ready();
    const connection = new Connection(this.#file, true);
    this.#local = { connection, reader: new Reader(connection) };
  }

  declareKind(name: string, realm: Realm, options?: KindOptions): void {
    const kind = createKind(name, realm, options);
    this.#kinds.set(name, kind);
    const before = this.#declared;
    const own = this.#writer.declare(kind);
    this.#declared = before.then(() => own);
    this.#declared.catch(() => {});
  }

  async get(scope: Scope, kind: string, id: string): Promise<StoredRecord | null> {
    const known = this.#kind(kind);
    const raw = this.#reader().get(scope, known, id);
    return raw && this.#open(scope, known, raw);
  }

  async getMany(scope: Scope, kind: string, ids: readonly string[]): Promise<readonly StoredRecord[]> {
    const known = this.#kind(kind);
    return this.#reader()
      .getMany(scope, known, ids)
      .map((raw) => this.#open(scope, known, raw));
  }

  async search(scope: Scope, kind: string, search: RecordSearch): Promise<Found> {
    const known = this.#kind(kind);
    const { records, total, counted } = await this.#ask(scope, known, search, false);
    return { records: records.map((raw) => this.#open(scope, known, raw)), total, counted };
  }

  async count(scope: Scope, kind: string, search: Partial<RecordSearch> = {}): Promise<number> {
    const whole = { keys: [], keyword: '', ...search, from: 0, to: 0, total: 'exact' as const };
    const { total } = await this.#ask(scope, this.#kind(kind), whole, true);
    return total;
  }

  async write(scope: Scope, changes: readonly RecordChange[]): Promise<readonly (StoredRecord | null)[]> {
    if (changes.length === 0) return [];
    if (this.#closing) throw new Error('The record store is closed');
    const wire = changes.map((change) => this.#toWire(scope, change));
    const written = this.#send(scope, changes, wire);
    this.#writes.add(written);
    return written.finally(() => this.#writes.delete(written));
  }

  async #send(
    scope: Scope,
    changes: readonly RecordChange[],
    wire: readonly WireChange[],
  ): Promise<readonly (StoredRecord | null)[]> {
    await this.#declared;
    const outcome = await this.#writer.write({
      space: spaceOf(scope),
      user: scope.user,
      requestId: scope.requestId,
      ...(scope.token !== undefined && { token: scope.token }),
      changes: wire,
    });
    return this.#value(scope, outcome).map((raw, at) => {
      const change = changes[at];
      if (!raw || !change || !('kind' in change)) return null;
      const kind = this.#kind(change.kind);
      return raw.doc === '' && 'doc' in change ? toStored(scope, kind, raw, change.doc) : this.#open(scope, kind, raw);
    });
  }

  async edges(
    scope: Scope,
    ids: readonly string[],
    label: string,
    direction: 'out' | 'in',
  ): Promise<ReadonlyMap<string, readonly Edge[]>> {
    return this.#reader().edges(scope, ids, label, direction);
  }

  async history(
    scope: Scope,
    kind: string,
    id: string,
    page: { readonly from: number; readonly to: number },
  ): Promise<readonly HistoryRow[]> {
    return this.#reader().history(scope, this.#kind(kind), id, page.from, page.to);
  }

  stamp(): number {
    const [now, { written }] = [performance.now(), this.#writer];
    const { stamp, at } = this.#looked;
    if (written === this.#looked.written && now - at < LOOK_MS) return stamp;
    this.#looked = { stamp: this.#reader().stamp(), written, at: now };
    return this.#looked.stamp;
  }

  async close(): Promise<void> {
    this.#closing = true;
    await Promise.allSettled(this.#writes);
    await this.#searcher.close();
    this.#local?.connection.close();
    this.#local = null;
    await this.#writer.close();
  }

  async #ask(scope: Scope, kind: Kind, search: RecordSearch, countOnly: boolean): Promise<SearchAnswer> {
    await this.#declared;
    const question: SearchQuestion = { space: spaceOf(scope), kind, search, countOnly };
    const quick = isUnfiltered(search) && !search.status && !search.sort && search.to <= QUICK_ROWS && !search.removed;
    if (quick) return this.#reader().search(question);
    const answer = this.#value(scope, await this.#searcher.search(question));
    if (answer.wish && !this.#closing) this.#writer.arrange(answer.wish);
    return answer;
  }

  #toWire(scope: Scope, change: RecordChange): WireChange {
    switch (change.op) {
      case 'add': {
        const { op, id, status = 'Active' } = change;
        return {
          op,
          kind: this.#kind(change.kind).name,
          id,
          status,
          doc: this.#seal(scope, change.kind, id, change.doc),
        };
      }
      case 'update': {
        const { op, id, status = null, basedOn = null, basedOnModified = null } = change;
        const kind = this.#kind(change.kind).name;
        return { op, kind, id, status, basedOn, basedOnModified, doc: this.#seal(scope, kind, id, change.doc) };
      }
      case 'link':
        return { ...change, props: JSON.stringify(change.props ?? {}) };
      case 'unlink':
        return { ...change, props: '{}' };
      default:
        this.#kind(change.kind);
        return change;
    }
  }

  #seal(scope: Scope, kind: string, id: string, doc: Readonly<Record<string, unknown>>): string {
    const place = placeOf(scope, this.#kind(kind), id);
    return JSON.stringify(
      replaceSecrets(doc, (value, name) => this.#cipher.seal(JSON.stringify(value), `${place}/${name}`)),
    );
  }

  #open(scope: Scope, kind: Kind, raw: RawRecord): StoredRecord {
    const doc: Record<string, unknown> = JSON.parse(raw.doc);
    if (!mayHoldSealed(raw.doc)) return toStored(scope, kind, raw, doc);
    const place = placeOf(scope, kind, raw.id);
    const opened = replaceSecrets(doc, (value, name) =>
      isSealed(value) ? JSON.parse(this.#cipher.open(value, `${place}/${name}`)) : value,
    );
    return toStored(scope, kind, raw, Object(opened));
  }

  #value<T>(scope: Scope, outcome: Outcome<T>): T {
    if ('value' in outcome) return outcome.value;
    throw this.#revive(scope, outcome.error);
  }

  /** The record of a conflict goes to whoever made the call, so its secrets are masked here already. */
  #revive(scope: Scope, error: WireError): Error {
    return fromWire(error, (kind, raw) => {
      const { doc, ...rest } = this.#open(scope, this.#kind(kind), raw);
      return { ...rest, doc: replaceSecrets(doc, () => SECRET_MASK) };
    });
  }

  #kind(name: string): Kind {
    const kind = this.#kinds.get(name);
    if (!kind) throw notFound(`There is no record kind '${name}'`);
    return kind;
  }

  #reader(): Reader {
    if (!this.#local) throw new Error('The record store is closed');
    return this.#local.reader;
  }
}

const spaceOf = ({ cluster, tenant }: Scope): Space => ({ cluster, tenant });

/** Binds a sealed secret to its record. */
const placeOf = (scope: Scope, kind: Kind, id: string): string =>
  [scope.cluster, tenantOf(kind, scope), kind.name, id].join('/');

const toStored = (scope: Scope, kind: Kind, raw: RawRecord, doc: StoredRecord['doc']): StoredRecord => ({
  id: raw.id,
  kind: kind.name,
  cluster: scope.cluster,
  tenant: tenantOf(kind, scope),
  version: raw.version,
  status: raw.status,
  ts: raw.ts,
  ts_modified: raw.ts_modified,
  ts_status: raw.ts_status,
  ts_removed: raw.ts_removed,
  doc,
});
