import { conflict, PLATFORM_SCHEMAS, SYSTEM_SCHEMA_NAMES } from '@datasarana/schema';
import { ACCOUNT_KIND, TENANT_KIND } from '../../access/account.ts';
import { API_TOKEN_KIND } from '../../access/api-tokens.ts';
import type { Scope } from '../../access/scope.ts';
import { SESSION_KIND } from '../../access/sessions.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Services } from '../../services.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { BATCH_KIND } from '../data/batch-record.ts';
import { FileStore } from '../data/files/file-store.ts';
import { KEPT_FILE_KIND } from '../data/files/kept-files.ts';
import { Originals } from '../data/originals.ts';
import { TEMPLATE_KIND, VERSION_KIND } from '../templates/template.ts';
import { realmOf } from './kinds.ts';
import { RESTORABLE } from './record-service.ts';

const AT_ONCE = 500;

/** A tenant that nobody could come back to is neither removed nor closed: the caller's own, and the one that pages open. */
export function refuseNeededTenant(scope: Scope, opened: string, id: string): void {
  if (id === scope.tenant)
    throw conflict('This is the tenant you are signed in to; sign in to another one to remove or close it');
  if (id === opened)
    throw conflict('Pages of this platform open this tenant; set DATASARANA_TENANT_ID to another one first');
}

/**
 * API-47: the tenant with everything in it is archived. Everything stands behind the tenant's record: without it no sign-in and
 * no token of its people counts (REC-35), so nothing of its records, indices and streams can be reached until it is restored.
 */
export async function archiveTenant({ records, sessions }: Services, scope: Scope, id: string): Promise<void> {
  await records.write(scope, [{ op: 'remove', kind: TENANT_KIND, id }]);
  await sessions.endOfTenant(systemScope(scope.cluster, id, scope.requestId));
}

/** Record kinds of a tenant; its audit trail is kept (SEC-11). */
const KINDS: readonly string[] = [
  ...[...SYSTEM_SCHEMA_NAMES, ...PLATFORM_SCHEMAS.map(({ name }) => name)].filter((kind) => realmOf(kind) === 'tenant'),
  VERSION_KIND,
  BATCH_KIND,
  KEPT_FILE_KIND,
  SESSION_KIND,
  API_TOKEN_KIND,
];

/** Takes a removed tenant away for good, its own record last, so that a crash in between leaves what the next run finishes. */
export async function eraseTenant(
  { records, search, stream, archive, config }: Services,
  scope: Scope,
  id: string,
): Promise<void> {
  const inside = systemScope(scope.cluster, id, scope.requestId);
  for (const name of await search.indexes(inside)) await search.removeIndex(inside, name);
  for (const topic of await stream.topics(inside)) await stream.removeTopic(inside, topic);
  for (const topic of await archive.topics(inside)) await archive.remove(inside, topic);
  for (const files of [new FileStore(config.data), new Originals(config.data)]) await files.erase(inside);
  for (const kind of new Set([ACCOUNT_KIND, TEMPLATE_KIND, ...KINDS])) await eraseAll(records, inside, kind);
  await records.write(scope, [{ op: 'erase', kind: TENANT_KIND, id }]);
}

async function eraseAll(records: RecordStore, scope: Scope, kind: string): Promise<void> {
  const page = { keys: [], keyword: '', from: 0, to: AT_ONCE };
  for (const removed of ['without', 'only'] as const)
    for (;;) {
      const { records: found } = await records.search(scope, kind, { ...page, removed });
      if (found.length === 0) break;
      await records.write(
        scope,
        found.map(({ id }) => ({ op: 'erase', kind, id })),
      );
    }
}

/** REC-39: tenants removed more than 30 days ago; answers how many were erased. */
export async function eraseExpiredTenants(services: Services): Promise<number> {
  const scope = systemScope(services.config.clusterId, '');
  const page = { keys: [], keyword: '', removed: 'only', from: 0, to: AT_ONCE } as const;
  const { records: tenants } = await services.records.search(scope, TENANT_KIND, page);
  const due = tenants.filter(({ ts_removed }) => ts_removed !== null && services.clock() - ts_removed > RESTORABLE);
  for (const { id } of due) await eraseTenant(services, scope, id);
  return due.length;
}
