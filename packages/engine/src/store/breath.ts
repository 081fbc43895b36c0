import { setImmediate } from 'node:timers/promises';

/** ms for which one piece of work may hold the thread all others wait for. */
const LONGEST_MS = 20;

/** Lets others have their turn while much is done in JavaScript: `if (breath.isDue) await breath.take()`. */
export class Breath {
  #began = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#began > LONGEST_MS;
  }

  async take(): Promise<void> {
    await setImmediate();
    this.#began = performance.now();
  }
}
