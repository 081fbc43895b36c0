import { Progress } from '@mantine/core';
import { Panel } from '../../design/index.ts';
import { formatBytes, formatCount } from '../../records/format.ts';
import type { Batch } from './batch-calls.ts';
import classes from './imports.module.css';

const PHASES: Readonly<Record<string, string>> = {
  upload: 'Receiving the file',
  wait: 'Waiting for the batch before it',
  read: 'Reading the rows',
  validate: 'Checking the values',
  compare: 'Comparing with what is stored',
  write: 'Writing the rows',
  index: 'Indexing the words',
  commit: 'Making it permanent',
};

const ORDER = ['upload', 'wait', 'read', 'validate', 'compare', 'write', 'index', 'commit'];

/** Share of the whole, 0 to 100: each phase counts alike, the first by its bytes. */
export function shareOf({ phase = 'wait', rows = 0, total = 0, bytes = 0, size = 0 }: Batch): number {
  const at = Math.max(0, ORDER.indexOf(phase));
  const within = phase === 'upload' ? (size > 0 ? bytes / size : 0) : total > 0 ? rows / total : 0;
  return ((at + Math.min(1, within)) / ORDER.length) * 100;
}

/** Time left in words. */
export function leftOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
}

/** Phase, rows, rate and time left of a batch that runs. */
export function BatchProgress({ batch }: { readonly batch: Batch }) {
  const { phase = 'wait', rows = 0, rate = 0, bytes = 0, size = 0, eta, total = 0 } = batch;
  const amount =
    phase === 'upload'
      ? size > 0
        ? `${formatBytes(bytes)} of ${formatBytes(size)}`
        : formatBytes(bytes)
      : total > 0
        ? `${formatCount(rows)} of ${formatCount(total)} rows`
        : '';
  const parts = [amount, rate > 0 ? `${formatCount(rate)} rows a second` : '', eta === undefined ? '' : leftOf(eta)];
  return (
    <Panel label="Progress" padded>
      <div className={classes.progress} role="status">
        <span>{PHASES[phase] ?? phase}</span>
        <span>{parts.filter((part) => part !== '').join(', ')}</span>
      </div>
      <Progress value={shareOf(batch)} aria-label="Share of the import that is done" />
      <p className={classes.note}>The import goes on when this page is closed, and is found again under Imports.</p>
    </Panel>
  );
}
