import { ValueType } from '@datasarana/schema';
import type { SchemaElement, SchemaTree } from 'hyparquet';

/** Digits that 32 and 64 bits hold whatever they are. */
const INTEGER_DIGITS = 9;
const LONG_DIGITS = 18;

function decimalType({ scale = 0, precision = 0 }: SchemaElement): ValueType | null {
  if (scale > 0) return ValueType.Double;
  return precision <= INTEGER_DIGITS ? ValueType.Integer : precision <= LONG_DIGITS ? ValueType.Long : null;
}

const CONVERTED: Readonly<Record<string, ValueType | null>> = {
  UTF8: ValueType.Keyword,
  ENUM: ValueType.Keyword,
  DATE: ValueType.Date,
  TIMESTAMP_MILLIS: ValueType.Date,
  TIMESTAMP_MICROS: ValueType.Date,
  INT_8: ValueType.Integer,
  INT_16: ValueType.Integer,
  INT_32: ValueType.Integer,
  INT_64: ValueType.Long,
  UINT_8: ValueType.Integer,
  UINT_16: ValueType.Integer,
  UINT_32: ValueType.Long,
};

const PLAIN: Readonly<Record<string, ValueType>> = {
  BOOLEAN: ValueType.Boolean,
  INT32: ValueType.Integer,
  INT64: ValueType.Long,
  INT96: ValueType.Date,
  FLOAT: ValueType.Double,
  DOUBLE: ValueType.Double,
};

/** The value type that holds whatever a column may hold by its schema; null where there is none, or the values tell more. */
export function valueTypeOf({ element, children }: SchemaTree): ValueType | null {
  const { converted_type: converted, logical_type: logical, type = '', repetition_type: repetition } = element;
  if (children.length > 0 || repetition === 'REPEATED') return null;
  if (converted === 'DECIMAL') return decimalType(element);
  if (converted !== undefined) return CONVERTED[converted] ?? null;
  if (logical?.type === 'TIMESTAMP') return ValueType.Date;
  if (logical?.type === 'FLOAT16') return ValueType.Double;
  return logical === undefined ? (PLAIN[type] ?? null) : null;
}
