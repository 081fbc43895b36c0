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

/** Paths of the lists of objects that stand beside each other in a JSON document, as far as its beginning shows. */
export function listPaths(head: Uint8Array): readonly string[] {
  const scanner = new ElementScanner(null);
  scanner.push(head);
  return scanner.lists;
}

/** Which of several lists holds the rows by its name: errors, columns and links often stand before them; null = the first of them. */
export function usualPath(paths: readonly string[]): string | null {
  const usual = paths.find(isUsual);
  return usual === undefined || usual === paths[0] ? null : usual;
}
