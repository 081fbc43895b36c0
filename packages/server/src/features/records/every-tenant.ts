import { TENANT_KIND } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { RecordStore } from '../../stores/records/port.ts';

const MOST = 10_000;

/** The platform's own scope in each tenant of a cluster; for upkeep only. */
export async function everyTenant(records: RecordStore, cluster: string): Promise<readonly Scope[]> {
  const all = { keys: [], keyword: '', from: 0, to: MOST };
  const { records: tenants } = await records.search(systemScope(cluster, ''), TENANT_KIND, all);
  return tenants.map(({ id }) => systemScope(cluster, id));
}
