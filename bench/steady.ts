import { setTimeout } from 'node:timers/promises';
import { percentile, timed } from './figures.ts';

/** Rows that come in as long as others read. */
export interface Incoming {
  readonly rowsPerBatch: number;
  readonly batchesPerSecond: number;
  /** Sends one batch and resolves when it is acknowledged. */
  readonly send: (batch: number) => Promise<unknown>;
}

/** What became of them. */
export interface Steady {
  /** Rows that are on disk. */
  readonly acknowledged: number;
  /** Acknowledged, per second until the last acknowledgement. */
  readonly rows_per_s: number;
  /** Whether as many came in as were to. */
  readonly held: boolean;
  readonly write_p95_ms: number;
  readonly write_errors: number;
}

/** So many batches may be under way; one more waits, and the rate falls. */
const FLYING = 4;
/** Of the wanted rows per second; the last batch is acknowledged a little after its second. */
const ENOUGH = 0.97;

/** Sends batches, each at its moment, for so many seconds, `from` the first on. */
export async function steady(incoming: Incoming, seconds: number, from: number): Promise<Steady> {
  const { rowsPerBatch, batchesPerSecond, send } = incoming;
  const start = performance.now();
  const times: number[] = [];
  let errors = 0;
  const flying = new Set<Promise<void>>();
  for (let batch = 0; batch < seconds * batchesPerSecond; batch++) {
    const due = start + (batch * 1000) / batchesPerSecond;
    await setTimeout(Math.max(0, due - performance.now()));
    if (flying.size >= FLYING) await Promise.race(flying);
    const sent = timed(() => send(from + batch)).then(
      (ms) => void times.push(ms),
      () => void errors++,
    );
    flying.add(sent);
    void sent.finally(() => flying.delete(sent));
  }
  await Promise.all(flying);
  const lasted = Math.max(seconds, (performance.now() - start) / 1000);
  const rate = (times.length * rowsPerBatch) / lasted;
  return {
    acknowledged: times.length * rowsPerBatch,
    rows_per_s: Math.round(rate),
    held: rate >= ENOUGH * rowsPerBatch * batchesPerSecond,
    write_p95_ms: percentile(times, 95),
    write_errors: errors,
  };
}
