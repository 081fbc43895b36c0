import type { StoredInfo } from '@datasarana/engine';
import type { FieldSort, Scalar, Sort } from '@datasarana/query';
import { typeOfField } from './long-keys.ts';

interface Ends {
  readonly least: bigint | number | string;
  readonly most: bigint | number | string;
}

const LONG: Ends = { least: -(2n ** 63n), most: 2n ** 63n - 1n };
const INTEGER: Ends = { least: -(2 ** 31), most: 2 ** 31 - 1 };
const REAL: Ends = { least: '-Infinity', most: 'Infinity' };

/** What OpenSearch writes as the sort value of a document without one: the end of the type it is sorted to. */
const ENDS: Readonly<Record<string, Ends>> = {
  long: LONG,
  date: LONG,
  boolean: INTEGER,
  unsigned_long: { least: 0, most: 2n ** 64n - 1n },
  integer: INTEGER,
  short: INTEGER,
  byte: INTEGER,
  double: REAL,
  float: REAL,
  half_float: REAL,
  scaled_float: REAL,
};

const endOf = ({ order, missing }: FieldSort, ends: Ends): Ends['least'] =>
  (missing === '_first') === (order === 'desc') ? ends.most : ends.least;

const LONG_TEXT = /^-?\d{16,20}$/;

function shown(value: unknown, key: Sort | undefined, infos: readonly StoredInfo[]): unknown {
  if (key?.kind !== 'field') return value;
  const type = typeOfField(infos, key.field);
  const ends = type === null ? undefined : ENDS[type];
  if (ends === undefined) return value;
  if (value === null) return endOf(key, ends);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return ends !== REAL && typeof value === 'string' && LONG_TEXT.test(value) ? BigInt(value) : value;
}

/** The sort values of a hit as OpenSearch's clients expect them: numbers as numbers, no value as the end of the type. */
export const shownSorts = (
  values: readonly unknown[],
  keys: readonly Sort[],
  infos: readonly StoredInfo[],
): readonly unknown[] => values.map((value, i) => shown(value, keys[i], infos));

/** `search_after` the other way round: the end of a type stands for no value. */
export const readAfter = (
  values: readonly (Scalar | null)[],
  keys: readonly Sort[],
  infos: readonly StoredInfo[],
): readonly (Scalar | null)[] =>
  values.map((value, i) => {
    const key = keys[i];
    if (key?.kind !== 'field' || value === null) return value;
    const ends = ENDS[typeOfField(infos, key.field) ?? ''];
    return ends !== undefined && String(endOf(key, ends)) === String(value) ? null : value;
  });
