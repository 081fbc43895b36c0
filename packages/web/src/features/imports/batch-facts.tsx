import type { Batch, BatchEvent } from '@datasarana/client';
import { Panel } from '../../design/index.ts';
import { formatBytes, formatCount, formatListDate, formatTook } from '../../records/format.ts';
import classes from './batch.module.css';
import { formatWords } from './batch-name.ts';

const WHAT: Readonly<Record<BatchEvent['what'], string>> = {
  received: 'Received',
  durable: 'Safe on disk',
  applied: 'Written and searchable',
  cancelled: 'Cancelled',
  failed: 'Given up',
  replayed: 'Fixed rows sent again',
  undone: 'Undone',
};

/** Who, when, from where, and what happened since. */
export function BatchFacts({ batch }: { readonly batch: Batch }) {
  const facts: readonly (readonly [label: string, value: string, mono?: true])[] = [
    ['File', batch.file ?? 'sent without a name'],
    ['Format', formatWords(batch.source ?? '')],
    ['Size', formatBytes(batch.bytes ?? 0)],
    ...columnsOf(batch),
    ['Sent by', batch.user_name ?? ''],
    ['Batch', batch.batch, true],
    ['SHA-256', batch.sha256 ?? 'not known', true],
  ];
  return (
    <div className={classes.facts}>
      <Panel title="Origin">
        <dl className={classes.list}>
          {facts.map(([label, value, mono]) => (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd className={mono && classes.mono} title={value}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
      <Panel title="Timeline">
        <ol className={classes.timeline}>
          {(batch.timeline ?? []).map((event, at, all) => (
            <li key={`${event.what} ${event.ts}`}>
              <b>{formatListDate(event.ts)}</b>
              <span>
                {WHAT[event.what]}
                {event.user_name ? ` by ${event.user_name}` : ''}
                {detailOf(event, all[at - 1])}
              </span>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

/** How many columns the file had, and which of them are in no field. */
function columnsOf({ columns = [] }: Batch): readonly (readonly [label: string, value: string])[] {
  if (columns.length === 0) return [];
  const left = columns.filter(({ field }) => field === null).map(({ name }) => name);
  const count = formatCount(columns.length);
  return [['Columns', left.length === 0 ? `${count}, all taken` : `${count}, left out: ${left.join(', ')}`]];
}

function detailOf(event: BatchEvent, last: BatchEvent | undefined): string {
  const { what, ts, read = 0, rejected = 0, removed = 0, restored = 0, kept = 0 } = event;
  if (what === 'durable' || what === 'applied') return last ? `, ${formatTook(ts - last.ts)} later` : '';
  if (what === 'replayed') return `: ${formatCount(read - rejected)} of ${formatCount(read)} went in`;
  if (what !== 'undone') return '';
  const later = kept > 0 ? `, ${formatCount(kept)} kept as edited later` : '';
  return `: ${formatCount(removed)} removed, ${formatCount(restored)} restored${later}`;
}
