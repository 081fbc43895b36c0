import type { Progress } from '../state/progress.ts';
import type { Input } from '../state/rows.ts';
import { backoff } from './pause.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

const MOST_TRIES = 5;

/**
 * A fault that passes is the machine's, or that of a server that does not answer; one that lasts is of the rows, or of how a table
 * was made: no waiting mends it.
 */
export type Staying = 'passes' | 'lasts' | null;

/**
 * A file that cannot be taken is put aside with its cause; with Retry it gets five more chances (TSK-05), with Stop one whenever
 * its source is started again, and always more when the machine did not give it: who mends that does not touch the file. A table
 * that is read once gets five more chances, too, none when its fault lasts, and is waited for when its fault passes.
 */
export function setAside(
  service: Service,
  source: HeldSource,
  input: Input,
  fault: string,
  staying: Staying = null,
): void {
  const { on_error, mode } = source.settings;
  const tries = input.tries + 1;
  const table = source.source.format === 'database';
  const passing = staying === 'passes';
  const hasChances = tries <= MOST_TRIES;
  const isTriedAgain =
    ((passing || table) && mode === 'Continuous') ||
    (table
      ? passing || (staying === null && hasChances)
      : on_error === 'Stop' || ((passing || on_error === 'Retry') && hasChances));
  const again = isTriedAgain ? service.now() + backoff(tries) : 0;
  service.progress.keepInput(source, { ...input, state: table ? 'waiting' : 'aside', fault, tries, again });
  if (!passing || input.fault !== fault) service.console.error(source, `${input.name}: ${fault}`);
}

/** What of a source was put aside and not taken since, in words; null when nothing was. */
export function asideOf(progress: Progress, held: HeldSource): string | null {
  const count = progress.countAside(held);
  if (count === 0) return null;
  if (held.source.format === 'database') return 'its table was set aside';
  return count === 1 ? '1 file was set aside' : `${count} files were set aside`;
}
