import type { Input } from '../state/rows.ts';
import { backoff } from './pause.ts';
import type { Service } from './service.ts';
import type { HeldSource } from './task.ts';

const MOST_TRIES = 5;

/**
 * A file that cannot be taken is put aside with its cause; with Retry it gets five more chances (TSK-05), and always more when
 * the machine did not give it: who mends that does not touch the file.
 */
export function setAside(service: Service, source: HeldSource, input: Input, fault: string, passing = false): void {
  const { on_error, mode } = source.settings;
  const tries = input.tries + 1;
  const table = source.source.format === 'database';
  const isTriedAgain =
    table || (passing && mode === 'Continuous') || ((passing || on_error === 'Retry') && tries <= MOST_TRIES);
  const again = isTriedAgain ? service.now() + backoff(tries) : 0;
  service.progress.keepInput(source, { ...input, state: table ? 'waiting' : 'aside', fault, tries, again });
  if (!passing || input.fault !== fault) service.console.error(source, `${input.name}: ${fault}`);
}
