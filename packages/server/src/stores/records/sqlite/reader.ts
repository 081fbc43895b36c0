import { isDeepStrictEqual } from 'node:util';
import { valuesAt } from '../item-path.ts';
import { splitSearchText, textAt } from '../keyword.ts';
import type { Edge, HistoryRow, RecordChange, RecordSearch } from '../port.ts';
import { isSecretPath } from '../secret-fields.ts';
import { tenantOf } from './bucket-table.ts';
import type { Narrowing } from './conditions.ts';
import type { Connection, Row } from './connection.ts';
import type { Kind } from './kinds.ts';
import { ListIndexUse } from './list-index-use.ts';
import type { RawRecord, SearchAnswer, SearchQuestion, Space } from './protocol.ts';
import { OF_BLOCKS, planSearch, planWalk, type SearchPlan, writeOrder } from './search-sql.ts';
import { WRITES_PER_TICK } from './tick.ts';
import { RECORD_COLUMNS, toRaw } from './vertex-table.ts';

type Total = Pick<SearchAnswer, 'total' | 'counted'>;
type Page = { readonly rids: readonly number[]; readonly wish: SearchAnswer['wish'] };

const NOTHING: SearchAnswer = { records: [], total: 0, counted: true, wish: null };
const KEPT_TOTALS = 1000;
/** A bounded count goes on for this many matches beyond the page, of a short keyword for this many blocks. */
const COUNTED_ROWS = 10_000;
const COUNTED_BLOCKS = 16;
/** Up to this many matches of a narrowed list are collected and sorted; more come in the order of an index, if there is one. */
const SORTED_ROWS = 10_000;
/** A count that was given up with this many matches shows a keyword that is frequent enough to be met on the way. */
const FREQUENT_ROWS = 500;

/** Reads of one read-only connection. Every statement is bound to a bucket, or to cluster and tenant for edges. */
export class Reader {
  readonly #connection: Connection;
  readonly #buckets = new Map<string, number>();
  /** Exact totals of keyword searches, valid while their bucket has seen no write. */
  readonly #totals = new Map<string, { readonly next: number; readonly total: number }>();

  readonly #indexes: ListIndexUse;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#indexes = new ListIndexUse(connection);
    addFunctions(connection);
  }

  get(space: Space, kind: Kind, id: string): RawRecord | null {
    const bucket = this.#bucket(space, kind);
    if (bucket === null) return null;
    const row = this.#connection.get(`SELECT ${RECORD_COLUMNS} FROM vertex WHERE id = ? AND bucket = ?`, id, bucket);
    return row ? toRaw(row) : null;
  }

  getMany(space: Space, kind: Kind, ids: readonly string[]): readonly RawRecord[] {
    const bucket = this.#bucket(space, kind);
    if (bucket === null || ids.length === 0) return [];
    const rows = this.#connection.all(
      `SELECT ${RECORD_COLUMNS} FROM vertex WHERE id IN (SELECT value FROM json_each(?)) AND bucket = ?`,
      JSON.stringify(ids),
      bucket,
    );
    const found = new Map(rows.map((row) => [String(row.id), toRaw(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  edges(
    space: Space,
    ids: readonly string[],
    label: string,
    direction: 'out' | 'in',
  ): ReadonlyMap<string, readonly Edge[]> {
    const near = direction === 'out' ? 'source' : 'target';
    const rows = this.#connection.all(
      `SELECT source, target, props FROM edge WHERE cluster = ? AND tenant IN (?, '')
        AND ${near} IN (SELECT value FROM json_each(?)) AND label = ? ORDER BY source, target`,
      space.cluster,
      space.tenant,
      JSON.stringify(ids),
      label,
    );
    return Map.groupBy(
      rows.map((row): Edge => {
        return { label, from: String(row.source), to: String(row.target), props: JSON.parse(String(row.props)) };
      }),
      (edge) => (direction === 'out' ? edge.from : edge.to),
    );
  }

  history(space: Space, kind: Kind, id: string, from: number, to: number): readonly HistoryRow[] {
    const bucket = this.#bucket(space, kind);
    if (bucket === null) return [];
    return this.#connection
      .all(
        `SELECT id, version, ts, user, op, request_id, changes FROM history WHERE bucket = ? AND id = ?
          ORDER BY seq DESC LIMIT ? OFFSET ?`,
        bucket,
        id,
        Math.max(0, to - from),
        from,
      )
      .map((row) => toHistoryRow(kind.name, row));
  }

  /** Page and total are of one state of the store. */
  search(question: SearchQuestion): SearchAnswer {
    const bucket = this.#bucket(question.space, question.kind);
    if (bucket === null) return NOTHING;
    this.#connection.exec('BEGIN');
    try {
      return this.#search(bucket, question);
    } finally {
      this.#connection.exec('COMMIT');
    }
  }

  #search(bucket: number, { space, kind, search, countOnly }: SearchQuestion): SearchAnswer {
    const narrowing: Narrowing = { bucket, kind, space, search };
    const plan = planSearch(narrowing);
    if (!plan) return NOTHING;
    const { total, counted } = this.#total(bucket, search, plan, search.total === 'bounded' && !countOnly);
    if (countOnly || (counted && total <= search.from)) return { records: [], total, counted, wish: null };
    const { rids, wish } =
      plan.order === null
        ? { rids: this.#pageByWrite(plan, search), wish: null }
        : this.#pageSorted(narrowing, { ...plan, order: plan.order }, { total, counted });
    const seen = rids.length === 0 ? 0 : search.from + rids.length;
    return { records: this.#load(rids, bucket), total: Math.max(total, seen), counted, wish };
  }

  /**
   * Rows come in the order of rid, that is of ts_modified; those that share the page's first and last ts_modified are read
   * from their beginning and to their end, so that ties can be put in the order of their ids.
   */
  #pageByWrite(plan: SearchPlan, search: RecordSearch): readonly number[] {
    const { from, to } = search;
    const start = Math.max(0, from - WRITES_PER_TICK);
    const rows: { rid: number; ts: number; id: string }[] = [];
    const joined = plan.from === 'text t' ? 'text t CROSS JOIN vertex v ON v.rid = t.rowid' : plan.from;
    const sql = `SELECT v.rid, v.ts_modified, v.id FROM ${joined} WHERE ${plan.where} ORDER BY ${plan.byWrite}
      LIMIT -1 OFFSET ?`;
    for (const row of this.#connection.iterate(sql, ...plan.params, start)) {
      const ts = Number(row.ts_modified);
      if (rows.length >= to - start && rows.at(-1)?.ts !== ts) break;
      rows.push({ rid: Number(row.rid), ts, id: String(row.id) });
    }
    const way = writeOrder(search) === 'DESC' ? -1 : 1;
    rows.sort((a, b) => way * (a.ts - b.ts) || (a.id < b.id ? -1 : 1));
    return rows.slice(from - start, to - start).map(({ rid }) => rid);
  }

  /** By an index when that reads less than collecting and sorting all matches. */
  #pageSorted(narrowing: Narrowing, plan: SearchPlan & { readonly order: string }, of: Total): Page {
    const { bucket, search } = narrowing;
    const [first] = search.sort ?? [];
    const isLong = isUnfiltered(search) || of.total > (of.counted ? SORTED_ROWS : FREQUENT_ROWS);
    const offer =
      first && isLong && search.removed !== 'only' && !isSecretPath(first.field)
        ? this.#indexes.offer({ bucket, ...first }, of.total)
        : null;
    if (offer?.index)
      return { rids: this.#pageWalked(planWalk(narrowing, offer.index), plan.order, search), wish: offer.wish };
    const rids = this.#connection
      .all(
        `SELECT v.rid FROM ${plan.from} WHERE ${plan.where} ORDER BY ${plan.order} LIMIT ? OFFSET ?`,
        ...plan.params,
        Math.max(0, search.to - search.from),
        search.from,
      )
      .map((row) => Number(row.rid));
    return { rids, wish: offer?.wish ?? null };
  }

  /**
   * Rows of one value come in the order of writing, so those of one value and one ts_modified stand together, never more than a
   * tick holds: with as many before the page and the last of them read to their end, sorting what was read sorts the page.
   */
  #pageWalked(walk: SearchPlan, order: string, { from, to }: RecordSearch): readonly number[] {
    const start = Math.max(0, from - WRITES_PER_TICK);
    const rids: number[] = [];
    let last: unknown = null;
    const sql = `SELECT v.rid, v.ts_modified FROM ${walk.from} WHERE ${walk.where} ORDER BY ${walk.order} LIMIT ? OFFSET ?`;
    for (const row of this.#connection.iterate(sql, ...walk.params, to - start + WRITES_PER_TICK, start)) {
      if (rids.length >= to - start && row.ts_modified !== last) break;
      rids.push(Number(row.rid));
      last = row.ts_modified;
    }
    return this.#connection
      .all(
        `SELECT v.rid FROM vertex v WHERE v.rid IN (SELECT value FROM json_each(?)) ORDER BY ${order} LIMIT ? OFFSET ?`,
        JSON.stringify(rids),
        Math.max(0, to - from),
        from - start,
      )
      .map((row) => Number(row.rid));
  }

  #load(rids: readonly number[], bucket: number): readonly RawRecord[] {
    const rows = this.#connection.all(
      `SELECT rid, ${RECORD_COLUMNS} FROM vertex WHERE rid IN (SELECT value FROM json_each(?)) AND bucket = ?`,
      JSON.stringify(rids),
      bucket,
    );
    const found = new Map(rows.map((row) => [Number(row.rid), toRaw(row)]));
    return rids.flatMap((rid) => found.get(rid) ?? []);
  }

  #total(bucket: number, search: RecordSearch, plan: SearchPlan, bounded: boolean): Total {
    if (isUnfiltered(search)) return { total: this.#tally(bucket, search), counted: true };
    const next = Number(this.#connection.get('SELECT next FROM bucket WHERE id = ?', bucket)?.next);
    const { keys, keyword, where, status, ids, removed } = search;
    const key = JSON.stringify([bucket, keys, keyword, where, status, ids, removed]);
    const kept = this.#totals.get(key);
    // Edges change without a write to this bucket.
    if (!search.linked && kept?.next === next) return { total: kept.total, counted: true };
    const found = bounded ? this.#countSome(plan, search.to + COUNTED_ROWS) : this.#countAll(plan);
    if (found.counted && !search.linked) {
      if (this.#totals.size >= KEPT_TOTALS) this.#totals.clear();
      this.#totals.set(key, { next, total: found.total });
    }
    return found;
  }

  #countAll({ from, where, params }: SearchPlan): Total {
    const row = this.#connection.get(`SELECT count(*) AS n FROM ${from} WHERE ${where}`, ...params);
    return { total: Number(row?.n), counted: true };
  }

  #countSome(plan: SearchPlan, most: number): Total {
    const { from, where, params, blocks } = plan;
    const oldest = blocks && this.#oldestCounted(blocks);
    const limit = oldest === undefined ? '' : ' AND g.block > ?';
    const row = this.#connection.get(
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${from} WHERE ${where}${limit} LIMIT ?)`,
      ...params,
      ...(oldest === undefined ? [] : [oldest]),
      most,
    );
    const total = Number(row?.n);
    return { total, counted: oldest === undefined && total < most };
  }

  #oldestCounted(blocks: NonNullable<SearchPlan['blocks']>): number | undefined {
    const sql = `SELECT g.block FROM gram g WHERE ${OF_BLOCKS} ORDER BY g.block DESC LIMIT 1 OFFSET ${COUNTED_BLOCKS}`;
    const row = this.#connection.get(sql, ...blocks);
    return row && Number(row.block);
  }

  #tally(bucket: number, search: RecordSearch): number {
    const wanted = search.status?.map((status) => status.toLowerCase());
    return this.#connection
      .all('SELECT status, n FROM tally WHERE bucket = ? AND removed = ?', bucket, search.removed === 'only' ? 1 : 0)
      .filter((row) => !wanted || wanted.includes(String(row.status).toLowerCase()))
      .reduce((sum, row) => sum + Number(row.n), 0);
  }

  #bucket(space: Space, kind: Kind): number | null {
    const tenant = tenantOf(kind, space);
    const key = JSON.stringify([space.cluster, tenant, kind.name]);
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    const row = this.#connection.get(
      'SELECT id FROM bucket WHERE cluster = ? AND tenant = ? AND kind = ?',
      space.cluster,
      tenant,
      kind.name,
    );
    if (!row) return null;
    this.#buckets.set(key, Number(row.id));
    return Number(row.id);
  }
}

/** Whether a search needs no more than the tallies for its total. */
export const isUnfiltered = ({ keyword, where, linked, ids }: RecordSearch): boolean =>
  keyword === '' && !linked && !ids && isDeepStrictEqual(where ?? {}, {});

function toHistoryRow(kind: string, row: Row): HistoryRow {
  return {
    record: String(row.id),
    kind,
    version: Number(row.version),
    ts: Number(row.ts),
    user: String(row.user),
    op: String(row.op) as RecordChange['op'],
    request_id: String(row.request_id),
    changes: JSON.parse(String(row.changes)),
  };
}

/** What SQL alone cannot say: values below arrays, and texts compared as this platform folds them. */
function addFunctions({ db }: Connection): void {
  db.function('has_value', { deterministic: true }, (doc, path, wanted) => {
    const values: unknown[] = JSON.parse(String(wanted));
    return valuesAt(JSON.parse(String(doc)), String(path)).some((value) =>
      values.includes(typeof value === 'boolean' ? Number(value) : value),
    )
      ? 1
      : 0;
  });
  db.function('in_columns', { deterministic: true }, (text, columns, keyword) => {
    const texts = splitSearchText(String(text));
    const wanted: number[] = JSON.parse(String(columns));
    return wanted.some((at) => texts[at]?.includes(String(keyword))) ? 1 : 0;
  });
  db.function('has_text', { deterministic: true }, (id, status, doc, keys, keyword) => {
    const record = { ...JSON.parse(String(doc)), id, status };
    const paths: string[] = JSON.parse(String(keys));
    return paths.some((path) => textAt(record, path).includes(String(keyword))) ? 1 : 0;
  });
}
