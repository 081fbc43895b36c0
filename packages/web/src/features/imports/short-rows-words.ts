import type { ShortRows } from '@datasarana/client';
import type { SetAside } from '@datasarana/sources';
import { formatCount } from '../../records/format.ts';
import { placeWord } from './batch-name.ts';

const SHOWN = 20;

/** Rows that missed cells, and where they stand, in a sentence. */
export function sayShort({ rows, lines }: ShortRows): string {
  const listed = lines.slice(0, SHOWN).map((line) => formatCount(line));
  const others = rows - listed.length;
  const where = rows === 1 ? 'line' : 'lines';
  const more = others > 0 ? ` and ${formatCount(others)} more` : '';
  return `${formatCount(rows)} ${rows === 1 ? 'row has' : 'rows have'} fewer cells than the header; the missing ones are empty: ${where} ${listed.join(', ')}${more}.`;
}

/** What could not be read among the first rows of a file, and why the first of it could not. */
export function sayUnread(setAside: readonly SetAside[], source?: string): string {
  const [first] = setAside;
  const count = setAside.length;
  const what = count === 1 ? '1 row cannot be read' : `${formatCount(count)} of the first rows cannot be read`;
  const reason = (first?.reason ?? '').replace(/\.$/, '');
  return `${what} and would be rejected: ${count === 1 ? '' : 'first '}${placeWord(source)} ${formatCount(first?.line ?? 0)}: ${reason}.`;
}
