import { DEFAULT_PAGE_SIZE, MAX_LIST_ROWS, malformed, type SchemaItem } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import type { RecordSearch } from '../../stores/records/port.ts';
import { isSecretPath } from '../../stores/records/secret-fields.ts';
import { schemaOf, searchablePaths } from './kinds.ts';

/** A place in a list or a stream; beyond the largest whole number that is exact nothing can be counted. */
export const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/** Which part of a list is asked for; see `pageOf`. */
export const PageBounds = { from: Type.Optional(Position), to: Type.Optional(Position) } as const;

const Filter = Type.Optional(Type.Union([Type.String(), Type.Null()]));

/** The filters a list search may carry (API-07); each family says what they mean to it. */
const FILTERS = {
  cluster: Filter,
  tenant: Filter,
  group: Filter,
  user: Filter,
  domain: Filter,
  account: Filter,
  project: Filter,
  template: Filter,
};
export type FilterName = keyof typeof FILTERS;

/**
 * Body of a list search (API-07). `references` fills in what records refer to, `removed` lists archived ones; with `total`
 * `bounded` the reply comes without a total when counting all matches would keep the page waiting.
 */
export const SearchBody = Type.Object(
  {
    key: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    keyword: Type.Optional(Type.Union([Type.String({ maxLength: 1000 }), Type.Null()])),
    ...PageBounds,
    ...FILTERS,
    status: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String()), Type.Null()])),
    sort: Type.Optional(
      Type.Array(
        Type.Object(
          { field: Type.String(), order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])) },
          { additionalProperties: false },
        ),
        { maxItems: 8 },
      ),
    ),
    references: Type.Optional(Type.Boolean()),
    removed: Type.Optional(Type.Boolean()),
    total: Type.Optional(Type.Union([Type.Literal('exact'), Type.Literal('bounded')])),
  },
  { additionalProperties: false },
);
export type SearchBody = Static<typeof SearchBody>;

/** Query of a count: the narrowing half of a list search (API-09, API-86). */
export const CountQuery = Type.Object(
  {
    key: Type.Optional(Type.String()),
    keyword: Type.Optional(Type.String({ maxLength: 1000 })),
    ...Object.fromEntries(Object.keys(FILTERS).map((name) => [name, Type.Optional(Type.String())])),
    status: Type.Optional(Type.String()),
    removed: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/** Whether a list is asked of another cluster or tenant: there it is empty, as if nothing were there (ROL-21). */
export const isElsewhere = (scope: Scope, { cluster, tenant }: Where): boolean =>
  Boolean(cluster && cluster !== scope.cluster) || Boolean(tenant && tenant !== scope.tenant);

interface Where {
  readonly cluster?: string | null | undefined;
  readonly tenant?: string | null | undefined;
}

/** What one filter does to the search of a family. */
export type FilterEffect = (value: string) => Partial<RecordSearch>;
export type FilterEffects = Readonly<Partial<Record<FilterName, FilterEffect>>>;

export interface PageBody {
  readonly from?: number;
  readonly to?: number;
}

/** Zero-based start and exclusive end (API-07, API-08). */
export function pageOf({ from = 0, to }: PageBody, size: number): { readonly from: number; readonly to: number } {
  const end = to ?? from + size;
  if (end < from) throw malformed(`'to' (${end}) is before 'from' (${from})`, "'to' is an end, not a size.");
  if (end - from > MAX_LIST_ROWS)
    throw malformed(`${end - from} rows were asked for, at most ${MAX_LIST_ROWS} come at once`, 'Ask page by page.');
  return { from, to: end };
}

/** The store's search for a list call of `kind`. @throws PlatformError 400/32 for a key or filter the kind does not have */
export function toSearch(
  kind: string,
  body: SearchBody,
  effects: FilterEffects = {},
  size: number = DEFAULT_PAGE_SIZE,
): RecordSearch {
  const status = [body.status ?? []].flat().filter((text) => text !== '');
  return {
    keys: keysOf(kind, body.key ?? ''),
    keyword: body.keyword ?? '',
    ...pageOf(body, size),
    ...(status.length > 0 && { status }),
    ...(body.sort && { sort: sortOf(kind, body.sort) }),
    ...(body.removed && { removed: 'only' as const }),
    ...(body.total && { total: body.total }),
    ...filtersOf(kind, body, effects),
  };
}

function keysOf(kind: string, key: string): readonly string[] {
  if (key === '' || key === '*') return [];
  const known = searchablePaths(schemaOf(kind).items);
  if (!known.includes(key))
    throw malformed(
      `'key' is "${key.slice(0, 100)}", which cannot be searched in ${kind}`,
      `Known are ${known.slice(0, 12).join(', ')}.`,
    );
  return [key];
}

function sortOf(kind: string, sort: NonNullable<SearchBody['sort']>): NonNullable<RecordSearch['sort']> {
  const { items } = schemaOf(kind);
  return sort.map(({ field, order = 'asc' }) => {
    if (!hasPath(items, field.split('.')) || isSecretPath(field))
      throw malformed(`'sort' names "${field.slice(0, 100)}", which is not a field of ${kind}`);
    return { field, order };
  });
}

/** Whether a path leads to an item; an order by anything else would be counted and kept like those of the schema. */
function hasPath(items: readonly SchemaItem[], [name, ...rest]: readonly string[]): boolean {
  const item = items.find((one) => one.name === name);
  return item !== undefined && (rest.length === 0 || hasPath(item.items, rest));
}

function filtersOf(kind: string, body: SearchBody, effects: FilterEffects): Partial<RecordSearch> {
  const names = Object.keys(FILTERS) as FilterName[];
  return names.reduce<Partial<RecordSearch>>((search, name) => {
    const value = body[name];
    if (value === undefined || value === null || value === '') return search;
    const effect = effects[name];
    if (!effect) throw malformed(`'${name}' does not narrow a list of ${kind}`, `Leave '${name}' out.`);
    return narrow(search, effect(value));
  }, {});
}

/** Both narrowings at once: ids and statuses must satisfy both; of two links the second is kept. */
export function narrow(search: Partial<RecordSearch>, more: Partial<RecordSearch>): Partial<RecordSearch> {
  const ids = inBoth(search.ids, more.ids);
  const status = inBoth(search.status, more.status);
  const where = { ...search.where, ...more.where };
  return {
    ...search,
    ...more,
    ...(Object.keys(where).length > 0 && { where }),
    ...(ids && { ids }),
    ...(status && { status }),
  };
}

function inBoth(
  some: readonly string[] | undefined,
  others: readonly string[] | undefined,
): readonly string[] | undefined {
  if (!some || !others) return some ?? others;
  const known = new Set(others.map((text) => text.toLowerCase()));
  return some.filter((text) => known.has(text.toLowerCase()));
}
