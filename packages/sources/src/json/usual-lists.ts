import { ElementScanner } from './element-scanner.ts';

/** What programs call the list of the rows. */
export const USUAL_LISTS: readonly string[] = [
  'rows',
  'items',
  'records',
  'results',
  'data',
  'list',
  'entries',
  'values',
  'content',
  'docs',
  'features',
];

const isUsual = (path: string): boolean => USUAL_LISTS.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

/** The path that means the document as a whole, as one row. */
export const WHOLE_FILE = '.';

/** What stands in a JSON document, as far as its beginning shows. */
interface DocumentPaths {
  /** Of the lists of objects that stand beside each other. */
  readonly lists: readonly string[];
  /** Of what stands in no list, these lists among them. */
  readonly fields: readonly string[];
}

export function pathsIn(head: Uint8Array): DocumentPaths {
  const scanner = new ElementScanner(null);
  scanner.push(head);
  return scanner;
}

/** Which of several lists holds the rows by its name: errors, columns and links often stand before them; null = the first of them. */
export function usualPath(paths: readonly string[]): string | null {
  const usual = paths.find(isUsual);
  return usual === undefined || usual === paths[0] ? null : usual;
}
