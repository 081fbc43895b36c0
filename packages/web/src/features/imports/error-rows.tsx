import type { LedgerError } from '@datasarana/client';
import { withoutLabel } from '@datasarana/schema';
import { formatCount } from '../../records/format.ts';
import { placeHead } from './batch-name.ts';
import { groupedErrors } from './grouped-errors.ts';
import classes from './imports.module.css';

interface ErrorRowsProps {
  readonly errors: readonly LedgerError[];
  /** Format of the file; missing for delimited text. */
  readonly source: string | undefined;
}

/** Lines of one reason that are told; the others are counted. */
const MOST = 6;

const sayLines = (lines: readonly number[]): string =>
  lines
    .slice(0, MOST)
    .map((line) => formatCount(line))
    .join(' · ') + (lines.length > MOST ? ` and ${formatCount(lines.length - MOST)} more` : '');

/** Refused cells: lines, field, reason. */
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
          {groupedErrors(errors).map(({ field, reason, lines }) => (
            <tr key={`${field} ${reason}`}>
              <td className={classes.rowNumber}>{sayLines(lines)}</td>
              <td className={classes.field}>{field}</td>
              <td className={classes.reason}>{withoutLabel(field, reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
