import { FileRefused } from '../refusal.ts';

/**
 * Column names of a header row: trimmed, an empty one becomes `column_<position>`, a repeated one gets `_2`, `_3` … so
 * that every column can be addressed.
 */
export function columnNames(header: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  /** The number a name goes on with when it comes again. */
  const numbers = new Map<string, number>();
  return header.map((cell, index) => {
    const base = cell.trim() || `column_${index + 1}`;
    let name = base;
    for (let n = numbers.get(base) ?? 2; taken.has(name); n++) {
      name = `${base}_${n}`;
      numbers.set(base, n + 1);
    }
    taken.add(name);
    return name;
  });
}

/** Said of a file whose first row is one like those below: its columns are called by their places. */
export const NO_HEADER = 0;

/** Names of the columns of rows that nothing names. */
export const placeNames = (first: readonly unknown[]): readonly string[] => columnNames(first.map(() => ''));

/** @throws FileRefused when what is looked at of a file ends before its first line does */
export function refuseEndlessHeader(sample: string): void {
  if (/[\r\n]/.test(sample.trimStart())) return;
  const size = Math.round(sample.length / 1024);
  throw new FileRefused(
    'header',
    `The first line of the file, which names its columns, is longer than ${size} KB. A file has at most 2,000 columns.`,
  );
}

const LINE_END = /\r\n|\r|\n/g;

/**
 * Where in a text the line `row` begins, which is said to name the columns; `first` is the line of the file that the text
 * begins with. What stands above it is no table: its quotes mean nothing. @throws FileRefused without such a line
 */
export function headerAt(text: string, row: number, first = 1): { readonly at: number; readonly lines: number } {
  let at = 0;
  let line = first;
  LINE_END.lastIndex = 0;
  for (; line < row && LINE_END.test(text); line++) at = LINE_END.lastIndex;
  const named = /^[^\r\n]*/.exec(text.slice(at, at + 65_536))?.[0] ?? '';
  if (line < row || named.trim() === '')
    throw new FileRefused(
      'header',
      line < row
        ? `The file has no line ${row}, which was to name the columns.`
        : `Line ${row}, which was to name the columns, is empty.`,
    );
  return { at, lines: line - first };
}

/** A header whose quotes are broken. */
export const brokenHeader = (line: number, isOpen: boolean): FileRefused =>
  new FileRefused(
    'header',
    isOpen
      ? 'The header row does not end: a quote in it is opened and never closed.'
      : `The header in line ${line} has text after a closing quote. Mend the quotes and send the file again.`,
  );
