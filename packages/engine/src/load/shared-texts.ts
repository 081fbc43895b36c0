import type { AnyAnalyser } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FieldWords } from '../documents/words/field-words.ts';
import type { PackedSegment, TextPacker } from '../documents/words/packed-texts.ts';
import type { SegmentSpan } from '../documents/words/segment.ts';
import { firstsOf } from '../documents/words/together.ts';
import type { PackedTerms } from '../documents/words/write-segment.ts';
import { eachOfChunks, integersOf, rowsOf } from '../search/run.ts';
import { type Sql, sql, whole } from '../search/sql.ts';
import { Breath } from '../store/breath.ts';
import type { DocumentRange } from './pieces.ts';

/** Documents looked at first: where fewer than so many share a text, all are cut sooner than they are compared. */
const SAMPLE = { documents: 16_384, share: 4 };

/** Different texts of some documents at most. */
const MOST_TEXTS = 10_000;

/** Which 31 bits of their hashes tell texts apart: any that do. */
const SHIFTS = [0, 16, 33];
const MASK = 0x7fff_ffff;

/** Texts of a field in some documents. */
export interface TextsOfField {
  readonly connection: DuckDBConnection;
  /** `doc` and `text` of the documents that have one. */
  readonly rows: Sql;
  readonly range: DocumentRange;
}

/**
 * The postings of texts that many documents share (names, places, kinds). Each is cut once, and its words are packed for its
 * documents here, which takes less than half the processor time DuckDB needs to gather them word by word, and no more
 * than one thread.
 * @returns null when too many texts differ; what is packed is good until the packer begins anew
 */
export async function sharedPostings(
  texts: TextsOfField,
  analyser: AnyAnalyser,
  packer: TextPacker,
): Promise<(SegmentSpan & { readonly terms: readonly PackedTerms[] }) | null> {
  const different = await differentTexts(texts);
  if (different === null) return null;
  const words = new FieldWords(analyser);
  const breath = new Breath(texts.connection);
  for (const text of different.texts) {
    words.numberOf(text);
    if (breath.isDue) await breath.take();
  }
  // where few texts differ, they are looked into themselves for where words stand
  const { cut, together } = firstsOf(words.cut);
  packer.begin({ cut, keys: different.keys }, texts.range);
  const packed = await packedOf(texts, different.shift, packer);
  const terms = packed.terms.map(({ term, ...rest }) => ({
    names: [cut.terms[term] ?? '', ...(together.get(term) ?? [])],
    ...rest,
  }));
  return { ...packed, terms };
}

interface DifferentTexts {
  readonly texts: readonly string[];
  /** What each is known by: 31 bits of its hash from `shift` on. */
  readonly keys: readonly number[];
  readonly shift: number;
}

/** The different texts; null when they are too many, or their hashes do not tell them apart. */
async function differentTexts({ connection, rows }: TextsOfField): Promise<DifferentTexts | null> {
  const sample = sql`(SELECT text FROM (${rows}) LIMIT ${whole(SAMPLE.documents)})`;
  const [counts] = await rowsOf(connection, sql`SELECT count(*), count(DISTINCT text) FROM ${sample}`);
  const [looked, differ] = [Number(counts?.[0]), Number(counts?.[1])];
  if (differ > looked / SAMPLE.share) return null;
  const found = await rowsOf(
    connection,
    sql`SELECT text, hash(text)::VARCHAR FROM (SELECT DISTINCT text FROM (${rows})) LIMIT ${whole(MOST_TEXTS + 1)}`,
  );
  if (found.length > MOST_TEXTS) return null;
  for (const shift of SHIFTS) {
    const keys = found.map(([, hash]) => Number((BigInt(String(hash)) >> BigInt(shift)) & BigInt(MASK)));
    if (new Set(keys).size === keys.length) return { texts: found.map(([text]) => String(text)), keys, shift };
  }
  return null;
}

/** Tells which documents of the range have which text. */
async function packedOf({ connection, rows }: TextsOfField, shift: number, packer: TextPacker): Promise<PackedSegment> {
  const key = sql`((hash(text) >> ${whole(shift)}) & ${whole(MASK)})::INTEGER`;
  for await (const chunk of eachOfChunks(connection, sql`SELECT doc, ${key} FROM (${rows})`)) {
    packer.take(integersOf(chunk.getColumnVector(0)), integersOf(chunk.getColumnVector(1)), chunk.rowCount);
  }
  return packer.pack();
}
