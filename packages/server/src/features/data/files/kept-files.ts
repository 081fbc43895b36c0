import { parseSearch } from '@datasarana/query';
import { newId } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import type { RecordStore, StoredRecord } from '../../../stores/records/port.ts';
import { everyTenant } from '../../records/every-tenant.ts';
import { TEMPLATE_KIND } from '../../templates/template.ts';
import type { BatchStores } from '../batch-applier.ts';
import { BATCH_KIND, batchOf } from '../batch-record.ts';
import type { FileFacts, FileStore, Incoming } from './file-store.ts';

export const KEPT_FILE_KIND = 'data.kept_file';

/** A file that one batch brought into one template. */
export interface KeptFile extends FileFacts {
  readonly name: string;
  readonly template: string;
  readonly batch: string;
  /** Field that holds its checksum. */
  readonly field: string;
  /** Id of the record it belongs to, as soon as that is known. */
  readonly record: string | null;
}

type Found = KeptFile & { readonly id: string };
type Where = Readonly<Partial<Record<'template' | 'batch' | 'sha256', string | readonly string[]>>>;

const keptOf = ({ id, doc }: StoredRecord): Found => ({ ...(doc as unknown as KeptFile), id });

const CHECKSUM = /^[0-9a-f]{64}$/;

/** Checksums anywhere in the values of a record. */
export function checksumsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return CHECKSUM.test(value) ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(checksumsIn))];
}

/** Long enough for a batch that a crash interrupted to be taken up again. */
const UNCLAIMED_MS = 24 * 60 * 60_000;
const PAGE = 1000;

/**
 * Files that records stand for (SRC-37). A record has the files of its template whose checksum stands in it, so a file comes
 * and goes with its records whatever way they come and go: a sweep takes away what no record has any more, nor can get back.
 */
export class KeptFiles {
  readonly #store: FileStore;
  readonly #stores: BatchStores;
  readonly #isLive: (scope: Scope, batch: string) => boolean;
  /** Keeping and removing take turns, or a file could go while the same one comes. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: FileStore, stores: BatchStores, isLive: (scope: Scope, batch: string) => boolean) {
    this.#store = store;
    this.#stores = stores;
    this.#isLive = isLive;
    stores.records.declareKind(KEPT_FILE_KIND, 'tenant', {
      indexes: [{ path: 'template' }, { path: 'sha256' }, { path: 'batch' }],
    });
  }

  get #records(): RecordStore {
    return this.#stores.records;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work, work);
    this.#turn = done.catch(() => {});
    return done;
  }

  /** Keeps a received file for a batch; durable when it returns. */
  keep(
    scope: Scope,
    incoming: Incoming,
    about: Pick<KeptFile, 'name' | 'template' | 'batch' | 'field'>,
  ): Promise<void> {
    const { path: _, ...facts } = incoming;
    const doc = { ...facts, ...about, record: null };
    return this.#inTurn(async () => {
      await this.#store.keep(scope, incoming);
      await this.#records.write(scope, [{ op: 'add', kind: KEPT_FILE_KIND, id: newId(), doc }]);
    });
  }

  async #where(scope: Scope, where: Where, from = 0): Promise<readonly Found[]> {
    const page = { keys: [], keyword: '', from, to: from + PAGE };
    const { records } = await this.#records.search(scope, KEPT_FILE_KIND, { ...page, where });
    return records.map(keptOf);
  }

  /** Files a record has, one for each checksum, by the name the record calls it where it does. */
  async ofRecord(scope: Scope, template: string, values: unknown): Promise<readonly KeptFile[]> {
    const sums = checksumsIn(values);
    if (sums.length === 0) return [];
    const found = await this.#where(scope, { template, sha256: sums });
    const names = new Set(Object.values(Object(values)));
    return sums.flatMap((sum) => {
      const own = found.filter(({ sha256 }) => sha256 === sum);
      return own.find(({ name }) => names.has(name)) ?? own.at(-1) ?? [];
    });
  }

  read(scope: Scope, sha256: string) {
    return this.#store.read(scope, sha256);
  }

  /** Notes whose files these are, and takes away those no record has any more. */
  async sweep(scope: Scope, where: Where): Promise<void> {
    for (let from = 0; ; ) {
      const files = await this.#where(scope, where, from);
      for (const file of files) {
        if (await this.#isWanted(scope, file)) from++;
        else await this.#remove(scope, file);
      }
      if (files.length < PAGE) return;
    }
  }

  /** Everything of all tenants; for upkeep only. */
  async sweepAll(): Promise<void> {
    for (const scope of await everyTenant(this.#records, this.#stores.config.clusterId)) await this.sweep(scope, {});
  }

  #remove(scope: Scope, { id, sha256 }: Found): Promise<void> {
    return this.#inTurn(async () => {
      await this.#records.write(scope, [{ op: 'erase', kind: KEPT_FILE_KIND, id }]);
      if ((await this.#where(scope, { sha256 })).length === 0) await this.#store.remove(scope, sha256);
    });
  }

  async #isWanted(scope: Scope, file: Found): Promise<boolean> {
    const { search } = this.#stores;
    if (this.#isLive(scope, file.batch)) return true;
    if (!(await this.#records.get(scope, TEMPLATE_KIND, file.template))) return false;
    const batch = await this.#records.get(scope, BATCH_KIND, file.batch);
    if (!batch) return this.#stores.clock() - (await this.#begun(scope, file)) < UNCLAIMED_MS;
    const { state, rejected } = batchOf(batch);
    if (state === 'running') return true;
    if (state !== 'done') return this.#isCarried(scope, file);
    // A row that was set aside may be mended; an index that is made anew gets its records back.
    // Of rows without a search index nobody can say what they carry.
    const definition = await search.definition(scope, file.template);
    if (rejected > 0 || !definition || definition.transit) return true;
    if (await this.#isCarried(scope, file)) return true;
    if (file.record === null) return false;
    // Another file took its place under the same key: undoing that batch brings it back.
    if (await search.getDocument(scope, file.template, file.record)) return true;
    // A record that was removed by itself can be brought back, and its file with it.
    const [last] = await search.earlierStates(scope, file.template, file.record);
    return last?.removed === true && checksumsIn(last.source).includes(file.sha256);
  }

  async #begun(scope: Scope, { id }: Found): Promise<number> {
    return (await this.#records.get(scope, KEPT_FILE_KIND, id))?.ts ?? 0;
  }

  /** Whether a record carries the checksum; the first one found is noted. */
  async #isCarried(scope: Scope, { id, template, field, sha256, record }: Found): Promise<boolean> {
    const definition = await this.#stores.search.definition(scope, template);
    if (!definition) return false;
    const request = parseSearch({ size: 1, query: { term: { [field]: sha256 } } });
    const { hits } = await this.#stores.search.search(scope, [template], request);
    const [first] = hits.hits;
    if (!first) return false;
    if (record === null) {
      const kept = await this.#records.get(scope, KEPT_FILE_KIND, id);
      const doc = { ...kept?.doc, record: first._id };
      if (kept) await this.#records.write(scope, [{ op: 'update', kind: KEPT_FILE_KIND, id, doc }]);
    }
    return true;
  }
}
