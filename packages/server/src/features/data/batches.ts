import { join } from 'node:path';
import { NO_ROWS, newId } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { BatchWriter, Positions, TopicSettings } from '../../stores/stream/port.ts';
import { noIndex } from '../templates/no-index.ts';
import { BatchApplier, type BatchStores } from './batch-applier.ts';
import { BATCH_KIND, type BatchDoc } from './batch-record.ts';
import { stopping } from './batch-refusals.ts';
import { headerOf, storedHeader } from './batch-work.ts';
import { Digested } from './digested.ts';
import { DryRuns } from './dry-runs.ts';
import { EarlyRead } from './early-read.ts';
import type { Accepted, ImportRequest } from './import-request.ts';
import type { IncomingBody } from './incoming-body.ts';
import { receive } from './intake.ts';
import { LiveBatch } from './live-batch.ts';
import { Replays } from './replays.ts';
import { Requests } from './requests.ts';
import { type Spool, SpoolFolder } from './spool.ts';
import { TopicFill } from './topic-fill.ts';

const asError = (cause: unknown): Error => (cause instanceof Error ? cause : new Error(String(cause)));

/** Takes batches in: durable in the stream first, then into the index, in order, once (STR-04). */
export class Batches {
  readonly #stores: BatchStores;
  readonly #spools: SpoolFolder;
  readonly #live = new Map<string, LiveBatch>();
  readonly #applier: BatchApplier;
  readonly #requests: Requests;
  /** Mended rows of batches. */
  readonly replays: Replays;
  readonly dryRuns: DryRuns;
  #resuming: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(stores: BatchStores) {
    this.#stores = stores;
    this.#spools = new SpoolFolder(join(stores.config.data, 'spool'));
    this.#applier = new BatchApplier(stores, this.#spools, this.#live);
    this.#requests = new Requests(stores, this.#applier, this.#live);
    this.replays = new Replays(stores, this.#spools, this.#applier);
    this.dryRuns = new DryRuns(stores, this.#spools);
  }

  /** Clears the spool and begins to take up what was acknowledged before a crash but not applied. */
  async start(): Promise<void> {
    await this.#spools.clear();
    this.#resuming = this.#resume();
  }

  /** One topic after another, so that many tenants do not open their files all at once; what is asked for comes first. */
  async #resume(): Promise<void> {
    const { stream, config, log } = this.#stores;
    for (const tenant of await stream.tenants()) {
      const scope = systemScope(config.clusterId, tenant);
      for (const topic of await stream.topics(scope)) {
        if (this.#stopped) return;
        await this.#applier
          .queue(scope, topic)
          .recovered.catch((cause: unknown) => log.error({ err: cause, topic }, 'A topic could not be taken up again'));
      }
    }
  }

  get isStopping(): boolean {
    return this.#stopped;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const live of this.#live.values()) if (live.progress.phase === 'upload') live.cancel(stopping());
    await this.#applier.stop();
    await this.#resuming;
  }

  /** STR-08. @throws PlatformError 31/409 without an index to replay into */
  async replay(scope: Scope, topic: string, from: Positions): Promise<number> {
    await this.#fields(scope, topic);
    return this.#applier.replay(scope, topic, from);
  }

  /** Runs `work` when every batch of a topic is applied; those that come meanwhile wait to be acknowledged. */
  atRest<T>(scope: Scope, topic: string, work: () => Promise<T>): Promise<T> {
    return this.#applier.atRest(scope, topic, work);
  }

  /**
   * Begins to keep the topic of a template, filled with what the index `from` holds (TPL-36). What an earlier try left is taken
   * away first. @returns how many rows it was filled with
   */
  fillTopic(
    scope: Scope,
    topic: string,
    settings: TopicSettings,
    from: (signal: AbortSignal) => Promise<string | null>,
    signal: AbortSignal,
  ): Promise<number> {
    const { stream, search, clock } = this.#stores;
    return this.#applier.atRest(scope, topic, async () => {
      for await (const { header, ...place } of stream.batches(scope, topic, await search.position(scope, topic))) {
        const next = place.baseOffset + place.count;
        if (storedHeader(header).filled) await search.advance(scope, { topic, partition: place.partition, next });
      }
      await stream.prune(scope, topic, () => search.position(scope, topic), clock());
      const index = await from(signal);
      const rows = index === null ? 0 : await new TopicFill(this.#stores, scope, topic).from(index, signal);
      await stream.createTopic(scope, topic, settings);
      return rows;
    });
  }

  /** Batches of the tenant that are still being received, or wait behind another: they have no record yet. */
  unrecorded({ tenant }: Scope): readonly LiveBatch[] {
    return [...this.#live.values()].filter((live) => live.tenant === tenant && live.isUnrecorded);
  }

  live(scope: Scope, batch: string): LiveBatch | null {
    const live = this.#live.get(batch);
    return live?.tenant === scope.tenant ? live : null;
  }

  /** Reads a body into the stream; answers when it is durable. The same request id again answers the same batch. */
  submit(request: ImportRequest, given: AsyncIterable<Uint8Array>): Promise<Accepted> {
    return this.#requests.once(request, given, (body) => this.#accept(request, body));
  }

  #begin({ scope, template, as, userName, size, parts }: ImportRequest): LiveBatch {
    const ts_began = this.#stores.clock();
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
      ts_began,
      ...(parts && { parts }),
      ...NO_ROWS,
      took: 0,
    };
    const live = new LiveBatch(newId(), scope.tenant, ts_began, doc, size);
    live.isUnrecorded = true;
    this.#live.set(live.id, live);
    return live;
  }

  async #accept(request: ImportRequest, body: IncomingBody): Promise<Accepted> {
    const { scope, template, as, guard, keeps } = request;
    const live = this.#begin(request);
    live.signal.addEventListener('abort', () => body.giveUp(asError(live.signal.reason)), { once: true });
    request.began?.(live.id, live.signal);
    const own = { ...request.system, _ts: live.ts };
    const early = new EarlyRead((shape) =>
      this.#stores.search.readEarly(scope, template.id, { batch: live.id, system: own, ...shape }),
    );
    let spool: Spool | null = null;
    let writer: BatchWriter | null = null;
    try {
      const fields = await this.#fields(scope, template.id);
      await this.#applier.queue(scope, template.id).room(live.signal);
      spool = await this.#spools.create(live.id);
      writer = await this.#stores.stream.openBatch(scope, template.id);
      const onProgress = (bytes: number, rows: number): void => live.report('upload', rows, bytes);
      const sinks = { spool, writer, signal: live.signal, guard, onProgress, onFile: early.take };
      const digested = new Digested(body);
      const received = await receive(digested, as, fields, sinks);
      const { bytes, columns, delimiter, short, source = received.format } = received;
      const total = received.rows + received.structural.length;
      const before = await this.#requests.before(request, live.signal);
      await request.confirm?.();
      const ts_durable = this.#stores.clock();
      live.received({
        bytes,
        total,
        source,
        columns,
        delimiter,
        ...(short && { short }),
        sha256: digested.sha256,
        ts_durable,
        ...request.origin,
      });
      const header = headerOf(live, received, { system: own, keeps, ...(before && { after: before.batch }) });
      const load = await early.load();
      const work = { scope, live, header, spool, early: load, forms: early.forms, before: before?.ledger ?? null };
      await this.#applier.commit(work, writer);
      const { sha256 } = live.doc;
      return { batch: live.id, user: scope.user, ts: live.ts, ledger: live.ledger, sha256, short };
    } catch (cause) {
      await early.abort();
      await Promise.all([writer?.abort(), spool?.remove()]);
      await this.#refused(request, live, cause);
      throw cause;
    }
  }

  /** A body that was cancelled leaves a record; one that was refused or broke off only when it was being watched. */
  async #refused({ scope, began }: ImportRequest, live: LiveBatch, cause: unknown): Promise<void> {
    const ended = live.end(live.signal.aborted ? 'cancelled' : 'failed', asError(cause));
    const doc = { ...ended, bytes: live.progress.bytes, ts_ended: this.#stores.clock() };
    try {
      if (doc.state !== 'cancelled' && !began) return;
      await this.#stores.records.write(scope, [{ op: 'add', kind: BATCH_KIND, id: live.id, doc }]);
    } finally {
      this.#live.delete(live.id);
    }
  }

  async #fields(scope: Scope, name: string) {
    const definition = await this.#stores.search.definition(scope, name);
    if (!definition) throw noIndex();
    return definition.fields;
  }
}
