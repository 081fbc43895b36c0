import type { CsvPreview } from '@datasarana/sources';
import classes from './imports.module.css';
import type { FaultOfCell } from './preview-faults.ts';
import { shownCell } from './shown-cell.ts';

interface PreviewTableProps {
  readonly preview: CsvPreview;
  /** Missing where nothing is planned yet. */
  readonly faultOf?: FaultOfCell;
}

/** The first rows as they stand in the file; rows wider or narrower than the header are marked, and cells that will be rejected. */
export function PreviewTable({ preview, faultOf }: PreviewTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.previewScroll} tabIndex={0} aria-label="First rows">
      <table className={classes.preview}>
        <thead>
          <tr>
            <th className={classes.rowNumber}>Row</th>
            {preview.columns.map((column) => (
              <th key={column} title={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row, i) => (
            <tr
              // biome-ignore lint/suspicious/noArrayIndexKey: a row of a file is its place
              key={i}
              data-wide={preview.tooWide.includes(i) || undefined}
              data-short={preview.tooShort.includes(i) || undefined}
              title={widthWords(preview, i)}
            >
              <td className={classes.rowNumber}>{i + 1}</td>
              {row.map((cell, at) => {
                const fault = faultOf?.(cell, at) ?? undefined;
                return (
                  <td key={preview.columns[at]} data-bad={fault !== undefined || undefined} title={fault}>
                    {shownCell(cell)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {preview.setAside.map(({ line, reason }) => (
        <p key={line} className={classes.note}>{`Line ${line} will be rejected. ${reason}`}</p>
      ))}
    </section>
  );
}

function widthWords({ tooWide, tooShort }: CsvPreview, row: number): string | undefined {
  if (tooWide.includes(row)) return 'More cells than the header: will be rejected';
  return tooShort.includes(row) ? 'Fewer cells than the header: the missing ones are empty' : undefined;
}
