import { isDeepStrictEqual } from 'node:util';
import type { RecordSearch } from '../port.ts';
import type { Narrowing } from './conditions.ts';
import type { Connection } from './connection.ts';
import { OF_BLOCKS, planSearch, type SearchPlan } from './search-sql.ts';

/** How many records a search finds; when they were not counted to their end, how many were seen. */
export interface Total {
  readonly total: number;
  readonly counted: boolean;
}

const KEPT_TOTALS = 1000;
/** A bounded count goes on for this many matches beyond the page, of a short keyword for this many blocks. */
const COUNTED_ROWS = 10_000;
const COUNTED_BLOCKS = 16;

/** Totals of searches by one connection. */
export class Totals {
  readonly #connection: Connection;
  /** Exact totals of narrowed searches, valid while their bucket has seen no write. */
  readonly #totals = new Map<string, { readonly next: number; readonly total: number }>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  of(narrowing: Narrowing, plan: SearchPlan, bounded: boolean): Total {
    const { bucket, search } = narrowing;
    if (isUnfiltered(search)) return { total: this.tally(bucket, search), counted: true };
    const next = Number(this.#connection.get('SELECT next FROM bucket WHERE id = ?', bucket)?.next);
    const { keys, keyword, where, atLeast, status, ids, removed } = search;
    const key = JSON.stringify([bucket, keys, keyword, where, atLeast, status, ids, removed]);
    const kept = this.#totals.get(key);
    // Edges change without a write to this bucket.
    if (!search.linked && kept?.next === next) return { total: kept.total, counted: true };
    const found = bounded ? this.#countSome(plan, search.to + COUNTED_ROWS) : this.#countAll(narrowing, plan);
    if (found.counted && !search.linked) {
      if (this.#totals.size >= KEPT_TOTALS) this.#totals.clear();
      this.#totals.set(key, { next, total: found.total });
    }
    return found;
  }

  /** Who counts to the end collects the records of each value, however many, rather than look at all others. */
  #countAll(narrowing: Narrowing, plan: SearchPlan): Total {
    const whole = plan.count ? plan : (planSearch({ ...narrowing, isFrequent: () => false }) ?? plan);
    const { sql, params } = whole.count ?? {
      sql: `SELECT count(*) AS n FROM ${whole.from} WHERE ${whole.where}`,
      ...whole,
    };
    return { total: Number(this.#connection.get(sql, ...params)?.n), counted: true };
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

  /** How many live or archived records of its statuses a bucket holds. */
  tally(bucket: number, search: Pick<RecordSearch, 'status' | 'removed'>): number {
    const wanted = search.status?.map((status) => status.toLowerCase());
    return this.#connection
      .all('SELECT status, n FROM tally WHERE bucket = ? AND removed = ?', bucket, search.removed === 'only' ? 1 : 0)
      .filter((row) => !wanted || wanted.includes(String(row.status).toLowerCase()))
      .reduce((sum, row) => sum + Number(row.n), 0);
  }
}

/** Whether a search needs no more than the tallies for its total. */
export const isUnfiltered = ({ keyword, where, atLeast, linked, ids }: RecordSearch): boolean =>
  keyword === '' && !linked && !ids && isDeepStrictEqual({ ...where, ...atLeast }, {});
