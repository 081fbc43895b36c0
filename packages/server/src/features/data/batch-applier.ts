import type { Ledger } from '@datasarana/engine';
import { PlatformError } from '@datasarana/schema';
import type { FastifyBaseLogger } from 'fastify';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import { diskTroubleOf } from '../../http/disk-trouble.ts';
import type { BatchWriter, Positions, StoredBatch } from '../../stores/stream/port.ts';
import type { TemplateStores } from '../templates/templates.ts';
import { BATCH_KIND, batchOf } from './batch-record.ts';
import { indexRemoved, notBehind, postponed } from './batch-refusals.ts';
import { inputOf, isSmall, type LogHeader, storedHeader, type Work } from './batch-work.ts';
import { LiveBatch } from './live-batch.ts';
import { noteUndone } from './note-undone.ts';
import type { SpoolFolder } from './spool.ts';
import { type TopicJob, TopicQueue } from './topic-queue.ts';

export interface BatchStores extends TemplateStores {
  readonly config: { readonly clusterId: string; readonly data: string };
  readonly log: FastifyBaseLogger;
}

interface BatchJob extends TopicJob {
  readonly work?: Work;
}

type Outcome = { readonly ledger: Ledger } | { readonly state: 'failed' | 'cancelled'; readonly cause: Error };

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** Brings durable batches into the index, one topic's after another, those left over from before a crash first. */
export class BatchApplier {
  readonly #stores: BatchStores;
  readonly #spools: SpoolFolder;
  readonly #live: Map<string, LiveBatch>;
  readonly #queues = new Map<string, TopicQueue<BatchJob>>();

  /** `live` is shared with who reads the bodies. */
  constructor(stores: BatchStores, spools: SpoolFolder, live: Map<string, LiveBatch>) {
    this.#stores = stores;
    this.#spools = spools;
    this.#live = live;
  }

  /** The queue of a topic; its first use takes up what was left over. */
  queue(scope: Scope, topic: string): TopicQueue<BatchJob> {
    const key = `${scope.tenant}\0${topic}`;
    const known = this.#queues.get(key);
    if (known) return known;
    const owner = systemScope(this.#stores.config.clusterId, scope.tenant);
    const queue = new TopicQueue<BatchJob>(
      () => this.#recover(owner, topic),
      (jobs) =>
        this.#together(jobs.flatMap(({ work }) => work ?? [])).catch((cause: unknown) => {
          this.#stores.log.warn({ err: cause, topic }, 'Batches could not be applied together, so one by one');
          return 0;
        }),
    );
    this.#queues.set(key, queue);
    queue.recovered.catch((cause: unknown) => {
      this.#stores.log.error({ err: cause, topic }, 'Batches left over from before could not be applied');
      this.#queues.delete(key);
    });
    return queue;
  }

  /** Gives a batch its offset and its place in the queue in one step, so that batches are applied in the order of their offsets. */
  async commit(batch: Omit<Work, 'next'>, writer: BatchWriter): Promise<void> {
    const { scope, live, header } = batch;
    const topic = header.doc.template;
    await this.queue(scope, topic).ordered(async () => {
      live.signal.throwIfAborted();
      const { partition, baseOffset, count } = await writer.commit(header);
      this.#live.set(live.id, live);
      this.#enqueue({ ...batch, next: { topic, partition, next: baseOffset + count } });
    });
  }

  #enqueue(work: Work): void {
    this.queue(work.scope, work.next.topic).push({
      run: () => this.#apply(work),
      giveUp: (cause) => this.#giveUp(work, cause),
      postponed: (cause) => {
        void work.early?.abort();
        this.#stores.log.warn({ err: cause, batch: work.live.id }, 'A batch waits in the stream to be applied');
        work.live.postpone(postponed(cause));
      },
      ...(isSmall(work) && { work, rows: work.live.doc.total }),
    });
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop()));
  }

  /**
   * Applies small batches that wait in one step, the first so many of them: none when they have to be applied one by one. What fails
   * on the way may be tried again: a batch that is in the index already answers its ledger.
   */
  async #together(works: readonly Work[]): Promise<number> {
    const [first] = works;
    if (first === undefined || works.some(({ live }) => live.signal.aborted)) return 0;
    const ids = new Set(works.map(({ live }) => live.id));
    const others = works.filter(({ header: { after } }) => after !== undefined && !ids.has(after));
    await Promise.all(others.map(({ before }) => before));
    await Promise.all(works.map((work) => this.#noted(work)));
    const { search } = this.#stores;
    const ledgers = await search.applyTogether(first.scope, first.next.topic, works.map(inputOf));
    if (ledgers === null) return 0;
    await Promise.all(
      works.map(async (work, i) => {
        const ledger = ledgers[i];
        if (ledger) await this.#ended(work, { ledger });
      }),
    );
    return ledgers.length;
  }

  /** Applies one durable batch; throws only for what a later attempt may mend. */
  async #apply(work: Work): Promise<void> {
    const { header } = work;
    if (header.replays) return this.#joined(work, header.replays.batch, await this.#outcome(work));
    await this.#noted(work);
    await this.#ended(work, await this.#outcome(work));
  }

  async #noted({ scope, live }: Work): Promise<void> {
    const { records } = this.#stores;
    const record = await records.get(scope, BATCH_KIND, live.id);
    if (!record) await records.write(scope, [{ op: 'add', kind: BATCH_KIND, id: live.id, doc: { ...live.doc } }]);
    live.isUnrecorded = false;
  }

  async #outcome(work: Work): Promise<Outcome> {
    const { scope, live, next, early, before } = work;
    try {
      live.signal.throwIfAborted();
      await before?.catch((cause: unknown) => Promise.reject(notBehind(cause)));
      const ledger = await this.#stores.search.applyBatch(scope, next.topic, inputOf(work), early);
      return { ledger };
    } catch (cause) {
      await early?.abort();
      if (live.signal.aborted) return { state: 'cancelled', cause: asError(live.signal.reason) };
      if (cause instanceof PlatformError)
        return { state: 'failed', cause: cause.detail.http === 404 ? indexRemoved(cause) : cause };
      throw cause;
    }
  }

  /**
   * The index cannot take the batch, whatever is tried: its record says so, its rows stay in the stream. A disk that
   * takes nothing is no fault of the batch: it waits.
   */
  async #giveUp(work: Work, cause: unknown): Promise<void> {
    if (diskTroubleOf(cause) !== null) throw asError(cause);
    this.#stores.log.error({ err: cause, batch: work.live.id }, 'A batch could not be applied');
    const place = `partition ${work.next.partition}, up to offset ${work.next.next - 1}`;
    const reason = `The index could not take the batch; its rows are kept in the stream (${place}).`;
    const outcome: Outcome = { state: 'failed', cause: new Error(reason, { cause }) };
    if (work.header.replays) await this.#joined(work, work.header.replays.batch, outcome);
    else await this.#ended(work, outcome);
  }

  /** Mended rows have no record of their own: the one of their batch gets its new counts. */
  async #joined({ scope, live, spool }: Work, batch: string, outcome: Outcome): Promise<void> {
    const { records, search } = this.#stores;
    const record = await records.get(scope, BATCH_KIND, batch);
    const ledger = 'ledger' in outcome ? await search.ledger(scope, batch) : null;
    if (record && ledger) {
      const { took: _took, ...counts } = countsOf(ledger);
      const doc = { ...record.doc, ...counts };
      await records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: batch, doc }]);
    }
    if ('ledger' in outcome) live.finish(outcome.ledger);
    else live.end(outcome.state, outcome.cause);
    this.#live.delete(live.id);
    await spool.remove();
  }

  /** The record is written before anybody hears of the outcome. */
  async #ended({ scope, live, spool }: Work, outcome: Outcome): Promise<void> {
    const change =
      'ledger' in outcome
        ? { ...countsOf(outcome.ledger), state: 'done', reason: null, ts_applied: this.#stores.clock() }
        : { state: outcome.state, reason: outcome.cause.message, ts_ended: this.#stores.clock() };
    const doc = { ...live.doc, ...change };
    await this.#stores.records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: live.id, doc }]);
    if ('ledger' in outcome) live.finish(outcome.ledger);
    else live.end(outcome.state, outcome.cause);
    this.#live.delete(live.id);
    await spool.remove();
  }

  /** Runs `work` when every batch of a topic is applied, and no other is given its offset before it ended. */
  async atRest<T>(scope: Scope, topic: string, work: () => Promise<T>): Promise<T> {
    const queue = this.queue(scope, topic);
    return queue.ordered(async () => {
      await new Promise<void>((resolve, reject) => {
        queue.push({
          run: async () => resolve(),
          giveUp: async (cause) => reject(asError(cause)),
          postponed: (cause) => reject(postponed(cause)),
        });
      });
      return work();
    });
  }

  /**
   * STR-08: takes the stream up again from these offsets, behind what is queued already, and answers how many batches that
   * were. A batch whose ledger stands is in the index and is left alone, so nothing is stored twice.
   */
  async replay(scope: Scope, topic: string, from: Positions): Promise<number> {
    const owner = systemScope(this.#stores.config.clusterId, scope.tenant);
    const queue = this.queue(scope, topic);
    await queue.recovered;
    return new Promise((resolve, reject) => {
      queue.push({
        run: async () => resolve(await this.#takeUp(owner, topic, from)),
        giveUp: async (cause) => reject(asError(cause)),
        postponed: (cause) => reject(postponed(cause)),
      });
    });
  }

  async #takeUp(scope: Scope, topic: string, from: Positions): Promise<number> {
    const { stream, records } = this.#stores;
    let applied = 0;
    for await (const stored of stream.batches(scope, topic, new Map())) {
      const wanted = from.get(stored.partition);
      if (wanted === undefined || stored.baseOffset + stored.count <= wanted) continue;
      const header = storedHeader(stored.header);
      if (header.filled) continue;
      const record = await records.get(scope, BATCH_KIND, header.replays?.batch ?? header.batch);
      const state = record && batchOf(record).state;
      if (state === 'cancelled' || state === 'undone' || (await this.#applied(scope, topic, header))) continue;
      await this.#reapply(scope, topic, stored);
      applied += 1;
    }
    return applied;
  }

  async #recover(scope: Scope, topic: string): Promise<void> {
    const { search, stream, records } = this.#stores;
    if (!(await search.definition(scope, topic))) return;
    for await (const stored of stream.batches(scope, topic, await search.position(scope, topic))) {
      const header = storedHeader(stored.header);
      if (header.filled) {
        await search.advance(scope, { topic, partition: stored.partition, next: stored.baseOffset + stored.count });
        continue;
      }
      const record = await records.get(scope, BATCH_KIND, header.replays?.batch ?? header.batch);
      const state = record && batchOf(record).state;
      if (state === 'cancelled' || state === 'failed' || state === 'undone') continue;
      if ((state === 'done' || header.replays) && (await this.#applied(scope, topic, header))) continue;
      await this.#reapply(scope, topic, stored);
    }
    await this.#closeRecords(scope, topic);
    for (const undo of await search.undoneBatches(scope, topic)) await noteUndone(records, scope, undo);
  }

  async #applied(scope: Scope, topic: string, { batch, replays, request_id }: LogHeader): Promise<boolean> {
    const { search } = this.#stores;
    return (await (replays ? search.replayed(scope, topic, request_id) : search.ledger(scope, batch))) !== null;
  }

  async #reapply(scope: Scope, topic: string, stored: StoredBatch): Promise<void> {
    const header = storedHeader(stored.header);
    const live = new LiveBatch(header.batch, scope.tenant, header.ts, header.doc);
    // it is durable: an orderly stop ends what is still being uploaded, never this
    live.received({});
    this.#live.set(live.id, live);
    const spool = await this.#spools.create(live.id);
    try {
      for await (const block of stored.payload()) await spool.write(block);
      await spool.close();
      const next = { topic, partition: stored.partition, next: stored.baseOffset + stored.count };
      const before = header.after === undefined ? null : this.#stored(scope, header.after);
      before?.catch(() => {});
      const work = { scope, live, header, next, spool, early: null, before };
      await this.#apply(work).catch((cause: unknown) => this.#giveUp(work, cause));
      this.#stores.log.info({ batch: live.id, topic }, 'Applied a batch of the stream again');
    } finally {
      this.#live.delete(live.id);
      await spool.remove();
    }
  }

  /** Whatever became of a batch before the process ended: its ledger, or why nothing goes behind it. */
  async #stored(scope: Scope, batch: string): Promise<Ledger> {
    const ledger = await this.#stores.search.ledger(scope, batch);
    if (!ledger) throw new Error(`Nothing of the batch '${batch}' is stored.`);
    return ledger;
  }

  /** Records of batches whose ledger stood when the process ended, but whose record was not written yet. */
  async #closeRecords(scope: Scope, topic: string): Promise<void> {
    const { records, search } = this.#stores;
    const where = { template: topic, state: 'running' };
    const found = await records.search(scope, BATCH_KIND, { keys: [], keyword: '', where, from: 0, to: 1000 });
    for (const record of found.records) {
      if (this.#live.has(record.id)) continue;
      const ledger = await search.ledger(scope, record.id);
      const reason = 'The platform stopped before the batch was stored. Send it again.';
      const outcome = ledger ? { ...countsOf(ledger), state: 'done' } : { state: 'failed', reason };
      const doc = { ...record.doc, ...outcome };
      await records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: record.id, doc }]);
    }
  }
}

const countsOf = ({ read, accepted, replaced, unchanged, rejected, took }: Ledger) => ({
  read,
  accepted,
  replaced,
  unchanged,
  rejected,
  took,
});
