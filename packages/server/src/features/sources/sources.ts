import { createHash } from 'node:crypto';
import { conflict, invalid, newId, notFound } from '@datasarana/schema';
import { fieldNameOf, type Source, type SourceColumn, sourceFaults, undated } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { RecordSearch, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { replaceSecrets, SECRET_MASK } from '../../stores/records/secret-fields.ts';
import { keepSecrets } from '../records/record-shape.ts';
import { restFaults } from './rest-faults.ts';
import { CONVERTER_KIND, type Converter, SOURCE_KIND, shown, sourceOf } from './source-record.ts';

type Body = Readonly<Record<string, unknown>>;

const ITEMS = ['name', 'type', 'format', 'provider', 'task', 'db', 'file_json', 'csv', 'spatial', 'ds'] as const;

const ANEW = 'Give the password or token again: it is not sent to another address than it was given for';

/** Whether one of the secrets is the mask a reader was shown. */
function holdsMask(value: unknown): boolean {
  let found = false;
  replaceSecrets(value, (secret) => {
    if (secret === SECRET_MASK) found = true;
    return secret;
  });
  return found;
}

/** Where a secret of a source is sent: with another target the secret must be given anew, or it could be drawn out. */
function targetOf({ provider, db, ds, spatial }: Partial<Source>): string {
  const url = (text: unknown): string => (typeof text === 'string' && URL.canParse(text) ? new URL(text).origin : '');
  const auth = Object(Reflect.get(Object(ds), 'auth'));
  const tokens = [Reflect.get(auth, 'token_url'), Reflect.get(auth, 'type')];
  return JSON.stringify([
    provider,
    db?.host,
    db?.port,
    db?.uid,
    db?.tls,
    url(Reflect.get(Object(ds), 'url')),
    url(spatial?.url),
    tokens,
  ]);
}

/**
 * REST settings with the secrets of a stored source where they hold the mask.
 *
 * @throws PlatformError 31/422 when they lead to another server than the stored ones
 */
export function withStoredSecrets(given: Body, stored: Source | null): Body {
  if (!holdsMask(given)) return given;
  const { provider } = stored ?? {};
  if (!stored || targetOf(stored) !== targetOf({ ...(provider && { provider }), ds: given }))
    throw invalid({ auth: ANEW });
  const kept = Object(Reflect.get(Object(stored.ds), 'auth'));
  const auth = replaceSecrets(given.auth, (secret, name) =>
    secret === SECRET_MASK ? Reflect.get(kept, name) : secret,
  );
  return { ...given, auth };
}

/** Same names in any order, in any spelling a file may use, make the same fingerprint. */
export function fingerprintOf(names: readonly string[]): string {
  const spelled = names.map(fieldNameOf).sort();
  return createHash('sha256').update(JSON.stringify(spelled)).digest('hex').slice(0, 32);
}

/** A request that could never be sent is said while its form is open, not at the first import. */
function requestFaults({ provider, format, ds }: Body): Readonly<Record<string, string>> {
  if (provider !== 'rest') return {};
  const faults = restFaults({ ...(format === 'spatial' && { verb: 'POST' }), ...Object(ds) });
  return Object.fromEntries(Object.entries(faults).map(([name, fault]) => [`ds.${name}`, fault]));
}

/** The same, of the columns that a file shows by itself: a title above the table has the day it was made on in it. */
export const detectedPrintOf = (names: readonly string[]): string => fingerprintOf(names.map(undated));

/** Sources and converters as records of a tenant (API-81, API-82). */
export class Sources {
  readonly #records: RecordStore;

  constructor(records: RecordStore) {
    this.#records = records;
    records.declareKind(SOURCE_KIND, 'tenant', {
      searchable: ['name', 'provider', 'format', 'type', 'id'],
      indexes: [{ path: 'provider' }],
    });
    records.declareKind(CONVERTER_KIND, 'tenant', {
      searchable: ['name', 'id'],
      indexes: [{ path: 'fingerprint' }, { path: 'detected_fingerprint' }, { path: 'source' }, { path: 'template' }],
    });
  }

  async find(scope: Scope, kind: string, id: string): Promise<StoredRecord | null> {
    const record = await this.#records.get(scope, kind, id);
    return record && record.ts_removed === null ? record : null;
  }

  /** @throws PlatformError 34/404 */
  async get(scope: Scope, id: string): Promise<Source> {
    const record = await this.find(scope, SOURCE_KIND, id);
    if (!record) throw notFound(`There is no source '${id}'.`);
    return sourceOf(record);
  }

  /** Adds a source, or changes the one of the id. @throws PlatformError 31/422 with a sentence per field */
  async save(scope: Scope, body: Body): Promise<StoredRecord> {
    const faults = { ...requestFaults(body), ...sourceFaults(body) };
    if (Object.keys(faults).length > 0) throw invalid(faults);
    const kept = Object.fromEntries(ITEMS.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
    const sent = { task: null, ...kept, columns: columnsOf((body.columns ?? []) as readonly Partial<SourceColumn>[]) };
    const id = typeof body.id === 'string' && body.id !== '' ? body.id : newId();
    const before = await this.find(scope, SOURCE_KIND, id);
    if (before && typeof body.ts_modified === 'number' && body.ts_modified !== before.ts_modified)
      throw conflict(`The source '${sourceOf(before).name}' was changed by someone else meanwhile`, shown(before));
    if (holdsMask(sent) && (!before || targetOf(sourceOf(before)) !== targetOf(sent as Partial<Source>))) {
      throw invalid({ ['db' in sent ? 'db.pwd' : 'ds']: ANEW });
    }
    const taken = takenOf(before);
    const doc = { ...(keepSecrets(sent, before?.doc) as Body), ...(taken !== null && { taken }) };
    const base = typeof body.ts_modified === 'number' ? { basedOnModified: body.ts_modified } : {};
    const [record] = await this.#records.write(scope, [
      before ? { op: 'update', kind: SOURCE_KIND, id, doc, ...base } : { op: 'add', kind: SOURCE_KIND, id, doc },
    ]);
    if (!record) throw new Error('A written source has a record.');
    return record;
  }

  /** The batch an archive came in by (SRC-35). */
  async takenBy(scope: Scope, id: string): Promise<string | null> {
    return takenOf(await this.find(scope, SOURCE_KIND, id));
  }

  async noteTaken(scope: Scope, id: string, batch: string): Promise<void> {
    const record = await this.find(scope, SOURCE_KIND, id);
    if (!record) return;
    await this.#records.write(scope, [{ op: 'update', kind: SOURCE_KIND, id, doc: { ...record.doc, taken: batch } }]);
  }

  search(scope: Scope, kind: string, search: RecordSearch) {
    return this.#records.search(scope, kind, search);
  }

  /** How many there were. */
  async remove(scope: Scope, kind: string, ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const id of new Set(ids)) {
      if (!(await this.find(scope, kind, id))) continue;
      await this.#records.write(scope, [{ op: 'remove', kind, id }]);
      removed++;
    }
    return removed;
  }

  async saveConverter(
    scope: Scope,
    id: string | undefined,
    converter: Omit<Converter, 'fingerprint' | 'detected_fingerprint'>,
    detected?: readonly string[],
  ): Promise<StoredRecord> {
    const names = converter.columns.map(({ name }) => name);
    const fingerprint = fingerprintOf(names);
    const doc = { ...converter, fingerprint, detected_fingerprint: detectedPrintOf(detected ?? names) };
    const before = id === undefined ? null : await this.find(scope, CONVERTER_KIND, id);
    const change = { kind: CONVERTER_KIND, id: id ?? newId(), doc } as const;
    const [record] = await this.#records.write(scope, [{ op: before ? 'update' : 'add', ...change }]);
    if (!record) throw new Error('A written converter has a record.');
    return record;
  }
}

const takenOf = (record: StoredRecord | null): string | null =>
  typeof record?.doc.taken === 'string' ? record.doc.taken : null;

/** Columns as they are kept: in order, with what was left out filled in. */
export const columnsOf = (columns: readonly Partial<SourceColumn>[]): readonly SourceColumn[] =>
  columns.map((column, index) => ({
    name: column.name ?? '',
    index: column.index ?? index,
    value_type: column.value_type ?? 1,
    item_id: column.item_id ?? null,
    selected: column.selected ?? true,
    format: column.format ?? null,
    transform: column.transform ?? [],
    sample: column.sample ?? [],
  }));
