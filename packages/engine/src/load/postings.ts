import type { AnyAnalyser } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { TextPacker } from '../documents/words/packed-texts.ts';
import { writePacked, writeSegment } from '../documents/words/write-segment.ts';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { name as nameOf, type Sql, sql, whole } from '../search/sql.ts';
import { letGoOfPages } from '../store/page-pool.ts';
import { indexFew, isFew, isKnownFew, type MeasuredRange } from './few-postings.ts';
import { ownPostings } from './own-texts.ts';
import { type Most, type Piece, piecesOf } from './pieces.ts';
import { sharedPostings } from './shared-texts.ts';

export const textColumns = (layout: IndexLayout): readonly FieldColumn[] =>
  [...new Set(layout.fields.values())].filter((column) => column.postings !== null);

const analyserOf = (column: FieldColumn): AnyAnalyser => column.field.analyser ?? 'standard';

const valueIn = ({ columns: [first = ''] }: FieldColumn): Sql => nameOf(first);

/**
 * Text of a document's field as one string; entries of a list are cut apart by a line end, which no token of an analyser
 * that every index has crosses.
 */
const textOf = (column: FieldColumn): Sql =>
  column.list ? sql`array_to_string(${valueIn(column)}, chr(10))` : valueIn(column);

/**
 * Writes the postings of documents as segments of every text field, `segment` and those behind it, `most` in each.
 * @returns the number of the next segment
 */
export async function indexText(
  connection: DuckDBConnection,
  layout: IndexLayout,
  range: MeasuredRange,
  segment: number,
  { signal, most }: { readonly signal?: AbortSignal | undefined; readonly most?: Most } = {},
): Promise<number> {
  const columns = textColumns(layout);
  if (columns.length === 0) return segment;
  let next = segment;
  const texts = columns.map((column) => textOf(column).text);
  const packer = new TextPacker();
  const few = most === undefined && isKnownFew(range) ? [range] : null;
  for (const part of few ?? (await piecesOf(connection, layout.docs, range, texts, most))) {
    if (isFew(part)) {
      if (await indexFew(connection, layout, columns, part, next)) next++;
      continue;
    }
    let any = false;
    for (const column of columns) {
      signal?.throwIfAborted();
      any = (await indexColumn({ connection, layout, packer }, column, part, next)) || any;
    }
    if (any) next++;
    await letGoOfPages(connection);
  }
  return next;
}

interface Indexing {
  readonly connection: DuckDBConnection;
  readonly layout: IndexLayout;
  readonly packer: TextPacker;
}

async function indexColumn(
  { connection, layout: { docs }, packer }: Indexing,
  column: FieldColumn,
  range: Piece,
  segment: number,
): Promise<boolean> {
  const table = column.postings;
  if (table === null) return false;
  const analyser = analyserOf(column);
  const rowsOf = (value: Sql): Sql => sql`SELECT _doc::INTEGER AS doc, ${value} AS text FROM ${nameOf(docs)}
    WHERE _doc >= ${whole(range.from)} AND _doc < ${whole(range.to)} AND ${valueIn(column)} IS NOT NULL`;
  // entries of a list that are words each must not be joined
  const isJoined = !(column.list && analyser === 'keyword');
  const texts = { connection, rows: rowsOf(textOf(column)), range };
  const shared = isJoined ? await sharedPostings(texts, analyser, packer) : null;
  const place = { connection, table, segment };
  if (shared !== null) {
    if (shared.documents > 0) await writePacked(place, shared);
    return shared.documents > 0;
  }
  const made = await ownPostings(connection, rowsOf(valueIn(column)), range, analyser);
  if (made.documents > 0) await writeSegment(place, made);
  return made.documents > 0;
}
