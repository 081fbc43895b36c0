/** What a page shows a moment later: reads again until it is what is wanted, or the patience of a page is over. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

/** ms a page has for it; the same a locator waits. */
const PATIENCE_MS = 30_000;
const AGAIN_MS = 50;

/** Fails with what was read last. */
export async function reads<T>(read: () => Promise<T>, wanted: NoInfer<T>, message?: string): Promise<void> {
  const last = await lastOf(read, (found) => isDeepStrictEqual(found, wanted));
  assert.deepEqual(last, wanted, message);
}

/** The same of a text that has to match. */
export async function matches(read: () => Promise<string | null>, wanted: RegExp): Promise<void> {
  const last = await lastOf(read, (found) => wanted.test(found ?? ''));
  assert.match(last ?? '', wanted);
}

async function lastOf<T>(read: () => Promise<T>, isWanted: (found: T) => boolean): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await read();
    if (isWanted(found) || Date.now() > end) return found;
    await setTimeout(AGAIN_MS);
  }
}
