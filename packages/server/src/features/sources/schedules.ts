import { createHash } from 'node:crypto';
import { endpointById, NO_ROWS, PlatformError, ReplyCode, reachOf, rolesOfScopes } from '@datasarana/schema';
import { nextLook } from '@datasarana/sources/schedule';
import { TENANT_KIND } from '../../access/account.ts';
import { isLiveToken } from '../../access/api-tokens.ts';
import type { Audit } from '../../access/audit.ts';
import { onBehalfOf } from '../../access/on-behalf.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import type { BatchStores } from '../data/batch-applier.ts';
import type { Batches } from '../data/batches.ts';
import { type KeptMark, markToGoOnFrom } from './kept-mark.ts';
import type { ReadMark } from './read-mark.ts';
import type { SourceRuns } from './run-route.ts';
import { editedReason, foreignEdit, type MadeFrom, madeFrom } from './schedule-edits.ts';
import { type LastRun, SCHEDULE_KIND, type ScheduleDoc, scheduleOf } from './schedule-record.ts';

/** A timer at most this long: clocks are set, and machines sleep. */
const LONGEST_MS = 30_000;
/** Runs at the same time; the others wait for their turn. */
const AT_ONCE = 4;
const MOST = 10_000;

/** Refusals that no later run can mend. */
const ENDING: ReadonlySet<string> = new Set(['authentication', 'authorisation', 'not_found']);

const EVERYTHING = { keys: [], keyword: '', from: 0, to: MOST } as const;

interface Armed {
  readonly tenant: string;
  readonly source: string;
  readonly next: number;
}

interface Outcome {
  readonly last: LastRun;
  /** Where the next run goes on. */
  readonly mark: KeptMark | null;
  /** What it ran by. */
  readonly made_from: MadeFrom;
  /** Nobody may run it any more, or there is nothing to run: it is stopped. */
  readonly over: boolean;
}

interface Running {
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

const MOST_TRIES = 20;

const stopped = (): PlatformError =>
  new PlatformError('It was told to stop while it was reading; nothing of this run is stored.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
  });

const keyOf = (tenant: string, source: string): string => `${tenant}\0${source}`;

/** The same run after a crash has the same id, so that its rows are stored once (STR-04). */
const requestIdOf = (tenant: string, source: string, due: number): string =>
  createHash('sha256').update(`schedule\0${tenant}\0${source}\0${due}`).digest('hex').slice(0, 32);

/**
 * Lets replicas follow their origins by themselves (SRC-35). What is due is kept in records and taken up again at the next start;
 * each run is done with the rights its maker has at that moment.
 */
export class Schedules {
  readonly #stores: BatchStores & { readonly audit: Audit };
  readonly #runs: SourceRuns;
  readonly #batches: Batches;
  readonly #armed = new Map<string, Armed>();
  readonly #running = new Map<string, Running>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(stores: BatchStores & { readonly audit: Audit }, runs: SourceRuns, batches: Batches) {
    this.#stores = stores;
    this.#runs = runs;
    this.#batches = batches;
    stores.records.declareKind(SCHEDULE_KIND, 'tenant', { indexes: [{ path: 'state' }] });
  }

  get #records(): RecordStore {
    return this.#stores.records;
  }

  /** Takes up what was on when the platform ended; what became due meanwhile runs now, once. */
  async start(): Promise<void> {
    const { clusterId } = this.#stores.config;
    const tenants = await this.#records.search(systemScope(clusterId, ''), TENANT_KIND, EVERYTHING);
    for (const { id: tenant } of tenants.records) {
      const page = { ...EVERYTHING, where: { state: 'on' } };
      const { records } = await this.#records.search(systemScope(clusterId, tenant), SCHEDULE_KIND, page);
      for (const record of records) this.arm(tenant, record);
    }
  }

  /** Ends the waiting; a run that has begun goes on as far as its batch is durable. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    const running = [...this.#running.values()];
    for (const { stop } of running) stop.abort(new Error('The platform is stopping.'));
    await Promise.all(running.map(({ ended }) => ended));
  }

  isRunning(tenant: string, source: string): boolean {
    return this.#running.has(keyOf(tenant, source));
  }

  /** Waits for the next moment of a schedule as it stands now. */
  arm(tenant: string, record: StoredRecord): void {
    const key = keyOf(tenant, record.id);
    const { state, next } = scheduleOf(record);
    if (state === 'on' && next !== null && record.ts_removed === null)
      this.#armed.set(key, { tenant, source: record.id, next });
    else this.#armed.delete(key);
    this.#wind();
  }

  /** No run begins any more; the one that reads is cancelled, and nothing of it is stored. Waits until it has ended. */
  async disarm(tenant: string, source: string): Promise<void> {
    const key = keyOf(tenant, source);
    this.#armed.delete(key);
    const running = this.#running.get(key);
    running?.stop.abort(stopped());
    await running?.ended;
  }

  /** Changes a schedule as it stands at that moment: a run that ends and a person may do so at once. Null = there is none. */
  async change(
    scope: Scope,
    source: string,
    next: (now: ScheduleDoc) => ScheduleDoc,
    tries = MOST_TRIES,
  ): Promise<StoredRecord | null> {
    const found = await this.#records.get(scope, SCHEDULE_KIND, source);
    if (!found || found.ts_removed !== null) return null;
    const doc = { ...next(scheduleOf(found)) };
    const change = { op: 'update', kind: SCHEDULE_KIND, id: source, doc, basedOn: found.version } as const;
    try {
      const [record] = await this.#records.write(scope, [change]);
      return record ?? null;
    } catch (cause) {
      const isStale = cause instanceof PlatformError && cause.detail.type === 'conflict';
      if (!isStale || tries <= 1) throw cause;
      return this.change(scope, source, next, tries - 1);
    }
  }

  #wind(): void {
    if (this.#timer) clearTimeout(this.#timer);
    const waiting = this.#waiting();
    if (this.#closed || waiting.length === 0) return;
    const now = this.#stores.clock();
    const next = Math.min(...waiting.map(([, armed]) => armed.next));
    this.#timer = setTimeout(() => this.#look(), Math.max(0, Math.min(LONGEST_MS, next - now)));
    this.#timer.unref();
  }

  /** One that is due again while it runs waits for the end of that run. */
  #waiting(): readonly (readonly [key: string, armed: Armed])[] {
    return [...this.#armed].filter(([key]) => !this.#running.has(key));
  }

  #look(): void {
    const now = this.#stores.clock();
    const due = this.#waiting().filter(([, { next }]) => next <= now);
    for (const [key, armed] of due.slice(0, Math.max(0, AT_ONCE - this.#running.size))) {
      this.#armed.delete(key);
      const stop = new AbortController();
      const ended = this.#run(armed, stop.signal)
        .catch((cause: unknown) => {
          this.#stores.log.error({ err: cause, source: armed.source }, 'A scheduled run could not be noted');
        })
        .finally(() => {
          this.#running.delete(key);
          this.#wind();
        });
      this.#running.set(key, { stop, ended });
    }
    if (this.#running.size < AT_ONCE) this.#wind();
  }

  async #run({ tenant, source, next }: Armed, signal: AbortSignal): Promise<void> {
    const scope = systemScope(this.#stores.config.clusterId, tenant, requestIdOf(tenant, source, next));
    const found = await this.#records.get(scope, SCHEDULE_KIND, source);
    if (!found || found.ts_removed !== null || scheduleOf(found).next !== next) return;
    const began = scheduleOf(found);
    const outcome = await this.#attempt(scope, source, began, signal);
    // taken up again with the same id at the next start
    if ((this.#closed || this.#batches.isStopping) && outcome.last.reason !== null) return;
    const record = await this.change(scope, source, (now) => {
      // told meanwhile to read everything anew
      const mark = now.mark || !began.mark ? outcome.mark : null;
      const doc = { ...now, last: outcome.last, mark, made_from: now.made_from ?? outcome.made_from };
      return doc.next === next && doc.state === 'on' ? this.#after(doc, outcome) : doc;
    });
    if (record) this.arm(tenant, record);
  }

  #after(doc: ScheduleDoc, { last, over }: Outcome): ScheduleDoc {
    if (over) return { ...doc, state: 'stopped', reason: last.reason, next: null };
    const now = this.#stores.clock();
    const next = doc.schedule === 'Cron' ? nextLook(doc, now, now) : null;
    const comes = next !== null && Number.isFinite(next);
    return { ...doc, state: comes ? 'on' : 'done', next: comes ? next : null };
  }

  async #attempt(scope: Scope, source: string, doc: ScheduleDoc, signal: AbortSignal): Promise<Outcome> {
    const { log, clock } = this.#stores;
    const ts = clock();
    const made_from = await madeFrom(this.#records, scope, source, doc.converter);
    const of = { ...made_from, template: doc.template };
    try {
      const from = await markToGoOnFrom(this.#stores, scope, doc.mark ?? null, of);
      const { reply, mark: at } = await this.#runFrom(scope, source, doc, from, signal);
      const batch = reply?.batch ?? null;
      const { read, accepted, replaced, unchanged, rejected } = reply ?? NO_ROWS;
      const last = { ts: clock(), batch, reason: null, read, accepted, replaced, unchanged, rejected };
      const brought = batch ?? doc.mark?.batch;
      // a run of before a crash, found by its id, was not read again: what it went on from still holds
      const mark = at && brought ? { at, of, batch: brought, ts } : from && !at ? (doc.mark ?? null) : null;
      return { last, mark, made_from, over: false };
    } catch (cause) {
      log.warn({ err: cause, source }, 'A scheduled run failed');
      const reason = cause instanceof Error ? cause.message : String(cause);
      const over = cause instanceof PlatformError && ENDING.has(cause.detail.type);
      return { last: { ts: clock(), batch: null, reason, ...NO_ROWS }, mark: doc.mark ?? null, made_from, over };
    }
  }

  /** Runs with the rights its maker has now, as long as nobody else changed what it runs by. */
  async #runFrom(scope: Scope, source: string, doc: ScheduleDoc, from: ReadMark | null, signal: AbortSignal) {
    const { audit } = this.#stores;
    const about = new Map<string, string>();
    const { live, endpoint, reach } = await this.#inTheNameOf(scope, source, doc);
    const query = { source, template: doc.template, ...(doc.converter !== null && { converter: doc.converter }) };
    const check = async (): Promise<void> => {
      const edit = await foreignEdit(this.#records, scope, source, doc);
      if (edit) throw denied(editedReason(edit, doc.user_name));
    };
    const began = (batch: string): void => this.#cancelWith(signal, scope, batch);
    const done = await this.#runs.runUnattended({ ...live, reach, about, signal, query }, { from, check, began });
    if (done.reply) {
      const { batch, accepted, replaced, unchanged, rejected } = done.reply;
      const detail = { ...Object.fromEntries(about), batch, accepted, replaced, unchanged, rejected };
      audit.note(live.scope, { event: 'write', endpoint, address: 'schedule', detail });
    }
    return done;
  }

  /** A run that is told to stop loses its batch; one that the platform's end finds goes on as far as its batch is durable. */
  #cancelWith(signal: AbortSignal, scope: Scope, batch: string): void {
    const cancel = (): void => {
      if (signal.reason instanceof PlatformError) this.#batches.live(scope, batch)?.cancel(signal.reason);
    };
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel, { once: true });
  }

  async #inTheNameOf(scope: Scope, source: string, doc: ScheduleDoc) {
    if (typeof doc.token === 'string' && !(await isLiveToken(this.#records, scope, doc.token, this.#stores.clock())))
      throw notSigned('The API token it was set with has ended or was revoked');
    const person = { by: source, account: doc.account, user: doc.user, given: doc.scopes };
    const live = await onBehalfOf(this.#records, scope, { ...person, templates: null, expires: null });
    const { id: endpoint, area, right } = endpointById('source.run');
    const reach = area === 'sources' ? reachOf(rolesOfScopes(live.caller.scopes), area, right) : 'none';
    if (reach === 'none') throw denied(`The roles of ${doc.user_name} no longer allow to run it`);
    return { live, endpoint, reach };
  }
}
