import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';

/** Asks again, at most `tries` times with 25 ms between, until it holds; answers what was told then. */
export async function until<T>(ask: () => Promise<T>, holds: (value: T) => boolean, tries = 400): Promise<T> {
  for (let asked = 1; ; asked++) {
    const value = await ask();
    if (holds(value)) return value;
    if (asked >= tries) assert.fail(`still ${JSON.stringify(value)?.slice(0, 2000)}`);
    await setTimeout(25);
  }
}
