import { readFileSync } from 'node:fs';
import { LONGEST_NUMBER, type PackedTerm, ROW_BYTES } from './packed-words.ts';
import type { CutTexts, SegmentSpan } from './segment.ts';

/** What packed-texts.wat exports. */
interface Machine {
  readonly memory: WebAssembly.Memory;
  readonly hold: (count: number) => void;
  readonly pack: (count: number) => void;
}

/** Its numbers, which are mostly places in its memory. */
type Numbers = Readonly<
  Record<
    | 'docs'
    | 'keys'
    | 'slots'
    | 'mask'
    | 'held'
    | 'from'
    | 'times'
    | 'texts'
    | 'norms'
    | 'terms'
    | 'termsEnd'
    | 'rows'
    | 'rowsEnd'
    | 'rowBytes'
    | 'documents'
    | 'first'
    | 'last',
    WebAssembly.Global<'i32'>
  >
>;

const PAGE = 64 * 1024;
/** Documents that are taken at once. */
const AT_ONCE = 2048;
const INTEGER = 4;
const SLOT = 2 * INTEGER;
const WORD = 2 * INTEGER;
const TERM = 5 * INTEGER;
const ROW = 4 * INTEGER;
/** What the first document of a row takes more than another: its flags stand alone, and its number is told whole. */
const MORE_FOR_FIRST = 1 + LONGEST_NUMBER;

/** Texts whose words are known, and what each is known by: a number that is not negative, of no two the same. */
export interface KeyedTexts {
  /** Where words stand is not packed. */
  readonly cut: CutTexts;
  readonly keys: readonly number[];
}

/** Terms of some documents as they are stored, those that are in none left out. */
export interface PackedSegment extends SegmentSpan {
  readonly terms: readonly PackedOccurrences[];
}

/** A term by its number. */
export interface PackedOccurrences {
  readonly term: number;
  readonly rows: readonly PackedTerm[];
  /** How often it occurs. */
  readonly words: number;
}

let module: WebAssembly.Module | undefined;

/**
 * Packs the words of texts for all documents that have them, by packed-texts.wasm. `WordPacker` makes the same of what `countOut` writes out;
 * here a document goes straight to where the rows of its terms end, and is fast from the first on, which a loop of JavaScript is not.
 */
export class TextPacker {
  #made: (Machine & Numbers) | null = null;
  #texts: KeyedTexts | null = null;
  #documents = 0;
  #end = 0;

  /** Only made when there is something to pack. */
  get #machine(): Machine & Numbers {
    module ??= new WebAssembly.Module(readFileSync(new URL('packed-texts.wasm', import.meta.url)));
    this.#made ??= new WebAssembly.Instance(module).exports as unknown as Machine & Numbers;
    return this.#made;
  }

  /** Begins with documents from `from` on, `to` is exclusive; what was packed before is written over. */
  begin(texts: KeyedTexts, { from, to }: { readonly from: number; readonly to: number }): void {
    this.#texts = texts;
    this.#documents = to - from;
    this.#end = 0;
    const { docs, keys, held, times, documents, first, last, from: begin } = this.#machine;
    docs.value = this.#room(AT_ONCE * INTEGER);
    keys.value = this.#room(AT_ONCE * INTEGER);
    times.value = this.#room(texts.keys.length * INTEGER);
    this.#knowKeys(texts);
    held.value = this.#room(this.#documents * INTEGER);
    this.#bytes.fill(0, times.value, times.value + texts.keys.length * INTEGER).fill(0xff, held.value, this.#end);
    begin.value = from;
    documents.value = 0;
    first.value = -1;
    last.value = -1;
  }

  /** Notes which texts `count` documents have; no document may be given twice. Those of an unknown key have none. */
  take(docs: Int32Array, keys: Int32Array, count: number): void {
    const { docs: toDocs, keys: toKeys } = this.#machine;
    for (let at = 0; at < count; at += AT_ONCE) {
      const end = Math.min(count, at + AT_ONCE);
      this.#integers(toDocs.value, AT_ONCE).set(docs.subarray(at, end));
      this.#integers(toKeys.value, AT_ONCE).set(keys.subarray(at, end));
      this.#machine.hold(end - at);
    }
  }

  /** Their words, good until the next `begin`. */
  pack(): PackedSegment {
    if (this.#texts === null) throw new Error('No texts were begun with');
    const words = this.#layOut(this.#texts);
    this.#machine.pack(this.#documents);
    const { documents, first, last } = this.#machine;
    const terms = this.#rows(this.#texts).map((rows, term) => ({ term, rows, words: words[term] ?? 0 }));
    return {
      documents: documents.value,
      span: [first.value, last.value],
      terms: terms.filter(({ rows }) => rows.length > 0),
    };
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#machine.memory.buffer);
  }

  #integers(at: number, count: number): Int32Array {
    return new Int32Array(this.#machine.memory.buffer, at, count);
  }

  /** Where so many bytes may stand. */
  #room(bytes: number): number {
    const at = this.#end;
    this.#end = at + Math.ceil(bytes / INTEGER) * INTEGER;
    const { memory } = this.#machine;
    const missing = this.#end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    return at;
  }

  #knowKeys({ keys }: KeyedTexts): void {
    const { slots, mask } = this.#machine;
    const size = 2 ** Math.ceil(Math.log2(Math.max(1, keys.length) * 4));
    slots.value = this.#room(size * SLOT);
    mask.value = size - 1;
    const table = this.#integers(slots.value, size * 2).fill(-1);
    for (const [text, key] of keys.entries()) {
      let slot = key & mask.value;
      while (table[slot * 2] !== -1) slot = (slot + 1) & mask.value;
      table[slot * 2] = key;
      table[slot * 2 + 1] = text;
    }
  }

  /** Lays out the words of the texts and the room each term takes at most. @returns how often each term occurs */
  #layOut({ cut, keys }: KeyedTexts): Int32Array {
    const { texts, norms, terms, termsEnd, rows, rowsEnd, rowBytes, times } = this.#machine;
    const pairs = pairsOf(cut);
    texts.value = this.#room((keys.length + 1) * INTEGER);
    norms.value = this.#room(keys.length);
    const words = this.#room(pairs.words.length * INTEGER);
    terms.value = this.#room(cut.terms.length * TERM);
    termsEnd.value = this.#end;
    this.#bytes.set(Uint8Array.from(cut.norms.subarray(0, keys.length)), norms.value);
    this.#integers(texts.value, keys.length + 1).set(pairs.starts.map((start) => words + start * WORD));
    const table = this.#integers(words, pairs.words.length);
    for (let at = 0; at < table.length; at += 2) {
      table[at] = terms.value + (pairs.words[at] ?? 0) * TERM;
      table[at + 1] = pairs.words[at + 1] ?? 0;
    }
    const counts = countsOf(pairs, this.#integers(times.value, keys.length), cut.terms.length);
    const perDocument = numberBytes(this.#documents << 2) + numberBytes(pairs.most) + 1;
    const most = Array.from(counts.documents, (documents) => mostOf(documents, perDocument));
    rows.value = this.#room(most.reduce((sum, each) => sum + each.rows, 0) * ROW);
    rowsEnd.value = rows.value;
    rowBytes.value = ROW_BYTES;
    const begin = most.map(({ bytes }) => this.#room(bytes));
    const places = this.#integers(terms.value, (cut.terms.length * TERM) / INTEGER);
    for (const [term, at] of begin.entries()) places.set([at, at, 0, 0, -1], (term * TERM) / INTEGER);
    return counts.words;
  }

  /** Those of each term, in order. */
  #rows({ cut }: KeyedTexts): readonly (readonly PackedTerm[])[] {
    const { terms, rows, rowsEnd } = this.#machine;
    const bytes = this.#bytes;
    const all = cut.terms.map((): PackedTerm[] => []);
    const told = this.#integers(rows.value, (rowsEnd.value - rows.value) / INTEGER);
    for (let at = 0; at < told.length; at += ROW / INTEGER) {
      const [place = 0, start, end, documents = 0] = told.subarray(at, at + ROW / INTEGER);
      const data = bytes.subarray(start, end);
      all[(place - terms.value) / TERM]?.push({ documents, data, places: null });
    }
    return all;
  }
}

/** Each word of a text once, with how often it is there. */
interface WordPairs {
  /** Where the pairs of each text begin, and where those of the last end. */
  readonly starts: Int32Array;
  readonly words: Int32Array;
  /** How often a word is in one text at most. */
  readonly most: number;
}

function pairsOf({ terms, starts, words }: CutTexts): WordPairs {
  const often = new Int32Array(terms.length);
  const pairs = { starts: new Int32Array(starts.length), words: new Int32Array(words.length * 2) };
  let [used, most] = [0, 0];
  for (let text = 0; text + 1 < starts.length; text++) {
    const own = words.subarray(starts[text], starts[text + 1]);
    for (const term of own) often[term] = (often[term] ?? 0) + 1;
    for (const term of own) {
      const times = often[term] ?? 0;
      if (times === 0) continue;
      pairs.words[2 * used] = term;
      pairs.words[2 * used++ + 1] = times;
      most = Math.max(most, times);
      often[term] = 0;
    }
    pairs.starts[text + 1] = used;
  }
  return { starts: pairs.starts, words: pairs.words.subarray(0, 2 * used), most };
}

/** In how many documents each term is, and how often, where `times` documents have each text. */
function countsOf({ starts, words }: WordPairs, times: Int32Array, terms: number) {
  const counts = { documents: new Int32Array(terms), words: new Int32Array(terms) };
  for (const [text, documents] of times.entries()) {
    for (let at = starts[text] ?? 0; at < (starts[text + 1] ?? 0); at++) {
      const [term, often] = [words[2 * at] ?? 0, words[2 * at + 1] ?? 0];
      counts.documents[term] = (counts.documents[term] ?? 0) + documents;
      counts.words[term] = (counts.words[term] ?? 0) + documents * often;
    }
  }
  return counts;
}

/** Bytes of numbers up to `most`, seven bits to a byte. */
const numberBytes = (most: number): number => Math.max(1, Math.ceil((32 - Math.clz32(most)) / 7));

/** What so many documents of a term take at most. */
function mostOf(documents: number, perDocument: number): { readonly rows: number; readonly bytes: number } {
  const rows = Math.ceil((documents * perDocument) / (ROW_BYTES - MORE_FOR_FIRST));
  return { rows, bytes: documents * perDocument + rows * MORE_FOR_FIRST };
}
