import type { Batch } from '@datasarana/client';
import { formatBytes, formatCount } from '../../records/format.ts';

const PHASES: Readonly<Record<string, string>> = {
  upload: 'Receiving the file',
  wait: 'Waiting for its turn',
  read: 'Reading the rows',
  validate: 'Checking the values',
  compare: 'Comparing with what is stored',
  write: 'Writing the rows',
  index: 'Indexing the words',
  commit: 'Making it permanent',
};

/** How far rows on their way are, in a batch or in a dry run. */
export type Progressing = Pick<Batch, 'phase' | 'rows' | 'rate' | 'bytes' | 'size' | 'eta' | 'total'>;

/** The phases of a dry run, in order; a load has more. */
export const DRY_PHASES = ['upload', 'wait', 'read', 'validate', 'compare'];
const LOAD_PHASES = [...DRY_PHASES, 'write', 'index', 'commit'];

/** Share of the whole, 0 to 100: each phase counts alike, those that are done at one stroke when they have ended. */
export function shareOf(
  { phase = 'wait', rows = 0, total = 0, bytes = 0, size = 0 }: Progressing,
  phases = LOAD_PHASES,
): number {
  const at = Math.max(0, phases.indexOf(phase));
  const [done, all] = phase === 'upload' ? [bytes, size] : phase === 'validate' ? [rows, total] : [0, 0];
  return ((at + (all > 0 ? Math.min(1, done / all) : 0)) / phases.length) * 100;
}

/** Time left in words. */
function leftOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
}

/** ms after which a rate says something. */
const EARLY_MS = 1000;

/** Amount, rate and time left of a file on its way, in words. */
export function saySending(sent: number, size: number, ms: number): string {
  const amount = `${formatBytes(sent)} of ${formatBytes(size)}`;
  if (sent === 0 || sent >= size || ms < EARLY_MS) return amount;
  const rate = sent / ms;
  return `${amount}, ${formatBytes(Math.round(rate * 1000))} a second, ${leftOf((size - sent) / rate)}`;
}

/** What is done with the rows. */
export const sayPhase = ({ phase = 'wait' }: Progressing): string => PHASES[phase] ?? phase;

/** Amount, rate and time left of the phase in words; empty while nothing is known. */
export function sayProgress(progress: Progressing): string {
  const { phase = 'wait', rows = 0, rate = 0, bytes = 0, size = 0, eta, total = 0 } = progress;
  const received = size > 0 ? `${formatBytes(bytes)} of ${formatBytes(size)}` : bytes > 0 ? formatBytes(bytes) : '';
  const done = rows > 0 && rows < total ? `${formatCount(rows)} of ` : '';
  const counted = total > 0 ? `${done}${formatCount(total)} rows` : '';
  const amount = phase === 'upload' ? received : counted;
  const parts = [amount, rate > 0 ? `${formatCount(rate)} rows a second` : '', eta === undefined ? '' : leftOf(eta)];
  return parts.filter((part) => part !== '').join(', ');
}
