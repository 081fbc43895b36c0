import { differences } from './difference.ts';
import { valuesAt } from './item-path.ts';
import type { RecordChange, RecordSearch, StoredRecord } from './port.ts';

interface Kept {
  readonly record: StoredRecord;
  readonly before: string | null;
}

interface NaiveEdge {
  readonly tenant: string;
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** Raised where the store must refuse. */
export class Refused extends Error {}

/** The record graph as plainly as it can be said, for the property test: one kind of tenant records, everything in a map. */
export class NaiveRecords {
  readonly kind: string;
  readonly #searchable: readonly string[];
  readonly #unique: string;
  #records = new Map<string, Kept>();
  #edges: NaiveEdge[] = [];

  constructor(kind: string, searchable: readonly string[], unique: string) {
    this.kind = kind;
    this.#searchable = searchable;
    this.#unique = unique;
  }

  /** `ts` stands in for the clock: a number that grows with every write. */
  write(tenant: string, changes: readonly RecordChange[], ts: () => number): void {
    const [records, edges] = [new Map(this.#records), [...this.#edges]];
    try {
      for (const change of changes) this.#apply(tenant, change, ts());
    } catch (error) {
      this.#records = records;
      this.#edges = edges;
      throw error;
    }
  }

  get(tenant: string, id: string): StoredRecord | null {
    return this.#records.get(`${tenant}/${id}`)?.record ?? null;
  }

  /** Ids of all that a search finds, whatever its page, in no order. */
  matching(tenant: string, search: RecordSearch): readonly string[] {
    return this.#of(tenant)
      .filter((record) => this.#matches(tenant, record, search))
      .map(({ id }) => id);
  }

  linked(tenant: string, id: string, label: string): readonly string[] {
    return this.#edges
      .filter((edge) => edge.tenant === tenant && edge.from === id && edge.label === label)
      .map((edge) => edge.to)
      .sort();
  }

  #of(tenant: string): StoredRecord[] {
    return [...this.#records.values()].map(({ record }) => record).filter((record) => record.tenant === tenant);
  }

  #matches(tenant: string, record: StoredRecord, search: RecordSearch): boolean {
    const { keyword, keys, where = {}, atLeast = {}, status, ids, linked } = search;
    const paths = keys.length === 0 ? this.#searchable : keys;
    const all = { ...record.doc, status: record.status };
    const texts = paths.flatMap((key) => valuesAt(all, key)).map((value) => String(value).toLowerCase());
    return (
      (search.removed === 'only') === (record.ts_removed !== null) &&
      (keyword === '' || texts.some((text) => text.includes(keyword.toLowerCase()))) &&
      (!status || status.some((one) => one.toLowerCase() === record.status.toLowerCase())) &&
      (!ids || ids.includes(record.id)) &&
      (!linked || this.linked(tenant, linked.id, linked.label).includes(record.id)) &&
      Object.entries(where).every(([path, wanted]) =>
        valuesAt(record.doc, path).some((value) => [wanted].flat().some((one) => one === value)),
      ) &&
      Object.entries(atLeast).every(([path, least]) =>
        valuesAt({ ...record.doc, ts: record.ts }, path).some((value) => typeof value === 'number' && value >= least),
      )
    );
  }

  #apply(tenant: string, change: RecordChange, ts: number): void {
    if (change.op === 'link' || change.op === 'unlink') {
      this.#connect(tenant, change);
      return;
    }
    const key = `${tenant}/${change.id}`;
    const kept = this.#records.get(key);
    switch (change.op) {
      case 'add': {
        if (kept) throw new Refused('id in use');
        this.#refuseTaken(tenant, change.id, change.doc);
        const { kind, id, doc, status = 'Active' } = change;
        const times = { ts, ts_modified: ts, ts_status: ts, ts_removed: null };
        this.#records.set(key, {
          before: null,
          record: { id, kind, cluster: 'c', tenant, version: 1, status, ...times, doc },
        });
        return;
      }
      case 'update':
        this.#update(key, live(kept), change, ts);
        return;
      case 'remove': {
        const old = live(kept).record;
        this.#records.set(key, { before: old.status, record: moved(old, 'Archived', ts, ts) });
        return;
      }
      case 'restore': {
        if (!kept || kept.record.ts_removed === null) throw new Refused('not removed');
        this.#records.set(key, { before: null, record: moved(kept.record, kept.before ?? 'Inactive', ts, null) });
        return;
      }
      case 'erase':
        if (!kept) throw new Refused('absent');
        this.#records.delete(key);
        this.#edges = this.#edges.filter(
          (edge) => edge.tenant !== tenant || (edge.from !== change.id && edge.to !== change.id),
        );
    }
  }

  #update(key: string, { record: old }: Kept, change: Extract<RecordChange, { op: 'update' }>, ts: number): void {
    if (change.basedOn !== undefined && change.basedOn !== old.version) throw new Refused('stale');
    const status = change.status ?? old.status;
    if (status === old.status && differences(old.doc, change.doc).length === 0) return;
    this.#refuseTaken(old.tenant, old.id, change.doc);
    const ts_status = status === old.status ? old.ts_status : ts;
    const record = { ...old, version: old.version + 1, status, ts_status, ts_modified: ts, doc: change.doc };
    this.#records.set(key, { before: null, record });
  }

  #refuseTaken(tenant: string, id: string, doc: StoredRecord['doc']): void {
    const taken = this.#of(tenant).some(
      (other) => other.id !== id && doc[this.#unique] !== undefined && other.doc[this.#unique] === doc[this.#unique],
    );
    if (taken) throw new Refused('value in use');
  }

  #connect(tenant: string, change: Extract<RecordChange, { op: 'link' | 'unlink' }>): void {
    const { label, from, to } = change;
    const same = (edge: NaiveEdge) =>
      edge.tenant === tenant && edge.label === label && edge.from === from && edge.to === to;
    if (change.op === 'link' && !(this.get(tenant, from) && this.get(tenant, to))) throw new Refused('absent end');
    this.#edges = this.#edges.filter((edge) => !same(edge));
    if (change.op === 'link') this.#edges.push({ tenant, label, from, to });
  }
}

function live(kept: Kept | undefined): Kept {
  if (!kept || kept.record.ts_removed !== null) throw new Refused('absent');
  return kept;
}

const moved = (old: StoredRecord, status: string, ts: number, ts_removed: number | null): StoredRecord => ({
  ...old,
  version: old.version + 1,
  status,
  ts_modified: ts,
  ts_status: ts,
  ts_removed,
});
