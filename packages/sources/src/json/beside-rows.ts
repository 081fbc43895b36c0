import { isRawNumber } from '@datasarana/schema';
import { FileRefused } from '../refusal.ts';
import { parseDocument } from './extended-json.ts';
import { type Fields, isFields } from './fields.ts';
import { isGeometry } from './geometry.ts';
import { jsonFault } from './json-fault.ts';
import type { RowsPlace } from './usual-lists.ts';

/**
 * What stands beside the list of rows of a document, lists left out, by names that no row has: a second value of a name is `name_2`, as of
 * columns. Nothing where the document has no such list.
 * @throws FileRefused for a document that is no JSON as a whole
 */
export function besideRows(text: string, { path, lists }: RowsPlace): Fields {
  const whole = documentOf(text);
  const at = path ?? lists[0];
  const rows = at === undefined || !isFields(whole) ? null : valueAt(whole, at);
  const names = namesInRows(rows);
  if (names === null || !isFields(whole)) return {};
  const taken = new Set(names);
  return Object.fromEntries(Object.entries(withoutLists(whole)).map(([name, value]) => [freeName(name, taken), value]));
}

/** Of a list of objects, or of a table by its columns. */
function namesInRows(rows: unknown): readonly string[] | null {
  if (Array.isArray(rows)) return rows.flatMap((row) => (isFields(row) ? Object.keys(row) : []));
  return isFields(rows) && Object.values(rows).every(Array.isArray) ? Object.keys(rows) : null;
}

function documentOf(text: string): unknown {
  try {
    return parseDocument(text);
  } catch (cause) {
    const fault = jsonFault(text, cause);
    throw new FileRefused('json', `What stands beside the rows cannot be read: ${fault}`, { cause });
  }
}

/** What stands at a path; names may hold points themselves. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  if (!isFields(value)) return undefined;
  for (const [name, child] of Object.entries(value)) {
    const found =
      name === path ? child : path.startsWith(`${name}.`) ? valueAt(child, path.slice(name.length + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value stands in one cell, and not by what is in it. */
export const isOneValue = (value: unknown): boolean => !isFields(value) || isRawNumber(value) || isGeometry(value);

const withoutLists = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) =>
      Array.isArray(value) ? [] : [[name, isOneValue(value) ? value : withoutLists(value as Fields)]],
    ),
  );

/** A name that is not taken, `name_2` where it is; it is taken from then on. */
export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}_${n}`;
  taken.add(free);
  return free;
}
