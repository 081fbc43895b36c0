/** Different numbers with how often each stands there, ascending; those that stand nowhere included. */
export interface Spread {
  readonly values: Float64Array;
  readonly counts: Uint32Array;
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
  const sorted = Float64Array.from(ascending, (code) => byCode[code] ?? 0);
  const areExact = sorted.every(Number.isFinite) && keys.every(isExact);
  const made = { byCode, ascending, sorted, areExact };
  known.set(keys, made);
  return made;
}

/** Numbers of a column from the counts of its codes, which begin at `from`. */
export function spreadOf(keys: readonly unknown[], counts: Uint32Array, from = 0): Spread {
  const { ascending, sorted } = numbersOf(keys);
  const own = Uint32Array.from(ascending, (code) => counts[from + code] ?? 0);
  return { values: sorted, counts: own, count: own.reduce((sum, count) => sum + count, 0) };
}

export const firstOf = ({ values, counts }: Spread): number | null => values[counts.findIndex((n) => n > 0)] ?? null;

export const lastOf = ({ values, counts }: Spread): number | null => values[counts.findLastIndex((n) => n > 0)] ?? null;

/** The exact sum of whole numbers, of others the nearest number to it as far as twice the digits tell. */
export function sumOf({ values, counts, count }: Spread): number | null {
  if (count === 0) return null;
  const sum = new Sum();
  for (let i = 0; i < values.length; i++) {
    const times = counts[i] ?? 0;
    if (times > 0) sum.addProduct(values[i] ?? 0, times);
  }
  return sum.value;
}

export function squaresOf({ values, counts, count }: Spread): number | null {
  if (count === 0) return null;
  const sum = new Sum();
  for (let i = 0; i < values.length; i++) {
    const times = counts[i] ?? 0;
    const value = values[i] ?? 0;
    if (times > 0) sum.addProduct(value * value, times);
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
export function valueAt({ values, counts }: Spread, place: number): number | null {
  let before = 0;
  for (let i = 0; i < values.length; i++) {
    before += counts[i] ?? 0;
    if (before > place) return values[i] ?? null;
  }
  return null;
}
