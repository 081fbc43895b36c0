import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '../store/rows.ts';

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
/** The same in words, six bytes each with the space behind. */
export const MOST_WORDS = Math.trunc(MOST.bytes / 6);

export const within = ({ from, to }: DocumentRange): string =>
  `_doc >= ${Math.trunc(from)} AND _doc < ${Math.trunc(to)}`;

/** Documents whose texts are measured together. */
const BLOCK = 64;

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
): Promise<readonly DocumentRange[]> {
  const block = Math.min(BLOCK, most.documents);
  if (range.to - range.from <= block) return range.to > range.from ? [range] : [];
  const bytes = texts.map((text) => `coalesce(sum(strlen(${text})), 0)`).join(', ');
  const blocks = await allRows(
    connection,
    `SELECT _doc // ${block} AS block, greatest(${bytes}) AS bytes FROM ${docs} WHERE ${within(range)} GROUP BY ALL ORDER BY ALL`,
  );
  const pieces: DocumentRange[] = [];
  let [from, held] = [range.from, 0];
  for (const { block: number, bytes: added } of blocks) {
    const [first, size] = [Number(number) * block, Number(added)];
    if (first > from && (first + block - from > most.documents || held + size > most.bytes)) {
      pieces.push({ from, to: first });
      [from, held] = [first, 0];
    }
    held += size;
  }
  return [...pieces, { from, to: range.to }];
}
