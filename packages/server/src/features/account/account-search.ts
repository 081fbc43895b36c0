import { DEFAULT_PAGE_SIZE } from '@datasarana/schema';
import { type Static, Type } from 'typebox';
import { ACCOUNT_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordSearch, RecordStore } from '../../stores/records/port.ts';
import { CountQuery, isElsewhere, pageOf, SearchBody } from '../records/search-body.ts';

/** What a list of accounts may be searched and sorted by. */
const SEARCHED = ['login_id', 'type'];
const SORTED = ['login_id', 'type', 'ts', 'ts_modified', 'status'];

const Key = Type.Optional(Type.Union(['', '*', ...SEARCHED].map((key) => Type.Literal(key))));
const Sort = Type.Object(
  {
    field: Type.Union(SORTED.map((field) => Type.Literal(field))),
    order: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
  },
  { additionalProperties: false },
);

const { keyword, from, to, cluster, tenant, user, domain, status } = SearchBody.properties;
const counted = CountQuery.properties;

/** Body of a list of accounts (API-07, API-54). */
export const AccountSearchBody = Type.Object(
  {
    key: Type.Optional(Type.Union([Key, Type.Null()])),
    keyword,
    from,
    to,
    cluster,
    tenant,
    user,
    domain,
    status,
    sort: Type.Optional(Type.Array(Sort, { maxItems: 8 })),
  },
  { additionalProperties: false },
);
export type AccountSearchBody = Static<typeof AccountSearchBody>;

/** Query of their count: the narrowing half of it (API-86). */
export const AccountCountQuery = Type.Object(
  {
    key: Key,
    keyword: counted.keyword,
    cluster: Type.Optional(Type.String()),
    tenant: Type.Optional(Type.String()),
    user: Type.Optional(Type.String()),
    domain: Type.Optional(Type.String()),
    status: counted.status,
  },
  { additionalProperties: false },
);

/** The store's search for a list of accounts, `size` of them unless more are asked for. */
export function accountSearch(body: AccountSearchBody, size: number = DEFAULT_PAGE_SIZE): RecordSearch {
  const { key, keyword, user, domain, status, sort } = body;
  const where = { ...(user && { user_id: user }), ...(domain && { domains: domain }) };
  const statuses = [status ?? []].flat().filter((text) => text !== '');
  return {
    keys: !key || key === '*' ? SEARCHED : [key],
    keyword: keyword ?? '',
    ...(Object.keys(where).length > 0 && { where }),
    ...(statuses.length > 0 && { status: statuses }),
    ...(sort && { sort: sort.map(({ field, order = 'asc' }) => ({ field, order })) }),
    ...pageOf(body, size),
  };
}

/** How many accounts a list of them would hold. */
export const countAccounts = async (
  records: RecordStore,
  scope: Scope,
  query: Static<typeof AccountCountQuery>,
): Promise<number> =>
  isElsewhere(scope, query as AccountSearchBody)
    ? 0
    : records.count(scope, ACCOUNT_KIND, accountSearch(query as AccountSearchBody));
