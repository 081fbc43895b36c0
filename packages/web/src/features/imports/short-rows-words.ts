import { formatCount } from '../../records/format.ts';
import type { ShortRows } from './upload.ts';

const SHOWN = 20;

/** Rows that missed cells, and where they stand, in a sentence. */
export function sayShort({ rows, lines }: ShortRows): string {
  const listed = lines.slice(0, SHOWN).map((line) => formatCount(line));
  const others = rows - listed.length;
  const where = rows === 1 ? 'line' : 'lines';
  const more = others > 0 ? ` and ${formatCount(others)} more` : '';
  return `${formatCount(rows)} ${rows === 1 ? 'row has' : 'rows have'} fewer cells than the header; the missing ones are empty: ${where} ${listed.join(', ')}${more}.`;
}
