import { PLATFORM_SCHEMAS, SYSTEM_SCHEMAS } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { everyTenant } from './every-tenant.ts';
import { isErasedInTime, realmOf } from './kinds.ts';
import { RESTORABLE } from './record-service.ts';

const AT_ONCE = 500;

/** Erases what was removed more than 30 days ago (REC-39), in all tenants of a cluster; answers how many records. */
export async function eraseExpired(store: RecordStore, cluster: string, now: number): Promise<number> {
  const tenants = await everyTenant(store, cluster);
  const kinds = [...SYSTEM_SCHEMAS, ...PLATFORM_SCHEMAS].map(({ name }) => name).filter(isErasedInTime);
  let erased = 0;
  for (const kind of kinds) {
    const places = realmOf(kind) === 'cluster' ? [systemScope(cluster, '')] : tenants;
    for (const scope of places) erased += await eraseOf(store, scope, kind, now - RESTORABLE);
  }
  return erased;
}

async function eraseOf(store: RecordStore, scope: Scope, kind: string, before: number): Promise<number> {
  const { records } = await store.search(scope, kind, {
    keys: [],
    keyword: '',
    removed: 'only',
    sort: [{ field: 'ts_removed', order: 'asc' }],
    from: 0,
    to: AT_ONCE,
  });
  const due = records.filter(({ ts_removed }) => ts_removed !== null && ts_removed < before);
  await store.write(
    scope,
    due.map(({ id }) => ({ op: 'erase', kind, id })),
  );
  return due.length;
}
