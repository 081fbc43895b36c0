import { conflict, invalid, notFound } from '@datasarana/schema';
import { USER_KIND } from '../../access/account.ts';
import type { Caller } from '../../access/caller.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';

interface Signed {
  readonly caller: Caller;
  readonly scope: Scope;
}

/** What a user may change about themselves; the rest is an administrator's. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'full_name',
  'date_of_birth',
  'gender',
  'avatar',
  'bio',
  'notes',
  'contacts',
  'devices',
  'addresses',
  'notify',
]);

async function ownRecord(records: RecordStore, { caller, scope }: Signed): Promise<StoredRecord> {
  const record = await records.get(scope, USER_KIND, caller.user);
  if (!record) throw notFound('Your user record is not there any more. Ask an administrator of this tenant.');
  return record;
}

/** The session user of SES-12, with the user record beside it. */
export async function sessionUser(records: RecordStore, who: Signed): Promise<Readonly<Record<string, unknown>>> {
  const record = await ownRecord(records, who);
  const { caller, scope } = who;
  return {
    ...record.doc,
    id: record.id,
    ts: record.ts,
    ts_modified: record.ts_modified,
    status: record.status,
    login_id: caller.loginId,
    account: caller.account,
    scope: caller.scopes,
    roles: scope.roles,
    groups: scope.groups,
    notify: record.doc.notify ?? false,
    cluster: scope.cluster,
    tenant: scope.tenant,
    must_change: caller.mustChange,
  };
}

/** Changes fields of the own user record (API-19). @throws PlatformError 409 when it was changed meanwhile */
export async function changeOwnUser(
  records: RecordStore,
  who: Signed,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const record = await ownRecord(records, who);
  const { ts_modified, id: _, ...changes } = body;
  const foreign = Object.keys(changes).filter((name) => !OWN_FIELDS.has(name));
  if (foreign.length > 0) {
    throw invalid(Object.fromEntries(foreign.map((name) => [name, 'This field is not yours to change'])));
  }
  if (changes.full_name !== undefined && !String(changes.full_name ?? '').trim()) {
    throw invalid({ full_name: 'full name must not be empty' });
  }
  if (ts_modified !== undefined && ts_modified !== record.ts_modified) {
    throw conflict('Your profile was changed elsewhere meanwhile', {
      ...record.doc,
      id: record.id,
      ts_modified: record.ts_modified,
    });
  }
  await records.write(who.scope, [
    { op: 'update', kind: USER_KIND, id: record.id, doc: { ...record.doc, ...changes }, basedOn: record.version },
  ]);
  return sessionUser(records, who);
}
