import { orderOf } from './term-order.ts';

/** Occurrences of terms, those of each one behind the other. */
export interface TermOccurrences {
  /** A document stands there once per occurrence. */
  readonly docs: Int32Array;
  /** Lengths of the documents' fields, one byte as Lucene keeps them. */
  readonly norms: Uint8Array;
  /** Where in the document's text each occurrence stands; null where that is not to be kept. */
  readonly places: Int32Array | null;
}

/** The documents of a segment. */
export interface SegmentSpan {
  /** Those with any word. */
  readonly documents: number;
  /** The first of them and the last; -1 where there is none. */
  readonly span: readonly [first: number, last: number];
}

/** Postings of some documents: those of term `i` stand from `starts[i]` to `starts[i + 1]`. */
export interface Segment extends TermOccurrences, SegmentSpan {
  readonly terms: readonly string[];
  readonly starts: Int32Array;
}

/** Texts cut into words: those of text `i` stand in `words` from `starts[i]` to `starts[i + 1]`, as numbers of `terms`. */
export interface CutTexts {
  readonly terms: readonly string[];
  readonly starts: Int32Array;
  readonly words: Int32Array;
  /** Where each of the words stands in its text; null where that is not to be kept. */
  readonly places: Int32Array | null;
  /** What each text counts to scoring, Lucene's byte. */
  readonly norms: Int32Array;
}

/** Documents in order, and for each the number of its text. */
export interface TextedDocuments {
  readonly docs: Int32Array;
  readonly texts: Int32Array;
}

/** The documents from `first` on that have a text; `held` has the number of each one's text, -1 for none. */
export function documentsWithTexts(held: Int32Array, first: number): TextedDocuments {
  const docs = new Int32Array(held.length);
  const texts = new Int32Array(held.length);
  let count = 0;
  for (let i = 0; i < held.length; i++) {
    const text = held[i] ?? -1;
    if (text < 0) continue;
    docs[count] = first + i;
    texts[count++] = text;
  }
  return { docs: docs.subarray(0, count), texts: texts.subarray(0, count) };
}

/**
 * The same texts, their terms in order: among many terms of a segment one is found by what lies between the first and the last of a row
 * group.
 */
export const inOrderOfTerms = (cut: CutTexts): CutTexts => placedBy(orderOf(cut.terms), cut);

/** The same texts, their terms in an order that is given by their numbers. The numbers in `words` become others. */
export function placedBy(order: Uint32Array, { terms, words, ...rest }: CutTexts): CutTexts {
  const places = new Int32Array(terms.length);
  for (let place = 0; place < order.length; place++) places[order[place] ?? 0] = place;
  for (let at = 0; at < words.length; at++) words[at] = places[words[at] ?? 0] ?? 0;
  return { ...rest, words, terms: Array.from(order, (term) => terms[term] ?? '') };
}

/**
 * Counts the words of texts out to the documents that have them. Millions of postings go through these loops, so they call nothing.
 */
export function countOut(cut: CutTexts, { docs: numbers, texts }: TextedDocuments): Segment {
  const { terms, starts: cuts, words, places: wordPlaces, norms: textNorms } = cut;
  const starts = startsOf(cut, texts);
  const nexts = starts.slice();
  const tokens = starts[terms.length] ?? 0;
  const docs = new Int32Array(tokens);
  const norms = new Uint8Array(tokens);
  const places = wordPlaces && new Int32Array(tokens);
  let documents = 0;
  let [first, last] = [-1, -1];
  for (let i = 0; i < texts.length; i++) {
    const doc = numbers[i] ?? 0;
    const text = texts[i] ?? 0;
    const norm = textNorms[text] ?? 0;
    const from = cuts[text] ?? 0;
    const to = cuts[text + 1] ?? 0;
    if (to > from) {
      if (documents++ === 0) first = doc;
      last = doc;
    }
    for (let at = from; at < to; at++) {
      const term = words[at] ?? 0;
      const next = nexts[term] ?? 0;
      nexts[term] = next + 1;
      docs[next] = doc;
      norms[next] = norm;
      if (places !== null && wordPlaces !== null) places[next] = wordPlaces[at] ?? 0;
    }
  }
  return { terms, starts, docs, norms, places, documents, span: [first, last] };
}

/** Where the postings of each term begin, and where those of the last end. */
function startsOf({ terms, starts: cuts, words }: CutTexts, texts: Int32Array): Int32Array {
  const times = new Int32Array(Math.max(0, cuts.length - 1));
  for (let i = 0; i < texts.length; i++) {
    const text = texts[i] ?? 0;
    times[text] = (times[text] ?? 0) + 1;
  }
  const starts = new Int32Array(terms.length + 1);
  for (let text = 0; text < times.length; text++) {
    for (let at = cuts[text] ?? 0; at < (cuts[text + 1] ?? 0); at++) {
      const term = words[at] ?? 0;
      starts[term + 1] = (starts[term + 1] ?? 0) + (times[text] ?? 0);
    }
  }
  for (let term = 0; term < terms.length; term++) starts[term + 1] = (starts[term + 1] ?? 0) + (starts[term] ?? 0);
  return starts;
}
