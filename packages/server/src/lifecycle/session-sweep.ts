import { TENANT_KIND } from '../access/account.ts';
import type { Sessions } from '../access/sessions.ts';
import { systemScope } from '../access/system-scope.ts';
import type { RecordStore } from '../stores/records/port.ts';

const MOST_TENANTS = 10_000;

/** Erases sessions that have run out, of every tenant. */
export async function sweepSessions(records: RecordStore, sessions: Sessions, cluster: string): Promise<void> {
  const page = { keys: [], keyword: '', from: 0, to: MOST_TENANTS };
  const { records: tenants } = await records.search(systemScope(cluster, ''), TENANT_KIND, page);
  for (const { id } of tenants) await sessions.sweep(cluster, id);
}
