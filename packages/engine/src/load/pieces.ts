import type { DuckDBConnection } from '@duckdb/node-api';
import { smallPostings } from '../index/tables.ts';
import { doublesOf, integersOf } from '../search/run.ts';

/** Documents by their numbers; `to` is exclusive. */
export interface DocumentRange {
  readonly from: number;
  readonly to: number;
}

/** As much as the words of one statement may stand on. */
export interface Most {
  readonly documents: number;
  /** Bytes of text in one field. */
  readonly bytes: number;
}

/**
 * What a segment is made of at most. The lists DuckDB gathers for the words of one statement stay in memory until all are whole,
 * with some 16 bytes a word; words of one letter and a space between them are 16 million in as many bytes as this.
 */
export const MOST: Most = { documents: 500_000, bytes: 32_000_000 };
/** The same in words. */
export const MOST_WORDS = wordsIn(MOST.bytes);

/** What a segment holds; of words each time one occurs. */
export interface SegmentSize {
  readonly documents: number;
  readonly words: number;
}

/** Whether a segment may be joined with others: to have fewer of the larger ones would save little and cost memory. */
export const isSmall = ({ documents, words }: SegmentSize): boolean =>
  documents < MOST.documents / 2 && words < MOST_WORDS / 2;

/** The table a segment of a text field is written to; a large one is to fill its row groups there. */
export const postingsFor = (postings: string, size: SegmentSize): string =>
  isSmall(size) ? smallPostings(postings) : postings;

export const within = ({ from, to }: DocumentRange): string =>
  `_doc >= ${Math.trunc(from)} AND _doc < ${Math.trunc(to)}`;

/** Words in so many bytes of text: six bytes each with the space behind. */
export function wordsIn(bytes: number): number {
  return Math.trunc(bytes / 6);
}

/** Documents whose texts are measured together: the more, the sooner. */
const BLOCKS = [4096, 64] as const;
/** Blocks of so large a share of a piece would leave much of it empty. */
const LARGE_SHARE = 1 / 16;

/** A piece of documents, and the bytes of the field with the most text in it. */
export interface Piece extends DocumentRange {
  readonly bytes: number;
}

/**
 * Cuts documents into pieces whose texts can be indexed by one statement each.
 * @param texts SQL of the text of each field
 */
export async function piecesOf(
  connection: DuckDBConnection,
  docs: string,
  range: DocumentRange,
  texts: readonly string[],
  most: Most = MOST,
): Promise<readonly Piece[]> {
  if (range.to <= range.from) return [];
  const [large, small] = BLOCKS;
  if (large <= most.documents * LARGE_SHARE) {
    const measured = await measure(connection, docs, range, texts, large);
    if (measured.every(({ bytes }) => bytes <= most.bytes * LARGE_SHARE)) return cut(measured, range, large, most);
  }
  const block = Math.min(small, most.documents);
  return cut(await measure(connection, docs, range, texts, block), range, block, most);
}

/** Documents that stand together, and the bytes of the field with the most text in them. */
interface Block {
  readonly first: number;
  readonly bytes: number;
}

async function measure(
  connection: DuckDBConnection,
  docs: string,
  range: DocumentRange,
  texts: readonly string[],
  block: number,
): Promise<readonly Block[]> {
  const bytes = texts.map((text) => `coalesce(sum(strlen(${text})), 0)`).join(', ');
  const result = await connection.run(
    `SELECT (_doc // ${block})::INTEGER AS block, greatest(${bytes})::DOUBLE FROM ${docs} WHERE ${within(range)} GROUP BY block ORDER BY block`,
  );
  const blocks: Block[] = [];
  for (const chunk of await result.fetchAllChunks()) {
    const [numbers, sizes] = [integersOf(chunk.getColumnVector(0)), doublesOf(chunk.getColumnVector(1))];
    const { rowCount } = chunk;
    for (let i = 0; i < rowCount; i++) blocks.push({ first: (numbers[i] ?? 0) * block, bytes: sizes[i] ?? 0 });
  }
  return blocks;
}

function cut(blocks: readonly Block[], range: DocumentRange, block: number, most: Most): readonly Piece[] {
  const pieces: Piece[] = [];
  let [from, held] = [range.from, 0];
  for (const { first, bytes } of blocks) {
    if (first > from && (first + block - from > most.documents || held + bytes > most.bytes)) {
      pieces.push({ from, to: first, bytes: held });
      [from, held] = [first, 0];
    }
    held += bytes;
  }
  return [...pieces, { from, to: range.to, bytes: held }];
}
