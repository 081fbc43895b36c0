import { parseQuery } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { asBody, type Names } from './names.ts';
import { hiddenInPart, illegalArgument, invalidAlias, severalWriteIndexes, unreadableFilter } from './refusal.ts';

type Body = Readonly<Record<string, unknown>>;

/** What an alias says about one of the indexes behind it. */
export interface AliasBody {
  readonly filter?: unknown;
  readonly index_routing?: string;
  readonly search_routing?: string;
  readonly is_write_index?: boolean;
  readonly is_hidden?: boolean;
}

/** One step of a change of aliases. */
export type AliasChange =
  | { readonly kind: 'add'; readonly index: string; readonly alias: string; readonly options: Body }
  | { readonly kind: 'remove'; readonly index: string; readonly alias: string };

const KNOWN = new Set([
  'filter',
  'routing',
  'index_routing',
  'index-routing',
  'search_routing',
  'search-routing',
  'indexRouting',
  'searchRouting',
  'is_write_index',
  'is_hidden',
  'index',
  'alias',
  'indices',
  'aliases',
  'must_exist',
]);

/** Reads what a request says about an alias. @throws PlatformError for what no alias has, and a filter that cannot be read */
export function readAlias(alias: string, given: Body): AliasBody {
  const unknown = Object.keys(given).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw illegalArgument(`unknown field [${unknown}] in alias [${alias}]`);
  const { filter, routing } = given;
  const index = given.index_routing ?? given['index-routing'] ?? given.indexRouting ?? routing ?? undefined;
  const search = given.search_routing ?? given['search-routing'] ?? given.searchRouting ?? routing ?? undefined;
  if (String(index).includes(','))
    throw illegalArgument(`alias [${alias}] has several index routing values associated with it`);
  return {
    ...readFilter(alias, filter),
    ...(index !== undefined && { index_routing: String(index) }),
    ...(search !== undefined && { search_routing: String(search) }),
    ...readFlag(given, 'is_write_index'),
    ...readFlag(given, 'is_hidden'),
  };
}

/** A flag of an alias, which may be sent as a text; null is none. */
function readFlag(given: Body, name: 'is_write_index' | 'is_hidden'): Partial<AliasBody> {
  const value = given[name] ?? undefined;
  if (value === undefined) return {};
  const text = String(value);
  if (typeof value === 'number' || !['true', 'false'].includes(text))
    throw illegalArgument(`[${name}] Failed to parse value [${text}] as only [true] or [false] are allowed.`);
  return { [name]: text === 'true' };
}

/** An empty filter is none. */
function readFilter(alias: string, filter: unknown): Pick<AliasBody, 'filter'> {
  if (filter === undefined || filter === null) return {};
  if (typeof filter !== 'object' || Array.isArray(filter))
    throw illegalArgument(`filter of alias [${alias}] has to be an object, got ${JSON.stringify(filter)}`);
  if (Object.keys(filter).length === 0) return {};
  try {
    parseQuery(filter);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw unreadableFilter(alias, error);
  }
  return { filter };
}

function checkAliasName(alias: string): void {
  if (alias === '') throw illegalArgument('alias name is required');
  if (/[\s\\/*?"<>|,#]/.test(alias))
    throw invalidAlias(alias, 'must not contain the following characters [ , ", *, \\, <, |, ,, >, /, ?]');
  if (/^[_\-+]/.test(alias)) throw invalidAlias(alias, "must not start with '_', '-', or '+'");
}

/** The indexes behind an alias after a change: index → what the alias says about it. */
function changedAliases(indices: Body, change: AliasChange): Body {
  if (change.kind === 'remove') {
    return Object.fromEntries(Object.entries(indices).filter(([index]) => index !== change.index));
  }
  checkAliasName(change.alias);
  return { ...indices, [change.index]: readAlias(change.alias, change.options) };
}

/** @throws PlatformError for an alias that is written to in several indexes, or hidden with some of them alone */
function refuseUnlike(alias: string, indices: Body): void {
  const having = (flag: 'is_write_index' | 'is_hidden', value: boolean): readonly string[] =>
    Object.keys(indices).filter((index) => (asBody(indices[index])[flag] === true) === value);
  const written = having('is_write_index', true);
  if (written.length > 1) throw severalWriteIndexes(alias, written);
  const [hidden, seen] = [having('is_hidden', true), having('is_hidden', false)];
  if (hidden.length > 0 && seen.length > 0) throw hiddenInPart(alias, hidden, seen);
}

/** Every alias of some indexes taken away. */
export const withoutAliases = (names: Names, indexes: readonly string[]): readonly AliasChange[] =>
  [...names.all('alias')].flatMap(([alias, { indices }]) =>
    indexes
      .filter((index) => Object.hasOwn(asBody(indices), index))
      .map((index) => ({ kind: 'remove', index, alias }) as const),
  );

/** Makes changes of aliases in the file and in `names`: all of them, or none where one is refused. @throws PlatformError */
export async function changeAliases(
  connection: DuckDBConnection,
  names: Names,
  changes: readonly AliasChange[],
): Promise<void> {
  const after = new Map<string, Body>();
  for (const change of changes) {
    const before = after.get(change.alias) ?? asBody(names.get('alias', change.alias)?.indices);
    after.set(change.alias, changedAliases(before, change));
  }
  // an alias of an older state may be unlike itself, and must let its indexes go
  for (const { kind, alias } of changes) if (kind === 'add') refuseUnlike(alias, after.get(alias) ?? {});
  for (const [alias, indices] of after)
    await names.put(connection, 'alias', alias, Object.keys(indices).length === 0 ? null : { indices });
}
