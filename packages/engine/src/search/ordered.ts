import { malformed } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Asked, HitsRequest, Page } from './candidates.ts';
import { allDocuments } from './columns/matching.ts';
import { firstInOrder } from './columns/order.ts';
import { columnOf, fieldElsewhere, fieldOf, isNumber } from './index-fields.ts';
import { foundOf, type IndexPart, keyOf, matchesOf, readyFound } from './part.ts';
import type { SortValue } from './response.ts';
import { plain, rowsOf } from './run.ts';
import type { SortKey } from './sort-key.ts';
import { afterSteps, afterValues, orderBy } from './sort-order.ts';
import { and, joined, name, type Sql, sql, TRUE, whole as wholeNumber } from './sql.ts';

/** The first matches in an order of columns; every match has the same score. */
export async function byColumns(asked: Asked, scored: boolean, connection: DuckDBConnection): Promise<Page> {
  const { part, keys, request } = asked;
  const score = scored ? part.constant : null;
  const group = groupOf(part, request);
  const { searchAfter } = request;
  const page =
    group === null && searchAfter === undefined && isArrivalOrder(keys) && part.where !== TRUE
      ? await inArrivalOrder(asked, score, connection)
      : await inOrder(asked, group, score, connection);
  return { ...page, maxScore: page.candidates.length > 0 || (await isPastLast(asked, connection)) ? score : null };
}

/** Whether there are matches, all of them before the page: as in OpenSearch their score is the highest. */
const isPastLast = async ({ part, limit, request }: Asked, connection: DuckDBConnection): Promise<boolean> =>
  limit > 0 && request.searchAfter !== undefined && (await matchesOf(part, connection)).size > 0;

type Ordered = Omit<Page, 'maxScore'>;

async function inArrivalOrder(
  { part, index, keys, limit }: Asked,
  score: number | null,
  connection: DuckDBConnection,
): Promise<Ordered> {
  const matches = part.bits ?? (await foundOf(part, connection));
  const candidates = matches.first(limit).map((doc) => ({
    part: index,
    doc,
    score,
    values: keys.map((key) => valueOfKey(key, doc, score)),
  }));
  return { candidates, total: matches.size };
}

/** The first rows, or those behind what was shown before. */
async function wantedRows(
  order: Order,
  { limit, isFirst }: { readonly limit: number; readonly isFirst: boolean },
  after: HitsRequest['searchAfter'],
  connection: DuckDBConnection,
): Promise<readonly OrderedRow[]> {
  if (after === undefined) return firstRows(order, limit, isFirst, connection);
  if (order.group !== null) return rowsBySql(order, afterValues(order.keys, after), limit, connection);
  return (await inMemory(order, limit, after)) ?? rowsAfter(order, after, limit, connection);
}

/** The order needs a few columns only; documents are read once it is known which. */
async function inOrder(
  { part, index, keys, limit, request }: Asked,
  group: Sql | null,
  score: number | null,
  connection: DuckDBConnection,
): Promise<Ordered> {
  const order: Order = { part, keys, group };
  const rows = await wantedRows(order, { limit, isFirst: request.from === 0 }, request.searchAfter, connection);
  const candidates = rows.slice(0, limit).map(({ doc, values, group: of }) => ({
    part: index,
    doc,
    score,
    values: values.map(sortValueOf),
    ...(group !== null && { group: sortValueOf(of) }),
  }));
  return { candidates, total: null };
}

/** For a table finding so many costs little more than finding the first page, and the next pages are kept with it. */
const AHEAD = 200;

/** What the matches of an index are ordered by; with a group only the first of each. */
interface Order {
  readonly part: IndexPart;
  readonly keys: readonly SortKey[];
  readonly group: Sql | null;
}

interface OrderedRow {
  readonly doc: number;
  readonly values: readonly unknown[];
  readonly group?: unknown;
}

/** So many rows were looked for. */
interface FirstRows {
  readonly most: number;
  readonly rows: readonly OrderedRow[];
}

/** The first rows of all, kept while nothing changes; columns in memory look ahead once a second page is asked for. */
async function firstRows(
  order: Order,
  limit: number,
  isFirst: boolean,
  connection: DuckDBConnection,
): Promise<readonly OrderedRow[]> {
  const { postings } = order.part;
  const key = keyOf(orderSql(order, TRUE, 0));
  const known = key === null ? undefined : postings.kept<FirstRows>(`order/${key}`);
  if (known !== undefined && (known.most >= limit || known.rows.length < known.most)) return known.rows;
  const ahead = Math.max(limit, AHEAD);
  const most = isFirst ? limit : ahead;
  const inColumns = await inMemory(order, most);
  const rows = inColumns ?? (await rowsBySql(order, TRUE, ahead, connection));
  const bytes = (value: unknown): number => 32 + (typeof value === 'string' ? value.length * 2 : 0);
  const bytesOf = ({ values }: OrderedRow): number => values.reduce<number>((sum, value) => sum + bytes(value), 96);
  const size = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  const found: FirstRows = { most: inColumns === null ? ahead : most, rows };
  if (key !== null) postings.keep(`order/${key}`, found, size + key.length * 2);
  return rows;
}

/** By columns in memory; null when they are not all there. */
async function inMemory(
  { part, keys, group }: Order,
  most: number,
  after: HitsRequest['searchAfter'] = [],
): Promise<readonly OrderedRow[] | null> {
  const { columns } = part;
  if (group !== null || columns === null) return null;
  const matches = part.where === TRUE ? await allDocuments(columns) : await readyFound(part);
  return matches === null ? null : firstInOrder(columns, matches, keys, most, after);
}

/** Rows of the same value come before those of the next: a plain comparison lets DuckDB skip what an OR of all would have it read. */
async function rowsAfter(
  order: Order,
  after: NonNullable<HitsRequest['searchAfter']>,
  limit: number,
  connection: DuckDBConnection,
): Promise<readonly OrderedRow[]> {
  const rows: OrderedRow[] = [];
  for (const step of afterSteps(order.keys, after)) {
    if (rows.length >= limit) break;
    for (const row of await rowsBySql(order, step, limit - rows.length, connection)) rows.push(row);
  }
  return rows;
}

async function rowsBySql(
  order: Order,
  after: Sql,
  most: number,
  connection: DuckDBConnection,
): Promise<readonly OrderedRow[]> {
  const rows = await rowsOf(connection, orderSql(order, after, most));
  const count = order.keys.length;
  return rows.map(([doc, ...rest]) => ({ doc: Number(doc), values: rest.slice(0, count), group: rest[count] }));
}

function orderSql({ part, keys, group }: Order, after: Sql, most: number): Sql {
  const columns = keys.map((key, i) => sql`${key.value} AS ${name(`s${i}`)}`);
  const grouped = group === null ? [] : [sql`${group} AS grp`];
  const first =
    group === null ? sql`` : sql`QUALIFY row_number() OVER (PARTITION BY ${group} ORDER BY ${orderBy(keys)}) = 1`;
  return sql`SELECT ${joined([sql`_doc`, ...columns, ...grouped], ', ')} FROM ${name(part.layout.docs)}
        WHERE ${and([part.where, after])} ${first} ORDER BY ${orderBy(keys)} LIMIT ${wholeNumber(most)}`;
}

/** What stands for the field hits are collapsed on; it holds one value at most. */
export function groupOf({ layout }: IndexPart, { collapse }: HitsRequest): Sql | null {
  if (collapse === undefined) return null;
  const source = fieldOf(layout, collapse.field) ?? fieldElsewhere(layout, collapse.field);
  if (source === null || source.type === 'nested')
    throw malformed(`no mapping found for \`${collapse.field}\` in order to collapse on`);
  if (source.type !== 'keyword' && !isNumber(source.type)) {
    throw malformed(`unknown type for collapse field \`${collapse.field}\`, only keywords and numbers are accepted`);
  }
  return source.list ? sql`list_min(${columnOf(source)})` : columnOf(source);
}

/** All matches score the same and nothing else is asked. */
const isArrivalOrder = (keys: readonly SortKey[]): boolean =>
  keys.every((key) => key.kind === '_score' || (key.kind === '_doc' && !key.descending));

const valueOfKey = (key: SortKey, doc: number, score: number | null): SortValue => (key.kind === '_doc' ? doc : score);

export function sortValueOf(value: unknown): SortValue {
  const given = plain(value);
  if (typeof given === 'bigint') return given.toString();
  return typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean' ? given : null;
}
