import type { Progress } from './batch-record.ts';

/** Seconds before which a rate and a time left say nothing. */
const EARLY_S = { rate: 0.05, eta: 0.5 };

/** How far rows on their way are, phase by phase. */
export class PhaseProgress {
  /** Bytes that are to come; 0 when nobody said. */
  readonly size: number;
  /** Rows there are in all; 0 until the last one came. */
  total = 0;
  #now: Progress;
  #began = performance.now();

  constructor(size = 0) {
    this.size = size;
    this.#now = { phase: 'upload', rows: 0, bytes: 0, rate: 0, ...(size > 0 && { size }) };
  }

  get now(): Progress {
    return this.#now;
  }

  report(phase: Progress['phase'], rows: number, bytes: number): void {
    if (phase !== this.#now.phase) this.#began = performance.now();
    const seconds = (performance.now() - this.#began) / 1000;
    const rate = seconds > EARLY_S.rate ? Math.round(rows / seconds) : 0;
    const eta = this.#remaining(phase, rows, bytes, seconds);
    this.#now = { phase, rows, bytes, rate, ...(this.size > 0 && { size: this.size }), ...(eta !== null && { eta }) };
  }

  /** Milliseconds left of a phase, once a little of it is done. */
  #remaining(phase: Progress['phase'], rows: number, bytes: number, seconds: number): number | null {
    const [done, all] = phase === 'upload' ? [bytes, this.size] : [rows, this.total];
    if (seconds < EARLY_S.eta || done === 0 || done >= all) return null;
    return Math.round(((all - done) / done) * seconds * 1000);
  }
}
