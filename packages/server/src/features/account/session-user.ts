import { canonicalStatus, decodeRecord, invalid, notFound, validateRecord } from '@datasarana/schema';
import { USER_KIND } from '../../access/account.ts';
import type { Caller } from '../../access/caller.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { schemaOf } from '../records/kinds.ts';
import { nameErrors } from '../records/name-errors.ts';

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

/** What travels with a change without being part of the record. */
const ENVELOPE_FIELDS: ReadonlySet<string> = new Set(['id', 'label', 'ts_modified']);

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
    avatar: null,
    gender: null,
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
    role_in_group: scope.roleInGroup ?? {},
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
  const foreign = Object.keys(body).filter((name) => !OWN_FIELDS.has(name) && !ENVELOPE_FIELDS.has(name));
  if (foreign.length > 0) {
    throw invalid(Object.fromEntries(foreign.map((name) => [name, 'This field is not yours to change'])));
  }
  if (body.full_name !== undefined && !String(body.full_name ?? '').trim()) {
    throw invalid({ full_name: 'full name must not be empty' });
  }
  await changeUser(records, who.scope, record, body);
  return sessionUser(records, who);
}

/** Validates and stores changed fields of a user record; `ts_modified` in the body is what they are based on (REC-38). */
export async function changeUser(
  records: RecordStore,
  scope: Scope,
  record: StoredRecord,
  body: Readonly<Record<string, unknown>>,
): Promise<StoredRecord> {
  const { ts_modified, id: _id, label: _label, status, ...sent } = body;
  const changes = decodeRecord(schemaOf(USER_KIND).items, sent);
  const doc = { ...record.doc, ...changes };
  refuseFaults({ ...doc, status: status ?? record.status, id: record.id, ts: record.ts, ts_modified: record.ts }, body);
  const next = typeof status === 'string' ? canonicalStatus(USER_KIND, status) : undefined;
  const basedOnModified = typeof ts_modified === 'number' ? { basedOnModified: ts_modified } : {};
  const [written] = await records.write(scope, [
    {
      op: 'update',
      kind: USER_KIND,
      id: record.id,
      doc,
      ...(next !== undefined && { status: next }),
      ...basedOnModified,
    },
  ]);
  return written ?? record;
}

/** REC-37: faults of the changed fields; what was stored before is not the caller's to mend here. */
function refuseFaults(user: Readonly<Record<string, unknown>>, body: Readonly<Record<string, unknown>>): void {
  const faults = Object.entries({ ...nameErrors(user), ...validateRecord(schemaOf(USER_KIND), user) }).filter(
    ([path]) => Object.hasOwn(body, path.split('.')[0] ?? ''),
  );
  if (faults.length > 0) throw invalid(Object.fromEntries(faults));
}
