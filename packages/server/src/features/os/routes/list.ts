import { integer, isTrue, type OsCall } from '../call.ts';
import { print } from '../cat/table.ts';
import { illegal, unparsed } from '../refusals.ts';
import { type OsRoute, os } from '../route.ts';
import { type IndexLine, indexLines, shardLines } from './cat.ts';

interface Listed {
  readonly table: 'indices' | 'shards';
  readonly lines: (call: OsCall) => Promise<readonly IndexLine[]>;
  /** Lines of a page: the fewest and usual ones, and the most. */
  readonly least: number;
  readonly usual: number;
  readonly most: number;
}

const INDICES: Listed = { table: 'indices', lines: indexLines, least: 1, usual: 500, most: 5000 };
const SHARDS: Listed = { table: 'shards', lines: shardLines, least: 2000, usual: 2000, most: 20_000 };

function sizeOf(call: OsCall, { least, usual, most }: Listed): number {
  const size = integer(call.query, 'size') ?? usual;
  if (size <= 0) throw illegal('size must be greater than zero');
  if (size < least) throw illegal(`size should at least be [${least}]`);
  if (size > most) throw illegal(`size should be less than [${most}]`);
  return size;
}

/** Where a line stands among all: indexes in the order in which they were made, each with its shards. */
type Place = readonly [created: number, index: string, shard: number];

const placeOf = ({ info, row }: IndexLine): Place => [info.created, info.name, Number(row.shard ?? 0)];

function compare(one: Place, other: Place): number {
  const i = one.findIndex((part, at) => part !== other[at]);
  const [a, b] = [one[i] ?? 0, other[i] ?? 0];
  return i < 0 ? 0 : a < b ? -1 : 1;
}

const written = (place: Place): string => Buffer.from(place.join('|')).toString('base64');

function readPlace(token: string): Place {
  const [, created, index, shard] = /^(\d+)\|([^|]+)\|(\d+)$/.exec(Buffer.from(token, 'base64').toString()) ?? [];
  if (created === undefined || index === undefined)
    throw unparsed('Parameter [next_token] has been tainted and is incorrect. Please provide a valid [next_token].');
  return [Number(created), index, Number(shard)];
}

/** The lines of a page, and the last of them where more follow. A shard and its copies stand on one page. */
function pageOf(all: readonly IndexLine[], size: number) {
  const last = all[size - 1];
  if (last === undefined) return { page: all, token: null };
  const isWithin = (line: IndexLine, i: number): boolean => i < size || compare(placeOf(line), placeOf(last)) === 0;
  const page = all.filter(isWithin);
  return { page, token: page.length < all.length ? written(placeOf(last)) : null };
}

/** A table of `_cat` page by page. */
const listed = (list: Listed) => async (call: OsCall) => {
  const { next_token: after, size: _size, sort = 'asc', ...query } = call.query;
  const { table } = list;
  if (sort !== 'asc' && sort !== 'desc') throw illegal('value of sort can either be asc or desc');
  const sign = sort === 'desc' ? -1 : 1;
  const size = sizeOf(call, list);
  const from = after === undefined ? null : readPlace(after);
  const lines = (await list.lines({ ...call, query }))
    .toSorted((a, b) => sign * compare(placeOf(a), placeOf(b)))
    .filter((line) => from === null || sign * compare(placeOf(line), from) > 0);
  const { page, token } = pageOf(lines, size);
  const told = print({ ...call, query }, table, { rows: page.map(({ row }) => row) });
  if (isTrue(query.help)) return told;
  return typeof told === 'string' ? `${told}next_token ${token}\n` : { next_token: token, [table]: told };
};

const PAGES = ['indices', 'shards'].flatMap((table) => [`/_list/${table}`, `/_list/${table}/{index}`]);

export const listRoutes: readonly OsRoute[] = [
  os('GET', 'read', '/_list', () => `:‑|\n${PAGES.map((page) => `${page}\n`).join('')}`),
  os('GET', 'read', ['/_list/indices', '/_list/indices/:index'], listed(INDICES)),
  os('GET', 'read', ['/_list/shards', '/_list/shards/:index'], listed(SHARDS)),
];
