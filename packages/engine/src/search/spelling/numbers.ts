import { javaDouble } from '../aggregations/shown-value.ts';

const bits = new DataView(new ArrayBuffer(8));

/** A number kind of Lucene: how its limits are written, and what is next to a value. */
export interface NumberKind {
  readonly shown: (value: number) => string;
  /** What stands in its columns: numbers whose order is that of the values. */
  readonly sortable: (value: number) => string;
  /** The next value up (1) or down (-1). */
  readonly next: (value: number, step: 1 | -1) => number;
}

function doubleBits(value: number): bigint {
  bits.setFloat64(0, value);
  const raw = bits.getBigInt64(0);
  return raw < 0n ? raw ^ 0x7fffffffffffffffn : raw;
}

function doubleOf(sortable: bigint): number {
  bits.setBigInt64(0, sortable < 0n ? sortable ^ 0x7fffffffffffffffn : sortable);
  return bits.getFloat64(0);
}

function floatBits(value: number): number {
  bits.setFloat32(0, value);
  const raw = bits.getInt32(0);
  return raw < 0 ? raw ^ 0x7fffffff : raw;
}

function floatOf(sortable: number): number {
  bits.setInt32(0, sortable < 0 ? sortable ^ 0x7fffffff : sortable);
  return bits.getFloat32(0);
}

/** The shortest decimal that is read as the same 32 bits. */
function shortest(value: number): number {
  for (let digits = 1; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return rounded;
  }
  return Number(value.toPrecision(9));
}

export const DOUBLE: NumberKind = {
  shown: javaDouble,
  sortable: (value) => String(doubleBits(value)),
  next: (value, step) => (Number.isFinite(value) ? doubleOf(doubleBits(value) + BigInt(step)) : value),
};

export const FLOAT: NumberKind = {
  shown: (value) => javaDouble(Number.isFinite(value) ? shortest(Math.fround(value)) : value),
  sortable: (value) => String(floatBits(value)),
  next: (value, step) => (Number.isFinite(value) ? floatOf(floatBits(value) + step) : value),
};

/** First and last whole number of each type. */
export const WHOLE_LIMITS: ReadonlyMap<string, readonly [bigint, bigint]> = new Map([
  // numbers below 32 bits are kept in as many
  ...['byte', 'short', 'integer', 'token_count'].map((type) => [type, [-(2n ** 31n), 2n ** 31n - 1n]] as const),
  ...['long', 'scaled_float', 'date', 'date_nanos'].map((type) => [type, [-(2n ** 63n), 2n ** 63n - 1n]] as const),
  ['unsigned_long', [0n, 2n ** 64n - 1n]],
]);
