import { isFields } from '../../json/fields.ts';
import { NamedRows } from '../../json/named-rows.ts';
import { tableRows } from '../../json/table-rows.ts';
import { namesBeside } from '../../json/usual-lists.ts';
import { FileRefused } from '../../refusal.ts';
import { isEmptyAnswer, tellsError, usualRows } from './usual-places.ts';

/** The place of the last element of a list in a path. */
const LAST = '-1';

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value) && name === LAST) return value.at(-1);
  return Object.hasOwn(Object(value), name) ? Reflect.get(Object(value), name) : undefined;
}

/** What stands at a path; a name may hold dots itself, as `@odata.nextLink` does, and -1 is the last of a list, as in `hits.hits.-1.sort`. */
export function valueAt(value: unknown, path: string): unknown {
  if (value === null || value === undefined) return undefined;
  const whole = memberOf(value, path);
  if (whole !== undefined) return whole;
  for (let dot = path.indexOf('.'); dot >= 0; dot = path.indexOf('.', dot + 1)) {
    const found = valueAt(memberOf(value, path.slice(0, dot)), path.slice(dot + 1));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What holds the value at a path, as far as its last name has no dot. */
const holderOf = (document: unknown, path: string): unknown =>
  path.includes('.') ? valueAt(document, path.slice(0, path.lastIndexOf('.'))) : document;

interface Listed {
  readonly rows: readonly unknown[];
  /** The object it stands in. */
  readonly holder: unknown;
}

/** The rows behind what is said of them, `[{"total": 2}, [{"code": "A"}, …]]`, as the World Bank answers. */
function behindHead([head, rows, ...others]: readonly unknown[]): readonly unknown[] | null {
  return isFields(head) && Array.isArray(rows) && rows.every(isFields) && others.length === 0 ? rows : null;
}

function listed(document: unknown, path: string | undefined): Listed | null {
  if (!path && Array.isArray(document)) return { rows: behindHead(document) ?? document, holder: null };
  if (!path) return usualRows(document);
  const found = valueAt(document, path);
  // services in Go write a list of nothing so
  if (found === null && !tellsError(document)) return { rows: [], holder: null };
  if (Array.isArray(found)) return { rows: found, holder: holderOf(document, path) };
  const table = isFields(found) ? tableRows(found) : null;
  return table && { rows: table, holder: null };
}

/** Rows that are lists of values as objects: by the names that stand beside them, or in the first of them. */
function named({ rows, holder }: Listed): readonly unknown[] {
  if (rows.length === 0 || !rows.every(Array.isArray)) return rows;
  const names = isFields(holder) ? namesBeside(holder, rows[0]?.length ?? 0) : null;
  const reader = new NamedRows(names);
  return rows.flatMap((row, i) => {
    const read = reader.read(row, i + 1, '');
    if (typeof read === 'string') return [row];
    return read.kind === 'row' ? [read.fields] : [];
  });
}

/** The list of rows in an answer: itself, the features of a collection, what stands at `path` or in a place that is usual; null = there is none. */
export function listOf(document: unknown, path: string | undefined, spatial: boolean): readonly unknown[] | null {
  const isCollection = isFields(document) && document.type === 'FeatureCollection' && Array.isArray(document.features);
  if (spatial && !isCollection) return null;
  const found = listed(document, path || (isCollection ? 'features' : undefined));
  return found && named(found);
}

/** The rows of an answer: its list, a table by its columns, or an object alone. @throws FileRefused for neither */
export function rowsOf(document: unknown, path: string | undefined, spatial: boolean): readonly unknown[] {
  const list = listOf(document, path, spatial);
  if (list) return list;
  if (spatial) throw new FileRefused('geojson', 'Not a valid GeoJSON data');
  if (path) throw new FileRefused('json', `The answer has no list at '${path}'.`);
  if (isFields(document)) return isEmptyAnswer(document) ? [] : (tableRows(document) ?? [document]);
  throw new FileRefused('json', 'The answer is neither a list nor an object.');
}
