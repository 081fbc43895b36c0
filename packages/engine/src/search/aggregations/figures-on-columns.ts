import type { Coded } from '../columns/coded.ts';
import { countsOf } from '../columns/counts.ts';
import { described } from '../columns/derived.ts';
import { firstOf, lastOf, numbersOf, type Spread, spreadOf, squaresOf, sumOf } from '../columns/figures.ts';
import {
  type Begun,
  type Gatherer,
  goOn,
  NumberSums,
  ProductSums,
  RowCounts,
  SquareSums,
  ValueCounts,
} from '../columns/gather.ts';
import type { IndexColumns } from '../columns/index-columns.ts';
import { numberSource } from '../columns/number-source.ts';
import { type Grouping, groupsName, isEverything, isKept, type Passing, passing } from '../columns/selected.ts';
import { allOf, FALSE, type Sql, TRUE } from '../sql.ts';
import { DocBits, setAskedBy } from '../text/bits.ts';
import type { ColumnFigure, Expression } from './plan.ts';

/** A figure of a level with the rows it is about. */
export interface LevelFigure {
  /** Absent where only SQL can tell. */
  readonly figure: ColumnFigure | undefined;
  readonly filter: Expression | null;
}

/** Above, values are not counted for each group but added up. */
const MOST_CELLS = 1 << 18;

/** Of a group with so many documents. */
type Read = (group: number, count: number) => readonly unknown[];

/** Figures of all groups: what goes through the documents, and what is read of it afterwards. */
export interface Figures {
  readonly gatherers: readonly Begun[];
  readonly of: Read;
  /** Keeps what was gathered for other questions, and for those of later states. */
  readonly keep: () => void;
}

/** How the figures come about; null when one of them cannot. */
export async function figuresOf(
  columns: IndexColumns,
  figures: readonly LevelFigure[],
  grouping: Grouping | null,
): Promise<Figures | null> {
  const maker = new FigureMaker(columns, grouping ?? NOTHING);
  const reads: (Read | null)[] = [];
  const breath = columns.breath();
  for (const { figure, filter } of figures) {
    reads.push(figure === undefined ? null : await maker.read(figure, filter));
    if (breath.isDue) await breath.take();
  }
  const found = reads.filter((read) => read !== null);
  if (found.length < reads.length) return null;
  return {
    gatherers: [...maker.gatherers.values()],
    of: (group, count) => found.flatMap((read) => read(group, count)),
    keep: () => maker.keep(),
  };
}

/** Columns are asked for though there is nothing to group, so that all of a question are noted at once. */
const NOTHING: Grouping = { groups: 1, keys: [], tests: [], bits: null, live: null };

/** Stands for a test that asks no set. */
const NO_SET = new DocBits(0);

interface Test {
  readonly coded: Coded;
  readonly passing: Passing;
}

type Of<K extends ColumnFigure['kind']> = Extract<ColumnFigure, { readonly kind: K }>;

class FigureMaker {
  readonly #columns: IndexColumns;
  readonly #grouping: Grouping;
  readonly gatherers = new Map<string, Begun>();

  constructor(columns: IndexColumns, grouping: Grouping) {
    this.#columns = columns;
    this.#grouping = grouping;
  }

  async read(figure: ColumnFigure, filter: Expression | null): Promise<Read | null> {
    const counted = figure.kind === 'rows' && filter !== null ? this.#inSets(filter[0] ?? TRUE) : null;
    if (counted !== null) return () => [counted];
    const coded = filter === null ? null : await this.#columns.test(filter[0] ?? TRUE);
    const test = coded === null ? null : { coded, passing: passing(coded) };
    const read = await this.#make(figure, test);
    return filter === null || test !== null ? read : null;
  }

  keep(): void {
    if (!this.#isKept) return;
    for (const [about, { gatherer }] of this.gatherers) this.#columns.keepLatest(about, gatherer, gatherer.bytes);
  }

  /** What is gathered of all documents by one or two keys serves many questions. */
  get #isKept(): boolean {
    return isKept(this.#grouping);
  }

  #make(figure: ColumnFigure, test: Test | null): Promise<Read | null> {
    switch (figure.kind) {
      case 'rows':
        return this.#rows(test);
      case 'values':
        return this.#values(figure, test);
      case 'numbers':
        return this.#numbers(figure, test);
      case 'products':
        return this.#products(figure, test);
    }
  }

  /** One gatherer serves all figures that need it, and the questions after this one. */
  #gather<G extends Gatherer>(what: string, test: Test | null, make: (groups: number, test: Passing | null) => G): G {
    const about = `${groupsName(this.#grouping)} ${what} ${test?.coded.name ?? ''}`;
    // Names tell the classes apart.
    const begun = this.gatherers.get(about);
    if (begun) return begun.gatherer as G;
    const earlier = this.#isKept ? this.#columns.earlier<G>(about) : null;
    if (earlier?.nextDoc === this.#columns.version.nextDoc) return earlier.value;
    const gatherer = make(this.#grouping.groups, test?.passing ?? null);
    const from = earlier !== null && goOn(gatherer, earlier.value) ? earlier.nextDoc : 0;
    this.gatherers.set(about, { gatherer, from });
    return gatherer;
  }

  /** How many documents are in all of some sets; null where more than that is asked. */
  #inSets(test: Sql): number | null {
    const { bits, groups, tests } = this.#grouping;
    if (groups > 1 || tests.length > 0) return null;
    if (test === FALSE) return 0;
    const sets = [bits, ...allOf(test).map((each) => setAskedBy(each) ?? NO_SET)].filter((set) => set !== null);
    return sets.includes(NO_SET) || sets.length === 0 ? null : sets.reduce((one, other) => one.and(other)).size;
  }

  /** Whether the group of all documents is asked about as a whole. */
  #isWhole(test: Test | null): boolean {
    return test === null && this.#grouping.groups === 1 && isEverything(this.#grouping);
  }

  async #rows(test: Test | null): Promise<Read | null> {
    if (test !== null && this.#isWhole(null)) {
      const counts = await countsOf(this.#columns, test.coded);
      const all = counts.reduce((sum, count, i) => (test.coded.keys[i] === true ? sum + count : sum), 0);
      return () => [all];
    }
    if (test === null) return (_, count) => [count];
    const { counts } = this.#gather('rows', test, (groups, passes) => new RowCounts(groups, passes));
    return (group) => [counts[group] ?? 0];
  }

  async #values({ of, outputs, statistic }: Of<'values'>, test: Test | null): Promise<Read | null> {
    const expression = of[0] ?? TRUE;
    const coded = await this.#columns.coded(expression);
    if (coded !== null) {
      const counts = await this.#countsOf(coded, test);
      return counts && ((group) => outputs(coded.keys, counts, group * coded.keys.length));
    }
    if (statistic === undefined || !this.#isWhole(test)) return null;
    const found = await this.#columns.statistics(expression);
    return found && (() => [found[statistic]]);
  }

  /** Counts of values by group; null when they would be too many. */
  async #countsOf(coded: Coded, test: Test | null): Promise<Uint32Array | null> {
    if (this.#isWhole(test)) return countsOf(this.#columns, coded);
    const { groups } = this.#grouping;
    if (groups > 1 && groups * coded.keys.length > MOST_CELLS) return null;
    return this.#gather(`values ${coded.name}`, test, (all, passes) => new ValueCounts(all, coded, passes)).counts;
  }

  /** To count values and add them up afterwards is best for few of them; sums that are kept need not be added up again. */
  #isCountedBest({ keys }: Coded): boolean {
    const { groups } = this.#grouping;
    return groups === 1 || (!this.#isKept && groups * keys.length <= this.#columns.version.documents / 4);
  }

  async #numbers({ of, figure }: Of<'numbers'>, test: Test | null): Promise<Read | null> {
    const expression = of[0] ?? TRUE;
    const coded = await this.#columns.coded(expression);
    if (coded !== null && !numbersOf(coded.keys).areExact) return null;
    const counts = coded === null || !this.#isCountedBest(coded) ? null : await this.#countsOf(coded, test);
    if (coded !== null && counts !== null) {
      return (group) => [OF_SPREAD[figure](spreadIn(coded, counts, group))];
    }
    const source = await numberSource(this.#columns, expression);
    if (source === null) return this.#ends(expression, figure, test);
    if (figure === 'squares') {
      const squares = this.#gather(
        `squares ${described(expression)}`,
        test,
        (groups, passes) => new SquareSums(groups, source, passes),
      );
      return (group) => [squares.sum(group)];
    }
    const sums = this.#gather(
      `numbers ${described(expression)}`,
      test,
      (groups, passes) => new NumberSums(groups, source, passes),
    );
    return (group) => [OF_SUMS[figure](sums, group)];
  }

  /** Of numbers that have no room in memory those at the ends are kept. */
  async #ends(expression: Sql, figure: NumberFigure, test: Test | null): Promise<Read | null> {
    if ((figure !== 'min' && figure !== 'max') || !this.#isWhole(test)) return null;
    const ends = await this.#columns.ends(expression);
    return ends && (() => [ends[figure]]);
  }

  async #products({ value, weight, figure }: Of<'products'>, test: Test | null): Promise<Read | null> {
    const [first, second] = [value[0] ?? TRUE, weight[0] ?? TRUE];
    const values = await numberSource(this.#columns, first);
    const weights = await numberSource(this.#columns, second);
    if (values === null || weights === null) return null;
    const sums = this.#gather(
      `products ${described(first)} ${described(second)}`,
      test,
      (groups, passes) => new ProductSums(groups, values, weights, passes),
    );
    return (group) => [figure === 'sum' ? sums.sum(group) : sums.weight(group)];
  }
}

type NumberFigure = Of<'numbers'>['figure'];

const OF_SPREAD: { readonly [K in NumberFigure]: (spread: Spread) => number | null } = {
  count: ({ count }) => count,
  sum: sumOf,
  min: firstOf,
  max: lastOf,
  squares: squaresOf,
};

const OF_SUMS: {
  readonly [K in Exclude<NumberFigure, 'squares'>]: (sums: NumberSums, group: number) => number | null;
} = {
  count: ({ counts }, group) => counts[group] ?? 0,
  sum: (sums, group) => sums.sum(group),
  min: ({ counts, least }, group) => (counts[group] ? (least[group] ?? null) : null),
  max: ({ counts, most }, group) => (counts[group] ? (most[group] ?? null) : null),
};

/** The spread of a group; several figures are read of one after the other. */
function spreadIn(coded: Coded, counts: Uint32Array, group: number): Spread {
  if (last?.counts === counts && last.group === group && last.keys === coded.keys) return last.spread;
  const spread = spreadOf(coded.keys, counts, group * coded.keys.length);
  last = { counts, group, keys: coded.keys, spread };
  return spread;
}

let last: {
  readonly counts: Uint32Array;
  readonly group: number;
  readonly keys: readonly unknown[];
  readonly spread: Spread;
} | null = null;
