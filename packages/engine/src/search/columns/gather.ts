import type { Coded } from './coded.ts';
import { numbersOf } from './figures.ts';
import { filled } from './filled.ts';
import type { Passing, Selected } from './selected.ts';

/** Takes in documents with the group of each. */
export interface Gatherer {
  readonly bytes: number;
  /** What it gathers, each by the number of a group times `width`. */
  readonly cells: readonly Cells[];
  readonly width: number;
  readonly add: (documents: Selected) => void;
}

type Cells = Uint32Array | Float64Array;

/** A gatherer that has the documents below some number already. */
export interface Begun {
  readonly gatherer: Gatherer;
  readonly from: number;
}

/** Has a gatherer go on from what another of its kind has, whose groups are the first of its own; false where cells lie elsewhere. */
export function goOn({ cells, width }: Gatherer, earlier: Gatherer): boolean {
  const fits = earlier.width === width && cells.every((own, at) => (earlier.cells[at]?.length ?? 0) <= own.length);
  if (fits) for (const [at, own] of cells.entries()) own.set(earlier.cells[at] ?? []);
  return fits;
}

/** How many documents each group has. */
export class RowCounts implements Gatherer {
  readonly counts: Uint32Array;
  readonly #test: Passing | null;

  constructor(groups: number, test: Passing | null) {
    this.counts = new Uint32Array(groups);
    this.#test = test;
  }

  get bytes(): number {
    return this.counts.byteLength;
  }

  get cells() {
    return [this.counts];
  }

  readonly width = 1;

  add({ docs, groups, length }: Selected): void {
    const { counts } = this;
    const test = this.#test;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (test !== null && test.pass[test.codes[doc] ?? 0] === 0) continue;
      const group = groups[i] ?? 0;
      counts[group] = (counts[group] ?? 0) + 1;
    }
  }
}

/** How often each value stands in each group. */
export class ValueCounts implements Gatherer {
  readonly counts: Uint32Array;
  readonly coded: Coded;
  readonly #test: Passing | null;

  constructor(groups: number, coded: Coded, test: Passing | null) {
    this.counts = new Uint32Array(groups * coded.keys.length);
    this.coded = coded;
    this.#test = test;
  }

  get bytes(): number {
    return this.counts.byteLength;
  }

  get cells() {
    return [this.counts];
  }

  get width(): number {
    return this.coded.keys.length;
  }

  add({ docs, groups, length }: Selected): void {
    const { counts } = this;
    const { codes, map, keys } = this.coded;
    const test = this.#test;
    const size = keys.length;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (test !== null && test.pass[test.codes[doc] ?? 0] === 0) continue;
      const group = groups[i] ?? 0;
      const code = codes[doc] ?? 0;
      const at = group * size + (map === null ? code : (map[code] ?? 0));
      counts[at] = (counts[at] ?? 0) + 1;
    }
  }
}

/** Numbers of documents: by code, or each its own. */
export interface NumberSource {
  readonly coded: Coded | null;
  readonly values: Float64Array;
}

/** A column with few different numbers as a source of them. */
export function numbersByCode(coded: Coded): NumberSource {
  const { byCode } = numbersOf(coded.keys);
  const { map } = coded;
  const values =
    map === null ? byCode : filled(new Float64Array(map.length), (code) => byCode[map[code] ?? 0] ?? Number.NaN);
  return { coded, values };
}

/** Count, sum and extremes of the numbers of each group. */
export class NumberSums implements Gatherer {
  readonly counts: Uint32Array;
  readonly sums: Float64Array;
  readonly rests: Float64Array;
  readonly least: Float64Array;
  readonly most: Float64Array;
  readonly #source: NumberSource;
  readonly #test: Passing | null;

  constructor(groups: number, source: NumberSource, test: Passing | null) {
    this.counts = new Uint32Array(groups);
    this.sums = new Float64Array(groups);
    this.rests = new Float64Array(groups);
    this.least = new Float64Array(groups).fill(Number.POSITIVE_INFINITY);
    this.most = new Float64Array(groups).fill(Number.NEGATIVE_INFINITY);
    this.#source = source;
    this.#test = test;
  }

  get bytes(): number {
    return 36 * this.counts.length;
  }

  get cells() {
    return [this.counts, this.sums, this.rests, this.least, this.most];
  }

  readonly width = 1;

  /** Null without numbers. */
  sum(group: number): number | null {
    return sumOf(this.counts, this.sums, this.rests, group);
  }

  add({ docs, groups, length }: Selected): void {
    const { coded, values } = this.#source;
    const test = this.#test;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (test !== null && test.pass[test.codes[doc] ?? 0] === 0) continue;
      const group = groups[i] ?? 0;
      const value = values[coded === null ? doc : (coded.codes[doc] ?? 0)] ?? Number.NaN;
      if (!Number.isNaN(value)) this.#take(group, value);
    }
  }

  #take(group: number, value: number): void {
    this.counts[group] = (this.counts[group] ?? 0) + 1;
    addExactly(this.sums, this.rests, group, value);
    if (value < (this.least[group] ?? 0)) this.least[group] = value;
    if (value > (this.most[group] ?? 0)) this.most[group] = value;
  }
}

/** Sum of the squares of the numbers of each group. */
export class SquareSums implements Gatherer {
  readonly sums: Float64Array;
  readonly rests: Float64Array;
  readonly counts: Uint32Array;
  readonly #source: NumberSource;
  readonly #test: Passing | null;

  constructor(groups: number, source: NumberSource, test: Passing | null) {
    this.sums = new Float64Array(groups);
    this.rests = new Float64Array(groups);
    this.counts = new Uint32Array(groups);
    this.#source = source;
    this.#test = test;
  }

  get bytes(): number {
    return 20 * this.counts.length;
  }

  get cells() {
    return [this.counts, this.sums, this.rests];
  }

  readonly width = 1;

  /** Null without numbers. */
  sum(group: number): number | null {
    return sumOf(this.counts, this.sums, this.rests, group);
  }

  add({ docs, groups, length }: Selected): void {
    const test = this.#test;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (test !== null && test.pass[test.codes[doc] ?? 0] === 0) continue;
      const group = groups[i] ?? 0;
      const value = numberAt(this.#source, doc);
      if (Number.isNaN(value)) continue;
      this.counts[group] = (this.counts[group] ?? 0) + 1;
      addExactly(this.sums, this.rests, group, value * value);
    }
  }
}

/** Sums of the products of two numbers, and of the second, where both are there. */
export class ProductSums implements Gatherer {
  readonly sums: Float64Array;
  readonly rests: Float64Array;
  readonly weights: Float64Array;
  readonly weightRests: Float64Array;
  readonly counts: Uint32Array;
  readonly #value: NumberSource;
  readonly #weight: NumberSource;
  readonly #test: Passing | null;

  constructor(groups: number, value: NumberSource, weight: NumberSource, test: Passing | null) {
    this.counts = new Uint32Array(groups);
    this.sums = new Float64Array(groups);
    this.rests = new Float64Array(groups);
    this.weights = new Float64Array(groups);
    this.weightRests = new Float64Array(groups);
    this.#value = value;
    this.#weight = weight;
    this.#test = test;
  }

  get bytes(): number {
    return 36 * this.counts.length;
  }

  get cells() {
    return [this.counts, this.sums, this.rests, this.weights, this.weightRests];
  }

  readonly width = 1;

  sum(group: number): number | null {
    return sumOf(this.counts, this.sums, this.rests, group);
  }

  weight(group: number): number | null {
    return sumOf(this.counts, this.weights, this.weightRests, group);
  }

  add({ docs, groups, length }: Selected): void {
    const [first, second] = [this.#value, this.#weight];
    const test = this.#test;
    for (let i = 0; i < length; i++) {
      const doc = docs[i] ?? 0;
      if (test !== null && test.pass[test.codes[doc] ?? 0] === 0) continue;
      const group = groups[i] ?? 0;
      const value = numberAt(first, doc);
      const weight = numberAt(second, doc);
      if (Number.isNaN(value) || Number.isNaN(weight)) continue;
      this.counts[group] = (this.counts[group] ?? 0) + 1;
      addExactly(this.sums, this.rests, group, value * weight);
      addExactly(this.weights, this.weightRests, group, weight);
    }
  }
}

const numberAt = ({ coded, values }: NumberSource, doc: number): number =>
  values[coded === null ? doc : (coded.codes[doc] ?? 0)] ?? Number.NaN;

/** Adds a value to a sum and what rounding takes from it to another. */
function addExactly(sums: Float64Array, rests: Float64Array, at: number, value: number): void {
  const before = sums[at] ?? 0;
  const sum = before + value;
  const lost = Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
  if (lost !== 0) rests[at] = (rests[at] ?? 0) + lost;
  sums[at] = sum;
}

function sumOf(counts: Uint32Array, sums: Float64Array, rests: Float64Array, group: number): number | null {
  if (!counts[group]) return null;
  const [sum, rest] = [sums[group] ?? 0, rests[group] ?? 0];
  return Number.isFinite(rest) ? sum + rest : sum;
}
