import { filled } from '../columns/filled.ts';
import type { DocBits } from './bits.ts';
import { DenseTerm, type TermCursor } from './dense-term.ts';
import { placeOf } from './place-of.ts';

/** Where a term occurs: live documents in arrival order, how often, and their field length as a byte. */
export interface ListedTerm {
  readonly docs: Int32Array;
  readonly frequencies: Uint16Array;
  readonly norms: Uint8Array;
  /** The same documents as a set. */
  readonly bits: DocBits;
  /** Documents that had the term, replaced ones included until their segment is merged, as Lucene counts. */
  readonly documentFrequency: number;
}

/** Where a term occurs, as a list or, where it is in very many documents, as a set. */
export type TermPostings = ListedTerm | DenseTerm;

/** Whether it is kept as a set. */
export const isDense = (term: TermPostings): term is DenseTerm => term instanceof DenseTerm;

export const isListed = (term: TermPostings): term is ListedTerm => !isDense(term);

/** How many documents have a term. */
export const documentsOf = (term: TermPostings): number => (isDense(term) ? term.size : term.docs.length);

/** How often a term is in all of them together. */
export function occurrencesOf(term: TermPostings): number {
  if (isDense(term)) return term.often.frequencies.reduce((sum, each) => sum + each - 1, term.size);
  return term.frequencies.reduce((sum, each) => sum + each, 0);
}

/** Reads a term in documents that are asked for one by one, ascending. */
export const cursorOf = (term: TermPostings): TermCursor => (isDense(term) ? term.cursor() : new ListCursor(term));

/** Reads a term in documents in any order, fastest in theirs; null where it is not. */
export function readerOf(term: TermPostings): (doc: number) => Pick<TermCursor, 'frequency' | 'norm'> | null {
  let cursor = cursorOf(term);
  let last = -1;
  return (doc) => {
    if (doc < last) cursor = cursorOf(term);
    last = doc;
    return cursor.seek(doc) ? cursor : null;
  };
}

/** A term as a list, which is written out anew where it is kept as a set: for what is seldom asked of such terms. */
export function listed(term: TermPostings): ListedTerm {
  if (!isDense(term)) return term;
  const { bits, documentFrequency, lengths, size } = term;
  const docs = new Int32Array(size);
  bits.into(docs, 0, bits.capacity);
  const cursor = term.cursor();
  const frequencies = filled(new Uint16Array(size), (at) => (cursor.seek(docs[at] ?? 0) ? cursor.frequency : 0));
  const norms = filled(new Uint8Array(size), (at) => lengths[docs[at] ?? 0] ?? 0);
  return { docs, frequencies, norms, bits, documentFrequency };
}

class ListCursor implements TermCursor {
  readonly #term: ListedTerm;
  #place = 0;

  constructor(term: ListedTerm) {
    this.#term = term;
  }

  seek(doc: number): boolean {
    const { docs } = this.#term;
    this.#place = placeOf(docs, doc, this.#place);
    return docs[this.#place] === doc;
  }

  get frequency(): number {
    return this.#term.frequencies[this.#place] ?? 1;
  }

  get norm(): number {
    return this.#term.norms[this.#place] ?? 0;
  }
}
