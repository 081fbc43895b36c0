import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { and, bigint, bool, double, FALSE, joined, name, type Sql, sql, TRUE, text, whole } from '../sql.ts';
import { MAX_BUCKETS, tooManyBuckets } from './bucket-limit.ts';
import type { Expression, KeysPlan, MetricColumn } from './plan.ts';

/** Rows of a level by the bucket around them. */
export interface LevelRow {
  readonly keys: readonly unknown[];
  readonly path: string;
  readonly docCount: number;
  readonly values: readonly unknown[];
  readonly orders: readonly unknown[];
}

const KEY_LIMIT = 1000;

/** The buckets of one path of keys with all their figures: one statement. */
export class Level {
  readonly #parts: readonly IndexPart[];
  readonly parent: Level | null;
  readonly keys: readonly KeysPlan[];
  readonly #where: Expression;
  readonly #columns: Expression[] = [];
  readonly #calls: Sql[] = [];
  readonly #outputs: Sql[] = [];
  #orders: readonly Sql[] = [];
  #hasOwnTotal = false;
  #byParent: ReadonlyMap<string, readonly LevelRow[]> = new Map();
  #byPath: ReadonlyMap<string, LevelRow> = new Map();

  constructor(parts: readonly IndexPart[], parent: Level | null, plan: KeysPlan | null, where: Expression | null) {
    this.#parts = parts;
    this.parent = parent;
    this.keys = plan === null ? [] : [...(parent?.keys ?? []), plan];
    const around = parent?.rowFilter ?? parts.map(() => TRUE);
    this.#where = where === null ? around : andAlso(around, where);
  }

  get rowFilter(): Expression {
    return this.#where;
  }

  /** Names a value of the rows. */
  readonly column = (expression: Expression): Sql => {
    const known = this.#columns.findIndex((other) => isSame(other, expression));
    const at = known >= 0 ? known : this.#columns.push(expression) - 1;
    return name(`c${at}`);
  };

  /** Adds figures, over the rows that pass `filter`; answers where their outputs and outcomes stand. */
  add(
    columns: readonly MetricColumn[],
    filter: Expression | null,
  ): { readonly from: number; readonly outcomes: Sql[] } {
    const from = this.#outputs.length;
    const outcomes: Sql[] = [];
    for (const { call, where, outputs } of columns) {
      const tests = [...(where ? [where] : []), ...(filter ? [this.column(filter)] : [])];
      const whole = tests.length === 0 ? call : sql`${call} FILTER (WHERE ${and(tests)})`;
      const outcome = this.#outcome(whole);
      outcomes.push(outcome);
      this.#outputs.push(...(outputs ? outputs(outcome) : [outcome]));
    }
    return { from, outcomes };
  }

  #outcome(call: Sql): Sql {
    const known = this.#calls.findIndex((other) => isSame([other], [call]));
    return name(`m${known >= 0 ? known : this.#calls.push(call) - 1}`);
  }

  /** Values to order the buckets by besides their key and count. */
  orderBy(orders: readonly Sql[]): void {
    this.#orders = orders;
  }

  /** Takes the count of a level without keys as known, when no statement is needed for anything else. */
  assume(total: number): boolean {
    if (this.keys.length > 0 || this.#calls.length > 0) return false;
    const row: LevelRow = { keys: [], path: ROOT, docCount: total, values: [], orders: [] };
    this.#byPath = new Map([[ROOT, row]]);
    return true;
  }

  /** Adds the documents of all buckets together as the last of the orders. */
  addOwnTotal(): void {
    this.#hasOwnTotal = true;
  }

  get outputCount(): number {
    return this.#outputs.length;
  }

  get rows(): readonly LevelRow[] {
    return [...this.#byPath.values()];
  }

  row(path: string): LevelRow | undefined {
    return this.#byPath.get(path);
  }

  rowsIn(parentPath: string): readonly LevelRow[] {
    return this.#byParent.get(parentPath) ?? [];
  }

  async run(connection: DuckDBConnection): Promise<void> {
    const rows = await rowsOf(connection, this.statement());
    if (rows.length > MAX_BUCKETS) throw tooManyBuckets();
    const depth = this.keys.length;
    const byParent = new Map<string, LevelRow[]>();
    const byPath = new Map<string, LevelRow>();
    for (const row of rows) {
      const keys = row.slice(0, depth);
      const end = depth + 1 + this.#outputs.length;
      const parentPath = pathOf(keys.slice(0, -1));
      const made: LevelRow = {
        keys,
        path: depth === 0 ? ROOT : extendPath(parentPath, keys.at(-1)),
        docCount: Number(row[depth]),
        values: row.slice(depth + 1, end),
        orders: row.slice(end),
      };
      byPath.set(made.path, made);
      const siblings = byParent.get(parentPath);
      if (siblings) siblings.push(made);
      else byParent.set(parentPath, [made]);
    }
    this.#byParent = byParent;
    this.#byPath = byPath;
  }

  /** Keys of the last plan that are shown, when they are few and others are not: those inside need no other. */
  #shownKeys(): readonly unknown[] | null {
    const size = this.keys.at(-1)?.size ?? null;
    const isCut = [...this.#byParent.values()].some((rows) => rows.length >= (size ?? rows.length + 1));
    if (size === null || !isCut) return null;
    const keys = new Set<unknown>();
    for (const row of this.#byPath.values()) keys.add(row.keys.at(-1));
    return keys.size <= KEY_LIMIT ? [...keys] : null;
  }

  statement(): Sql {
    const depth = this.keys.length;
    const keyNames = this.keys.map((_, i) => name(`k${i}`));
    const rows = this.#rows();
    const filled = keyNames.filter((_, i) => this.keys[i]?.present === undefined).map((key) => sql`${key} IS NOT NULL`);
    const conditions = [...filled, ...this.#shown(keyNames)];
    const figures = this.#calls.map((call, i) => sql`${call} AS ${name(`m${i}`)}`);
    const grouped = sql`SELECT ${list([...keyNames, sql`count(*) AS n`, ...figures])} FROM (${rows}) WHERE ${and(conditions)}`;
    const grouping = depth === 0 ? grouped : sql`${grouped} GROUP BY ${list(keyNames)}`;
    const shown = [...keyNames, sql`n`, ...this.#outputs, ...this.#orders, ...this.#ownTotal(keyNames)];
    return sql`SELECT ${list(shown)} FROM (${grouping})${this.#choice(keyNames)}`;
  }

  /** Leaves out rows of buckets around that are not shown. */
  #shown(keyNames: readonly Sql[]): readonly Sql[] {
    const tests: Sql[] = [];
    for (let level = this.parent; level !== null; level = level.parent) {
      const keys = level.#shownKeys();
      const column = keyNames[level.keys.length - 1];
      if (keys !== null && column !== undefined) tests.push(keys.length === 0 ? FALSE : inList(column, keys));
    }
    return tests;
  }

  /** Rows of all parts with the columns that are used, keys included. */
  #rows(): Sql {
    const keyColumns = this.keys.map((plan) => this.column(plan.key));
    const parts = this.#parts.map((part, p) => {
      const columns = this.#columns.map((expression, i) => sql`${expression[p] ?? sql`NULL`} AS ${name(`c${i}`)}`);
      const present = this.keys.flatMap((plan) => plan.present?.[p] ?? []);
      const where = and([part.where, this.#where[p] ?? TRUE, ...present]);
      return sql`SELECT ${columns.length === 0 ? sql`1` : list(columns)} FROM ${name(part.layout.docs)} WHERE ${where}`;
    });
    let rows = joined(parts, ' UNION ALL ');
    for (const [i, plan] of this.keys.entries()) {
      const column = keyColumns[i] ?? sql`NULL`;
      const key = plan.list ? sql`unnest(list_distinct(${column}))` : column;
      rows = sql`SELECT *, ${key} AS ${name(`k${i}`)} FROM (${rows})`;
    }
    return rows;
  }

  #ownTotal(keyNames: readonly Sql[]): readonly Sql[] {
    if (!this.#hasOwnTotal) return [];
    const parents = keyNames.slice(0, -1);
    return [parents.length === 0 ? sql`sum(n) OVER ()` : sql`sum(n) OVER (PARTITION BY ${list(parents)})`];
  }

  /** Leaves the wanted buckets, the first ones in order. */
  #choice(keyNames: readonly Sql[]): Sql {
    const plan = this.keys.at(-1);
    if (plan === undefined) return sql``;
    const enough = plan.minDocCount > 1 ? sql` WHERE n >= ${whole(plan.minDocCount)}` : sql``;
    const order = this.#ordering(plan, keyNames);
    const parents = keyNames.slice(0, -1);
    const most = sql`LIMIT ${whole(Math.min(plan.size ?? MAX_BUCKETS + 1, MAX_BUCKETS + 1))}`;
    if (plan.size === null) return sql`${enough} ${most}`;
    if (parents.length === 0) return sql`${enough} ORDER BY ${order} ${most}`;
    const rank = sql`row_number() OVER (PARTITION BY ${list(parents)} ORDER BY ${order})`;
    return sql`${enough} QUALIFY ${rank} <= ${whole(plan.size)}
      ORDER BY ${list(parents)}, ${order} LIMIT ${whole(MAX_BUCKETS + 1)}`;
  }

  #ordering(plan: KeysPlan, keyNames: readonly Sql[]): Sql {
    const own = keyNames.at(-1) ?? sql`n`;
    const key = plan.orderKey?.(own) ?? own;
    let metric = 0;
    const steps = plan.order.map(({ by, direction }) => {
      const value = by === '_count' ? sql`n` : by === '_key' ? key : (this.#orders[metric++] ?? key);
      return direction === 'asc' ? sql`${value} ASC NULLS LAST` : sql`${value} DESC NULLS LAST`;
    });
    return list([...steps, sql`${key} ASC`]);
  }
}

const list = (pieces: readonly Sql[]): Sql => joined(pieces, ', ');

const andAlso = (a: Expression, b: Expression): Expression => a.map((test, i) => and([test, b[i] ?? TRUE]));

function isSame(a: Expression, b: Expression): boolean {
  return a.every((piece, i) => {
    const other = b[i];
    if (piece === other) return true;
    if (other === undefined || piece.text !== other.text || piece.values.length !== other.values.length) return false;
    return piece.values.every((bound, j) => bound.value === other.values[j]?.value);
  });
}

export const ROOT = '';

export const extendPath = (path: string, key: unknown): string => {
  const text = String(key);
  return `${path}${text.length}:${text}`;
};

const pathOf = (keys: readonly unknown[]): string => keys.reduce<string>(extendPath, ROOT);

/** `column` is one of the keys, which came out of an earlier statement. */
function inList(column: Sql, keys: readonly unknown[]): Sql {
  return sql`${column} IN (${list(keys.map(parameter))})`;
}

function parameter(key: unknown): Sql {
  if (typeof key === 'string') return text(key);
  if (typeof key === 'boolean') return bool(key);
  if (typeof key === 'bigint' || Number.isSafeInteger(key)) return bigint(key as bigint | number);
  return double(Number(key));
}
