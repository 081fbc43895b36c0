import { checkPath } from '../item-path.ts';
import { foldKeyword } from '../keyword.ts';
import type { RecordSearch } from '../port.ts';
import { BLOCK, blockOf, firstRid, lastRid } from './bucket.ts';
import {
  addFilters,
  addKeyword,
  Conditions,
  type Facet,
  facetsOf,
  HAS_FACET,
  type Narrowing,
  OF_FACET,
  type Param,
} from './conditions.ts';
import { ANY_PATH, GRAM_UNITS } from './gram-table.ts';
import type { Kind } from './kinds.ts';
import { indexedRows, type ListIndex, listIndexName, sortTerm } from './list-index.ts';
import { TEXT_COLUMNS } from './migrations.ts';

/** What a search reads, before it is known whether rows or a count are wanted. */
export interface SearchPlan {
  readonly from: string;
  readonly where: string;
  readonly params: readonly Param[];
  /** Custom order of the rows; null for the order of writing. */
  readonly order: string | null;
  /** The order of writing, which is that of `rid`: newest first unless asked otherwise. */
  readonly byWrite: string;
  /** Values of `g.path`, `g.gram`, first and last `g.block`, when the rows come block by block. */
  readonly blocks?: readonly [path: number, gram: string, first: number, last: number];
  /** A shorter way to the total than counting the rows; answers it as `n`. */
  readonly count?: { readonly sql: string; readonly params: readonly Param[] };
}

/** Shortest text the trigram index finds. */
const GRAM = 3;

/** Builds the statement text of a search, or null when nothing can match. */
export function planSearch(narrowing: Narrowing): SearchPlan | null {
  const { bucket, kind, search } = narrowing;
  const keyword = foldKeyword(search.keyword);
  if (keyword === null) return null;
  const filters = new Conditions();
  const selective = addFilters(filters, narrowing);
  const keys = keysOf(narrowing);
  const match = selective || search.removed === 'only' ? null : trigramMatch(keyword, keys, kind);
  const order = sortSql(search);
  if (match !== null)
    return {
      from: filters.sql.length === 0 && order === null ? 'text t' : 'text t CROSS JOIN vertex v ON v.rid = t.rowid',
      where: ['t.text MATCH ?', 't.rowid BETWEEN ? AND ?', ...filters.sql].join(' AND '),
      params: [match, firstRid(bucket), lastRid(bucket), ...filters.params],
      order,
      byWrite: `t.rowid ${writeOrder(search)}`,
    };
  if (keyword !== '') addKeyword(filters, keyword, keys, kind);
  const path = selective || search.removed === 'only' || !isShort(keyword) ? null : gramPath(keys, kind);
  if (path !== null) return planByBlocks(narrowing, path, keyword, filters);
  const facet = selective || keyword !== '' || search.removed === 'only' ? undefined : singleFacet(narrowing);
  if (facet) return planByFacet(narrowing, facet);
  filters.add(search.removed === 'only' ? 'v.ts_removed IS NOT NULL' : 'v.ts_removed IS NULL');
  const range = selective ? '+v.rid BETWEEN ? AND ?' : 'v.rid BETWEEN ? AND ?';
  return {
    from: 'vertex v',
    where: ['v.bucket = ?', range, ...filters.sql].join(' AND '),
    params: [bucket, firstRid(bucket), lastRid(bucket), ...filters.params],
    order,
    byWrite: `v.rid ${writeOrder(search)}`,
  };
}

/** The searched records in the order of an index, each looked at for the rest of the search until the page is full. */
export function planWalk(narrowing: Narrowing, index: ListIndex): SearchPlan {
  const { bucket, kind, search } = narrowing;
  const filters = new Conditions();
  addFilters(filters, narrowing);
  const keyword = foldKeyword(search.keyword);
  if (keyword) addKeyword(filters, keyword, keysOf(narrowing), kind);
  const [first = index, ...more] = search.sort ?? [];
  const ties = more.length > 0 ? [...more.map(sortTerm), 'v.ts_modified DESC', 'v.id'] : ['v.rid DESC'];
  return {
    from: `vertex v INDEXED BY "${listIndexName(index)}"`,
    where: [indexedRows(bucket), ...filters.sql].join(' AND '),
    params: filters.params,
    order: [sortTerm(first), ...ties].join(', '),
    byWrite: 'v.rid DESC',
  };
}

/** Live records of some statuses and nothing else, by an index of statuses. */
export function planByStatus(narrowing: Narrowing, index: ListIndex): SearchPlan {
  const { bucket, search } = narrowing;
  return {
    from: `vertex v INDEXED BY "${listIndexName(index)}"`,
    where: `${indexedRows(bucket)} AND v.status IN (SELECT status FROM tally
      WHERE bucket = ? AND lower(status) IN (SELECT lower(value) FROM json_each(?)))`,
    params: [bucket, JSON.stringify(search.status)],
    order: sortSql(search),
    byWrite: `v.rid ${writeOrder(search)}`,
  };
}

const keysOf = ({ kind, search }: Narrowing): readonly string[] =>
  search.keys.length === 0 ? kind.searchable : search.keys.map(checkPath);

const isShort = (keyword: string): boolean => keyword !== '' && [...keyword].length < GRAM;

/** Where the grams of these paths stand, null when one of them has none. */
function gramPath(keys: readonly string[], kind: Kind): number | null {
  const [key = '', ...more] = keys;
  if (![key, ...more].every((path) => kind.searchable.includes(path))) return null;
  return more.length > 0 ? ANY_PATH : kind.searchable.indexOf(key) + 1;
}

/** Reads the blocks alone that ever held the keyword's first letters. */
function planByBlocks({ bucket, search }: Narrowing, path: number, keyword: string, filters: Conditions): SearchPlan {
  const blocks = [path, keyword.slice(0, GRAM_UNITS), blockOf(firstRid(bucket)), blockOf(lastRid(bucket))] as const;
  return {
    from: `gram g CROSS JOIN vertex v ON v.rid BETWEEN g.block * ${BLOCK} AND g.block * ${BLOCK} + ${BLOCK - 1}`,
    where: [OF_BLOCKS, 'v.ts_removed IS NULL', ...filters.sql].join(' AND '),
    params: [...blocks, ...filters.params],
    order: sortSql(search),
    byWrite: `g.block ${writeOrder(search)}, v.rid ${writeOrder(search)}`,
    blocks,
  };
}

/** A frequent value of an indexed path: its records stand together in the order of writing. */
const singleFacet = (narrowing: Narrowing): Facet | undefined =>
  facetsOf(narrowing).find(({ values }) => JSON.parse(values).length === 1);

function planByFacet(narrowing: Narrowing, { path, values }: Facet): SearchPlan {
  const { bucket, search } = narrowing;
  const [value = '']: (string | number)[] = JSON.parse(values);
  const { [path]: _led, ...where } = search.where ?? {};
  const others = new Conditions();
  addFilters(others, { ...narrowing, search: { ...search, where } });
  return {
    from: 'facet f CROSS JOIN vertex v ON v.rid = f.rid',
    where: ['f.bucket = ? AND f.path = ? AND f.value = ? AND v.ts_removed IS NULL', ...others.sql].join(' AND '),
    params: [bucket, path, value, ...others.params],
    order: sortSql(search),
    byWrite: `f.rid ${writeOrder(search)}`,
    ...(others.sql.length === 0 && {
      count: { sql: COUNT_FACET, params: [bucket, path, values, bucket, bucket, path, values] },
    }),
  };
}

/** All that have the value but for the archived, which are few. */
const COUNT_FACET = `SELECT (SELECT count(*) FROM facet f WHERE ${OF_FACET}) -
  (SELECT count(*) FROM vertex v WHERE v.bucket = ? AND v.ts_removed IS NOT NULL AND ${HAS_FACET}) AS n`;

/** Takes the values of `SearchPlan.blocks`. */
export const OF_BLOCKS = 'g.path = ? AND g.gram = ? AND g.block BETWEEN ? AND ?';

/**
 * The full-text expression that is exactly "one of these paths contains the keyword", or null when there is none. The last
 * column holds the texts of all further paths, so it is exact only when every path is asked for.
 */
function trigramMatch(keyword: string, keys: readonly string[], kind: Kind): string | null {
  if ([...keyword].length < GRAM || keys.length === 0) return null;
  const phrase = `"${keyword.replaceAll('"', '""')}"`;
  const columns = keys.map((key) => kind.searchable.indexOf(key));
  if (columns.some((at) => at < 0)) return null;
  if (kind.searchable.every((path) => keys.includes(path))) return phrase;
  const last = kind.searchable.length > TEXT_COLUMNS ? TEXT_COLUMNS - 1 : TEXT_COLUMNS;
  return columns.every((at) => at < last) ? `{${columns.map((at) => `c${at}`).join(' ')}} : ${phrase}` : null;
}

/** Null for the order of writing, either way. */
function sortSql({ sort = [] }: RecordSearch): string | null {
  const [first, ...more] = sort;
  if (!first || (more.length === 0 && first.field === 'ts_modified')) return null;
  return [...sort.map(sortTerm), 'v.ts_modified DESC', 'v.id'].join(', ');
}

/** Which way a list in the order of writing goes. */
export const writeOrder = ({ sort }: RecordSearch): 'ASC' | 'DESC' => (sort?.[0]?.order === 'asc' ? 'ASC' : 'DESC');
