import { checkPath } from '../item-path.ts';
import { foldKeyword } from '../keyword.ts';
import type { RecordSearch } from '../port.ts';
import { BLOCK, blockOf, firstRid, lastRid } from './bucket.ts';
import { ANY_PATH, GRAM_UNITS } from './gram-table.ts';
import type { Kind } from './kinds.ts';
import { TEXT_COLUMNS } from './migrations.ts';
import type { Space } from './protocol.ts';

type Param = string | number;

/** What a search reads, before it is known whether rows or a count are wanted. */
export interface SearchPlan {
  readonly from: string;
  readonly where: string;
  readonly params: readonly Param[];
  /** Custom order of the rows; null for the default, which is descending `rid`. */
  readonly order: string | null;
  /** The default order. */
  readonly byWrite: string;
  /** Values of `g.path`, `g.gram`, first and last `g.block`, when the rows come block by block. */
  readonly blocks?: readonly [path: number, gram: string, first: number, last: number];
}

class Conditions {
  readonly sql: string[] = [];
  readonly params: Param[] = [];

  add(sql: string, ...params: Param[]): void {
    this.sql.push(sql);
    this.params.push(...params);
  }
}

const COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'status',
  'version',
  'ts',
  'ts_modified',
  'ts_status',
  'ts_removed',
]);

/** Shortest text the trigram index finds. */
const GRAM = 3;

/** Builds the statement text of a search, or null when nothing can match. Values travel as parameters only (SEC-05). */
export function planSearch(bucket: number, kind: Kind, space: Space, search: RecordSearch): SearchPlan | null {
  const keyword = foldKeyword(search.keyword);
  if (keyword === null) return null;
  const filters = new Conditions();
  const selective = addFilters(filters, bucket, kind, space, search);
  const keys = search.keys.length === 0 ? kind.searchable : search.keys.map(checkPath);
  const match = selective || search.removed === 'only' ? null : trigramMatch(keyword, keys, kind);
  const order = sortSql(search);
  if (match !== null)
    return {
      from: filters.sql.length === 0 && order === null ? 'text t' : 'text t CROSS JOIN vertex v ON v.rid = t.rowid',
      where: ['t.text MATCH ?', 't.rowid BETWEEN ? AND ?', ...filters.sql].join(' AND '),
      params: [match, firstRid(bucket), lastRid(bucket), ...filters.params],
      order,
      byWrite: 't.rowid DESC',
    };
  if (keyword !== '') addKeyword(filters, keyword, keys, kind);
  const path = selective || search.removed === 'only' || !isShort(keyword) ? null : gramPath(keys, kind);
  if (path !== null) return planByBlocks(bucket, path, keyword, filters, order);
  filters.add(search.removed === 'only' ? 'v.ts_removed IS NOT NULL' : 'v.ts_removed IS NULL');
  const range = selective ? '+v.rid BETWEEN ? AND ?' : 'v.rid BETWEEN ? AND ?';
  return {
    from: 'vertex v',
    where: ['v.bucket = ?', range, ...filters.sql].join(' AND '),
    params: [bucket, firstRid(bucket), lastRid(bucket), ...filters.params],
    order,
    byWrite: 'v.rid DESC',
  };
}

const isShort = (keyword: string): boolean => keyword !== '' && [...keyword].length < GRAM;

/** Where the grams of these paths stand, null when one of them has none. */
function gramPath(keys: readonly string[], kind: Kind): number | null {
  const [key = '', ...more] = keys;
  if (![key, ...more].every((path) => kind.searchable.includes(path))) return null;
  return more.length > 0 ? ANY_PATH : kind.searchable.indexOf(key) + 1;
}

/** Reads the blocks alone that ever held the keyword's first letters. */
function planByBlocks(
  bucket: number,
  path: number,
  keyword: string,
  filters: Conditions,
  order: string | null,
): SearchPlan {
  const blocks = [path, keyword.slice(0, GRAM_UNITS), blockOf(firstRid(bucket)), blockOf(lastRid(bucket))] as const;
  return {
    from: `gram g CROSS JOIN vertex v ON v.rid BETWEEN g.block * ${BLOCK} AND g.block * ${BLOCK} + ${BLOCK - 1}`,
    where: [OF_BLOCKS, 'v.ts_removed IS NULL', ...filters.sql].join(' AND '),
    params: [...blocks, ...filters.params],
    order,
    byWrite: 'g.block DESC, v.rid DESC',
    blocks,
  };
}

/** Takes the values of `SearchPlan.blocks`. */
export const OF_BLOCKS = 'g.path = ? AND g.gram = ? AND g.block BETWEEN ? AND ?';

/** Answers whether the filters pick few records by an index, so that they and not the keyword lead. */
function addFilters(to: Conditions, bucket: number, kind: Kind, space: Space, search: RecordSearch): boolean {
  let selective = false;
  if (search.ids) {
    to.add('v.id IN (SELECT value FROM json_each(?))', JSON.stringify(search.ids));
    selective = true;
  }
  if (search.linked) {
    const { label, id, direction } = search.linked;
    const [near, far] = direction === 'out' ? ['source', 'target'] : ['target', 'source'];
    to.add(
      `v.id IN (SELECT ${far} FROM edge WHERE cluster = ? AND tenant IN (?, '') AND ${near} = ? AND label = ?)`,
      space.cluster,
      space.tenant,
      id,
      label,
    );
    selective = true;
  }
  for (const [path, wanted] of Object.entries(search.where ?? {})) {
    checkPath(path);
    const values = JSON.stringify((Array.isArray(wanted) ? wanted : [wanted]).map(toComparable));
    if (COLUMNS.has(path)) to.add(`v.${path} IN (SELECT value FROM json_each(?))`, values);
    else if (kind.indexes.some((index) => index.path === path)) {
      to.add(
        'v.rid IN (SELECT rid FROM facet WHERE bucket = ? AND path = ? AND value IN (SELECT value FROM json_each(?)))',
        bucket,
        path,
        values,
      );
      selective = true;
    } else to.add('has_value(v.doc, ?, ?)', path, values);
  }
  if (search.status)
    to.add('lower(v.status) IN (SELECT lower(value) FROM json_each(?))', JSON.stringify(search.status));
  return selective;
}

const toComparable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

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

function addKeyword(to: Conditions, keyword: string, keys: readonly string[], kind: Kind): void {
  const columns = keys.map((key) => kind.searchable.indexOf(key));
  if (columns.some((at) => at < 0) || keys.length === 0) {
    to.add('has_text(v.id, v.status, v.doc, ?, ?)', JSON.stringify(keys), keyword);
    return;
  }
  to.add('instr(v.text, ?)', keyword);
  if (!kind.searchable.every((path) => keys.includes(path)))
    to.add('in_columns(v.text, ?, ?)', JSON.stringify(columns), keyword);
}

function sortSql(search: RecordSearch): string | null {
  const sort = search.sort ?? [];
  if (sort.length === 0 || (sort.length === 1 && sort[0]?.field === 'ts_modified' && sort[0].order === 'desc'))
    return null;
  const terms = sort.flatMap(({ field, order }) => {
    checkPath(field);
    const direction = order === 'desc' ? 'DESC' : 'ASC';
    if (COLUMNS.has(field)) return [`v.${field} ${direction}`];
    const value = `json_extract(v.doc, '$.${field
      .split('.')
      .map((step) => `"${step}"`)
      .join('.')}')`;
    // Said in one term, the document is opened once for each record and not twice.
    return [`${value} COLLATE NOCASE ${direction} NULLS LAST`];
  });
  return [...terms, 'v.ts_modified DESC', 'v.id'].join(', ');
}
