import {
  type Analysed,
  type AnyAnalyser,
  analysed,
  analysedEach,
  type WordCutter,
  wordCutterOf,
} from '@datasarana/query';
import { lengthByte } from '../../search/text/bm25.ts';
import type { Breath } from '../../store/breath.ts';
import { GrowingIntegers } from './growing-integers.ts';
import { type CutTexts, countOut, inOrderOfTerms, placedBy, type Segment, type TextedDocuments } from './segment.ts';
import { SpeltWords } from './spelt-words.ts';
import { orderInSteps } from './term-order.ts';
import { NumbersByBytes, type TextsInBytes } from './texts-in-bytes.ts';

/** Texts remembered by what they say; with more different ones, remembering costs more than it saves. */
const MOST_TEXTS = 20_000;
/** Longer texts hardly come twice. */
const LONGEST_TEXT = 300;

/** In place of a term's number. */
const LEFT_OUT = -1;

/** Words of one field, gathered document by document in memory until they are written as a segment. */
export class FieldWords {
  readonly #analyser: AnyAnalyser;
  readonly #terms = new Map<string, number>();
  #known = new Map<string, number>();
  #knownBytes = new NumbersByBytes();
  /** Where the words of each text begin in `#words`; the numbers there are those of `#terms`. */
  readonly #starts = new GrowingIntegers();
  /** What each text counts to scoring, Lucene's byte. */
  readonly #norms = new GrowingIntegers();
  readonly #words = new GrowingIntegers();
  /** Where each of them stands in its text; null once a text does not tell. */
  #places: GrowingIntegers | null = new GrowingIntegers();
  readonly #docs = new GrowingIntegers();
  readonly #texts = new GrowingIntegers();
  #characters = 0;
  readonly #cutter: WordCutter | null;
  readonly #spelt = new SpeltWords((spelling) => {
    const word = this.#cutter?.made(spelling);
    return word === undefined ? LEFT_OUT : this.#term(word);
  });

  constructor(analyser: AnyAnalyser) {
    this.#analyser = analyser;
    this.#cutter = wordCutterOf(analyser);
    this.#starts.push(0);
  }

  /** About how many bytes of memory this takes. */
  get bytes(): number {
    return (
      this.#words.length * 13 +
      (this.#docs.length + this.#texts.length + this.#starts.length + this.#norms.length) * 4 +
      this.#terms.size * 96 +
      this.#spelt.bytes +
      this.#knownBytes.bytes +
      this.#characters * 2
    );
  }

  /** Adds a document, which comes behind those added before; entries of a list are cut apart. */
  add(doc: number, value: string | readonly string[]): void {
    this.#docs.push(doc);
    this.#texts.push(typeof value === 'string' ? this.#text(value) : this.#list(value));
  }

  /** The same for a value of many characters: others have their turn meanwhile. */
  async addLong(doc: number, value: string | readonly string[], breath: Breath): Promise<void> {
    const text = typeof value === 'string' ? value : this.#joined(value);
    const number = text === null || this.#cutter === null ? null : await this.#cutLong(this.#cutter, text, breath);
    this.#docs.push(doc);
    this.#texts.push(number ?? this.numberOf(value));
    if (typeof value !== 'string') this.#places = null;
  }

  /** The number of a text; null for one that its tokenizer has to be asked about. */
  async #cutLong(cutter: WordCutter, text: string, breath: Breath): Promise<number | null> {
    // looked through first: once one of its words is here all of them have to be
    for (const count of cutter.pieces(text)) {
      if (count < 0) return null;
      if (breath.isDue) await breath.take();
    }
    const before = this.#words.length;
    let place = 0;
    for (const count of cutter.pieces(text)) {
      this.#push(text, count, place);
      place += count;
      if (breath.isDue) await breath.take();
    }
    return this.#end(this.#words.length - before);
  }

  /** The same for a document whose text is that of a row. @returns whether it had to be cut into words */
  addRow(doc: number, texts: TextsInBytes, row: number): boolean {
    const [start, length] = [texts.start(row), texts.length(row)];
    const known = this.#knownBytes.find(texts, start, length);
    const number = known < 0 ? this.numberOf(texts.text(row)) : known;
    this.#docs.push(doc);
    this.#texts.push(number);
    if (known >= 0) return false;
    if (this.#knownBytes.size >= MOST_TEXTS) this.#knownBytes = new NumbersByBytes();
    this.#knownBytes.keep(texts, start, length, number);
    return true;
  }

  /** The number of a text, which is cut into words; entries of a list are cut apart. */
  numberOf(value: string | readonly string[]): number {
    if (typeof value !== 'string') return this.#list(value);
    const count = this.#cutter?.cut(value) ?? -1;
    return count < 0 ? this.#number(analysed(this.#analyser, value)) : this.#cut(value, count);
  }

  /** Words are numbered where they stand in the text. */
  #cut(text: string, count: number): number {
    const before = this.#words.length;
    this.#push(text, count, 0);
    return this.#end(this.#words.length - before);
  }

  /** Adds the words that were cut out last, the first of which has that place in its text. */
  #push(text: string, count: number, first: number): void {
    const { places } = this.#cutter ?? { places: [] };
    for (let i = 0; i < count; i++) {
      const term = this.#spelt.numberOf(text, places[2 * i] ?? 0, places[2 * i + 1] ?? 0);
      if (term === LEFT_OUT) continue;
      this.#words.push(term);
      this.#places?.push(first + i);
    }
  }

  #term(word: string): number {
    const known = this.#terms.get(word);
    if (known !== undefined) return known;
    this.#terms.set(word, this.#terms.size);
    return this.#terms.size - 1;
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

  /** How far its texts stand apart is a matter of the mapping, which may change: where their words stand is not kept. */
  #list(values: readonly string[]): number {
    this.#places = null;
    const joined = this.#joined(values);
    return joined === null ? this.#number(analysedEach(this.#analyser, values)) : this.#text(joined);
  }

  /** A list as one text with the same words; null where its texts are to be cut apart. */
  #joined(values: readonly string[]): string | null {
    const isOwn = typeof this.#analyser === 'object' || this.#analyser === 'keyword';
    return isOwn ? null : values.join('\n');
  }

  #number({ words, places, length }: Analysed): number {
    for (const [i, word] of words.entries()) {
      this.#words.push(this.#term(word));
      this.#places?.push(places?.[i] ?? i);
    }
    return this.#end(length);
  }

  /** The words of a text of that length to scoring are complete. */
  #end(length: number): number {
    this.#norms.push(lengthByte(length));
    this.#starts.push(this.#words.length);
    return this.#starts.length - 2;
  }

  /** The texts that were given a number so far. */
  get cut(): CutTexts {
    return {
      terms: [...this.#terms.keys()],
      starts: this.#starts.values,
      words: this.#words.values,
      places: this.#places?.values ?? null,
      norms: this.#norms.values,
    };
  }

  /** Postings of the documents that are not `removed`, and what is to be known of them; nothing may be added afterwards. */
  segment(removed: ReadonlySet<number>): Segment {
    return countOut(inOrderOfTerms(this.cut), this.#held(removed));
  }

  /** The same, while others have their turn. */
  async segmentInPieces(removed: ReadonlySet<number>, breath: Breath): Promise<Segment> {
    const { cut } = this;
    const steps = orderInSteps(cut.terms);
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) if (breath.isDue) await breath.take();
    return countOut(placedBy(step.value, cut), this.#held(removed));
  }

  #held(removed: ReadonlySet<number>): TextedDocuments {
    const held = { docs: this.#docs.values, texts: this.#texts.values };
    return removed.size === 0 ? held : without(held, removed);
  }
}

function without({ docs, texts }: TextedDocuments, removed: ReadonlySet<number>): TextedDocuments {
  const isKept = (_: number, i: number): boolean => !removed.has(docs[i] ?? 0);
  return { docs: docs.filter(isKept), texts: texts.filter(isKept) };
}
