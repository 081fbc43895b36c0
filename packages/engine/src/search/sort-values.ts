import {
  type DateFormat,
  dateFormat,
  type FieldSort,
  millisOf,
  readDateNanos,
  type Scalar,
  UTC,
} from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { dateNanosText, nanosFault } from '../index/nanos.ts';
import { addressKeyOf, addressOfKey } from './address-order.ts';
import { asLong } from './as-long.ts';
import { booleanOf, numberOf } from './clauses/values.ts';
import { type FieldSource, hasNanos, isNumber, isWhole } from './index-fields.ts';
import type { SortValue } from './response.ts';
import { bigint, bool, double, type Sql, text } from './sql.ts';
import { floatText } from './text/bm25.ts';

/** A sort value that is shown as it is. */
export const same = (value: SortValue): SortValue => value;

/** An address is shown as it is written, not as the key it is ordered by. */
export const shownAddress = (value: SortValue): SortValue => (typeof value === 'string' ? addressOfKey(value) : value);

/** Kept in 32 bits: shown in as few digits as tell it apart, and read as the same value again, unless it is ordered as a whole number. */
const isSingle = ({ type }: FieldSource, { numericType }: FieldSort): boolean =>
  (type === 'float' || type === 'half_float') && numericType !== 'long' && numericType !== 'date';

/** Text where an order has numbers. */
export const noNumber = (given: Scalar, hint: string) =>
  malformed(`For input string: "${given}"`, hint, { type: 'number_format_exception' });

/** A value given from outside, one to search after or to stand for a missing one, as the field is sorted by it. */
export function parameterFor(
  source: FieldSource,
  sort: FieldSort,
  now: number,
  isAddress: boolean,
): (given: Scalar) => Sql {
  if (isAddress) return (given) => text(addressKeyOf(String(given)));
  if (source.type === 'boolean') return (given) => bool(given === 1 || (given !== 0 && booleanOf(source, given)));
  if (source.type === 'date') {
    return (given) => {
      if (typeof given === 'boolean') throw malformed(`[${given}] is no date, field [${source.path}] is sorted by`);
      return bigint(momentOf(given, source, sort, now));
    };
  }
  if (isSingle(source, sort)) return (given) => double(Math.fround(numberOf(source, given)));
  if (isNumber(source.type)) {
    const isLong = isWhole(source.type) && sort.numericType !== 'double';
    return (given) => {
      if (typeof given === 'string' && /^-?\d{1,20}$/.test(given)) return bigint(BigInt(given));
      if (isLong && typeof given === 'string')
        throw noNumber(given, `Field [${source.path}] is sorted by whole numbers.`);
      return double(numberOf(source, given));
    };
  }
  return (given) => text(String(given));
}

/** Dates with nanoseconds are sorted by these, so that a number is one of nanoseconds too. */
function momentOf(given: string | number, source: FieldSource, sort: FieldSort, now: number): bigint {
  const isNanos = isByNanos(source, sort);
  if (isNanos && typeof given === 'number') return asLong(given);
  if (isNanos && typeof given === 'string' && /^-?\d{14,}$/.test(given)) return asLong(BigInt(given));
  // sort values are shown as milliseconds, and come back as such whatever the format of the field
  const shown = isNanos || sort.format !== undefined ? null : wholeOf(given);
  if (shown !== null) return shown;
  const format = sort.format ?? source.field?.field.format;
  const nanos = readDateNanos(given, source.path, { format, zone: UTC, now, roundUp: false });
  if (!isNanos) return millisOf(nanos);
  const fault = nanosFault(nanos);
  if (fault !== null) throw malformed(fault, 'Give a date from 1970-01-01 to 2262-04-11.');
  return nanos;
}

/** A number, or the digits of one beyond those of JavaScript, such as the end of a long that stands for no value. */
function wholeOf(given: string | number): bigint | null {
  if (typeof given === 'number') return asLong(given);
  const whole = /^-?\d{16,19}$/.test(given) ? BigInt(given) : null;
  return whole === null || BigInt.asIntN(64, whole) !== whole ? null : whole;
}

const isByNanos = (source: FieldSource, { numericType }: FieldSort): boolean =>
  numericType === 'date_nanos' || (hasNanos(source) && numericType !== 'date' && numericType !== 'double');

/** How a sort value of the field is written into the answer. */
export function shownFor(source: FieldSource, sort: FieldSort): (value: SortValue) => SortValue {
  if (isSingle(source, sort)) return (value) => (typeof value === 'number' ? floatText(value) : value);
  if (source.type !== 'date' || sort.format === undefined) return same;
  const format: DateFormat = dateFormat(sort.format);
  const isNanos = isByNanos(source, sort);
  return (value) => {
    if (typeof value !== 'number' && typeof value !== 'string') return value;
    return isNanos ? dateNanosText(BigInt(value), format.write) : format.write(BigInt(value), UTC);
  };
}
