import { join } from 'node:path';
import type { Ledger } from '@datasarana/engine';
import { newId, PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyBaseLogger } from 'fastify';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { BatchHeader, StoredBatch } from '../../stores/stream/port.ts';
import type { DeployedTemplate, TemplateStores } from '../templates/templates.ts';
import { BATCH_KIND, type BatchDoc, batchOf, NO_ROWS } from './batch-record.ts';
import { type ReadAs, type Received, receive, rowsFrom, type SystemRow } from './intake.ts';
import { LiveBatch } from './live-batch.ts';
import { type Spool, SpoolFolder } from './spool.ts';
import { TopicQueue } from './topic-queue.ts';

export interface BatchStores extends TemplateStores {
  readonly config: { readonly clusterId: string; readonly data: string };
  readonly log: FastifyBaseLogger;
}

/** One import: whose, into what, read how. */
export interface ImportRequest {
  readonly scope: Scope;
  readonly template: DeployedTemplate;
  readonly as: ReadAs;
  readonly system: SystemRow;
  readonly userName: string;
  /** Refuses when one of these fields may not be written by the caller (ROL-19). */
  readonly guard: (paths: Iterable<string>) => void;
}

/** What the stream keeps beside the rows. */
interface LogHeader extends BatchHeader {
  readonly request_id: string;
  readonly doc: BatchDoc;
  readonly received: Received;
  readonly system: SystemRow;
}

/** A batch that is durable: its ledger stands, or will. */
export interface Accepted {
  readonly batch: string;
  readonly ledger: Promise<Ledger>;
}

interface Work {
  readonly scope: Scope;
  readonly live: LiveBatch;
  readonly header: LogHeader;
  readonly next: { readonly topic: string; readonly partition: number; readonly next: number };
  readonly spool: Spool;
}

export const cancelled = (): PlatformError =>
  new PlatformError('The batch was cancelled; nothing of it is stored.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Send the file again to import it.',
  });

const noIndex = (): PlatformError =>
  new PlatformError('The index of this template was removed, so it cannot take data.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Create it again: PUT /api/schema/data/template/index with the id of the template.',
  });

const stopping = (): PlatformError =>
  new PlatformError('The platform is stopping; nothing of the batch is stored.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Send the file again when the platform is back.',
  });

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** Takes batches in: durable in the stream first, then into the index, in order, once (STR-04). */
export class Batches {
  readonly #stores: BatchStores;
  readonly #spools: SpoolFolder;
  readonly #live = new Map<string, LiveBatch>();
  readonly #requests = new Map<string, Promise<Accepted>>();
  readonly #queues = new Map<string, TopicQueue>();

  constructor(stores: BatchStores) {
    this.#stores = stores;
    this.#spools = new SpoolFolder(join(stores.config.data, 'spool'));
  }

  /** Clears the spool and takes up what was acknowledged before a crash but not applied. */
  async start(): Promise<void> {
    await this.#spools.clear();
    const { stream, config } = this.#stores;
    for (const tenant of await stream.tenants()) {
      const scope = systemScope(config.clusterId, tenant);
      for (const topic of await stream.topics(scope)) this.#queue(scope, topic);
    }
  }

  async stop(): Promise<void> {
    for (const live of this.#live.values()) if (live.progress.phase === 'upload') live.cancel(stopping());
    await Promise.all([...this.#queues.values()].map((queue) => queue.stop()));
  }

  live(scope: Scope, batch: string): LiveBatch | null {
    const live = this.#live.get(batch);
    return live?.tenant === scope.tenant ? live : null;
  }

  /** Resolves when what was left over from before a crash is applied. */
  async recovered(scope: Scope, topic: string): Promise<void> {
    await this.#queue(scope, topic).recovered;
  }

  /**
   * Reads a body into the stream; answers when it is durable. The same request id again answers the same batch, also while
   * the first is still being read: its body then waits unread, and is read itself when the first one fails.
   */
  async submit(request: ImportRequest, body: AsyncIterable<Uint8Array>): Promise<Accepted> {
    const { scope, template } = request;
    const key = [scope.tenant, template.id, scope.requestId].join('\0');
    for (let first = this.#requests.get(key); first; first = this.#requests.get(key)) {
      const accepted = await first.catch(() => null);
      if (accepted) return accepted;
    }
    const accepting = this.#known(request).then((known) => known ?? this.#accept(request, body));
    this.#requests.set(key, accepting);
    const forget = (): void => {
      if (this.#requests.get(key) === accepting) this.#requests.delete(key);
    };
    accepting.then(({ ledger }) => ledger).then(forget, forget);
    return accepting;
  }

  /** A batch that came with the same request id before. */
  async #known({ scope, template }: ImportRequest): Promise<Accepted | null> {
    await this.recovered(scope, template.id);
    const where = { template: template.id, request_id: scope.requestId };
    const page = { keys: [], keyword: '', from: 0, to: 10 };
    const { records } = await this.#stores.records.search(scope, BATCH_KIND, { ...page, where });
    for (const record of records) {
      const live = this.live(scope, record.id);
      if (live) return { batch: record.id, ledger: live.ledger };
      const ledger = batchOf(record).state === 'done' ? await this.#stores.search.ledger(scope, record.id) : null;
      if (ledger) return { batch: record.id, ledger: Promise.resolve(ledger) };
    }
    return null;
  }

  #begin({ scope, template, as, userName }: ImportRequest): LiveBatch {
    const doc: BatchDoc = {
      template: template.id,
      template_name: template.template.name,
      state: 'running',
      request_id: scope.requestId,
      source: as.format,
      file: as.file,
      user: scope.user,
      user_name: userName,
      bytes: 0,
      total: 0,
      reason: null,
      ...NO_ROWS,
    };
    const live = new LiveBatch(newId(), scope.tenant, this.#stores.clock(), doc);
    this.#live.set(live.id, live);
    return live;
  }

  async #accept(request: ImportRequest, body: AsyncIterable<Uint8Array>): Promise<Accepted> {
    const { scope, template, as, system, guard } = request;
    const live = this.#begin(request);
    const spool = await this.#spools.create(live.id);
    const writer = await this.#stores.stream.openBatch(scope, template.id);
    try {
      const fields = await this.#fields(scope, template.id);
      const onProgress = (bytes: number, rows: number): void => live.report('upload', rows, bytes);
      const received = await receive(body, as, fields, { spool, writer, signal: live.signal, guard, onProgress });
      live.received({ bytes: received.bytes, total: received.rows + received.structural.length });
      const header: LogHeader = {
        batch: live.id,
        format: received.format,
        ts: live.ts,
        request_id: scope.requestId,
        doc: live.doc,
        received,
        system: { ...system, _ts: live.ts },
      };
      const queue = this.#queue(scope, template.id);
      await queue.ordered(async () => {
        live.signal.throwIfAborted();
        const { partition, baseOffset, count } = await writer.commit(header);
        const next = { topic: template.id, partition, next: baseOffset + count };
        this.#enqueue(queue, { scope, live, header, next, spool });
      });
      return { batch: live.id, ledger: live.ledger };
    } catch (cause) {
      await Promise.all([writer.abort(), spool.remove()]);
      await this.#refused(scope, live, cause);
      throw cause;
    }
  }

  /** A body that was cancelled leaves a record; one that was refused or broke off leaves nothing. */
  async #refused(scope: Scope, live: LiveBatch, cause: unknown): Promise<void> {
    const doc = live.end(live.signal.aborted ? 'cancelled' : 'failed', asError(cause));
    this.#live.delete(live.id);
    if (doc.state === 'cancelled') {
      await this.#stores.records.write(scope, [{ op: 'add', kind: BATCH_KIND, id: live.id, doc: { ...doc } }]);
    }
  }

  async #fields(scope: Scope, name: string) {
    const definition = await this.#stores.search.definition(scope, name);
    if (!definition) throw noIndex();
    return definition.fields;
  }

  /** The ledger an import would have (SRC-36); nothing is kept. */
  async dryRun(request: ImportRequest, body: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Ledger> {
    const { scope, template, as, system, guard } = request;
    const batch = newId();
    const spool = await this.#spools.create(batch);
    try {
      const fields = await this.#fields(scope, template.id);
      const received = await receive(body, as, fields, { spool, writer: null, signal, guard, onProgress: () => {} });
      return await this.#stores.search.applyBatch(scope, template.id, {
        batch,
        requestId: `dry run ${batch}`,
        rows: rowsFrom(received, spool.path),
        structural: received.structural,
        system: { ...system, _ts: this.#stores.clock() },
        dryRun: true,
        signal,
      });
    } finally {
      await spool.remove();
    }
  }

  #enqueue(queue: TopicQueue, work: Work): void {
    queue.push({
      run: () => this.#apply(work),
      giveUp: (cause) => this.#giveUp(work, cause),
      postponed: (cause) => {
        this.#stores.log.error({ err: cause, batch: work.live.id }, 'A batch waits in the stream to be applied');
        const reason = 'The platform could not apply the batch now; it is kept and applied with the next one.';
        work.live.end('failed', new Error(reason, { cause }));
      },
    });
  }

  /** The index cannot take the batch, whatever is tried: its record says so, its rows stay in the stream. */
  async #giveUp({ scope, live, spool, next }: Work, cause: unknown): Promise<void> {
    this.#stores.log.error({ err: cause, batch: live.id }, 'A batch could not be applied');
    const place = `partition ${next.partition}, up to offset ${next.next - 1}`;
    const reason = `The index could not take the batch; its rows are kept in the stream (${place}).`;
    await this.#ended(scope, live, spool, () => live.end('failed', new Error(reason, { cause })), null, reason);
  }

  /** Applies one durable batch; throws only for what a later attempt may mend. */
  async #apply({ scope, live, header, next, spool }: Work): Promise<void> {
    const { records, search } = this.#stores;
    const record = await records.get(scope, BATCH_KIND, live.id);
    if (!record) await records.write(scope, [{ op: 'add', kind: BATCH_KIND, id: live.id, doc: { ...live.doc } }]);
    try {
      live.signal.throwIfAborted();
      const ledger = await search.applyBatch(scope, next.topic, {
        batch: live.id,
        requestId: header.request_id,
        rows: rowsFrom(header.received, spool.path),
        structural: header.received.structural,
        system: header.system,
        position: next,
        signal: live.signal,
        onProgress: live.onProgress,
      });
      await this.#ended(scope, live, spool, () => live.finish(ledger), ledger);
    } catch (cause) {
      const final = live.signal.aborted || cause instanceof PlatformError;
      if (!final) throw cause;
      const state = live.signal.aborted ? 'cancelled' : 'failed';
      await this.#ended(scope, live, spool, () => live.end(state, asError(cause)), null, asError(cause).message);
    }
  }

  /** The record is written before anybody hears of the outcome. */
  async #ended(
    scope: Scope,
    live: LiveBatch,
    spool: Spool,
    end: () => BatchDoc,
    ledger: Ledger | null,
    reason: string | null = null,
  ): Promise<void> {
    const counts = ledger && pickCounts(ledger);
    const state = ledger ? 'done' : live.signal.aborted ? 'cancelled' : 'failed';
    const doc = { ...live.doc, ...counts, state, reason };
    await this.#stores.records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: live.id, doc }]);
    end();
    this.#live.delete(live.id);
    await spool.remove();
  }

  #queue(scope: Scope, topic: string): TopicQueue {
    const key = `${scope.tenant}\0${topic}`;
    const known = this.#queues.get(key);
    if (known) return known;
    const owner = systemScope(this.#stores.config.clusterId, scope.tenant);
    const queue = new TopicQueue(() => this.#recover(owner, topic));
    this.#queues.set(key, queue);
    queue.recovered.catch((cause: unknown) => {
      this.#stores.log.error({ err: cause, topic }, 'Batches left over from before could not be applied');
      this.#queues.delete(key);
    });
    return queue;
  }

  async #recover(scope: Scope, topic: string): Promise<void> {
    const { search, stream, records } = this.#stores;
    if (!(await search.definition(scope, topic))) return;
    for await (const stored of stream.batches(scope, topic, await search.position(scope, topic))) {
      const record = await records.get(scope, BATCH_KIND, stored.header.batch);
      const state = record && batchOf(record).state;
      if (state === 'cancelled' || state === 'failed') continue;
      if (state === 'done' && (await search.ledger(scope, stored.header.batch))) continue;
      await this.#reapply(scope, topic, stored);
    }
    await this.#closeRecords(scope, topic);
  }

  async #reapply(scope: Scope, topic: string, stored: StoredBatch): Promise<void> {
    const header = stored.header as LogHeader;
    const live = new LiveBatch(header.batch, scope.tenant, header.ts, header.doc);
    this.#live.set(live.id, live);
    const spool = await this.#spools.create(live.id);
    try {
      for await (const block of stored.payload()) await spool.write(block);
      await spool.close();
      const next = { topic, partition: stored.partition, next: stored.baseOffset + stored.count };
      const work = { scope, live, header, next, spool };
      await this.#apply(work).catch((cause: unknown) => this.#giveUp(work, cause));
      this.#stores.log.info({ batch: live.id, topic }, 'Applied a batch that was acknowledged before the last stop');
    } finally {
      this.#live.delete(live.id);
      await spool.remove();
    }
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
      const outcome = ledger ? { ...pickCounts(ledger), state: 'done' } : { state: 'failed', reason };
      const doc = { ...record.doc, ...outcome };
      await records.write(scope, [{ op: 'update', kind: BATCH_KIND, id: record.id, doc }]);
    }
  }
}

const pickCounts = ({ read, accepted, replaced, unchanged, rejected, took }: Ledger) => ({
  read,
  accepted,
  replaced,
  unchanged,
  rejected,
  took,
});
