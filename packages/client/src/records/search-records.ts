import { decodeRecord } from '@datasarana/schema';
import type { Client } from '../client.ts';
import { endpointsOfKind } from './kind-endpoints.ts';
import type { RecordSchema, Values } from './record-source.ts';

/** Body of a list search (API-07): `from` zero-based, `to` exclusive. */
export interface ListSearch {
  readonly key?: string;
  readonly keyword?: string;
  readonly from?: number;
  readonly to?: number;
  readonly sort?: readonly { readonly field: string; readonly order: 'asc' | 'desc' }[];
  readonly [filter: string]: unknown;
}

/** POST the query body to the kind's search (REC-24); `total` counts all matches. */
export async function searchRecords(
  client: Client,
  schema: RecordSchema,
  search: ListSearch,
): Promise<{ readonly records: readonly Values[]; readonly total: number }> {
  const { search: id, params } = endpointsOfKind(schema.name);
  const { data, total } = await client.call<readonly Values[] | null>(id, { params, body: search });
  const records = (data ?? []).map((record) => decodeRecord(schema.items, record));
  return { records, total: total ?? records.length };
}

/** GET the kind's count (REC-23). */
export async function countRecords(client: Client, kind: string): Promise<number> {
  const { count, params } = endpointsOfKind(kind);
  const { data } = await client.call<{ readonly count: number } | null>(count, { params });
  return data?.count ?? 0;
}
