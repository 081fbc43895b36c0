import type { BatchProgress, Ledger } from '@datasarana/engine';
import { NO_ROWS } from '@datasarana/schema';
import type { BatchDoc, Progress } from './batch-record.ts';

/** A batch from its first byte until its ledger stands. */
export class LiveBatch {
  readonly id: string;
  readonly tenant: string;
  readonly ts: number;
  /** Bytes that are to come; 0 when nobody said. */
  readonly size: number;
  readonly #controller = new AbortController();
  #settled = Promise.withResolvers<Ledger>();
  #isPostponed = false;
  #doc: BatchDoc;
  #progress: Progress;
  #phaseBegan = performance.now();

  constructor(id: string, tenant: string, ts: number, doc: BatchDoc, size = 0) {
    this.size = size;
    this.#progress = { phase: 'upload', rows: 0, bytes: 0, rate: 0, ...(size > 0 && { size }) };
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
    return this.#progress;
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
    if (phase !== this.#progress.phase) this.#phaseBegan = performance.now();
    const seconds = (performance.now() - this.#phaseBegan) / 1000;
    const rate = seconds > 0.05 ? Math.round(rows / seconds) : 0;
    const eta = this.#remaining(phase, rows, bytes, seconds);
    this.#progress = {
      phase,
      rows,
      bytes,
      rate,
      ...(this.size > 0 && { size: this.size }),
      ...(eta !== null && { eta }),
    };
  }

  /** Milliseconds left of a phase, once a little of it is done. */
  #remaining(phase: Progress['phase'], rows: number, bytes: number, seconds: number): number | null {
    const [done, all] = phase === 'upload' ? [bytes, this.size] : [rows, this.#doc.total];
    if (seconds < 0.5 || done === 0 || done >= all) return null;
    return Math.round(((all - done) / done) * seconds * 1000);
  }

  readonly onProgress = ({ phase, rows }: BatchProgress): void => this.report(phase, rows, this.#doc.bytes);

  received(doc: Partial<BatchDoc>): void {
    this.#doc = { ...this.#doc, ...doc };
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
