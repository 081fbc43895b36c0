// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of virtual rows cannot be made of table elements
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells that can be written in are the focus stops
import type { Batch, MendingOutcome, RawRow, RejectedRow } from '@datasarana/client';
import { isTimestamp } from '@datasarana/schema';
import { Tooltip } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import { ErrorState } from '../../design/index.ts';
import { PHONE, usePrinting, useWindowIs } from '../../design/widths.ts';
import { formatCount } from '../../records/format.ts';
import { useTemplate } from '../templates/template-calls.ts';
import classes from './batch.module.css';
import type { CauseFilter } from './batch-calls.ts';
import { ownName } from './batch-files.tsx';
import { placeHead, placeWord } from './batch-name.ts';
import type { Edits } from './mending-edits.ts';
import { namedReason } from './named-reason.ts';
import { GridCell } from './rejected-cell.tsx';
import { type GridFocus, type Spot, useGridFocus } from './use-grid-focus.ts';
import { type PastedRow, type PasteReading, usePaste } from './use-paste.ts';
import { useRejectedRows } from './use-rejected-rows.ts';

interface RejectedGridProps {
  readonly batch: Batch;
  readonly cause: CauseFilter;
  readonly total: number;
  readonly edits: Edits;
  /** What would become of the edited rows. */
  readonly outcome: MendingOutcome | null;
  /** What stands at a changed row while that is not known. */
  readonly meanwhile: string;
  readonly onEdit: (row: RejectedRow, raw: RawRow) => void;
  readonly onSpread: (rows: readonly PastedRow[]) => void;
  /** Told of rows that are read to be pasted over, and null when that has ended. */
  readonly onReading: (reading: PasteReading | null) => void;
  readonly onSave: () => void;
}

/** Every rejected row, its cells to be rewritten where they stand; rows come from the platform as they are scrolled to. */
export function RejectedGrid({
  batch,
  cause,
  total,
  edits,
  outcome,
  meanwhile,
  onEdit,
  onSpread,
  onReading,
  onSave,
}: RejectedGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const height = useWindowIs(PHONE) ? 44 : 32;
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that were measured are of the other height
  useLayoutEffect(() => virtual.measure(), [virtual, height]);
  const seen = virtual.getVirtualItems();
  const printing = usePrinting();
  const asked = useRef({ first: 0, last: 0 });
  // on paper all of the grid is in sight, which would ask for more without end: it has what was fetched before
  if (!printing) asked.current = { first: seen[0]?.index ?? 0, last: seen.at(-1)?.index ?? 0 };
  const { rows, error, retry } = useRejectedRows(batch.batch, cause, asked.current.first, asked.current.last);
  const shown = printing ? [...rows.keys()].map((index) => ({ index, start: 0 })) : seen;
  const columns = useColumns(batch, rows);
  const tracks = useTracks(batch, columns);
  const show = (index: number): void => {
    // a row that is far away is drawn when it came: until then the grid itself keeps the keys
    scroller.current?.focus({ preventScroll: true });
    virtual.scrollToIndex(index);
  };
  const refused = new Set(rows.get(0)?.cells.map(({ field }) => field));
  const start = Math.max(
    0,
    columns.findIndex((name) => refused.has(fieldOf(batch, name))),
  );
  const grid = useGridFocus({ rows: total, columns: columns.length, start }, show, onSave);
  const paste = usePaste({ batch: batch.batch, cause, total, columns }, { onSpread, onReading });
  if (error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <>
      {rows.size < total && (
        <p className={classes.onPaper}>
          {formatCount(rows.size)} of {formatCount(total)} rejected rows are on this paper. The screen has them all, and
          Download all writes them to a file.
        </p>
      )}
      <div
        ref={scroller}
        className={classes.grid}
        tabIndex={-1}
        role="grid"
        aria-label="Rejected rows"
        aria-rowcount={total + 1}
        aria-colcount={columns.length + 2}
        style={tracks}
        onKeyDown={grid.onKeyDown}
      >
        <div role="row" aria-rowindex={1} className={classes.gridHead}>
          <span role="columnheader">{placeHead(batch.source)}</span>
          <span role="columnheader">Reason</span>
          {columns.map((name) => {
            const field = fieldOf(batch, name);
            return (
              <span role="columnheader" key={name} title={field === name ? undefined : `Column of the file: ${name}`}>
                {field}
              </span>
            );
          })}
        </div>
        <div role="rowgroup" className={classes.gridBody} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ index, start }) => {
            const row = rows.get(index);
            return (
              <div
                key={index}
                role="row"
                aria-rowindex={index + 2}
                className={classes.gridRow}
                data-edited={(row && edits.has(row.line)) || undefined}
                style={{ transform: `translateY(${start}px)` }}
              >
                {row ? (
                  <RowCells
                    row={row}
                    at={index}
                    raw={edits.get(row.line)?.raw ?? row.raw}
                    edited={edits.has(row.line)}
                    columns={columns}
                    batch={batch}
                    outcome={outcome}
                    meanwhile={meanwhile}
                    grid={grid}
                    onEdit={onEdit}
                    onPaste={paste}
                  />
                ) : (
                  <span role="gridcell" className={classes.waiting}>
                    …
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </>
  );
}

/** Columns of the file, and the fields that none of them fills for which rows are refused; of lines of JSON those that the rows show. */
function useColumns({ columns = [], template }: Batch, rows: ReadonlyMap<number, RejectedRow>): readonly string[] {
  const items = useTemplate(template).data?.items ?? [];
  const known = columns.filter(({ name, field }) => field !== null || name !== '').map(({ name }) => name);
  if (known.length > 0) {
    const refused = new Set([...rows.values()].flatMap(({ cells }) => cells.map(({ field }) => field)));
    const filled = new Set([...known, ...columns.map(({ field }) => field)]);
    const missing = items.filter(({ name, system }) => !system && refused.has(name) && !filled.has(name));
    return [...known, ...missing.map(({ name }) => name)];
  }
  const seen = new Set<string>();
  for (const { raw } of rows.values())
    for (const name of typeof raw === 'string' ? [] : Object.keys(raw)) seen.add(name);
  return seen.size > 0 ? [...seen] : ['row'];
}

/** How wide columns are: those of dates have room for a moment to the millisecond. */
function useTracks(batch: Batch, columns: readonly string[]): CSSProperties {
  const items = useTemplate(batch.template).data?.items ?? [];
  const dates = new Set(items.filter(isTimestamp).map(({ name }) => name));
  const areDates = columns.map((name) => dates.has(fieldOf(batch, name)));
  const moments = areDates.filter((isDate) => isDate).length;
  const tracks = areDates.map((isDate) => `minmax(var(${isDate ? '--moment' : '--cell'}), 1fr)`);
  return {
    '--place': `${placeWidth(batch.read)}px`,
    '--tracks': tracks.join(' '),
    '--cells': columns.length - moments,
    '--moments': moments,
  } as CSSProperties;
}

/** px of the numbers of lines: of so many rows there are, with one sign more for rows of several lines. */
const placeWidth = (rows: number): number => (formatCount(rows).length + 1) * FIGURE_WIDTH + AROUND_PLACE;

/** px of a figure, and of what is left free left and right of a number. */
const FIGURE_WIDTH = 8;
const AROUND_PLACE = 24;

/** The field that a column of the file fills. */
const fieldOf = ({ columns }: Batch, name: string): string =>
  columns?.find((column) => column.name === name)?.field ?? name;

/** A reason longer than two lines is seen whole under a mouse and under a finger. */
const WHOLE = { hover: true, focus: false, touch: true };

interface RowCellsProps {
  readonly row: RejectedRow;
  readonly at: number;
  readonly raw: RawRow;
  readonly edited: boolean;
  readonly columns: readonly string[];
  readonly batch: Batch;
  readonly outcome: MendingOutcome | null;
  /** What stands at a changed row while that is not known. */
  readonly meanwhile: string;
  readonly grid: GridFocus;
  readonly onEdit: (row: RejectedRow, raw: RawRow) => void;
  readonly onPaste: (spot: Spot, cells: readonly (readonly string[])[]) => void;
}

function RowCells({ row, at, raw, edited, columns, batch, outcome, meanwhile, grid, onEdit, onPaste }: RowCellsProps) {
  const again = edited ? (outcome?.errors.filter(({ line }) => line === row.line) ?? []) : row.cells;
  const isChecked = edited && outcome !== null;
  const fields = new Set(again.map(({ field }) => field));
  const reason = again.map(namedReason).join('; ');
  const told = row.at ? `${ownName(row.at.file)}: ${reason}` : reason;
  const cells = typeof raw === 'string' ? ['row'] : columns;
  return (
    <>
      <span role="rowheader" className={classes.line} title={row.at?.file}>
        {formatCount(row.at?.line ?? row.line)}
      </span>
      <Tooltip label={told} disabled={reason === ''} multiline maw={360} events={WHOLE}>
        <span role="gridcell" className={classes.reason} data-fine={(isChecked && reason === '') || undefined}>
          {isChecked && reason === '' ? 'Becomes valid' : edited && !isChecked ? meanwhile : told}
        </span>
      </Tooltip>
      {cells.map((name, column) => (
        <GridCell
          key={name}
          label={`${fieldOf(batch, name)}, ${placeWord(batch.source)} ${row.line}`}
          value={typeof raw === 'string' ? raw : (raw[name] ?? '')}
          bad={fields.has(fieldOf(batch, name)) || (typeof raw === 'string' && !edited)}
          wide={typeof raw === 'string'}
          spot={{ row: at, column }}
          grid={grid}
          onPaste={(cells) => onPaste({ row: at, column }, cells)}
          onWrite={(value) => onEdit(row, typeof raw === 'string' ? value : { ...raw, [name]: value })}
        />
      ))}
    </>
  );
}
