import { setImmediate } from 'node:timers/promises';
import {
  BLOB,
  type DuckDBAppender,
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBDataChunk,
  INTEGER,
  VARCHAR,
} from '@duckdb/node-api';
import { isSmall, postingsFor } from '../../load/pieces.ts';
import { fillRowGroup } from '../../load/row-group.ts';
import { type PackedTerm, WordPacker } from './packed-words.ts';
import type { Segment, SegmentSpan, TermOccurrences } from './segment.ts';

/** Rows DuckDB takes at once. */
const CHUNK = 2048;
/** Occurrences that are packed before they are appended, so that what is copied stays small. */
const CHUNK_POSTINGS = 512 * 1024;

const TYPES = [INTEGER, VARCHAR, INTEGER, BLOB, BLOB];

const blob = (bytes: Uint8Array | null): DuckDBBlobValue | null => bytes && new DuckDBBlobValue(bytes);

/** The rows of a segment on their way into a table, within the transaction of the connection. */
export class SegmentRows {
  readonly #appender: DuckDBAppender;
  readonly #segment: number;
  readonly #packer = new WordPacker();
  #waiting: (PackedTerm & { readonly term: string })[] = [];
  #occurrences = 0;
  /** How many were added. */
  terms = 0;
  rows = 0;

  private constructor(appender: DuckDBAppender, segment: number) {
    this.#appender = appender;
    this.#segment = segment;
  }

  static async into(connection: DuckDBConnection, table: string, segment: number): Promise<SegmentRows> {
    return new SegmentRows(await connection.createAppender(table), segment);
  }

  /** Adds the occurrences of a term from `from` to `to`. @returns whether much was written: then others are to have their turn */
  add(term: string, occurrences: TermOccurrences, from: number, to: number): boolean {
    return this.addPacked([term], this.#packer.pack(occurrences, from, to), to - from);
  }

  /** The same for so many that each of the terms has, packed already; their bytes are read before the next turn of others. */
  addPacked(terms: readonly string[], packed: readonly PackedTerm[], occurrences: number): boolean {
    for (const term of terms) for (const row of packed) this.#waiting.push({ term, ...row });
    this.terms += terms.length;
    this.#occurrences += occurrences * terms.length;
    if (this.#waiting.length < CHUNK && this.#occurrences < CHUNK_POSTINGS) return false;
    this.#write();
    return true;
  }

  #write(): void {
    const rows = this.#waiting;
    for (let row = 0; row < rows.length; row += CHUNK)
      this.#appender.appendDataChunk(this.#chunk(rows.slice(row, row + CHUNK)));
    this.#appender.flushSync();
    this.rows += rows.length;
    this.#waiting = [];
    this.#occurrences = 0;
    this.#packer.begin();
  }

  #chunk(rows: readonly (PackedTerm & { readonly term: string })[]): DuckDBDataChunk {
    const chunk = DuckDBDataChunk.create(TYPES, rows.length);
    chunk.setColumns([
      new Array(rows.length).fill(this.#segment),
      rows.map(({ term }) => term),
      rows.map(({ documents }) => documents),
      rows.map(({ data }) => blob(data)),
      rows.map(({ places }) => blob(places)),
    ]);
    return chunk;
  }

  /** What was added stands in the table. */
  end(): void {
    this.#write();
    this.close();
  }

  /** Also where something failed. */
  close(): void {
    this.#appender.closeSync();
  }
}

/** Where a segment is written, within the transaction of the connection. */
export interface SegmentPlace {
  readonly connection: DuckDBConnection;
  /** Postings of one field. */
  readonly table: string;
  readonly segment: number;
  /** Takes the statement that notes the segment, for the caller to run with others; without it the statement is run at once. */
  readonly notes?: string[];
}

/** Writes the postings of one field. */
export function writeSegment(place: SegmentPlace, made: Segment): Promise<void> {
  const { terms, starts, docs } = made;
  return writeTerms(place, { ...made, words: docs.length }, function* (rows) {
    for (const [i, term] of terms.entries()) {
      const [from, to] = [starts[i] ?? 0, starts[i + 1] ?? 0];
      if (to > from) yield rows.add(term, made, from, to);
    }
  });
}

/** Terms that occur alike, packed. */
export interface PackedTerms {
  readonly names: readonly string[];
  readonly rows: readonly PackedTerm[];
  /** How often each of them occurs. */
  readonly words: number;
}

/** The same for what is packed already. */
export function writePacked(
  place: SegmentPlace,
  { terms, ...made }: SegmentSpan & { readonly terms: readonly PackedTerms[] },
): Promise<void> {
  const words = terms.reduce((sum, term) => sum + term.words * term.names.length, 0);
  return writeTerms(place, { ...made, words }, function* (rows) {
    for (const term of terms) yield rows.addPacked(term.names, term.rows, term.words);
  });
}

/** @param add adds the terms; it tells where others are to have their turn */
async function writeTerms(
  { connection, table, segment, notes }: SegmentPlace,
  { documents, words, span }: SegmentSpan & { readonly words: number },
  add: (rows: SegmentRows) => Iterable<boolean>,
): Promise<void> {
  const size = { documents, words };
  const target = postingsFor(table, size);
  const rows = await SegmentRows.into(connection, target, segment);
  try {
    // packing and appending are done on this thread: others have their turn between two pieces
    for (const isTurnOfOthers of add(rows)) if (isTurnOfOthers) await setImmediate();
    rows.end();
  } catch (error) {
    rows.close();
    throw error;
  }
  if (!isSmall(size)) await fillRowGroup(connection, target, segment, rows.rows);
  const note = noteOf(table, segment, { docs: documents, tokens: words, terms: rows.terms, span });
  if (notes) notes.push(note);
  else await connection.run(note);
}

/** What is to be known of a segment beside its terms. */
export interface SegmentNote {
  readonly docs: number;
  readonly tokens: number;
  readonly terms: number;
  readonly span: Segment['span'];
}

export async function noteSegment(
  connection: DuckDBConnection,
  table: string,
  segment: number,
  note: SegmentNote,
): Promise<void> {
  await connection.run(noteOf(table, segment, note));
}

function noteOf(table: string, segment: number, { span: [first, last], docs, tokens, terms }: SegmentNote): string {
  const numbers = [segment, docs, tokens, terms, first, last].map(Math.trunc);
  return `INSERT INTO segments VALUES ('${table}', ${numbers.join(', ')})`;
}
