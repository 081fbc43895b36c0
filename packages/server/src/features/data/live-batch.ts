import type { BatchProgress, Ledger } from '@datasarana/engine';
import { NO_ROWS } from '@datasarana/schema';
import type { BatchDoc, Progress } from './batch-record.ts';
import { PhaseProgress } from './phase-progress.ts';

/** A batch from its first byte until its ledger stands. */
export class LiveBatch {
  readonly id: string;
  readonly tenant: string;
  readonly ts: number;
  readonly #progress: PhaseProgress;
  readonly #controller = new AbortController();
  #settled = Promise.withResolvers<Ledger>();
  #isPostponed = false;
  /** No record tells of it yet. */
  isUnrecorded = false;
  #doc: BatchDoc;

  constructor(id: string, tenant: string, ts: number, doc: BatchDoc, size = 0) {
    this.#progress = new PhaseProgress(size);
    this.id = id;
    this.tenant = tenant;
    this.ts = ts;
    this.#doc = doc;
    // nobody may be waiting when it fails: what became of it is in its record
    this.#settled.promise.catch(() => {});
  }

  get doc(): BatchDoc {
    return this.#doc;
  }

  get progress(): Progress {
    return this.#progress.now;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The ledger; rejects when the batch was cancelled or could not be applied. */
  get ledger(): Promise<Ledger> {
    return this.#settled.promise;
  }

  /** It is safe in the stream and waits there, after it could not be applied. */
  get isPostponed(): boolean {
    return this.#isPostponed && this.#doc.state === 'running';
  }

  report(phase: Progress['phase'], rows: number, bytes: number): void {
    this.#progress.report(phase, rows, bytes);
  }

  readonly onProgress = ({ phase, rows }: BatchProgress): void => this.report(phase, rows, this.#doc.bytes);

  received(doc: Partial<BatchDoc>): void {
    this.#doc = { ...this.#doc, ...doc };
    this.#progress.total = this.#doc.total;
    this.report('wait', 0, this.#doc.bytes);
  }

  cancel(reason: Error): void {
    this.#controller.abort(reason);
  }

  finish(ledger: Ledger): BatchDoc {
    const { read, accepted, replaced, unchanged, rejected, took } = ledger;
    this.#doc = { ...this.#doc, state: 'done', read, accepted, replaced, unchanged, rejected, took, reason: null };
    this.#settled.resolve(ledger);
    return this.#doc;
  }

  /** It waits in the stream: who waited is told why, who asks for the ledger from now on gets that of the next try. */
  postpone(cause: Error): void {
    this.#isPostponed = true;
    this.#doc = { ...this.#doc, reason: cause.message };
    this.#settled.reject(cause);
    this.#settled = Promise.withResolvers<Ledger>();
    this.#settled.promise.catch(() => {});
  }

  /** Ends without a ledger: nothing of the batch is stored. */
  end(state: 'failed' | 'cancelled', cause: Error): BatchDoc {
    this.#doc = { ...this.#doc, ...NO_ROWS, took: 0, state, reason: cause.message };
    this.#settled.reject(cause);
    return this.#doc;
  }
}
