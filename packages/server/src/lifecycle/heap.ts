import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How much the heap may grow between two collections, in percent of what is alive. */
const GROWTH = 100;

/**
 * Has the heap collected less often. Bodies and the sets of documents a search makes lie outside of the heap, and V8 counts them as growth
 * of a heap that does not grow: it goes through everything alive for each 10 MB, a seventh of the processor time of a large upload and
 * as much of a search of a million documents.
 */
export function collectLessOften(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
}

/** So long after the start what is still needed by the first calls has been made. */
const SETTLED_MS = 1500;

/** Part of that time the program may have been at work when nobody waits for it. */
const AT_REST = 0.1;

/**
 * Loading the program fills the heap with sources and half-done modules, and V8 keeps the room for them until it has reason
 * to look. One collection gives about a fifth of the memory of an idle platform back. It takes a tenth of a second or two, so it waits
 * until nothing else is done.
 */
export function returnMemoryOfStart(): void {
  let last = performance.eventLoopUtilization();
  const look = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > AT_REST) return;
    clearInterval(look);
    collectAll();
  }, SETTLED_MS);
  look.unref();
}

function collectAll(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  // any other kind of collection keeps the pages for the heap's next growth
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
