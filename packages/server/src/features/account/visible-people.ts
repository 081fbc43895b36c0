import { GROUP_MEMBER, USER_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';

/**
 * Ids of the users the caller shares a group with, the caller included (API-20); with `group` those of this one, which is empty
 * for a group that is not the caller's.
 */
export async function peersOf(records: RecordStore, scope: Scope, group?: string | null): Promise<readonly string[]> {
  const groups = group ? scope.groups.filter((id) => id === group) : scope.groups;
  const edges = groups.length === 0 ? new Map() : await records.edges(scope, groups, GROUP_MEMBER, 'out');
  const people = [...edges.values()].flat().map((edge: { readonly to: string }) => edge.to);
  return group ? people : [...new Set([scope.user, ...people])];
}

/** Whether the caller administers the people of the tenant. */
export const administersPeople = (scope: Scope): boolean => scope.roles.includes('tenant administrator');

/** A user's items without accounts and identity papers (API-20). */
export function withoutPapers(items: StoredRecord['doc']): StoredRecord['doc'] {
  const { accounts: _accounts, national_id: _national, data: _data, ...open } = items;
  return open;
}

/** Another user's record as people of the tenant see it. */
export function shownUser({
  id,
  ts,
  ts_modified,
  ts_status,
  status,
  doc,
}: StoredRecord): Readonly<Record<string, unknown>> {
  return { ...withoutPapers(doc), id, label: USER_KIND, ts, ts_modified, ts_status, status };
}

/** A user the caller may see (API-17), else null. */
export async function visibleUser(records: RecordStore, scope: Scope, id: string): Promise<StoredRecord | null> {
  const record = await records.get(scope, USER_KIND, id);
  if (record === null || record.ts_removed !== null) return null;
  if (administersPeople(scope) || (await peersOf(records, scope)).includes(id)) return record;
  return null;
}
