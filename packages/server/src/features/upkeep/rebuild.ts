import { join } from 'node:path';
import type { IndexComparison, IndexStats } from '@datasarana/engine';
import { conflict, type Rebuild } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Services } from '../../services.ts';
import type { WriteObject } from '../../stores/archive/index.ts';
import type { StoredBatch } from '../../stores/stream/port.ts';
import { storedHeader } from '../data/batch-work.ts';
import { rowsFrom } from '../data/intake.ts';
import { SpoolFolder } from '../data/spool.ts';
import { indexDefinition } from '../templates/definition.ts';
import { archiveNow, shardingOf } from '../templates/storage/archive-now.ts';
import { isInIndex, rowsOfBatch } from '../templates/storage/rows-of-batch.ts';
import type { Template } from '../templates/template.ts';

export type RebuildStores = Pick<Services, 'search' | 'records' | 'stream' | 'archive' | 'clock' | 'log'> & {
  readonly config: { readonly clusterId: string; readonly data: string };
};

export interface RebuildRequest {
  readonly scope: Scope;
  readonly id: string;
  readonly template: Template;
  readonly from: 'topic' | 'archive';
  /** Puts the new index in the place of the old one when both hold the same. */
  readonly swap: boolean;
  /** Does so even when they differ. */
  readonly acceptDifferences: boolean;
  /** The present index holds only what is in transit: the new one has to have all that is kept, which may be nothing. */
  readonly fills?: true;
}

/** A rebuild as it is held: what replies tell, with the comparison as the engine gives it. */
export type HeldRebuild = Omit<Rebuild, 'comparison'> & { readonly comparison: IndexComparison | null };

/** What was read into the new index. */
interface Read {
  /** How many documents that has to give. */
  readonly expected: number;
  /** Reads what came in since then. Absent for an archive. */
  readonly behind?: () => Promise<void>;
}

/** Up to which offset the batches of each partition were read. */
type Offsets = ReadonlyMap<number, number>;

/** How often what came in meanwhile is read behind before a swap is given up. */
const CATCH_UPS = 10;

const isSame = ({ missing, extra }: IndexComparison): boolean => missing === 0 && extra === 0;

/** Makes the index of a template anew from its topic or its archive beside the present one, compares the two and swaps them. */
export class Rebuilds {
  readonly #stores: RebuildStores;
  readonly #spools: SpoolFolder;
  readonly #known = new Map<string, HeldRebuild>();
  readonly #running = new Map<string, { readonly abort: AbortController; readonly ended: Promise<void> }>();

  constructor(stores: RebuildStores) {
    this.#stores = stores;
    this.#spools = new SpoolFolder(join(stores.config.data, 'rebuild'));
  }

  /** It runs until what it made on the way is gone, too: only then another can begin. */
  find(scope: Scope, id: string): HeldRebuild | null {
    const key = keyOf(scope, id);
    const known = this.#known.get(key) ?? null;
    return known && this.#running.has(key) ? { ...known, state: 'running' } : known;
  }

  /** @throws PlatformError 409 while one of this template runs */
  start(request: RebuildRequest): HeldRebuild {
    const key = keyOf(request.scope, request.id);
    if (this.#running.has(key)) throw conflict('A rebuild of this index runs already. Wait for it, or cancel it.');
    const abort = new AbortController();
    const begun: HeldRebuild = {
      id: request.id,
      from: request.from,
      state: 'running',
      phase: 'read',
      ts: this.#stores.clock(),
      took: 0,
      done: 0,
      total: 0,
      documents: 0,
      comparison: null,
      swapped: false,
      reason: null,
    };
    this.#known.set(key, begun);
    const ended = this.#run(request, abort.signal).finally(() => this.#running.delete(key));
    this.#running.set(key, { abort, ended });
    return begun;
  }

  /** False when none runs. */
  async cancel(scope: Scope, id: string): Promise<boolean> {
    const running = this.#running.get(keyOf(scope, id));
    running?.abort.abort(new Error('The rebuild was cancelled.'));
    await running?.ended;
    return running !== undefined;
  }

  /** Waits for the one that runs, if one does. */
  async ended(scope: Scope, id: string): Promise<void> {
    await this.#running.get(keyOf(scope, id))?.ended;
  }

  async stop(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort(new Error('The platform is stopping.'));
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #note({ scope, id }: RebuildRequest, change: Partial<HeldRebuild>): void {
    const key = keyOf(scope, id);
    const known = this.#known.get(key);
    if (known) this.#known.set(key, { ...known, ...change, took: this.#stores.clock() - known.ts });
  }

  async #run(request: RebuildRequest, signal: AbortSignal): Promise<void> {
    const { search, log } = this.#stores;
    const { id, template } = request;
    const scope = systemScope(this.#stores.config.clusterId, request.scope.tenant);
    const made = `${id}~rebuild`;
    const clear = async (): Promise<void> => {
      if (await search.definition(scope, made)) await search.removeIndex(scope, made);
    };
    try {
      await clear();
      await search.createIndex(scope, { ...indexDefinition(id, template), name: made });
      const begun = await this.#presentStats(scope, id);
      const read = request.from === 'archive' ? this.#fromArchive : this.#fromTopic;
      const { expected, behind } = await read.call(this, request, scope, made, signal);
      const { documents } = await search.stats(scope, made);
      this.#note(request, { documents, phase: 'compare' });
      if (request.fills) refuseOtherCount(request.from, documents, expected);
      await this.#compareAndSwap(request, scope, made, { begun, behind }, signal);
      this.#note(request, { state: 'done' });
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      this.#note(request, { state: signal.aborted ? 'cancelled' : 'failed', reason });
      if (!signal.aborted) log.warn({ err: cause, id }, 'An index could not be rebuilt');
    } finally {
      await clear().catch((cause: unknown) => log.warn({ err: cause, id }, 'What a rebuild had made stays on disk'));
    }
  }

  /** Null when there is no index. */
  async #presentStats(scope: Scope, id: string) {
    const { search } = this.#stores;
    return (await search.definition(scope, id)) ? search.stats(scope, id) : null;
  }

  /** `begun` is how the present index stood before anything was read. */
  async #compareAndSwap(
    request: RebuildRequest,
    scope: Scope,
    made: string,
    { begun, behind }: { readonly begun: IndexStats | null; readonly behind: Read['behind'] },
    signal: AbortSignal,
  ): Promise<void> {
    const { search } = this.#stores;
    const { id } = request;
    const archive = search.archive(scope);
    const compared = async (since: IndexStats | null) => {
      const before = await this.#presentStats(scope, id);
      const comparison = before && (await archive.compare(id, made, request.from === 'archive', { signal }));
      this.#note(request, { comparison });
      return { since, before, comparison };
    };
    let found = await compared(begun);
    const isLate = (): boolean => found.before?.refreshed !== found.since?.refreshed;
    // who accepts differences means those that were there, which what is read behind can no longer be told from
    const catchUps = request.swap && !request.fills && !request.acceptDifferences && behind ? CATCH_UPS : 0;
    for (let done = 0; done < catchUps && isLate(); done++) {
      const since = await this.#presentStats(scope, id);
      await behind?.();
      found = await compared(since);
    }
    const { before, comparison } = found;
    if (!request.swap) return;
    // what came in since then is a difference that nobody accepted
    if (!request.fills && isLate())
      throw conflict('Records came in while the index was made anew. Rebuild it again, when less comes in.');
    const isWhole = comparison && (request.fills ? comparison.missing === 0 : isSame(comparison));
    if (comparison && !isWhole && !request.acceptDifferences) {
      throw conflict(
        `The new index differs: ${comparison.missing} documents of the present one are missing in it, ${comparison.extra} are new. ` +
          'The present index stays; send accept_differences to take the new one.',
      );
    }
    this.#note(request, { phase: 'swap' });
    const replace = () => archive.replace(id, made, before);
    await (before && request.from === 'topic' && !request.fills
      ? this.#replaceArchived(request, scope, made, replace)
      : replace());
    this.#note(request, { swapped: true });
  }

  /** What the new index holds under other ids leaves the archive with the present one; nothing does when that stays. */
  async #replaceArchived(
    request: RebuildRequest,
    scope: Scope,
    made: string,
    replace: () => Promise<void>,
  ): Promise<void> {
    const { search, archive, clock } = this.#stores;
    const { id, template } = request;
    const { objects } = await archive.manifest(scope, id);
    if (objects.length === 0) return replace();
    const retire: WriteObject = async (position, file) => {
      const retired = await search.archive(scope).retire(id, made, position, file);
      await replace();
      return retired;
    };
    await archive.add(scope, id, shardingOf(template.config), retire, clock());
    await archiveNow(this.#stores, scope, id, template.config);
  }

  async #fromArchive(request: RebuildRequest, scope: Scope, made: string, signal: AbortSignal): Promise<Read> {
    const { search, archive } = this.#stores;
    const { id, template } = request;
    if (await search.definition(scope, id)) await archiveNow(this.#stores, scope, id, template.config);
    const files = await archive.files(scope, id);
    if (files.length === 0 && !request.fills) throw conflict('There is nothing in the archive of this template.');
    this.#note(request, { total: files.length });
    await search.archive(scope).restore(made, files, { signal });
    this.#note(request, { done: files.length });
    return { expected: await search.archive(scope).count(files, { signal }) };
  }

  /** Applies the batches of the topic again in their order, those that never reached the index, or were undone, left out. */
  async #fromTopic(request: RebuildRequest, scope: Scope, made: string, signal: AbortSignal): Promise<Read> {
    const read = (from: Offsets) => this.#applyTopic(request, scope, made, from, signal);
    let { until, batches, expected } = await read(new Map());
    if (batches === 0 && !request.fills) throw conflict('There are no batches in the topic of this template.');
    const behind = async (): Promise<void> => {
      ({ until } = await read(until));
    };
    return { expected, behind };
  }

  async #applyTopic(request: RebuildRequest, scope: Scope, made: string, from: Offsets, signal: AbortSignal) {
    const { search, stream } = this.#stores;
    const { id } = request;
    const until: Offsets = await search.position(scope, id);
    const wanted = new Set<number>();
    let expected = 0;
    for await (const stored of stream.batches(scope, id, from)) {
      const isCommitted = stored.baseOffset + stored.count <= (until.get(stored.partition) ?? 0);
      if (!isCommitted || !(await isInIndex(this.#stores, scope, id, storedHeader(stored.header)))) continue;
      wanted.add(stored.sequence);
      if (request.fills) expected += await rowsOfBatch(this.#stores, scope, id, stored);
    }
    const { done: before = 0, total = 0 } = this.#known.get(keyOf(request.scope, id)) ?? {};
    let done = before;
    this.#note(request, { total: total + wanted.size });
    for await (const stored of stream.batches(scope, id, from)) {
      if (!wanted.has(stored.sequence)) continue;
      signal.throwIfAborted();
      await this.#apply(scope, made, stored, signal);
      this.#note(request, { done: ++done });
    }
    return { until, batches: wanted.size, expected };
  }

  async #apply(scope: Scope, made: string, stored: StoredBatch, signal: AbortSignal): Promise<void> {
    const { received, system, keeps, replays, batch } = storedHeader(stored.header);
    const spool = await this.#spools.create(`${made} ${stored.sequence}`);
    try {
      for await (const block of stored.payload()) await spool.write(block);
      await spool.close();
      await this.#stores.search.applyBatch(scope, made, {
        batch: replays?.batch ?? batch,
        requestId: `rebuild ${stored.sequence}`,
        rows: rowsFrom(received, spool.files),
        structural: received.structural,
        system,
        ...(keeps && { keeps }),
        rebuild: true,
        signal,
      });
    } finally {
      await spool.remove();
    }
  }
}

/** @throws PlatformError 31/409 with both figures */
function refuseOtherCount(from: 'topic' | 'archive', documents: number, expected: number): void {
  if (documents === expected) return;
  throw conflict(
    `The new index has ${documents} documents, but the ${from} tells of ${expected}. The rows stay where they are; start it again.`,
  );
}

const keyOf = (scope: Scope, id: string): string => `${scope.tenant}\0${id}`;
