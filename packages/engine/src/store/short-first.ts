import { setImmediate as setSoon } from 'node:timers';
import { setImmediate } from 'node:timers/promises';

/** What was at work for less is short as far as anyone knows, in ms. */
const SHORT_MS = 3;

/** For so long after something was read more is likely to come, in ms. */
const LINGERS_MS = 20;

/** ms a piece of something long waits for what is short at most: beside any number of those it goes on a fifth of the time. */
const WAIT_MS = 1;

/**
 * All that is read shares one thread, of whichever tenant it is: what is done in JavaScript for something long waits, between two pieces,
 * until what is short is answered.
 */
export class ShortFirst {
  readonly #waitMs: number;
  readonly #shortMs: number;
  /** When what is at work began, in that order. */
  readonly #began = new Map<object, number>();
  readonly #waiting = new Set<() => void>();
  readonly #writes: (() => void)[] = [];
  #ended = Number.NEGATIVE_INFINITY;

  constructor({ waitMs = WAIT_MS, shortMs = SHORT_MS } = {}) {
    this.#waitMs = waitMs;
    this.#shortMs = shortMs;
  }

  /** Notes that something begins to be read on a connection. @returns to be called at its end */
  begin(connection: object): () => void {
    this.#began.set(connection, performance.now());
    return () => {
      this.#began.delete(connection);
      this.#ended = performance.now();
      for (const goOn of this.#waiting) goOn();
    };
  }

  /** Whether anything is read, or was a moment ago. */
  get isRead(): boolean {
    return this.#began.size > 0 || performance.now() - this.#ended < LINGERS_MS;
  }

  /** When what is read on a connection began; undefined when nothing is. */
  since(connection: object): number | undefined {
    return this.#began.get(connection);
  }

  /** Lets others have their turn, those that are short first unless this one is as well; `since` is when it began, without one it is long. */
  async turn(since = Number.NEGATIVE_INFINITY): Promise<void> {
    await setImmediate();
    const now = performance.now();
    if (now - since < this.#shortMs) return;
    while (this.#hasShort && performance.now() < now + this.#waitMs) {
      await this.#anyEnds();
      // who was answered may ask again at once
      await setImmediate();
    }
  }

  /** Gives the thread away between two pieces of what is written; while anybody reads, one of all such pieces has it in each round of the event loop. */
  async pauseOfWrite(): Promise<void> {
    await this.turn();
    if (!this.isRead) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#writes.push(resolve) === 1) setSoon(this.#nextWrite);
    await promise;
  }

  readonly #nextWrite = (): void => {
    this.#writes.shift()?.();
    if (this.#writes.length > 0) setSoon(this.#nextWrite);
  };

  get #hasShort(): boolean {
    const latest = [...this.#began.values()].at(-1);
    return latest !== undefined && performance.now() - latest < this.#shortMs;
  }

  async #anyEnds(): Promise<void> {
    const ended = Promise.withResolvers<void>();
    const timer = setTimeout(ended.resolve, this.#waitMs);
    this.#waiting.add(ended.resolve);
    await ended.promise;
    this.#waiting.delete(ended.resolve);
    clearTimeout(timer);
  }
}

/** One for the process: engines and tenants share its thread. */
export const shortFirst = new ShortFirst();

/** A piece of a write begins: it waits its turn while anybody reads, and goes on at once else. */
export const turnOfWrite = async (): Promise<void> => {
  if (shortFirst.isRead) await shortFirst.pauseOfWrite();
};
