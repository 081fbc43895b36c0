import type { FieldType } from '../../index/definition.ts';
import { readBinary } from './binary.ts';
import { readBoolean } from './boolean.ts';
import type { Rule } from './cell.ts';
import { readDate } from './date.ts';
import { readPoint, readShape } from './geo.ts';
import { readDecimal, readWhole } from './number.ts';
import { readText } from './text.ts';

const storedOnly: Rule = () => {
  throw new Error('Only mappings of stored documents have fields of this type');
};

/** What a type accepts; the only place that decides it. SQL may answer the same faster, never differently. */
export const RULES: Readonly<Record<Exclude<FieldType, 'object' | 'nested'>, Rule>> = {
  byte: readWhole,
  short: readWhole,
  integer: readWhole,
  long: readWhole,
  unsigned_long: readWhole,
  half_float: readDecimal,
  float: readDecimal,
  double: readDecimal,
  text: readText,
  keyword: readText,
  binary: readBinary,
  date: readDate,
  boolean: readBoolean,
  geo_point: readPoint,
  geo_shape: readShape,
  integer_range: storedOnly,
  long_range: storedOnly,
  float_range: storedOnly,
  double_range: storedOnly,
  date_range: storedOnly,
  ip_range: storedOnly,
  completion: storedOnly,
  flat_object: storedOnly,
};
