import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** So long after the start what is still needed by the first calls has been made. */
const SETTLED_MS = 1500;

/**
 * Loading the program fills the heap with sources and half-done modules, and V8 keeps the room for them until it has reason
 * to look. One collection gives about a fifth of the memory of an idle platform back.
 */
export function returnMemoryOfStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    // any other kind of collection keeps the pages for the heap's next growth
    if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, SETTLED_MS).unref();
}
