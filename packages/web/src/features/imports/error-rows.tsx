import type { LedgerError } from '@datasarana/client';
import { withoutLabel } from '@datasarana/schema';
import { formatCount } from '../../records/format.ts';
import { placeHead } from './batch-name.ts';
import classes from './imports.module.css';

interface ErrorRowsProps {
  readonly errors: readonly LedgerError[];
  /** Format of the file; missing for delimited text. */
  readonly source: string | undefined;
}

/** Refused cells: line, field, value, reason. */
export function ErrorRows({ errors, source }: ErrorRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={`${classes.previewScroll} ${classes.toEnd}`} tabIndex={0} aria-label="Rejected cells">
      <table className={classes.preview}>
        <thead>
          <tr>
            <th className={classes.rowNumber}>{placeHead(source)}</th>
            <th>Field</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one line may have several reasons in one field
            <tr key={i}>
              <td className={classes.rowNumber}>{formatCount(error.line)}</td>
              <td className={classes.field}>{error.field}</td>
              <td className={classes.reason}>{withoutLabel(error.field, error.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
