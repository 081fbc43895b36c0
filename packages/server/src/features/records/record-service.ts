import {
  areaOfKind,
  canonicalStatus,
  conflict,
  decodeRecord,
  type FieldErrors,
  invalid,
  isStatus,
  malformed,
  mayChangeStatus,
  notFound,
  reachOf,
  stampEmbedded,
  stampRecord,
  statusRefused,
  validateRecord,
} from '@datasarana/schema';
import { ACCOUNT_KIND, loginKey } from '../../access/account.ts';
import type { Scope } from '../../access/scope.ts';
import type { RecordChange, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { toRec } from '../../stores/records/told-record.ts';
import { type Inviting, withKeptInvites } from '../account/kept-invites.ts';
import { schemaOf } from './kinds.ts';
import { nameErrors } from './name-errors.ts';
import { refuseOneself } from './oneself.ts';
import { questionErrors } from './question-errors.ts';
import { type Doc, keepSecrets, SENT_BACK, toDoc, withDefaults } from './record-shape.ts';
import { refuseForeignIn } from './shared-groups.ts';
import { isVisible, ownerOf, ownerPath, type Sight, viewsOf } from './visibility.ts';

/** How long an archived record can be restored, in ms (REC-39: 30 days). */
export const RESTORABLE = 30 * 24 * 60 * 60 * 1000;
/** A change without a base is applied anew when another one came in between. */
const TRIES = 5;

/** Ids that are names of calls, so that GET {path}/{id} always means the record. */
const NAMES_OF_CALLS: ReadonlySet<string> = new Set(['count', 'search', 'delete', 'restore', 'history']);
const ID = /^[\w.:-]{1,128}$/;

/** Writes of records of any kind by the rules of REC: validation, stamps, statuses, secrets, optimistic versions. */
export class RecordService {
  readonly #store: RecordStore;
  readonly #clock: () => number;

  constructor(store: RecordStore, clock: () => number) {
    this.#store = store;
    this.#clock = clock;
  }

  /** The record when it is there and within reach, else null. */
  async read(kind: string, sight: Sight, id: string, removed = false): Promise<StoredRecord | null> {
    const record = await this.#store.get(sight.scope, kind, id);
    if (!record || (record.ts_removed !== null && !removed)) return null;
    return (await isVisible(this.#store, sight, record)) ? record : null;
  }

  /** API-10, REC-36, REC-37. */
  async add(kind: string, sight: Sight, body: Doc): Promise<Doc> {
    const { items } = schemaOf(kind);
    const decoded = decodeRecord(items, body);
    const stamped = stampRecord(items, withDefaults(items, decoded), this.#clock());
    const errors = validateRecord(schemaOf(kind), stamped, { known: SENT_BACK });
    refuseErrors({ ...errors, ...nameErrors(stamped), ...idErrors(String(stamped.id)) });
    const initial = items.find((item) => item.name === 'status')?.default_value ?? 'Active';
    const status = canonicalStatus(kind, String(stamped.status || initial));
    const whole = toDoc(kind, this.#ownedBy(kind, sight, Object(keepSecrets(stamped, null))));
    const doc = withKeptInvites(kind, whole, {}, this.#inviting(sight));
    const id = String(stamped.id);
    refuseErrors(await questionErrors(this.#store, sight.scope, kind, doc, {}));
    await refuseForeignIn(this.#store, sight, kind, doc, {});
    const [record] = await this.#store.write(sight.scope, [{ op: 'add', kind, id, doc, status }]);
    if (!record) throw new Error(`The store did not answer the added ${kind} '${id}'`);
    return toRec(record);
  }

  /** API-11, REC-33, REC-38: the fields given replace the stored ones. */
  async change(kind: string, sight: Sight, body: Doc, idInPath?: string): Promise<Doc> {
    const id = agreedId(body, idInPath);
    const schema = schemaOf(kind);
    const decoded = stampEmbedded(schema.items, decodeRecord(schema.items, body), this.#clock());
    refuseErrors({ ...validateRecord(schema, decoded, { partial: true, known: SENT_BACK }), ...nameErrors(decoded) });
    const base = Number(decoded.ts_modified ?? 0);
    for (let tried = 1; ; tried++) {
      const record = await this.#mine(kind, sight, id);
      if (base > 0 && base !== record.ts_modified)
        throw conflict(`${kind} '${id}' was changed by someone else meanwhile`, toRec(record));
      try {
        return await this.#replace(sight, record, decoded);
      } catch (error) {
        if (base > 0 || tried >= TRIES || !isStale(error)) throw error;
      }
    }
  }

  /** REC-39: archives. @throws PlatformError 404 */
  async remove(kind: string, sight: Sight, id: string): Promise<void> {
    refuseOneself(sight.scope, await this.#mine(kind, sight, id));
    await this.#store.write(sight.scope, [{ op: 'remove', kind, id }]);
  }

  /** API-13: archives those of `ids` that are there; answers how many. */
  async removeMany(kind: string, sight: Sight, ids: readonly string[]): Promise<number> {
    const found = await Promise.all([...new Set(ids)].map((id) => this.read(kind, sight, id)));
    const live = found.filter((record) => record !== null);
    for (const record of live) refuseOneself(sight.scope, record);
    await this.#store.write(
      sight.scope,
      live.map(({ id }) => ({ op: 'remove', kind, id })),
    );
    return live.length;
  }

  /** REC-39: takes the record and what it held away for good. */
  async erase(kind: string, sight: Sight, id: string): Promise<void> {
    const record = await this.read(kind, sight, id, true);
    if (!record) throw notFound(`There is no ${kind} '${id}'`);
    refuseOneself(sight.scope, record);
    await this.#store.write(sight.scope, [{ op: 'erase', kind, id }]);
  }

  /** REC-39: within 30 days of its removal. */
  async restore(kind: string, sight: Sight, id: string): Promise<Doc> {
    const removed = await this.read(kind, sight, id, true);
    if (!removed) throw notFound(`There is no ${kind} '${id}'`);
    if (removed.ts_removed !== null && this.#clock() - removed.ts_removed > RESTORABLE)
      throw conflict(`${kind} '${id}' was removed more than 30 days ago and cannot be restored`);
    const back = [{ op: 'restore', kind, id } as const, ...loginOf(removed)];
    const written = await this.#store.write(sight.scope, back);
    const record = written.at(-1);
    if (!record) throw new Error(`The store did not answer the restored ${kind} '${id}'`);
    return toRec(record);
  }

  async #mine(kind: string, sight: Sight, id: string): Promise<StoredRecord> {
    const record = await this.read(kind, sight, id);
    if (!record) throw notFound(`There is no ${kind} '${id}'`);
    return record;
  }

  async #replace(sight: Sight, record: StoredRecord, changes: Doc): Promise<Doc> {
    const { kind, id } = record;
    const { scope } = sight;
    const sent = toDoc(kind, changes);
    const merged: Doc = { ...record.doc, ...Object(keepSecrets(sent, record.doc)) };
    const doc = withKeptInvites(kind, merged, record.doc, this.#inviting(sight));
    const owned = isManaged(record, sight) ? asShared(doc, record.doc) : this.#stillOwned(kind, sight, doc);
    if (isManaged(record, sight)) await refuseLaying(this.#store, scope, record, owned);
    refuseErrors(await questionErrors(this.#store, scope, kind, owned, record.doc));
    await refuseForeignIn(this.#store, sight, kind, owned, record.doc);
    const status = typeof changes.status === 'string' && changes.status !== '' ? changes.status : record.status;
    if (!mayChangeStatus(kind, record.status, status)) throw statusRefused(kind, record.status, status, toRec(record));
    if (isStatus(record.status, 'Active') && !isStatus(status, 'Active')) refuseOneself(scope, record);
    const next = { doc: owned, status: canonicalStatus(kind, status) };
    const written = await this.#store.write(scope, [{ op: 'update', kind, id, ...next, basedOn: record.version }]);
    if (!written[0]) throw new Error(`The store did not answer the changed ${kind} '${id}'`);
    return toRec(written[0]);
  }

  #inviting({ scope }: Sight): Inviting {
    return { host: { id: scope.user }, now: this.#clock() };
  }

  #stillOwned(kind: string, sight: Sight, doc: Doc): Doc {
    return sight.reach === 'own' ? this.#ownedBy(kind, sight, doc) : doc;
  }

  /** Views, saved searches and own values belong to someone; with a narrow reach that is the caller. */
  #ownedBy(kind: string, { scope, reach }: Sight, doc: Doc): Doc {
    const area = areaOfKind(kind);
    if (area !== 'views' && area !== 'own belongings') return doc;
    if (ownerPath(kind) === 'user_id')
      return { ...doc, user_id: reach === 'all' ? (doc.user_id ?? scope.user) : scope.user };
    const owner: unknown = Reflect.get(Object(doc.owner), 'id');
    return reach === 'all' && typeof owner === 'string' && owner !== ''
      ? doc
      : { ...doc, owner: owner === scope.user ? doc.owner : { id: scope.user } };
  }
}

/** A removed account gave its login id back; restored it takes it again, or is refused when somebody has it now. */
const loginOf = ({ kind, id, doc }: StoredRecord): readonly RecordChange[] =>
  kind === ACCOUNT_KIND
    ? [{ op: 'update', kind, id, doc: { ...doc, login_key: loginKey(String(doc.login_id ?? '')) } }]
    : [];

/** A view or workspace of somebody else, changed by a role in a group it is shared with (ROL-18). */
const isManaged = ({ kind, doc }: StoredRecord, { scope, reach }: Sight): boolean =>
  areaOfKind(kind) === 'views' && (reach === 'managed' || (reach === 'own' && ownerOf(doc) !== scope.user));

/** Whose it is and who sees it. */
const SHARING = ['owner', 'groups', 'scope', 'is_public'];

/** The changed document with everything about whose it is, and who sees it, as it is stored. */
const asShared = (changed: Doc, stored: Doc): Doc => ({
  ...Object.fromEntries(Object.entries(changed).filter(([name]) => !SHARING.includes(name))),
  ...Object.fromEntries(Object.entries(stored).filter(([name]) => SHARING.includes(name))),
});

/**
 * A workspace shares its owner's views, so a view that is laid on it by a role in a group is one of somebody else that whoever
 * lays it reads. @throws PlatformError 404
 */
async function refuseLaying(store: RecordStore, scope: Scope, { doc: before }: StoredRecord, doc: Doc): Promise<void> {
  const laid = new Set(viewsOf(before));
  const added = [...new Set(viewsOf(doc))].filter((id) => !laid.has(id));
  const found = new Map((await store.getMany(scope, 'visual.view', added)).map((view) => [view.id, view]));
  const sight: Sight = { scope, reach: reachOf(scope.roles, 'views', 'read') };
  for (const id of added) {
    const view = found.get(id);
    if (view && ownerOf(view.doc) !== ownerOf(before) && (await isVisible(store, sight, view))) continue;
    throw notFound(`There is no visual.view '${id}' that you may lay on this workspace; its owner lays their own`);
  }
}

const isStale = (error: unknown): boolean =>
  Reflect.get(Object(error), 'detail')?.type === 'conflict' && Reflect.get(Object(error), 'detail')?.data !== undefined;

function refuseErrors(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalid(errors);
}

function idErrors(id: string): FieldErrors {
  if (!ID.test(id)) return { id: 'id: 1 to 128 letters, digits, dots, colons, underscores or hyphens' };
  return NAMES_OF_CALLS.has(id) ? { id: `id: "${id}" is the name of a call` } : {};
}

/** The id of a change: from body or path, and the same when both are given (API-11). */
function agreedId(body: Doc, idInPath: string | undefined): string {
  const inBody = body.id;
  if (inBody !== undefined && typeof inBody !== 'string') throw malformed("'id' in the body is not a text");
  const id = idInPath ?? inBody;
  if (id === undefined || id === '')
    throw malformed("'id' is missing", 'Say in the body or the path which record is changed.');
  if (inBody !== undefined && inBody !== id) throw malformed(`The body says id '${inBody}', the path '${id}'`);
  return id;
}
