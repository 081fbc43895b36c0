import type { DuckDBConnection } from '@duckdb/node-api';
import { FieldWords } from '../documents/words/field-words.ts';
import { writeSegment } from '../documents/words/write-segment.ts';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { type DocumentRange, type Piece, within } from './pieces.ts';

/** Texts that are cut here sooner than DuckDB has planned the statements to cut them by; larger ones would keep others waiting. */
export const FEW = { documents: 5000, bytes: 512 * 1024 };

/** Documents, and where it is known as many bytes as their texts have at most. */
export interface MeasuredRange extends DocumentRange {
  readonly bytes?: number | undefined;
}

/** Whether there is no need to look how long their texts are. */
export const isKnownFew = (range: MeasuredRange): range is Piece =>
  range.bytes !== undefined && range.to > range.from && isFew({ ...range, bytes: range.bytes });

export const isFew = ({ from, to, bytes }: Piece): boolean => to - from <= FEW.documents && bytes <= FEW.bytes;

const NONE: ReadonlySet<number> = new Set();

/**
 * Writes the postings of a few documents as segment `segment` of each of the text fields.
 * @returns whether there was any word
 */
export async function indexFew(
  connection: DuckDBConnection,
  { docs }: IndexLayout,
  fields: readonly FieldColumn[],
  piece: Piece,
  segment: number,
): Promise<boolean> {
  const texts = fields.map(({ columns: [name = ''] }) => name).join(', ');
  const read = await connection.runAndReadAll(
    `SELECT _doc::INTEGER, ${texts} FROM ${docs} WHERE ${within(piece)} ORDER BY _doc`,
  );
  const [numbers = [], ...values] = read.getColumnsJS();
  const notes: string[] = [];
  for (const [i, { field, postings }] of fields.entries()) {
    const words = new FieldWords(field.analyser ?? 'standard');
    for (const [row, value] of (values[i] ?? []).entries()) {
      if (typeof value === 'string') words.add(Number(numbers[row]), value);
      else if (Array.isArray(value)) words.add(Number(numbers[row]), value.map(String));
    }
    const made = words.segment(NONE);
    if (postings === null || made.docs.length === 0) continue;
    await writeSegment({ connection, table: postings, segment, notes }, made);
  }
  if (notes.length > 0) await connection.run(notes.join('; '));
  return notes.length > 0;
}
