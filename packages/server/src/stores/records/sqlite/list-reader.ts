import type { RecordSearch } from '../port.ts';
import { isSecretPath } from '../secret-fields.ts';
import { type Facet, type Narrowing, OF_FACET } from './conditions.ts';
import type { Connection } from './connection.ts';
import { ListIndexUse } from './list-index-use.ts';
import type { RawRecord, SearchAnswer, SearchQuestion } from './protocol.ts';
import { planByStatus, planSearch, planWalk, type SearchPlan, writeOrder } from './search-sql.ts';
import { WRITES_PER_TICK } from './tick.ts';
import { isUnfiltered, type Total, Totals } from './totals.ts';
import { RECORD_COLUMNS, toRaw } from './vertex-table.ts';

type Page = { readonly rids: readonly number[]; readonly wish: SearchAnswer['wish'] };

export const NOTHING: SearchAnswer = { records: [], total: 0, counted: true, wish: null };

/** Up to this many matches of a narrowed list are collected and sorted; more come in the order of an index, if there is one. */
const SORTED_ROWS = 10_000;
/** A value that this many records have does not lead to them: they are met soon enough by whatever else leads. */
const FREQUENT_FACET = 5000;
/** A count that was given up with this many matches shows a keyword that is frequent enough to be met on the way. */
const FREQUENT_ROWS = 500;
/** From here on a page of all records is found by an index of their times, which is shorter than they are. */
const DEEP = 50_000;
/** Statuses of fewer than one in this many records are found by their index. */
const RARE = 20;

/** Pages of searches, each by the way that reads least. */
export class ListReader {
  readonly #connection: Connection;
  readonly #indexes: ListIndexUse;
  readonly #totals: Totals;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#indexes = new ListIndexUse(connection);
    this.#totals = new Totals(connection);
  }

  search(bucket: number, { space, kind, search, countOnly }: SearchQuestion): SearchAnswer {
    const isFrequent = (facet: Facet): boolean => this.#isFrequent(bucket, facet);
    const narrowing: Narrowing = { bucket, kind, space, search, isFrequent };
    const plan = planSearch(narrowing);
    if (!plan) return NOTHING;
    const { total, counted } = this.#totals.of(narrowing, plan, search.total === 'bounded' && !countOnly);
    if (countOnly || (counted && total <= search.from)) return { records: [], total, counted, wish: null };
    const { rids, wish } = this.#page(narrowing, plan, { total, counted });
    const seen = rids.length === 0 ? 0 : search.from + rids.length;
    return { records: this.#load(rids, bucket), total: Math.max(total, seen), counted, wish };
  }

  #page(narrowing: Narrowing, plan: SearchPlan, of: Total): Page {
    const { bucket, search } = narrowing;
    const length = this.#totals.tally(bucket, {});
    const isRare = search.status && isUnfiltered(search) && search.removed !== 'only' && of.total * RARE < length;
    const offer = isRare ? this.#indexes.offer({ bucket, field: 'status', order: 'desc' }, length) : null;
    if (offer?.index) return { rids: this.#pageOf(planByStatus(narrowing, offer.index), search), wish: offer.wish };
    if (plan.order === null)
      return this.#pageDeep(narrowing, plan) ?? { rids: this.#pageByWrite(plan, search), wish: offer?.wish ?? null };
    return this.#pageSorted(narrowing, { ...plan, order: plan.order }, of);
  }

  /** Null for pages that are read soon enough record by record; a wish comes with the first answer that took longer. */
  #pageDeep(narrowing: Narrowing, plan: SearchPlan): Page | null {
    const { bucket, search } = narrowing;
    if (search.from < DEEP || search.status || search.removed === 'only' || !isUnfiltered(search)) return null;
    const wanted = { field: 'ts_modified', order: search.sort?.[0]?.order ?? 'desc' } as const;
    const { index, wish } = this.#indexes.offer({ bucket, ...wanted }, search.from);
    const deep = { ...narrowing, search: { ...search, sort: [wanted] } };
    const order = `v.ts_modified ${writeOrder(search)}, v.id`;
    const rids = index ? this.#pageWalked(planWalk(deep, index), order, search) : this.#pageByWrite(plan, search);
    return { rids, wish };
  }

  #pageOf(plan: SearchPlan, search: RecordSearch): readonly number[] {
    return plan.order === null ? this.#pageByWrite(plan, search) : this.#pageCollected(plan, plan.order, search);
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
    const rids = this.#pageCollected(plan, plan.order, search);
    return { rids, wish: offer?.wish ?? null };
  }

  #pageCollected({ from, where, params }: SearchPlan, order: string, search: RecordSearch): readonly number[] {
    return this.#connection
      .all(
        `SELECT v.rid FROM ${from} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`,
        ...params,
        Math.max(0, search.to - search.from),
        search.from,
      )
      .map((row) => Number(row.rid));
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

  #isFrequent(bucket: number, { path, values }: Facet): boolean {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM facet f WHERE ${OF_FACET} LIMIT ?)`;
    return Number(this.#connection.get(sql, bucket, path, values, FREQUENT_FACET)?.n) === FREQUENT_FACET;
  }
}
