import { setTimeout } from 'node:timers/promises';

/** Waits; ends early, without an error, when the signal aborts. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  setTimeout(ms, undefined, { signal, ref: true }).catch(() => {});

/** Lets one side wait until the other has something. */
export class Bell {
  readonly #waiting = new Set<() => void>();

  ring(): void {
    for (const wake of this.#waiting) wake();
  }

  /** Ends with the next ring, after `ms`, or with the signal; leaves nothing behind on a signal that lasts for months. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const wake = (): void => resolve();
    const timer = globalThis.setTimeout(wake, ms);
    signal.addEventListener('abort', wake);
    this.#waiting.add(wake);
    await promise;
    clearTimeout(timer);
    signal.removeEventListener('abort', wake);
    this.#waiting.delete(wake);
  }
}

const LONGEST_MS = 60_000;

/** 1, 2, 4 … 60 s. */
export const backoff = (tries: number): number => Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, tries - 1));

/** Nothing waits longer for what a file tells itself: an hour ten times, from a day ahead. */
const FARTHEST_MS = 2 * 24 * 60 * 60 * 1000;

/** Whether the time of a next try has come. One that is too far away for its kind was told by a clock that was set back since. */
export const isDue = (again: number, now: number, isRetried: boolean): boolean =>
  again <= now || again - now > (isRetried ? LONGEST_MS : FARTHEST_MS);
