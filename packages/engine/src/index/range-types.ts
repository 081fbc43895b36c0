/** Types of fields that hold ranges, with the SQL type of their ends. An address is 32 hexadecimal digits. */
export const RANGE_SQL = {
  integer_range: 'BIGINT',
  long_range: 'BIGINT',
  float_range: 'DOUBLE',
  double_range: 'DOUBLE',
  date_range: 'BIGINT',
  ip_range: 'VARCHAR',
} as const;

export type RangeType = keyof typeof RANGE_SQL;
export type RangeEnd = bigint | number | string;

/** A range as it is kept: both ends belong to it. */
export interface KeptRange {
  readonly gte: RangeEnd;
  readonly lte: RangeEnd;
}

export const isRangeType = (type: string): type is RangeType => Object.hasOwn(RANGE_SQL, type);

const LONG = { gte: -(2n ** 63n), lte: 2n ** 63n - 1n };
const REAL = { gte: Number.NEGATIVE_INFINITY, lte: Number.POSITIVE_INFINITY };

/** The range of everything: what an end is that is left open. */
export const EVERYTHING: Readonly<Record<RangeType, KeptRange>> = {
  integer_range: { gte: -(2n ** 31n), lte: 2n ** 31n - 1n },
  long_range: LONG,
  float_range: REAL,
  double_range: REAL,
  date_range: LONG,
  ip_range: { gte: '0'.repeat(32), lte: 'f'.repeat(32) },
};

/** The next value in a direction, for an end that does not belong to the range. */
export function neighbour(type: RangeType, end: RangeEnd, step: 1 | -1): RangeEnd {
  if (typeof end === 'bigint') return end + BigInt(step);
  if (typeof end === 'string') return addressDigits(BigInt(`0x${end}`) + BigInt(step));
  return type === 'float_range' ? nextFloat(end, step) : nextDouble(end, step);
}

/** An address of 128 bits as text that sorts as it does. */
export const addressDigits = (address: bigint): string => address.toString(16).padStart(32, '0');

const view = new DataView(new ArrayBuffer(8));

function nextDouble(value: number, step: 1 | -1): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return step * Number.MIN_VALUE;
  view.setFloat64(0, value);
  view.setBigInt64(0, view.getBigInt64(0) + BigInt(value > 0 ? step : -step));
  return view.getFloat64(0);
}

const LEAST_FLOAT = 2 ** -149;

function nextFloat(value: number, step: 1 | -1): number {
  if (!Number.isFinite(value)) return value;
  if (value === 0) return step * LEAST_FLOAT;
  view.setFloat32(0, value);
  view.setInt32(0, view.getInt32(0) + (value > 0 ? step : -step));
  return view.getFloat32(0);
}
