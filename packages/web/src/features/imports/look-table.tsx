import { formatCount } from '../../records/format.ts';
import classes from './imports.module.css';
import type { LookColumn } from './look-columns.ts';
import { shownCell } from './shown-cell.ts';

type Values = Readonly<Record<string, unknown>>;

interface LookRow {
  readonly id: string;
  /** Where it stands in its file, when the table tells of places. */
  readonly line?: number;
  readonly values: Values;
  /** What it was, and which of its fields differ from that. */
  readonly before?: Values;
  readonly isChanged?: (field: string) => boolean;
}

interface LookTableProps {
  readonly label: string;
  /** It is the last of its page. */
  readonly last?: boolean;
  /** Head of the column that says where rows stand in their file; without it there is none. */
  readonly place?: string;
  readonly columns: readonly LookColumn[];
  readonly rows: readonly LookRow[];
}

/** Some records as they stand, or will stand; what changes in one as it was and as it will be. */
export const LookTable = ({ label, last = false, place, columns, rows }: LookTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
  <section className={`${classes.previewScroll} ${last ? classes.toEnd : ''}`} tabIndex={0} aria-label={label}>
    <table className={classes.preview}>
      <thead>
        <tr>
          {place !== undefined && <th className={classes.rowNumber}>{place}</th>}
          {columns.map(({ field, label, align }) => (
            <th key={field} title={label} data-align={align}>
              {field}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {place !== undefined && <td className={classes.rowNumber}>{formatCount(row.line ?? 0)}</td>}
            {columns.map((column) => (
              <LookCell key={column.field} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

function LookCell({ column, row }: { readonly column: LookColumn; readonly row: LookRow }) {
  const { field, align, words, fill } = column;
  const now = words(row.values);
  if (row.before && row.isChanged?.(field))
    return (
      <td data-align={align} className={classes.pair}>
        <del>{shownCell(words(row.before))}</del> <ins>{shownCell(now)}</ins>
      </td>
    );
  return (
    <td data-align={align} data-decimals={fill?.(now)} title={now}>
      {shownCell(now)}
    </td>
  );
}
