import { setTimeout } from 'node:timers/promises';

/** Waits; ends early, without an error, when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: true }).catch(() => {});

/** Lets one side wait until the other has something. */
export class Bell {
  #waiting: (() => void)[] = [];

  ring(): void {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Ends with the next ring, after `ms`, or with the signal. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const rung = new AbortController();
    this.#waiting.push(() => rung.abort());
    await pause(ms, AbortSignal.any([signal, rung.signal]));
  }
}

const LONGEST_MS = 60_000;

/** 1, 2, 4 … 60 s. */
export const backoff = (tries: number): number => Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, tries - 1));
