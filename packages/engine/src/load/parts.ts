import { NO_ROWS, type RowCounts } from '@datasarana/schema';
import { lineOf } from '@datasarana/sources';
import type { DuckDBConnection, JS } from '@duckdb/node-api';
import { allRows } from '../store/rows.ts';
import type { BatchInput, Ledger } from './batch.ts';
import { notNewRows, type WritePlan } from './plan.ts';
import { REFUSED } from './stage.ts';

type Mutable = { -readonly [name in keyof RowCounts]: number };

const nothing = (): Mutable => ({ ...NO_ROWS });

/** Index of the last part that begins at or above that line. */
function partAt(parts: readonly number[], line: number): number {
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((parts[middle] ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/**
 * What became of the rows of each part of a batch, while its temporary tables stand; nothing for a batch that is one. `read` are
 * its rows without those set aside before typing.
 */
export async function countParts(
  connection: DuckDBConnection,
  { parts, rows, structural }: BatchInput,
  { read, written }: { readonly read: number } & Pick<WritePlan, 'written'>,
): Promise<Pick<Ledger, 'parts'>> {
  if (parts === undefined || rows.format === 'rows') return {};
  const counts = parts.map(nothing);
  const count = (what: keyof RowCounts, line: number): void => {
    const part = counts[partAt(parts, line)];
    if (part) part[what]++;
  };
  for (let ordinal = 0; ordinal < read; ordinal++) count('read', lineOf(rows.lines, ordinal));
  for (const { line } of structural) count('read', line);
  for (const { line } of await allRows(connection, `SELECT line FROM temp.${REFUSED}`)) count('rejected', Number(line));
  for (const { ord, changed } of written === null ? [] : await notNewRows(connection))
    count(changed ? 'replaced' : 'unchanged', lineOf(rows.lines, ord));
  for (const part of counts) part.accepted = part.read - part.replaced - part.unchanged - part.rejected;
  return { parts: counts };
}

/** The counts of parts as they stand beside a ledger; null for a batch that is one. */
export const partsText = ({ parts }: Pick<Ledger, 'parts'>): string | null =>
  parts === undefined
    ? null
    : JSON.stringify(parts.map((part) => [part.read, part.accepted, part.replaced, part.unchanged, part.rejected]));

/** Reads what `partsText` wrote. */
export function readParts(text: JS | undefined): Pick<Ledger, 'parts'> {
  if (typeof text !== 'string') return {};
  const rows = JSON.parse(text) as readonly (readonly number[])[];
  const parts = rows.map(([read = 0, accepted = 0, replaced = 0, unchanged = 0, rejected = 0]) => ({
    read,
    accepted,
    replaced,
    unchanged,
    rejected,
  }));
  return { parts };
}

/** The ledger of a batch with its mended rows moved, part by part, from rejected to what they became. */
export function withMended({ parts }: Pick<Ledger, 'parts'>, mended: Pick<Ledger, 'parts'>): Pick<Ledger, 'parts'> {
  if (parts === undefined || mended.parts === undefined) return {};
  const moved = parts.map((part, at) => {
    const { read, accepted, replaced, unchanged, rejected } = mended.parts?.[at] ?? nothing();
    return {
      read: part.read,
      accepted: part.accepted + accepted,
      replaced: part.replaced + replaced,
      unchanged: part.unchanged + unchanged,
      rejected: part.rejected - (read - rejected),
    };
  });
  return { parts: moved };
}
