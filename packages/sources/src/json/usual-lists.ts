import { columnNames } from '../csv/header.ts';
import { ElementScanner, type RawElement } from './element-scanner.ts';
import { type Fields, isFields } from './fields.ts';

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
  'datarows',
  'data_array',
  'cards',
  'entry',
  'resources',
];

/** What programs call the list that says how the values of each row are called. */
const NAME_LISTS: readonly string[] = [
  'columns',
  'fields',
  'cols',
  'header',
  'headers',
  'names',
  'columnnames',
  'meta',
  'schema',
];
const NAMES_IN: readonly string[] = ['name', 'fieldName', 'field', 'label', 'title', 'id'];

/** Where the rows of a JSON document stand, as far as its beginning shows. */
export interface RowsPlace {
  /** Missing = found by itself as the document is read. */
  readonly path?: string;
  /** What the values of each row are called, where the rows are lists of them and another list says so. */
  readonly names?: readonly string[];
  /** Paths of the lists of objects that stand beside each other. */
  readonly lists: readonly string[];
  /** Paths of what stands in no list, these lists among them. */
  readonly fields: readonly string[];
}

/** Finds the rows: at the path that was chosen; else in lists of values that are named beside; else in the list called as rows are. */
export function rowsIn(head: Uint8Array, chosen?: string): RowsPlace {
  const { lists, fields } = scanned(head, null);
  const table = namedTable(head, fields, chosen);
  const path = chosen ?? table?.path ?? usualPath(lists);
  return { lists, fields, ...(path !== null && { path }), ...(table && { names: table.names }) };
}

/** What a scan of the beginning finds, at a path or by itself. */
export function scanned(head: Uint8Array, path: string | null) {
  const scanner = new ElementScanner(path);
  const elements = scanner.push(head);
  return { elements, found: scanner.found, ended: scanner.ended, lists: scanner.lists, fields: scanner.fields };
}

/** An element as its value; undefined where it is no JSON. */
export function parsed({ bytes }: RawElement): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1).toLowerCase();
/** Whether a path ends in what programs call the list of the rows. */
export const isUsual = (path: string): boolean => USUAL_LISTS.includes(lastOf(path));

/** Lists of values as databases and open data portals answer, `{"columns": [{"name": "code"}], "rows": [["A"]]}`. */
function namedTable(head: Uint8Array, fields: readonly string[], chosen: string | undefined) {
  const named = fields.filter((path) => NAME_LISTS.includes(lastOf(path)));
  if (named.length === 0) return null;
  for (const path of chosen === undefined ? fields.filter(isUsual) : [chosen]) {
    const first = scanned(head, path).elements.slice(0, 1).map(parsed)[0];
    if (!Array.isArray(first) || first.length === 0) continue;
    const names = named.map((each) => namesAt(head, each)).find((each) => each?.length === first.length);
    if (names) return { path, names };
  }
  return null;
}

function namesAt(head: Uint8Array, path: string): readonly string[] | null {
  const { elements, ended } = scanned(head, path);
  const names = elements.map((element) => nameIn(parsed(element)));
  return ended && names.every((name) => name !== null) ? columnNames(names) : null;
}

/** What the values of rows are called that stand in an object as lists of so many, `{"columns": ["code"], "rows": [["A"]]}`; null = nothing says. */
export function namesBeside(holder: Fields, count: number): readonly string[] | null {
  for (const [name, list] of Object.entries(holder)) {
    if (!NAME_LISTS.includes(name.toLowerCase()) || !Array.isArray(list) || list.length !== count) continue;
    const names = list.map(nameIn);
    if (names.every((each) => each !== null)) return columnNames(names);
  }
  return null;
}

function nameIn(element: unknown): string | null {
  const named = isFields(element) ? NAMES_IN.map((key) => element[key]).find((value) => value !== undefined) : element;
  return typeof named === 'string' && named.trim() !== '' ? named : null;
}

/** Which of several lists holds the rows by its name: errors, columns and links often stand before them; null = the first of them. */
function usualPath(paths: readonly string[]): string | null {
  const usual = paths.find(isUsual);
  return usual === undefined || usual === paths[0] ? null : usual;
}
