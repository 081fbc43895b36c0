import { fillLookups, parseSearch, type Query } from '@datasarana/query';
import type { OsCall } from './call.ts';
import { elsewhereOf } from './lookups.ts';

/** A search that finds nothing. @throws PlatformError where the fields of an index do not suit the query */
export async function askForNothing(call: OsCall, names: readonly string[], query: Query): Promise<void> {
  if (names.length === 0) return;
  const bool = { kind: 'bool', must: [], should: [], mustNot: [], boost: 1 } as const;
  const filled = await fillLookups(query, elsewhereOf(call));
  const nothing: Query = { ...bool, filter: [{ kind: 'match_none', boost: 1 }, filled] };
  const request = { ...parseSearch({ size: 0, track_total_hits: false }), query: nothing };
  await call.services.search.search(call.scope, names, request, { signal: call.signal });
}
