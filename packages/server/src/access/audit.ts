import { newId } from '@datasarana/schema';
import type { FastifyBaseLogger } from 'fastify';
import type { RecordChange, RecordStore } from '../stores/records/port.ts';
import type { Scope } from './scope.ts';
import { systemScope } from './system-scope.ts';

/** Kind of an audit entry; it belongs to no area of the matrix, so no call reaches it to change it (SEC-08). */
export const AUDIT_KIND = 'audit';

/** What an entry is about. */
export const AUDIT_EVENTS = [
  'sign-in',
  'sign-in refused',
  'sign-out',
  'password',
  'refused',
  'export',
  'write',
  'read',
] as const;

/** Who did what from where (SEC-08); field by field a write stands in the record history under the same request id. */
export interface AuditEntry {
  readonly event: (typeof AUDIT_EVENTS)[number];
  readonly endpoint: string;
  readonly address: string;
  readonly detail?: Readonly<Record<string, string | number | boolean>>;
}

export interface Audit {
  /** Returns at once; entries are stored in the background, in order, and all of them before `close` resolves. */
  note(scope: Scope, entry: AuditEntry): void;
  close(): Promise<void>;
}

interface Waiting {
  readonly scope: Scope;
  readonly change: RecordChange;
}

const MOST_AT_ONCE = 500;

/** Entries go to the log as they come and to the record store of their tenant. */
export function createAudit(records: RecordStore, log: FastifyBaseLogger): Audit {
  const waiting: Waiting[] = [];
  let running: Promise<void> = Promise.resolve();
  let busy = false;

  const storeWaiting = async () => {
    while (waiting.length > 0) {
      const tenant = waiting[0]?.scope.tenant;
      const run = waiting.findIndex(({ scope }) => scope.tenant !== tenant);
      const batch = waiting.splice(0, Math.min(run === -1 ? waiting.length : run, MOST_AT_ONCE));
      const [first] = batch;
      if (first === undefined) return;
      const scope = systemScope(first.scope.cluster, first.scope.tenant, first.scope.requestId);
      const changes = batch.map(({ change }) => change);
      await records.write(scope, changes).catch((error: unknown) => {
        log.error({ err: error, entries: changes }, 'audit entries could not be stored');
      });
    }
    busy = false;
  };

  return {
    note(scope, entry) {
      const who = { user: scope.user, request_id: scope.requestId };
      log.info({ audit: entry.event, ...who, tenant: scope.tenant, ...entry });
      waiting.push({ scope, change: { op: 'add', kind: AUDIT_KIND, id: newId(), doc: { ...entry, ...who } } });
      if (busy) return;
      busy = true;
      running = running.then(storeWaiting);
    },
    close: () => running,
  };
}
