/** Writes that may share one millisecond; bounds how many records a list has to order by id. */
export const WRITES_PER_TICK = 1000;

/**
 * Times of writes. They follow the clock, never fall, differ between transactions and between two writes of one record, so that
 * ts_modified names a state (REC-38) and the order of writing is the order of ts_modified.
 */
export class Tick {
  #ts = 0;
  #used = 0;

  /** Opens a transaction at the clock's time `now` (epoch ms). */
  start(now: number): void {
    this.#move(Math.max(now, this.#ts + 1));
  }

  /** The time of the next write, later than `after`. */
  next(after = 0): number {
    if (this.#used >= WRITES_PER_TICK || this.#ts <= after) this.#move(Math.max(this.#ts, after) + 1);
    this.#used++;
    return this.#ts;
  }

  /** Keeps all later times at or above `ts`, which an earlier run of the program has given out. */
  reach(ts: number): void {
    if (ts >= this.#ts) this.#move(ts + 1);
  }

  #move(ts: number): void {
    this.#ts = ts;
    this.#used = 0;
  }
}
