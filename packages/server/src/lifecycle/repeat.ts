/**
 * Does `work` every `everyMs`, first now or after that time; a round begins when the one before has ended. Returns what stops it and
 * waits for a running round.
 */
export function repeat(
  everyMs: number,
  work: () => Promise<void>,
  failed: (error: unknown) => void,
  first: 'now' | 'later',
): () => Promise<void> {
  let running = first === 'now' ? work().catch(failed) : Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(work).catch(failed);
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
