import { setImmediate } from 'node:timers/promises';
import type { Analysed } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import { textList } from '../clauses/values.ts';
import type { NestedText } from '../condition.ts';
import { chunksOf, rowsOf } from '../run.ts';
import { type Sql, sql, whole } from '../sql.ts';
import { highestOf } from './best.ts';
import { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthByte, lengthFactors } from './bm25.ts';
import type { PostingsSource, TermScores, WordPlaces } from './postings-source.ts';
import type { ListedTerm } from './term-postings.ts';
import { listScores } from './words.ts';

interface Field {
  readonly size: FieldSize;
  readonly terms: ReadonlyMap<string, ListedTerm>;
}

/** Terms of the text members of nested objects, which have no postings on disk: analysed when first asked for. */
export class NestedPostings implements PostingsSource {
  readonly capacity: number;
  readonly #connection: DuckDBConnection;
  readonly #rows: Sql;
  readonly #texts: ReadonlyMap<string, NestedText>;
  readonly #fields = new Map<string, Promise<Field>>();

  constructor(connection: DuckDBConnection, rows: Sql, texts: readonly NestedText[], capacity: number) {
    this.capacity = capacity;
    this.#connection = connection;
    this.#rows = rows;
    this.#texts = new Map(texts.map((text) => [text.postings, text]));
  }

  /** Its rows are those of one question. */
  async remembered<T>(_key: string, make: () => Promise<readonly [value: T, bytes: number]>): Promise<T> {
    return (await make())[0];
  }

  async size(postings: string): Promise<FieldSize> {
    return (await this.#field(postings)).size;
  }

  async terms(postings: string, words: readonly string[]): Promise<ReadonlyMap<string, ListedTerm>> {
    const { terms } = await this.#field(postings);
    return new Map(
      words.flatMap((word) => {
        const list = terms.get(word);
        return list === undefined ? [] : [[word, list] as const];
      }),
    );
  }

  async scores(postings: string, _word: string, list: ListedTerm): Promise<TermScores> {
    const { size } = await this.#field(postings);
    const factors = lengthFactors(size);
    const weight = idf(size.documents, list.documentFrequency);
    const { scores } = listScores(list, weight, factors);
    return { scores, highest: highestOf(scores) };
  }

  async termsWhere(postings: string, where: Sql): Promise<DocBits> {
    const { terms } = await this.#field(postings);
    const bits = new DocBits(this.capacity);
    for (const word of await this.dictionary(postings, where)) {
      for (const doc of terms.get(word)?.docs ?? []) bits.add(doc);
    }
    return bits;
  }

  async places(_postings: string, _words: readonly string[], wanted: Int32Array): Promise<WordPlaces> {
    return { found: new Map(), untold: DocBits.of(wanted, this.capacity) };
  }

  async words(postings: string): Promise<number> {
    const { terms } = await this.#field(postings);
    return terms.size;
  }

  async dictionary(postings: string, where: Sql, most?: number): Promise<readonly string[]> {
    const { terms } = await this.#field(postings);
    const limit = most === undefined ? sql`` : sql` LIMIT ${whole(most)}`;
    const all = textList([...terms.keys()]);
    const rows = await rowsOf(
      this.#connection,
      sql`SELECT term FROM (SELECT unnest(${all}) AS term) WHERE ${where} ORDER BY term${limit}`,
    );
    return rows.map(([term]) => String(term));
  }

  async termsOfLengths(postings: string, shortest: number, longest: number): Promise<readonly string[]> {
    const { terms } = await this.#field(postings);
    return Array.from(terms.keys()).filter((term) => {
      const { length } = [...term];
      return length >= shortest && length <= longest;
    });
  }

  #field(postings: string): Promise<Field> {
    const known = this.#fields.get(postings);
    if (known !== undefined) return known;
    const made = this.#analysed(postings);
    this.#fields.set(postings, made);
    return made;
  }

  async #analysed(postings: string): Promise<Field> {
    const text = this.#texts.get(postings);
    if (text === undefined) throw new Error(`No nested text ${postings}`);
    const { column } = text;
    const chunks = await chunksOf(
      this.#connection,
      sql`SELECT _doc::INTEGER, ${column} FROM ${this.#rows} WHERE ${column} IS NOT NULL ORDER BY _doc`,
    );
    const found = new Map<string, Occurrences>();
    let documents = 0;
    let tokens = 0;
    for (const chunk of chunks) {
      await setImmediate();
      for (const [doc, value] of chunk.getRows()) {
        const texts = textsOf(value).map(text.words);
        const words = texts.flatMap((each) => each.words);
        documents += 1;
        tokens += words.length;
        const length = texts.reduce((sum, each) => sum + each.length, 0);
        addWords(found, Number(doc), { words, length });
      }
    }
    const terms = new Map([...found].map(([word, list]) => [word, postingsOf(list, this.capacity)]));
    return { size: { documents, tokens, lengthless: text.lengthless }, terms };
  }
}

interface Occurrences {
  readonly docs: number[];
  readonly frequencies: number[];
  readonly norms: number[];
}

function textsOf(value: unknown): readonly string[] {
  const isList = typeof value === 'object' && value !== null && 'items' in value && Array.isArray(value.items);
  const items: readonly unknown[] = isList ? (value.items as unknown[]) : [value];
  return items.filter((item) => typeof item === 'string');
}

function addWords(found: Map<string, Occurrences>, doc: number, { words, length }: Analysed): void {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const norm = lengthByte(length);
  for (const [word, count] of counts) {
    const list = found.get(word) ?? { docs: [], frequencies: [], norms: [] };
    list.docs.push(doc);
    list.frequencies.push(count);
    list.norms.push(norm);
    found.set(word, list);
  }
}

function postingsOf({ docs, frequencies, norms }: Occurrences, capacity: number): ListedTerm {
  const bits = new DocBits(capacity);
  for (const doc of docs) bits.add(doc);
  return {
    docs: Int32Array.from(docs),
    frequencies: Uint16Array.from(frequencies),
    norms: Uint8Array.from(norms),
    bits,
    documentFrequency: docs.length,
  };
}
