import type { AnyAnalyser } from '@datasarana/query';
import { type DuckDBConnection, DuckDBListValue } from '@duckdb/node-api';
import { FieldWords } from '../documents/words/field-words.ts';
import { countOut, documentsWithTexts, inOrderOfTerms, type Segment } from '../documents/words/segment.ts';
import { eachChunkOf, integersOf } from '../search/run.ts';
import type { Sql } from '../search/sql.ts';
import { Breath } from '../store/breath.ts';
import type { DocumentRange } from './pieces.ts';

/**
 * The postings of texts that differ from document to document, each cut here: DuckDB cuts by an expression and gathers word by word,
 * which takes six times the processor time.
 * @param rows the number and the value of each document that has one, a text or a list of them
 */
export async function ownPostings(
  connection: DuckDBConnection,
  rows: Sql,
  { from, to }: DocumentRange,
  analyser: AnyAnalyser,
): Promise<Segment> {
  const words = new FieldWords(analyser);
  const held = new Int32Array(to - from).fill(-1);
  const breath = new Breath(connection);
  for await (const chunk of eachChunkOf(connection, rows)) {
    const [docs, values] = [integersOf(chunk.getColumnVector(0)), chunk.getColumnVector(1)];
    // a chunk asks DuckDB each time
    const { rowCount } = chunk;
    for (let i = 0; i < rowCount; i++) {
      const value = values.getItem(i);
      const text = value instanceof DuckDBListValue ? value.items.map(String) : String(value);
      held[(docs[i] ?? 0) - from] = words.numberOf(text);
      if (breath.isDue) await breath.take();
    }
  }
  return countOut(inOrderOfTerms(words.cut), documentsWithTexts(held, from));
}
