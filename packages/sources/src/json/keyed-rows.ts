import type { SetAside } from '../rows/row-reader.ts';
import { freeName, isOneValue } from './beside-rows.ts';
import type { Fields } from './fields.ts';

/** The end of a path that means the members of the object there, each as a row, `users.*`; alone those of the document. */
export const MEMBERS = '*';
const BEHIND = `.${MEMBERS}`;

/** Where the object stands whose members are the rows; null for a path of another kind. */
export const membersOf = (path: string): string | null =>
  path === MEMBERS ? '' : path.endsWith(BEHIND) ? path.slice(0, -BEHIND.length) : null;

const isRow = (value: unknown): value is Fields => !isOneValue(value) && !Array.isArray(value);

/** Of the names in all rows, so many have to be in each of them. */
const ALIKE = 0.5;

/** Whether objects have most of their names in common. */
export function areAlike(rows: readonly Fields[]): boolean {
  const names = rows.map((row) => Object.keys(row));
  const different = new Set(names.flat()).size;
  return different > 0 && names.flat().length >= ALIKE * different * rows.length;
}

/** The path of the members of a document that may as well be rows, as Firebase exports them: several objects, all much alike, by their keys, or such an object alone in another. */
export function membersAlike(document: Fields): string | null {
  const [[name, only] = ['', undefined], ...others] = Object.entries(document);
  if (others.length === 0) return isRow(only) && hasRows(only) ? `${name}${BEHIND}` : null;
  return hasRows(document) ? MEMBERS : null;
}

function hasRows(document: Fields): boolean {
  const members = Object.values(document);
  return members.length > 1 && members.every(isRow) && areAlike(members);
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The members of an object as rows, each with its key in a column of its own, and those of lists as several; what is no object is set aside. */
export function keyedRows(object: Fields) {
  const documents: Fields[] = [];
  const lines: number[] = [];
  const setAside: SetAside[] = [];
  const members = Object.entries(object);
  const elements = members.flatMap(([key, value]) => listed(value).map((element) => ({ key, element, of: value })));
  const name = freeName(
    'key',
    new Set(elements.flatMap(({ element }) => (isRow(element) ? Object.keys(element) : []))),
  );
  elements.forEach(({ key, element: value, of }, i) => {
    if (isRow(value)) {
      documents.push({ [name]: key, ...value });
      lines.push(i + 1);
    } else {
      const reason = of === value ? `'${key}' is not a JSON object` : `The element of '${key}' is not a JSON object`;
      setAside.push({ line: i + 1, raw: JSON.stringify(value), rule: 'json', reason });
    }
  });
  return { documents, lines, setAside };
}
