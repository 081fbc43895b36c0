import type { Console } from '../console/console.ts';
import type { Turnstile } from '../sending/turnstile.ts';
import type { Settings } from '../settings.ts';
import type { Progress } from '../state/progress.ts';
import type { RefusedRows } from '../state/refused-rows.ts';
import type { Spool } from '../state/spool.ts';

/** What every part of the ingestor stands on. */
export interface Service {
  readonly settings: Settings;
  readonly progress: Progress;
  readonly spool: Spool;
  readonly refused: RefusedRows;
  readonly console: Console;
  /** Limits pushes at the same time. */
  readonly pushes: Turnstile;
  readonly now: () => number;
  /** Waits for ms, or until the signal aborts. */
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>;
}
