import { filled } from './filled.ts';

/** Different numbers with how often each stands there, ascending. */
export interface Spread {
  readonly values: readonly number[];
  readonly counts: readonly number[];
  /** How many stand there up to each of them. */
  readonly ends: readonly number[];
  readonly count: number;
}

interface Numbers {
  /** The number of each code; NaN where it is none. */
  readonly byCode: Float64Array;
  /** Codes of numbers, ascending. */
  readonly ascending: Uint16Array;
  readonly sorted: Float64Array;
  /** Whether all of them are finite, and the very numbers the keys are. */
  readonly areExact: boolean;
}

const known = new WeakMap<readonly unknown[], Numbers>();

const isExact = (key: unknown): boolean => typeof key !== 'bigint' || BigInt(Number(key)) === key;

/** Keys as numbers. */
export function numbersOf(keys: readonly unknown[]): Numbers {
  const found = known.get(keys);
  if (found) return found;
  const byCode = Float64Array.from(keys, (key) => (key === null ? Number.NaN : Number(key)));
  const codes = keys.flatMap((key, code) => (key === null ? [] : [code]));
  const ascending = Uint16Array.from(codes.sort((a, b) => (byCode[a] ?? 0) - (byCode[b] ?? 0)));
  const sorted = filled(new Float64Array(ascending.length), (i) => byCode[ascending[i] ?? 0] ?? 0);
  const areExact = sorted.every(Number.isFinite) && keys.every(isExact);
  const made = { byCode, ascending, sorted, areExact };
  known.set(keys, made);
  return made;
}

/** Numbers of a column from the counts of its codes, which begin at `from`. */
export function spreadOf(keys: readonly unknown[], counts: Uint32Array, from = 0): Spread {
  const { ascending, sorted } = numbersOf(keys);
  const spread = new SpreadMaker();
  for (let i = 0; i < sorted.length; i++) spread.add(sorted[i] ?? 0, counts[from + (ascending[i] ?? 0)] ?? 0);
  return spread.done();
}

/** Takes in different numbers, ascending. Many groups have a spread each, for which typed arrays would take longer to make. */
export class SpreadMaker {
  readonly #values: number[] = [];
  readonly #counts: number[] = [];
  readonly #ends: number[] = [];
  #count = 0;

  add(value: number, times: number): void {
    if (times === 0) return;
    this.#count += times;
    this.#values.push(value);
    this.#counts.push(times);
    this.#ends.push(this.#count);
  }

  done(): Spread {
    return { values: this.#values, counts: this.#counts, ends: this.#ends, count: this.#count };
  }
}

export const firstOf = ({ values }: Spread): number | null => values[0] ?? null;

export const lastOf = ({ values }: Spread): number | null => values.at(-1) ?? null;

/** The exact sum of whole numbers, of others the nearest number to it as far as twice the digits tell. */
export function sumOf({ values, counts, count }: Spread): number | null {
  if (count === 0) return null;
  const sum = new Sum();
  for (let i = 0; i < values.length; i++) sum.addProduct(values[i] ?? 0, counts[i] ?? 0);
  return sum.value;
}

export function squaresOf({ values, counts, count }: Spread): number | null {
  if (count === 0) return null;
  const sum = new Sum();
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    sum.addProduct(value * value, counts[i] ?? 0);
  }
  return sum.value;
}

/** A sum with what rounding took from it. */
export class Sum {
  #sum = 0;
  #rest = 0;

  add(value: number): void {
    const sum = this.#sum + value;
    this.#rest += Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }

  addProduct(value: number, times: number): void {
    const product = value * times;
    this.add(product);
    this.#rest += roundedOff(value, times, product);
  }

  get value(): number {
    return Number.isFinite(this.#rest) ? this.#sum + this.#rest : this.#sum;
  }
}

/** What a product of two numbers lost, by Dekker's halves. */
function roundedOff(a: number, b: number, product: number): number {
  const [aHigh, bHigh] = [upperHalf(a), upperHalf(b)];
  const [aLow, bLow] = [a - aHigh, b - bHigh];
  return aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow);
}

const upperHalf = (value: number): number => {
  const lifted = value * 134_217_729;
  return lifted - (lifted - value);
};

/** The value at a place among all, counted from 0. */
export function valueAt({ values, ends }: Spread, place: number): number | null {
  let [low, high] = [0, values.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return values[low] ?? null;
}
