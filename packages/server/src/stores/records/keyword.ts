import { valuesAt } from './item-path.ts';

/** Between the values of one path, and between paths. Neither can stand in a keyword. */
const VALUE_END = '\u001e';
const PATH_END = '\u001f';

/** The form in which keywords and values are compared: composed, lower case. */
export const foldText = (text: string): string => text.normalize('NFC').toLowerCase();

/** What separates texts here, and NUL, which ends a text in SQLite. */
const RESERVED = new RegExp(`[${String.fromCharCode(0)}${VALUE_END}${PATH_END}]`, 'g');

/** A keyword ready to be looked for, or null when nothing can ever match it. */
export function foldKeyword(keyword: string): string | null {
  const folded = foldText(keyword);
  return folded.search(RESERVED) >= 0 ? null : folded;
}

/** What a record can be found by: the folded values of each path, in the order of the paths. */
export function searchText(record: Readonly<Record<string, unknown>>, paths: readonly string[]): string {
  return paths.map((path) => textAt(record, path)).join(PATH_END);
}

/** The folded values at one path. */
export const textAt = (record: Readonly<Record<string, unknown>>, path: string): string =>
  foldText(
    valuesAt(record, path)
      .map((value) => String(value).replace(RESERVED, ' '))
      .join(VALUE_END),
  );

export const splitSearchText = (text: string): readonly string[] => text.split(PATH_END);
