import type { StoredRecord } from './port.ts';
import { replaceSecrets, SECRET_MASK } from './secret-fields.ts';

/** A record as callers read it: label beside the schema's items (REC-41), secrets masked (SEC-01). */
export function toRec(record: StoredRecord): Record<string, unknown> {
  const masked = replaceSecrets(record.doc, () => SECRET_MASK);
  return {
    label: record.kind,
    ...Object(masked),
    id: record.id,
    status: record.status,
    ts: record.ts,
    ts_modified: record.ts_modified,
    ts_status: record.ts_status,
    ...(record.ts_removed !== null && { ts_removed: record.ts_removed }),
  };
}

/** Whether what a refusal carries is a record of the store, as a write on a stale base does (REC-38). */
export const isStored = (data: unknown): data is StoredRecord =>
  data !== null && typeof data === 'object' && 'doc' in data && 'kind' in data;
