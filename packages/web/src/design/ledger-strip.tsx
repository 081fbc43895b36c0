import type { RowCounts } from '@datasarana/schema';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../records/format.ts';
import classes from './ledger-strip.module.css';

export type LedgerPart = 'accepted' | 'replaced' | 'unchanged' | 'rejected';

const parts: readonly { key: LedgerPart; label: string; hint: string }[] = [
  { key: 'accepted', label: 'Added', hint: 'new documents' },
  { key: 'replaced', label: 'Replaced', hint: 'values differ' },
  { key: 'unchanged', label: 'Unchanged', hint: 'same content' },
  { key: 'rejected', label: 'Rejected', hint: 'kept with reasons' },
];

/** Width of each part in percent; a non-empty `rejected` keeps at least 4 px through CSS. */
const share = (count: number, read: number): string => `${read > 0 ? (count / read) * 100 : 0}%`;

interface LedgerStripProps {
  readonly counts: RowCounts;
  /** Line below the read figure, as "in 1.8 s". */
  readonly readNote?: string;
  /** Whether anything was written, as "Nothing written yet". */
  readonly note?: string;
  /** What can be done about the whole of it. */
  readonly action?: ReactNode;
  readonly active?: LedgerPart;
  /** Each figure opens its rows. */
  readonly onPick?: (part: LedgerPart) => void;
}

/** read = added + replaced + unchanged + rejected, drawn as an equation with a proportional bar. */
export function LedgerStrip({ counts, readNote, note, action, active, onPick }: LedgerStripProps) {
  const exact = counts.read === counts.accepted + counts.replaced + counts.unchanged + counts.rejected;
  return (
    <section className={classes.strip} aria-label="Ledger">
      <div className={classes.figures}>
        <div className={classes.figure}>
          <span className={classes.label} data-part="read">
            Read
          </span>
          <b>{formatCount(counts.read)}</b>
          <span className={classes.hint}>{readNote ?? 'rows'}</span>
        </div>
        {parts.map(({ key, label, hint }, index) => {
          const content = (
            <>
              <span className={classes.operator} aria-hidden>
                {index === 0 ? '=' : '+'}
              </span>
              <span className={classes.label} data-part={key}>
                {label}
              </span>
              <b>{formatCount(counts[key])}</b>
              <span className={classes.hint}>{hint}</span>
            </>
          );
          return onPick ? (
            <button
              type="button"
              key={key}
              className={classes.figure}
              data-part={key}
              aria-pressed={active === key}
              onClick={() => onPick(key)}
            >
              {content}
            </button>
          ) : (
            <div key={key} className={classes.figure} data-part={key}>
              {content}
            </div>
          );
        })}
        <div className={classes.verdict}>
          <span className={classes.sum} data-exact={exact}>
            {exact ? <IconCircleCheck size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            {exact ? 'The sum is exact' : 'The sum does not hold'}
          </span>
          {note && <span className={classes.hint}>{note}</span>}
          {action}
        </div>
      </div>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ key }) => (
          <i key={key} data-part={key} data-some={counts[key] > 0} style={{ width: share(counts[key], counts.read) }} />
        ))}
      </div>
    </section>
  );
}
