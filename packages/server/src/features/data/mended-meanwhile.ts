import type { RejectedRow } from '@datasarana/engine';
import { conflict } from '@datasarana/schema';
import type { MendedRow } from './mended-rows.ts';

type Raw = RejectedRow['raw'];

/** Whether rows are the same; a cell that is not there is an empty one. */
function isSame(one: Raw, other: Raw): boolean {
  if (typeof one === 'string' || typeof other === 'string') return one === other;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? null) === (other[name] ?? null));
}

const rowsOf = (count: number): string => (count === 1 ? 'A row was' : `${count} rows were`);

/**
 * Refuses mended rows that somebody else mended since their sender saw them, and those that somebody wrote anew though they are
 * still rejected, where the sender says how they were. `data` of the refusal names the ones and holds the others.
 *
 * @throws PlatformError 31/409
 */
export function refuseMeanwhile(mended: readonly MendedRow[], stored: readonly RejectedRow[]): void {
  const byLine = Map.groupBy(stored, ({ line }) => line);
  const gone = mended.map(({ line }) => line).filter((line) => !byLine.has(line));
  const rewritten = mended.flatMap(({ line, was }) => {
    const rows = byLine.get(line) ?? [];
    return was === undefined || rows.some(({ raw }) => isSame(raw, was)) ? [] : rows.slice(0, 1);
  });
  const told = [
    gone.length > 0 && `${rowsOf(gone.length)} mended by somebody else meanwhile`,
    rewritten.length > 0 && `${rowsOf(rewritten.length)} rewritten by somebody else meanwhile`,
  ].filter((one) => one !== false);
  if (told.length > 0) throw conflict(`${told.join('. ')}. Load the rows again.`, { gone, rewritten });
}
