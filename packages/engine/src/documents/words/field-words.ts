import { type Analysed, type AnyAnalyser, analysed, analysedEach } from '@datasarana/query';
import { lengthByte } from '../../search/text/bm25.ts';
import { GrowingIntegers } from './growing-integers.ts';
import { type CutTexts, countOut, type Segment, type TextedDocuments } from './segment.ts';

/** Texts remembered by what they say; with more different ones, remembering costs more than it saves. */
const MOST_TEXTS = 20_000;
/** Longer texts hardly come twice. */
const LONGEST_TEXT = 300;

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

  /** Adds a document, which comes behind those added before; entries of a list are cut apart. */
  add(doc: number, value: string | readonly string[]): void {
    this.#docs.push(doc);
    this.#texts.push(typeof value === 'string' ? this.#text(value) : this.#list(value));
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
    const isOwn = typeof this.#analyser === 'object' || this.#analyser === 'keyword';
    return isOwn ? this.#number(analysedEach(this.#analyser, values)) : this.#text(values.join('\n'));
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

  /** The texts that were given a number so far. */
  get cut(): CutTexts {
    return {
      terms: [...this.#terms.keys()],
      starts: this.#starts.values,
      words: this.#words.values,
      norms: this.#norms.values,
    };
  }

  /** Postings of the documents that are not `removed`, and what is to be known of them. */
  segment(removed: ReadonlySet<number>): Segment {
    const held = { docs: this.#docs.values, texts: this.#texts.values };
    return countOut(this.cut, removed.size === 0 ? held : without(held, removed));
  }
}

function without({ docs, texts }: TextedDocuments, removed: ReadonlySet<number>): TextedDocuments {
  const isKept = (_: number, i: number): boolean => !removed.has(docs[i] ?? 0);
  return { docs: docs.filter(isKept), texts: texts.filter(isKept) };
}
