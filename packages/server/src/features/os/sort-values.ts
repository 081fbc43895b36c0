import type { Hit, StoredInfo } from '@datasarana/engine';
import {
  everyClause,
  type FieldSort,
  parseSearch,
  type Scalar,
  type SearchRequest,
  type Sort,
} from '@datasarana/query';
import { typeOfField } from './field-type.ts';

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
  date_nanos: LONG,
  boolean: INTEGER,
  unsigned_long: { least: 0, most: 2n ** 64n - 1n },
  integer: INTEGER,
  short: INTEGER,
  token_count: INTEGER,
  byte: INTEGER,
  double: REAL,
  float: REAL,
  half_float: REAL,
  scaled_float: REAL,
};

const endOf = ({ order, missing }: FieldSort, ends: Ends): Ends['least'] =>
  (missing === '_first') === (order === 'desc') ? ends.most : ends.least;

const endsOf = ({ field, numericType, unmappedType }: FieldSort, infos: readonly StoredInfo[]): Ends | undefined =>
  ENDS[numericType ?? typeOfField(infos, field) ?? unmappedType ?? ''];

const LONG_TEXT = /^-?\d{16,20}$/;

function shown(value: unknown, key: Sort | undefined, infos: readonly StoredInfo[]): unknown {
  if (key?.kind !== 'field') return value;
  const ends = endsOf(key, infos);
  if (ends === undefined) return value;
  if (value === null) return endOf(key, ends);
  if (typeof value === 'boolean') return value ? 1 : 0;
  return ends !== REAL && typeof value === 'string' && LONG_TEXT.test(value) ? BigInt(value) : value;
}

/** The sort values of a hit as OpenSearch's clients expect them: numbers as numbers, no value as the end of the type. */
const shownSorts = (
  values: readonly unknown[],
  keys: readonly Sort[],
  infos: readonly StoredInfo[],
): readonly unknown[] => values.map((value, i) => shown(value, keys[i], infos));

/** A hit with its sort values likewise. */
export const hitWithSorts = (hit: Hit, keys: readonly Sort[], infos: readonly StoredInfo[]): Hit =>
  hit.sort === undefined ? hit : { ...hit, sort: shownSorts(hit.sort, keys, infos) as NonNullable<Hit['sort']> };

/** `search_after` the other way round: the end of a type stands for no value. */
export const readAfter = (
  values: readonly (Scalar | null)[],
  keys: readonly Sort[],
  infos: readonly StoredInfo[],
): readonly (Scalar | null)[] =>
  values.map((value, i) => {
    const key = keys[i];
    if (key?.kind !== 'field' || value === null) return value;
    const ends = endsOf(key, infos);
    if (ends === undefined) return value;
    const end = endOf(key, ends);
    // clients that read JSON as JavaScript does give the end of a long back rounded
    return String(end) === String(value) || isRounded(value, Number(end)) ? null : value;
  });

/** Two to the power of 63 and the like, which only rounding makes of the largest number below. */
const isRounded = (value: Scalar, end: number): boolean =>
  Math.abs(end) > Number.MAX_SAFE_INTEGER &&
  Number(value) === end &&
  (typeof value === 'number' || /000$/.test(String(value)));

type SortsByName = ReadonlyMap<string, readonly Sort[]>;

/** The orders of inner hits, of nested objects and of groups, by the names they are answered under. */
function innerSorts({ query, postFilter, collapse }: SearchRequest): SortsByName {
  const nested = [query, ...(postFilter ? [postFilter] : [])].flatMap(everyClause).flatMap((clause) => {
    if (clause.kind !== 'nested' || clause.innerHits === undefined) return [];
    const { name = clause.path, sort = [] } = clause.innerHits;
    return [[String(name), sort] as const];
  });
  const groups = (collapse?.innerHits ?? []).map(({ name, body }) => {
    return [name === '' ? (collapse?.field ?? '') : name, body.sort ?? []] as const;
  });
  return new Map([...nested, ...groups].map(([name, sort]) => [name, parseSearch({ sort }).sort]));
}

/** Hits with their sort values, and those of their inner hits, as OpenSearch's clients expect them. */
export function hitsWithSorts(
  hits: readonly Hit[],
  request: SearchRequest,
  infos: readonly StoredInfo[],
): readonly Hit[] {
  const inner = innerSorts(request);
  const dressed = (hit: Hit, sorts: readonly Sort[]): Hit => ({
    ...hitWithSorts(hit, sorts, infos),
    ...(hit.inner_hits && { inner_hits: within(hit.inner_hits) }),
  });
  const within = (found: NonNullable<Hit['inner_hits']>): NonNullable<Hit['inner_hits']> =>
    Object.fromEntries(
      Object.entries(found).map(([name, { hits: group }]) => [
        name,
        { hits: { ...group, hits: group.hits.map((hit) => dressed(hit, inner.get(name) ?? [])) } },
      ]),
    );
  return hits.map((hit) => dressed(hit, request.sort));
}
