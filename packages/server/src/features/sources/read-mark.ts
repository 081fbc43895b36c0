import type { RowReader } from '@datasarana/sources';
import type { Database, ReadTable, TableBlock } from '@datasarana/sources/node';

/** How far the rows of a source were read, so that a later run goes on from there. */
export type ReadMark =
  /** Rows with this value and more are to be read again: some with the same value may come late. */
  | { readonly kind: 'column'; readonly column: string; readonly value: string }
  /** What the server called the bytes it gave. */
  | { readonly kind: 'address'; readonly etag?: string; readonly modified?: string }
  /** The last page, which may have got more rows. */
  | { readonly kind: 'page'; readonly cursor: string };

/**
 * Rows of a table from a mark on, those that have its very value among them. When not even those are there any more, the table
 * was emptied or put back, and is read whole.
 */
export async function followTable(
  database: Pick<Database, 'read'>,
  request: ReadTable,
  from: ReadMark | null,
): Promise<{ readonly reader: RowReader; readonly mark: () => ReadMark | null }> {
  const { cursor } = request;
  const since = from?.kind === 'column' && from.column === cursor ? from.value : null;
  const first = await database.read({ ...request, since, nulls: true });
  let last: string | null = null;
  async function* blocks(): AsyncGenerator<TableBlock> {
    for await (const block of first.blocks) {
      last = block.position?.[0] ?? last;
      yield block;
    }
    if (since === null || last !== null) return;
    for await (const block of (await database.read(request)).blocks) {
      last = block.position?.[0] ?? last;
      yield block;
    }
  }
  return {
    reader: { columns: first.columns, ...(first.types && { types: first.types }), blocks: blocks() },
    mark: () => (cursor && last !== null ? { kind: 'column', column: cursor, value: last } : null),
  };
}

/** RFC 9110, 8.8.2.2: a file may change twice in the second of its Last-Modified. */
const SETTLED_MS = 2000;

/** What a server calls the bytes of this answer; null when it does not say. */
export function markOfReply(headers: Readonly<Record<string, string>>): ReadMark | null {
  const { etag, date = '', 'last-modified': modified } = headers;
  if (etag) return { kind: 'address', etag };
  if (!modified || !(Date.parse(date) - Date.parse(modified) >= SETTLED_MS)) return null;
  return { kind: 'address', modified };
}

/** Headers that let a server answer 304 when it would give the same bytes again. */
export function unlessUnchanged(mark: Extract<ReadMark, { readonly kind: 'address' }> | null) {
  return {
    ...(mark?.etag && { 'if-none-match': mark.etag }),
    ...(mark?.modified && { 'if-modified-since': mark.modified }),
  };
}
