import { isRawNumber } from '@datasarana/schema';
import type { Cell, RowReader, SetAside } from '../rows/row-reader.ts';
import type { Documents } from './documents.ts';
import { type Fields, isFields } from './fields.ts';
import { isGeometry } from './geometry.ts';

const LEVELS = 32;

/** A value as a cell: texts as they are, lists and what has no columns of its own as JSON text. */
export const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** The cells of an object by dotted path; an empty object is no cell. */
export function flatten(document: Fields, into = new Map<string, Cell>(), prefix = '', level = 1): Map<string, Cell> {
  for (const [key, value] of Object.entries(document)) {
    const path = prefix + key;
    if (isFields(value) && level < LEVELS && !isRawNumber(value) && !isGeometry(value)) {
      flatten(value, into, `${path}.`, level + 1);
    } else into.set(path, joined(into.get(path) ?? null, cellOf(value)));
  }
  return into;
}

/** Of an object that has a path twice, as `{"a.b": 1, "a": {"b": 2}}`, both values, so that none is lost silently. */
const joined = (before: Cell, cell: Cell): Cell =>
  before === null || cell === null || before === cell ? (cell ?? before) : JSON.stringify([before, cell]);

/** Objects looked at before columns are known. */
export const OBJECTS_FOR_COLUMNS = 1000;

/** What is done with an object that has a path none of the first ones has: it is set aside, or the path becomes one more column. */
export type LatePaths = 'aside' | 'column';

/**
 * Reads objects as a table: its columns are the paths of the first 1,000 objects. One with a path that did not occur
 * there is set aside, so that no value is lost silently; or, where the reader can take it, `columns` grows by that path before the
 * block of the object is given, and rows of blocks before have fewer cells. Of a file with more objects than those the `expected`
 * paths are columns, too, wherever they occur.
 */
export async function documentTable(
  documents: Documents,
  late: LatePaths = 'aside',
  expected: readonly string[] = [],
): Promise<RowReader> {
  const iterator = documents[Symbol.asyncIterator]();
  const columns = new Map<string, number>();
  const names: string[] = [];
  const know = (paths: Iterable<string>): void => {
    for (const path of paths)
      if (!columns.has(path)) {
        columns.set(path, names.length);
        names.push(path);
      }
  };
  const first: { rows: Map<string, Cell>[]; lines: number[]; setAside: SetAside[] } = {
    rows: [],
    lines: [],
    setAside: [],
  };
  let done = false;
  let isTable = false;
  let members: string | undefined;
  while (!done && first.rows.length < OBJECTS_FOR_COLUMNS) {
    const next = await iterator.next();
    if (next.done) {
      done = true;
      break;
    }
    isTable ||= next.value.isTable === true;
    members ??= next.value.members;
    next.value.documents.forEach((document, i) => {
      const cells = flatten(document);
      if (first.rows.length < OBJECTS_FOR_COLUMNS) know(cells.keys());
      first.rows.push(cells);
      first.lines.push(next.value.lines[i] ?? 0);
    });
    // one by one: a block may have more than a call takes arguments
    for (const row of next.value.setAside) first.setAside.push(row);
  }
  if (!done) know(expected);
  async function* blocks() {
    try {
      if (late === 'column') for (const cells of first.rows) know(cells.keys());
      yield tableBlock(columns, first.rows, first.lines, first.setAside);
      while (!done) {
        const next = await iterator.next();
        if (next.done) return;
        const { documents: found, lines, setAside } = next.value;
        const rows = found.map((document) => flatten(document));
        if (late === 'column') for (const cells of rows) know(cells.keys());
        yield tableBlock(columns, rows, lines, setAside);
      }
    } finally {
      await iterator.return?.(undefined);
    }
  }
  return {
    columns: names,
    ...(isTable && { isTable: true as const }),
    ...(members !== undefined && { members }),
    blocks: blocks(),
  };
}

function tableBlock(
  columns: ReadonlyMap<string, number>,
  found: readonly ReadonlyMap<string, Cell>[],
  places: readonly number[],
  aside: readonly SetAside[],
) {
  const rows: Cell[][] = [];
  const lines: number[] = [];
  const setAside = [...aside];
  found.forEach((cells, i) => {
    const line = places[i] ?? 0;
    const row: Cell[] = new Array<Cell>(columns.size).fill(null);
    let unknown: string | null = null;
    for (const [path, cell] of cells) {
      const at = columns.get(path);
      if (at === undefined) unknown ??= path;
      else row[at] = cell;
    }
    if (unknown === null) {
      rows.push(row);
      lines.push(line);
    } else {
      const reason = `'${unknown}' occurs here for the first time; it is no column of the objects before`;
      setAside.push({ line, raw: JSON.stringify(Object.fromEntries(cells)), rule: 'columns', reason });
    }
  });
  return { rows, lines, setAside };
}
