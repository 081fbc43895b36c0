import type { DuckDBConnection } from '@duckdb/node-api';
import { Breath } from '../../store/breath.ts';
import type { IndexPart } from '../part.ts';
import { rowsOf } from '../run.ts';
import { and, bigint, bool, double, FALSE, joined, name, or, type Sql, sql, text, whole } from '../sql.ts';
import { MAX_BUCKETS, MAX_FIGURES, tooManyBuckets, tooManyFigures } from './bucket-limit.ts';
import { DistinctExpressions } from './distinct-expressions.ts';
import type { LevelFigure } from './figures-on-columns.ts';
import { extendPath, pathOf, ROOT } from './key-path.ts';
import { rowsOnColumns } from './level-on-columns.ts';
import { arrange, keyColumns, keyName, type RowsStep, rowsFrom, textOfSteps } from './level-rows.ts';
import type { Expression, KeysPlan, MetricColumn } from './plan.ts';

/** Rows of a level by the bucket around them. */
export interface LevelRow {
  readonly keys: readonly unknown[];
  readonly path: string;
  readonly docCount: number;
  readonly values: readonly unknown[];
  readonly orders: readonly unknown[];
}

/** Outcomes of a level of other rows, joined by the keys of the buckets. */
interface Side {
  readonly level: Level;
  readonly prefix: string;
  readonly outcomes: Sql[];
}

/** How many rows a bucket has, in the statement that makes it. */
export const ROWS = sql`n`;

const KEY_LIMIT = 1000;
const COMBINATION_LIMIT = 100;

/** One statement has so many figures at most; of more, each has fewer, for the time DuckDB takes to plan it grows with their square. */
const MOST_FIGURES_AT_ONCE = 64;
const SOME_FIGURES = 32;

/** The buckets of one path of keys with all their figures: one statement. */
export class Level {
  readonly parts: readonly IndexPart[];
  readonly parent: Level | null;
  readonly steps: readonly RowsStep[];
  /** The keys its own buckets are told apart by; null when it has one bucket per bucket around. */
  readonly plan: KeysPlan | null;
  /** How many keys tell its buckets apart, those of the buckets around included. */
  readonly depth: number;
  readonly #columns = new DistinctExpressions();
  readonly #calls = new DistinctExpressions();
  readonly #outputs: Sql[] = [];
  readonly #figures: LevelFigure[] = [];
  #orders: readonly Sql[] = [];
  readonly #sides: Side[] = [];
  #hasOwnTotal = false;
  #byParent: ReadonlyMap<string, readonly LevelRow[]> = new Map();
  #byPath: ReadonlyMap<string, LevelRow> = new Map();

  constructor(parts: readonly IndexPart[], parent: Level | null, steps: readonly RowsStep[]) {
    this.parts = parts;
    this.parent = parent;
    this.steps = [...(parent?.steps ?? []), ...steps];
    const last = steps.at(-1);
    this.plan = last?.kind === 'keys' ? last.plan : null;
    this.depth = keyColumns(this.steps).length;
  }

  get #ownKeys(): number {
    return this.plan?.keys.length ?? 0;
  }

  /** Names a value of the rows. */
  readonly column = (expression: Expression): Sql => name(`c${this.#columns.place(expression)}`);

  /** Adds figures, over the rows that pass `filter`; answers where their outputs and outcomes stand. */
  add(
    columns: readonly MetricColumn[],
    filter: Expression | null,
  ): { readonly from: number; readonly outcomes: Sql[] } {
    const from = this.#outputs.length;
    const outcomes: Sql[] = [];
    for (const { call, where, outputs, figure } of columns) {
      this.#figures.push({ figure, filter });
      const tests = [...(where ? [where] : []), ...(filter ? [this.column(filter)] : [])];
      const whole = tests.length === 0 ? call : sql`${call} FILTER (WHERE ${and(tests)})`;
      const outcome = this.#outcome(whole);
      outcomes.push(outcome);
      this.#outputs.push(...(outputs ? outputs(outcome) : [outcome]));
    }
    if (this.#outputs.length > MAX_FIGURES) throw tooManyFigures();
    return { from, outcomes };
  }

  #outcome(call: Sql): Sql {
    return name(`m${this.#calls.place([call])}`);
  }

  /** Values to order the buckets by besides their key and count. */
  orderBy(orders: readonly Sql[]): void {
    this.#orders = orders;
  }

  /**
   * Takes outcomes of a level inside this one, of other rows but the same buckets, beside its own: to order the buckets
   * by them. What is answered names an outcome here; NULL for a bucket without such rows.
   */
  beside(level: Level): (outcome: Sql) => Sql {
    const prefix = `s${this.#sides.length}`;
    const side: Side = { level, prefix, outcomes: [] };
    this.#sides.push(side);
    return (outcome) => name(`${prefix}_v${side.outcomes.push(outcome) - 1}`);
  }

  /** Takes the count of a level without keys as known, when no statement is needed for anything else. */
  assume(total: number): boolean {
    if (this.depth > 0 || this.#calls.all.length > 0) return false;
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
    const rows = (await this.#onColumns()) ?? (await this.#asked(connection));
    if (rows.length > MAX_BUCKETS) throw tooManyBuckets();
    const byParent = new Map<string, LevelRow[]>();
    const byPath = new Map<string, LevelRow>();
    const { depth } = this;
    const around = depth - this.#ownKeys;
    const end = depth + 1 + this.#outputs.length;
    const breath = new Breath(connection);
    for (const row of rows) {
      const parentPath = around === 0 ? ROOT : pathOf(row.slice(0, around));
      let path = parentPath;
      for (let i = around; i < depth; i++) path = extendPath(path, row[i]);
      const made: LevelRow = {
        keys: row.slice(0, depth),
        path,
        docCount: Number(row[depth]),
        values: row.slice(depth + 1, end),
        orders: row.slice(end),
      };
      byPath.set(made.path, made);
      const siblings = byParent.get(parentPath);
      if (siblings) siblings.push(made);
      else byParent.set(parentPath, [made]);
      if (breath.isDue) await breath.take();
    }
    this.#byParent = byParent;
    this.#byPath = byPath;
  }

  /** All rows with all figures; very many figures are asked for some at a time. */
  async #asked(connection: DuckDBConnection): Promise<readonly (readonly unknown[])[]> {
    const { depth } = this;
    const all = this.#outputs;
    if (all.length <= MOST_FIGURES_AT_ONCE || this.#orders.length > 0) return rowsOf(connection, this.statement());
    const rows: unknown[][] = [];
    const byPath = new Map<string, unknown[]>();
    for (let from = 0; from < all.length; from += SOME_FIGURES) {
      const some = all.slice(from, from + SOME_FIGURES);
      for (const row of await rowsOf(connection, this.statement(some))) {
        const path = pathOf(row.slice(0, depth));
        // what all of its buckets hold together stands behind the figures
        const known = byPath.get(path);
        if (known !== undefined) known.splice(depth + 1 + from, 0, ...row.slice(depth + 1, depth + 1 + some.length));
        else byPath.set(path, rows[rows.push([...row]) - 1] ?? []);
      }
      if (rows.length > MAX_BUCKETS) break;
    }
    return rows;
  }

  /** The rows of the statement without asking it. */
  async #onColumns(): Promise<readonly (readonly unknown[])[] | null> {
    const { parts, steps, plan, parent } = this;
    const [part, ...more] = parts;
    if (part === undefined || part.columns === null || more.length > 0 || this.#orders.length > 0) return null;
    return rowsOnColumns({
      part,
      columns: part.columns,
      steps,
      plan,
      figures: this.#figures,
      hasOwnTotal: this.#hasOwnTotal,
      isShown: (path) => parent === null || parent.row(path) !== undefined,
    });
  }

  /** Only the shown keys of the last plan, when they are few and others are not shown: those inside need no other. */
  #onlyShown(): Sql | null {
    const { plan } = this;
    const size = plan?.size ?? null;
    const isCut = [...this.#byParent.values()].some((rows) => rows.length >= (size ?? rows.length + 1));
    if (plan === null || size === null || !isCut) return null;
    const rows = [...this.#byPath.values()];
    const names = Array.from({ length: this.#ownKeys }, (_, i) => keyName(this.depth - this.#ownKeys + i));
    const [column] = names;
    if (names.length === 1 && column !== undefined) {
      const keys = [...new Set(rows.map((row) => row.keys.at(-1)))];
      if (keys.length > KEY_LIMIT || keys.includes(null)) return null;
      return keys.length === 0 ? FALSE : sql`${column} IN (${list(keys.map(parameter))})`;
    }
    if (rows.length > COMBINATION_LIMIT) return null;
    const own = (row: LevelRow) => row.keys.slice(this.depth - this.#ownKeys);
    return or(rows.map((row) => and(own(row).map((key, i) => isKey(names[i] ?? sql`NULL`, key)))));
  }

  /** Its buckets, with some of the figures or all of them. */
  statement(outputs?: readonly Sql[]): Sql {
    const keyNames = this.#keyNames;
    const shown = [...keyNames, ROWS, ...(outputs ?? this.#outputs), ...this.#orders, ...this.#ownTotal(keyNames)];
    // Outcomes of other rows are wanted where buckets are put in order, not where they are read.
    const besides = this.plan === null ? sql`` : this.#besides();
    return sql`SELECT ${list(shown)} FROM (${this.#grouped(outputs)})${besides}${this.#choice(keyNames)}`;
  }

  get #keyNames(): readonly Sql[] {
    return Array.from({ length: this.depth }, (_, i) => keyName(i));
  }

  #besides(): Sql {
    const keyNames = this.#keyNames;
    return this.#sides.reduce((before, { level, prefix, outcomes }) => {
      const own = (at: number): Sql => name(`${prefix}_${at}`);
      const columns = [
        ...keyNames.map((key, at) => sql`${key} AS ${own(at)}`),
        ...outcomes.map((outcome, at) => sql`${outcome} AS ${name(`${prefix}_v${at}`)}`),
      ];
      const same = and(keyNames.map((key, at) => sql`${key} IS NOT DISTINCT FROM ${own(at)}`));
      return sql`${before} LEFT JOIN (SELECT ${list(columns)} FROM (${level.#grouped()})${level.#besides()}) ON ${same}`;
    }, sql``);
  }

  /** The buckets with the outcomes of all calls, or of those that some figures are made of. */
  #grouped(outputs?: readonly Sql[]): Sql {
    const keyNames = this.#keyNames;
    const arranged = arrange(this.steps, this.column);
    const isMeant = outputs === undefined ? null : namesIn(outputs.map((output) => output.text));
    const calls = this.#calls.all
      .map(([call = ROWS], i) => ({ call, as: `m${i}` }))
      .filter(({ as }) => isMeant?.has(as) !== false);
    const isRead = isMeant && namesIn([...calls.map(({ call }) => call.text), textOfSteps(arranged)]);
    const columns = this.#columns.all
      .map((expression, i) => [`c${i}`, expression] as const)
      .filter(([as]) => isRead?.has(as) !== false);
    const rows = rowsFrom(this.parts, arranged, new Map(columns));
    const filled = arranged.unsure.map((key) => sql`${key} IS NOT NULL`);
    const conditions = [...filled, ...this.#wanted(keyNames), ...this.#shown()];
    const figures = calls.map(({ call, as }) => sql`${call} AS ${name(as)}`);
    const grouped = sql`SELECT ${list([...keyNames, sql`count(*) AS ${ROWS}`, ...figures])} FROM (${rows}) WHERE ${and(conditions)}`;
    return this.depth === 0 ? grouped : sql`${grouped} GROUP BY ${list(keyNames)}`;
  }

  /** Which keys of each plan on the way are looked for at all. */
  #wanted(keyNames: readonly Sql[]): readonly Sql[] {
    let from = 0;
    return this.steps.flatMap((step) => {
      if (step.kind !== 'keys') return [];
      const own = keyNames.slice(from, from + step.plan.keys.length);
      from += own.length;
      return step.plan.wanted === undefined ? [] : [step.plan.wanted(own)];
    });
  }

  /** Leaves out rows of buckets around that are not shown. */
  #shown(): readonly Sql[] {
    const tests: Sql[] = [];
    for (let level = this.parent; level !== null; level = level.parent) {
      const only = level.#onlyShown();
      if (only !== null) tests.push(only);
    }
    return tests;
  }

  #ownTotal(keyNames: readonly Sql[]): readonly Sql[] {
    if (!this.#hasOwnTotal) return [];
    const parents = keyNames.slice(0, this.depth - this.#ownKeys);
    return [parents.length === 0 ? sql`sum(${ROWS}) OVER ()` : sql`sum(${ROWS}) OVER (PARTITION BY ${list(parents)})`];
  }

  /** Leaves the wanted buckets, the first ones in order. */
  #choice(keyNames: readonly Sql[]): Sql {
    const { plan } = this;
    if (plan === null) return sql``;
    const limits = [
      ...(plan.minDocCount > 1 ? [sql`${ROWS} >= ${whole(plan.minDocCount)}`] : []),
      ...(plan.maxDocCount === undefined ? [] : [sql`${ROWS} <= ${whole(plan.maxDocCount)}`]),
    ];
    const enough = limits.length === 0 ? sql`` : sql` WHERE ${and(limits)}`;
    const parents = keyNames.slice(0, this.depth - this.#ownKeys);
    const order = this.#ordering(plan, keyNames.slice(parents.length));
    const most = sql`LIMIT ${whole(Math.min(plan.size ?? MAX_BUCKETS + 1, MAX_BUCKETS + 1))}`;
    if (plan.size === null) return sql`${enough} ${most}`;
    if (parents.length === 0) return sql`${enough} ORDER BY ${order} ${most}`;
    const rank = sql`row_number() OVER (PARTITION BY ${list(parents)} ORDER BY ${order})`;
    return sql`${enough} QUALIFY ${rank} <= ${whole(plan.size)}
      ORDER BY ${list(parents)}, ${order} LIMIT ${whole(MAX_BUCKETS + 1)}`;
  }

  #ordering(plan: KeysPlan, own: readonly Sql[]): Sql {
    const values = own.map((key, at) => plan.orderKey?.(key, at) ?? key);
    const ascending = plan.orderKeys?.(own) ?? list(values.map((value) => sql`${value} ASC`));
    let metric = 0;
    const steps = plan.order.map(({ by, direction }) => {
      if (by === '_key' && direction === 'asc') return plan.orderKeys?.(own) ?? list(values.map(ascendingLast));
      if (by === '_key') return list(values.map(descendingLast));
      const value = by === '_count' ? ROWS : (this.#orders[metric++] ?? ROWS);
      return direction === 'asc' ? ascendingLast(value) : descendingLast(value);
    });
    return list([...steps, ascending]);
  }
}

/** Names in our own SQL, where values stand as parameters. */
const namesIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((each) => each.match(/\b[cm]\d+\b/g) ?? []));

const ascendingLast = (value: Sql): Sql => sql`${value} ASC NULLS LAST`;
const descendingLast = (value: Sql): Sql => sql`${value} DESC NULLS LAST`;

const list = (pieces: readonly Sql[]): Sql => joined(pieces, ', ');

/** `column` is one of the keys, which came out of an earlier statement. */
const isKey = (column: Sql, key: unknown): Sql =>
  key === null ? sql`${column} IS NULL` : sql`${column} = ${parameter(key)}`;

export function parameter(key: unknown): Sql {
  if (typeof key === 'string') return text(key);
  if (typeof key === 'boolean') return bool(key);
  if (typeof key === 'bigint' || Number.isSafeInteger(key)) return bigint(key as bigint | number);
  return double(Number(key));
}
