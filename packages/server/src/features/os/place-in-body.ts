import { PlatformError } from '@datasarana/schema';
import { endOfText } from './duplicate-key.ts';

interface Place {
  /** Both count from 1, columns in bytes. */
  readonly line: number;
  readonly col: number;
}

/** A fault of a body that OpenSearch tells the place of, with the place where the value begins that is wrong. */
export function withPlace(error: unknown, json: string | null): unknown {
  if (!(error instanceof PlatformError) || json === null) return error;
  const { at, openSearch } = error.detail;
  if (at === undefined || openSearch?.type !== 'parsing_exception') return error;
  const place = placeIn(json, at);
  if (place === null) return error;
  const { caused_by: cause, ...fault } = openSearch;
  return new PlatformError(error.message, {
    ...error.detail,
    openSearch: { ...fault, ...place, ...(cause !== undefined && { caused_by: causeAt(cause, place) }) },
    cause: error,
  });
}

/** Causes tell their place within their words. */
const causeAt = (cause: unknown, { line, col }: Place): object => ({
  ...Object(cause),
  reason: `[${line}:${col}] ${Object(cause).reason}`,
});

interface Around {
  readonly path: string;
  /** Which value of a list comes next; null in an object. */
  next: number | null;
}

/** Where the value of that path (`query.bool.must[0].term`) begins in a JSON text; null where there is none. */
export function placeIn(json: string, path: string): Place | null {
  const marks = /"|[{}[\]]|[^\s",:{}[\]]+/g;
  const around: Around[] = [];
  let key: string | null = null;
  for (let found = marks.exec(json); found !== null; found = marks.exec(json)) {
    const [mark] = found;
    const outer = around.at(-1);
    if (mark === '}' || mark === ']') around.pop();
    else if (mark === '"') marks.lastIndex = endOfText(json, found.index);
    if (mark === '}' || mark === ']') continue;
    if (outer?.next === null && key === null) {
      key = JSON.parse(json.slice(found.index, marks.lastIndex)) as string;
      continue;
    }
    const own = outer === undefined ? '' : pathWithin(outer, key);
    if (own === path) return placeOf(json, found.index);
    if (mark === '{') around.push({ path: own, next: null });
    else if (mark === '[') around.push({ path: own, next: 0 });
    if (outer !== undefined && outer.next !== null) outer.next++;
    key = null;
  }
  return null;
}

function pathWithin({ path, next }: Around, key: string | null): string {
  if (next !== null) return `${path}[${next}]`;
  return path === '' ? (key ?? '') : `${path}.${key}`;
}

function placeOf(json: string, at: number): Place {
  const before = json.slice(0, at).split('\n');
  return { line: before.length, col: Buffer.byteLength(before.at(-1) ?? '') + 1 };
}
