import { useMemo, useState } from 'react';
import { decimalFill } from '../records/decimal-fill.ts';
import { formatCount, formatDocuments } from '../records/format.ts';
import type { ResultRow } from './result-row.ts';
import { figureWords, metricLabel, type ResultTable } from './result-table.ts';
import classes from './views.module.css';

interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

/** Every bucket path as a row, sortable, with totals where they add up (VIS-12). */
export function ResultTableView({
  table,
  onPick,
}: {
  readonly table: ResultTable;
  /** Told which row was pointed at, and where. */
  readonly onPick?: (row: ResultRow, x: number, y: number) => void;
}) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const rows = useMemo(() => (sorting ? sorted(table, sorting) : table.rows), [table, sorting]);
  const places = useMemo(() => new Map(table.rows.map((row, place) => [row, place])), [table]);
  const fills = useMemo(
    () =>
      table.metrics.map((metric, i) => decimalFill(table.rows.map(({ figures }) => figureWords(metric, figures[i])))),
    [table],
  );
  const heads = [
    ...table.buckets.map(({ id, field }) => ({ key: `group ${id}`, text: field })),
    ...table.metrics.map((metric) => ({ key: `figure ${metric.id}`, text: metricLabel(metric) })),
  ];
  const toggle = (column: number): void =>
    setSorting((now) => ({
      column,
      descending: now?.column === column ? !now.descending : column >= table.buckets.length,
    }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (axe)
    <section className={classes.tableScroll} tabIndex={0} aria-label="Result rows" data-print="whole">
      <table className={classes.table}>
        <thead>
          <tr>
            {heads.map(({ key, text }, column) => (
              <th
                key={key}
                className={column >= table.buckets.length ? classes.figure : undefined}
                aria-sort={sorting?.column === column ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
              >
                <button type="button" className={classes.sort} onClick={() => toggle(column)}>
                  {text} {sorting?.column === column ? (sorting.descending ? '↓' : '↑') : ''}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={places.get(row)}>
              {row.keys.map((key, i) => (
                <td key={table.buckets[i]?.id} title={key.label}>
                  {onPick ? (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={({ currentTarget }) => {
                        const { left, bottom } = currentTarget.getBoundingClientRect();
                        onPick(row, left, bottom);
                      }}
                    >
                      {key.label}
                    </button>
                  ) : (
                    key.label
                  )}
                </td>
              ))}
              {row.figures.map((figure, i) => {
                const words = figureWords(table.metrics[i], figure);
                return (
                  <td key={table.metrics[i]?.id} className={classes.figure} data-decimals={fills[i]?.(words)}>
                    {words}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        {table.buckets.length > 0 && <Totals table={table} />}
      </table>
    </section>
  );
}

/** Counts and sums add up over rows; means and extremes do not, so they have no total. */
function Totals({ table }: { readonly table: ResultTable }) {
  return (
    <tfoot>
      <tr>
        <td colSpan={table.buckets.length}>
          {formatCount(table.rows.length)} rows
          {table.leftOut > 0 && `, ${formatDocuments(table.leftOut)} in further groups`}
        </td>
        {table.metrics.map((metric, i) => (
          <td key={metric.id} className={classes.figure}>
            {metric.function === 'count' || metric.function === 'sum'
              ? figureWords(
                  metric,
                  table.rows.reduce((sum, row) => sum + (row.figures[i] ?? 0), 0),
                )
              : ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}

function sorted(table: ResultTable, { column, descending }: Sorting): readonly ResultRow[] {
  const keys = table.buckets.length;
  const value = (row: ResultRow): string | number | null =>
    column < keys ? (row.keys[column]?.value ?? null) : (row.figures[column - keys] ?? null);
  const direction = descending ? -1 : 1;
  return [...table.rows].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    if (x === null || y === null) return x === y ? 0 : x === null ? 1 : -1;
    return direction * (typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y)));
  });
}
