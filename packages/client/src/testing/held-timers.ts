import type { Timers } from '../timers.ts';

interface Waiting {
  readonly at: number;
  readonly every: number | null;
  readonly run: () => void;
}

/** A clock that stands still until it is told to go on. */
export class HeldTimers implements Timers {
  /** The delays asked for, in order. */
  readonly asked: number[] = [];
  #now: number;
  #waiting = new Set<Waiting>();
  #changed: (() => void)[] = [];

  constructor(now = 1_000_000) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    return this.#add(ms, null, run);
  }

  every(ms: number, run: () => void): () => void {
    return this.#add(ms, ms, run);
  }

  /** Lets time pass and runs what is due, in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#waiting].filter((one) => one.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#now = due.at;
      this.#waiting.delete(due);
      if (due.every !== null) this.#waiting.add({ ...due, at: due.at + due.every });
      due.run();
    }
    this.#now = end;
  }

  /** Resolves as soon as somebody waits for exactly `ms`. */
  async waitsFor(ms: number): Promise<void> {
    while (![...this.#waiting].some((one) => one.at - this.#now === ms))
      await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  /** Resolves as soon as `count` delays were asked for since the start. */
  async asks(count: number): Promise<void> {
    while (this.asked.length < count) await new Promise<void>((resolve) => this.#changed.push(resolve));
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  #add(ms: number, every: number | null, run: () => void): () => void {
    const one: Waiting = { at: this.#now + ms, every, run };
    this.asked.push(ms);
    this.#waiting.add(one);
    for (const changed of this.#changed.splice(0)) changed();
    return () => {
      for (const waiting of this.#waiting) if (waiting.run === run) this.#waiting.delete(waiting);
    };
  }
}
