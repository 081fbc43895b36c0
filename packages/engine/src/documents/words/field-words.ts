import { type Analysed, type AnyAnalyser, analysed } from '@datasarana/query';
import { lengthByte } from '../../search/text/bm25.ts';
import { GrowingIntegers } from './growing-integers.ts';

/** Texts remembered by what they say; with more different ones, remembering costs more than it saves. */
const MOST_TEXTS = 20_000;
/** Longer texts hardly come twice. */
const LONGEST_TEXT = 300;

/** Postings of some documents: those of term `i` stand from `starts[i]` to `starts[i + 1]`. */
export interface Segment {
  readonly terms: readonly string[];
  readonly starts: Int32Array;
  /** A document stands there once per occurrence. */
  readonly docs: Int32Array;
  /** Lengths of the documents' fields, one byte as Lucene keeps them. */
  readonly norms: Uint8Array;
  /** Documents with any word. */
  readonly documents: number;
}

/** Words of one field, gathered document by document in memory until they are written as a segment. */
export class FieldWords {
  readonly #analyser: AnyAnalyser;
  readonly #terms = new Map<string, number>();
  #known = new Map<string, number>();
  /** Where the words of each text begin in `#words`; the numbers there are those of `#terms`. */
  readonly #starts = new GrowingIntegers();
  /** What each text counts to scoring, Lucene's byte. */
  readonly #norms = new GrowingIntegers();
  readonly #words = new GrowingIntegers();
  readonly #docs = new GrowingIntegers();
  readonly #texts = new GrowingIntegers();
  #characters = 0;

  constructor(analyser: AnyAnalyser) {
    this.#analyser = analyser;
    this.#starts.push(0);
  }

  /** About how many bytes of memory this takes. */
  get bytes(): number {
    return (
      this.#words.length * 9 +
      (this.#docs.length + this.#texts.length + this.#starts.length + this.#norms.length) * 4 +
      this.#terms.size * 96 +
      this.#characters * 2
    );
  }

  /** Adds a document, which comes behind those added before; entries of a list are cut apart as by a line end. */
  add(doc: number, value: string | readonly string[]): void {
    this.#docs.push(doc);
    this.#texts.push(typeof value === 'string' ? this.#text(value) : this.#list(value));
  }

  /** Adds a document with a text that has a number already. */
  addNumbered(doc: number, text: number): void {
    this.#docs.push(doc);
    this.#texts.push(text);
  }

  /** The number of a text, which is cut into words once. */
  numberOf(text: string): number {
    return this.#number(analysed(this.#analyser, text));
  }

  #text(text: string): number {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const number = this.numberOf(text);
    if (text.length <= LONGEST_TEXT) {
      if (this.#known.size >= MOST_TEXTS) {
        this.#known = new Map();
        this.#characters = 0;
      }
      this.#known.set(text, number);
      this.#characters += text.length + 32;
    }
    return number;
  }

  #list(values: readonly string[]): number {
    return this.#analyser === 'keyword'
      ? this.#number({ words: values, length: values.length })
      : this.#text(values.join('\n'));
  }

  #number({ words, length }: Analysed): number {
    this.#norms.push(lengthByte(length));
    for (const word of words) {
      let term = this.#terms.get(word);
      if (term === undefined) {
        term = this.#terms.size;
        this.#terms.set(word, term);
      }
      this.#words.push(term);
    }
    this.#starts.push(this.#words.length);
    return this.#starts.length - 2;
  }

  /** Postings of the documents that are not `removed`, and what is to be known of them. */
  segment(removed: ReadonlySet<number>): Segment {
    const counts = this.#counts(removed);
    const starts = new Int32Array(counts.length + 1);
    for (let term = 0; term < counts.length; term++) starts[term + 1] = (starts[term] ?? 0) + (counts[term] ?? 0);
    const ends = starts.slice();
    const tokens = starts.at(-1) ?? 0;
    const docs = new Int32Array(tokens);
    const norms = new Uint8Array(tokens);
    const [words, textStarts, textNorms] = [this.#words.values, this.#starts.values, this.#norms.values];
    let documents = 0;
    this.#each(removed, (doc, text) => {
      const [from, to, norm] = [textStarts[text] ?? 0, textStarts[text + 1] ?? 0, textNorms[text] ?? 0];
      if (to > from) documents++;
      for (let at = from; at < to; at++) {
        const term = words[at] ?? 0;
        const place = ends[term] ?? 0;
        ends[term] = place + 1;
        docs[place] = doc;
        norms[place] = norm;
      }
    });
    return { terms: [...this.#terms.keys()], starts, docs, norms, documents };
  }

  /** How often each term stands in the documents. */
  #counts(removed: ReadonlySet<number>): Int32Array {
    const [words, starts] = [this.#words.values, this.#starts.values];
    const documents = new Int32Array(this.#starts.length - 1);
    this.#each(removed, (_doc, text) => {
      documents[text] = (documents[text] ?? 0) + 1;
    });
    const counts = new Int32Array(this.#terms.size);
    for (const [text, times] of documents.entries()) {
      for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++) {
        const term = words[at] ?? 0;
        counts[term] = (counts[term] ?? 0) + times;
      }
    }
    return counts;
  }

  /** Calls `visit` with each document that is kept and the number of its text. */
  #each(removed: ReadonlySet<number>, visit: (doc: number, text: number) => void): void {
    const [docs, texts] = [this.#docs.values, this.#texts.values];
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      if (removed.size > 0 && removed.has(doc)) continue;
      visit(doc, texts[i] ?? 0);
    }
  }
}
