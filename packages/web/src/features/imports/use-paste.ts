import type { RawRow, RejectedRow } from '@datasarana/client';
import { useQueryClient } from '@tanstack/react-query';
import { notify, notifyFailure } from '../../design/index.ts';
import { formatCount } from '../../records/format.ts';
import { useApi } from '../../session/index.ts';
import { type CauseFilter, REJECTED_PAGE, rejectedPage } from './batch-calls.ts';
import type { Spot } from './use-grid-focus.ts';

interface PastedOver {
  readonly batch: string;
  readonly cause: CauseFilter;
  readonly total: number;
  readonly columns: readonly string[];
}

/** A row and the cells that are written into it, by their columns. */
export interface PastedRow {
  readonly row: RejectedRow;
  readonly cells: Exclude<RawRow, string>;
}

/** Rows that are being read to be pasted over. */
export interface PasteReading {
  readonly done: number;
  readonly of: number;
  readonly stop: () => void;
}

interface Pasted {
  readonly onSpread: (rows: readonly PastedRow[]) => void;
  /** Told as rows are read, and null when that has ended. */
  readonly onReading: (reading: PasteReading | null) => void;
}

const isStopped = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Spreads copied cells over the grid, from the chosen cell to the right and down, and tells what found no place. */
export function usePaste({ batch, cause, total, columns }: PastedOver, { onSpread, onReading }: Pasted) {
  const api = useApi();
  const cache = useQueryClient();
  /** Rows from one on, also those that were not scrolled to. */
  const rowsFrom = async (first: number, count: number): Promise<readonly RejectedRow[]> => {
    const from = Math.floor(first / REJECTED_PAGE);
    const found: RejectedRow[] = [];
    const stopping = new AbortController();
    const stop = (): void => {
      stopping.abort();
      onReading(null);
    };
    for (let page = from; page * REJECTED_PAGE < first + count; page++) {
      if (count > REJECTED_PAGE) onReading({ done: Math.min(count, found.length), of: count, stop });
      const asked = rejectedPage(api, batch, cause, page);
      found.push(...(await cache.fetchQuery({ ...asked, staleTime: Number.POSITIVE_INFINITY })).rows);
      stopping.signal.throwIfAborted();
    }
    onReading(null);
    const start = first - from * REJECTED_PAGE;
    return found.slice(start, start + count);
  };
  const spread = async ({ row, column }: Spot, cells: readonly (readonly string[])[]): Promise<void> => {
    const rows = await rowsFrom(row, Math.min(cells.length, total - row));
    const names = columns.slice(column);
    const widest = cells.reduce((most, { length }) => Math.max(most, length), 0);
    const placed = rows.flatMap((one, at) => {
      const values = cells[at]?.slice(0, names.length) ?? [];
      const written = Object.fromEntries(values.map((value, i) => [names[i] ?? '', value]));
      return typeof one.raw === 'string' ? [] : [{ row: one, cells: written }];
    });
    onSpread(placed);
    tellLeftOut({
      below: cells.length - rows.length,
      right: Math.max(0, widest - names.length),
      whole: rows.length - placed.length,
    });
  };
  return (spot: Spot, cells: readonly (readonly string[])[]): void => {
    spread(spot, cells).catch((error: unknown) => {
      if (!isStopped(error)) onReading(null);
      notifyFailure(error);
    });
  };
}

interface LeftOut {
  /** Rows past the last one. */
  readonly below: number;
  /** Columns past the last one. */
  readonly right: number;
  /** Rows that are one text, which has no cells. */
  readonly whole: number;
}

const counted = (count: number, one: string): string => `${formatCount(count)} ${count === 1 ? one : `${one}s`}`;

function tellLeftOut({ below, right, whole }: LeftOut): void {
  const told = [
    below > 0 && `${counted(below, 'row')} below the last rejected one`,
    right > 0 && `${counted(right, 'column')} right of the last one`,
    whole > 0 && `${counted(whole, 'row')} of text that could not be split into cells`,
  ].filter((one) => one !== false);
  if (told.length > 0)
    notify.warning({ title: 'Not all that was pasted had a place', message: `Left out: ${told.join(', ')}.` });
}
