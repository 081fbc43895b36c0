import type { BatchAnswer } from '@datasarana/client';
import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';
import { causeReason } from './named-reason.ts';

/** The others stand in the table below. */
const MOST = 8;

/** Why rows of a dry run are rejected, the most frequent cause first, and what to do where none goes in. */
export function RejectCauses({ ledger }: { readonly ledger: BatchAnswer }) {
  const causes = ledger.look?.causes ?? [];
  if (causes.length === 0) return null;
  return (
    <>
      {ledger.rejected === ledger.read && (
        <p className={classes.noneFits} role="status">
          No row would go in. Go back and look at the type and the date format of the columns named here, or mend the
          file.
        </p>
      )}
      <ul className={classes.rejectCauses} aria-label="Causes">
        {causes.slice(0, MOST).map((cause) => (
          <li key={`${cause.field} ${cause.rule}`}>
            <b>{cause.rows === 1 ? '1 row' : `${formatCount(cause.rows)} rows`}</b>
            <span>{causeReason(cause)}</span>
          </li>
        ))}
        {causes.length > MOST && (
          <li>
            <b />
            <span>and {formatCount(causes.length - MOST)} other causes</span>
          </li>
        )}
      </ul>
    </>
  );
}
