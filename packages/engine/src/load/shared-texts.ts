import type { AnyAnalyser } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { FieldWords } from '../documents/words/field-words.ts';
import { countOut, documentsWithTexts, type Segment, type TextedDocuments } from '../documents/words/segment.ts';
import { firstsOf } from '../documents/words/together.ts';
import { chunksOf, integersOf, rowsOf } from '../search/run.ts';
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
 * The postings of texts that many documents share (names, places, kinds). Each is cut once, and its words are counted out to its
 * documents here, which takes half the processor time DuckDB needs to gather them word by word, and no more
 * than one thread.
 * @returns null when too many texts differ
 */
export async function sharedPostings(texts: TextsOfField, analyser: AnyAnalyser): Promise<Segment | null> {
  const different = await differentTexts(texts);
  if (different === null) return null;
  const words = new FieldWords(analyser);
  const numbers = new KeyNumbers(different.keys.length);
  const breath = new Breath(texts.connection);
  for (const [i, text] of different.texts.entries()) {
    numbers.set(different.keys[i] ?? 0, words.numberOf(text));
    if (breath.isDue) await breath.take();
  }
  // where few texts differ, they are looked into themselves for where words stand
  const { cut, together } = firstsOf(words.cut);
  return { ...countOut(cut, await documentsOf(texts, different.shift, numbers)), together };
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

/** The documents of the range that have a text, with its number. */
async function documentsOf(
  { connection, rows, range }: TextsOfField,
  shift: number,
  numbers: KeyNumbers,
): Promise<TextedDocuments> {
  const held = new Int32Array(range.to - range.from).fill(-1);
  const key = sql`((hash(text) >> ${whole(shift)}) & ${whole(MASK)})::INTEGER`;
  for (const chunk of await chunksOf(connection, sql`SELECT doc, ${key} FROM (${rows})`)) {
    // a chunk's count of rows is asked of DuckDB each time
    const [docs, keys, count] = [
      integersOf(chunk.getColumnVector(0)),
      integersOf(chunk.getColumnVector(1)),
      chunk.rowCount,
    ];
    for (let i = 0; i < count; i++) held[(docs[i] ?? 0) - range.from] = numbers.get(keys[i] ?? 0);
  }
  return documentsWithTexts(held, range.from);
}

/** Numbers by the keys of texts, -1 for a key that has none; asked once for each document, which takes a Map longer. */
class KeyNumbers {
  /** Each slot a key, which is not negative, and its number; a key whose slot is taken has the next free one. */
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(keys: number) {
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, keys) * 4));
    this.#slots = new Int32Array(size * 2).fill(-1);
    this.#mask = size - 1;
  }

  set(key: number, number: number): void {
    const slot = this.#slotOf(key);
    this.#slots[slot] = key;
    this.#slots[slot + 1] = number;
  }

  get(key: number): number {
    return this.#slots[this.#slotOf(key) + 1] ?? -1;
  }

  #slotOf(key: number): number {
    const [slots, mask] = [this.#slots, this.#mask];
    let slot = key & mask;
    while (slots[slot * 2] !== key && slots[slot * 2] !== -1) slot = (slot + 1) & mask;
    return slot * 2;
  }
}
