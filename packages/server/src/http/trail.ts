import { isAdministrator, isWrite } from '@datasarana/schema';
import type { Audit } from '../access/audit.ts';
import type { Caller } from '../access/caller.ts';
import type { Call } from './call.ts';
import { Answer, Download } from './envelope.ts';

/** Kinds whose records are about a person. */
const PERSONAL: ReadonlySet<unknown> = new Set([
  'user',
  'user.contact',
  'user.device',
  'user.biometric',
  'user.data',
  'user.group.invite',
  'user.login_account',
]);

/** Calls with an entry of their own that says more. */
const NOTED_BY_THEMSELVES: ReadonlySet<string> = new Set(['auth.sign-in', 'session.end', 'user.password']);

/** What services tell of themselves every few seconds: it is kept nowhere, and would bury what people did. */
const KEPT_NOWHERE: ReadonlySet<string> = new Set(['ingestor.report']);

/** What of an answer names what was written. */
const NAMING = [
  'id',
  'label',
  'name',
  'batch',
  'result',
  'added',
  'removed',
  'unchanged',
  'accepted',
  'replaced',
  'rejected',
  'dry_run',
];

/** Ids an entry lists; `records` always says how many there were. */
const MOST_IDS = 50;

type Detail = Readonly<Record<string, string | number | boolean>>;

const isSimple = (value: unknown): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

function written(data: unknown): Detail {
  const answered = Object(data);
  const named = NAMING.map((name) => [name, Reflect.get(answered, name)] as const);
  return Object.fromEntries(named.filter((entry): entry is [string, string | number | boolean] => isSimple(entry[1])));
}

/** Records of other people in an answer: one record, a list of them, or the changes of one. */
function othersIn(data: unknown, { user, account }: Caller): readonly { readonly kind: string; readonly id: string }[] {
  return [data].flat().flatMap((entry: unknown) => {
    const { label, kind = label, id, record = id, user_id, user: owner = user_id } = Object(entry);
    const own = record === user || record === account || owner === user;
    return PERSONAL.has(kind) && !own ? [{ kind: String(kind), id: String(record) }] : [];
  });
}

function seen(data: unknown, caller: Caller): Detail | null {
  const others = othersIn(data, caller);
  const [first] = others;
  if (first === undefined) return null;
  const ids = [...new Set(others.map(({ id }) => id))];
  return { kind: first.kind, records: ids.length, ids: ids.slice(0, MOST_IDS).join(',') };
}

/** What of an answer is taken along: a file, or all matches of a search as JSON. */
function exported({ endpoint }: Call, result: unknown): Detail | null {
  if (result instanceof Download && result.fileName !== undefined) return { file: result.fileName };
  const isThere = result instanceof Download || (result instanceof Answer && result.data !== null);
  return endpoint.id === 'data.bulk' && isThere ? { format: 'json' } : null;
}

/**
 * Notes what SEC-08 asks of a call that was answered: every write, export and administrator's read of personal data, from where.
 * What a write changed, field by field, stands in the history of its records under the same request id.
 */
export function noteCall(audit: Audit, call: Call, result: unknown): void {
  const { scope, caller, endpoint, request, about } = call;
  const from = { endpoint: endpoint.id, address: request.ip };
  const taken = exported(call, result);
  if (taken !== null) audit.note(scope, { event: 'export', ...from, detail: taken });
  if (taken !== null || result instanceof Download) return;
  const data = result instanceof Answer ? result.data : result;
  if (isWrite(endpoint)) {
    const detail = { ...Object.fromEntries(about), ...written(data) };
    if (!NOTED_BY_THEMSELVES.has(endpoint.id) && !KEPT_NOWHERE.has(endpoint.id))
      audit.note(scope, { event: 'write', ...from, detail });
    return;
  }
  const detail = caller !== null && isAdministrator(caller.scopes) ? seen(data, caller) : null;
  if (detail !== null) audit.note(scope, { event: 'read', ...from, detail });
}
