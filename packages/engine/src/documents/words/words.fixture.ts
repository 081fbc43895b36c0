import type { DuckDBConnection } from '@duckdb/node-api';
import { sql } from '../../search/sql.ts';
import { FoundPlaces, isPlaced, type Occurrences, unpacked } from './packed-words.ts';
import { eachStored } from './stored-terms.ts';

/** Where a term occurs, of documents that stand there once per occurrence. */
export function occurrencesOf(docs: Int32Array, normOf: (doc: number) => number): Occurrences {
  const different = [...new Set(docs)];
  const times = Map.groupBy(docs, (doc) => doc);
  return {
    docs: Int32Array.from(different),
    frequencies: Uint16Array.from(different, (doc) => times.get(doc)?.length ?? 0),
    norms: Uint8Array.from(different, normOf),
  };
}

/** A word of a document as the index has it. */
export interface WrittenWord {
  readonly segment: number;
  readonly term: string;
  readonly doc: number;
  readonly norm: number;
  readonly times: number;
  /** Null where the index does not tell. */
  readonly places: readonly number[] | null;
}

/** All words of a text field, by term and document. */
export async function writtenWords(connection: DuckDBConnection, postings: string): Promise<readonly WrittenWord[]> {
  const words: WrittenWord[] = [];
  await eachStored(connection, postings, { where: sql`term IS NOT NULL`, placed: true }, (stored) => {
    const { docs, frequencies, norms } = unpacked(stored);
    const found = new FoundPlaces(docs);
    if (isPlaced(stored)) found.add(stored);
    for (const [i, doc] of docs.entries()) {
      const own = { segment: stored.segment, term: stored.term, doc, norm: norms[i] ?? 0, times: frequencies[i] ?? 0 };
      words.push({ ...own, places: isPlaced(stored) ? found.of(i) : null });
    }
  });
  const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
  return words.sort((a, b) => order(a.term, b.term) || a.doc - b.doc);
}
