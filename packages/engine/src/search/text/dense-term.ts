import { grown } from '../columns/grown.ts';
import { DocBits } from './bits.ts';
import { HIGHEST_FREQUENCY } from './bm25.ts';
import { placeOf } from './place-of.ts';

/** Reads a term document by document. */
export interface TermCursor {
  /** Goes to a document, none before the last one; whether it has the term. */
  seek(doc: number): boolean;
  /** How often the document has the term. */
  readonly frequency: number;
  /** Length of its field as a byte. */
  readonly norm: number;
}

/** Documents that have a term more than once, ascending, and how often. */
interface Often {
  readonly docs: Int32Array;
  readonly frequencies: Uint16Array;
}

/**
 * A term of so many documents that its list would not be kept: a bit for each document there is, the lengths of all texts of the field
 * in a table that its terms share, and how often the term is in the few documents that have it more than once. A document takes an
 * eighth of a byte where a list takes seven.
 */
export class DenseTerm {
  readonly bits: DocBits;
  readonly documentFrequency: number;
  readonly size: number;
  /** Lengths as bytes, by document. */
  readonly lengths: Uint8Array;
  readonly often: Often;

  constructor(given: Pick<DenseTerm, 'bits' | 'documentFrequency' | 'size' | 'lengths' | 'often'>) {
    this.bits = given.bits;
    this.documentFrequency = given.documentFrequency;
    this.size = given.size;
    this.lengths = given.lengths;
    this.often = given.often;
  }

  /** What it takes in memory without the lengths, which are not its own. */
  get bytes(): number {
    return this.bits.data.length + this.often.docs.byteLength + this.often.frequencies.byteLength;
  }

  cursor(): TermCursor {
    return new DenseCursor(this);
  }
}

class DenseCursor implements TermCursor {
  readonly #term: DenseTerm;
  /** Place among the documents that have the term more than once. */
  #place = 0;
  frequency = 0;
  norm = 0;

  constructor(term: DenseTerm) {
    this.#term = term;
  }

  seek(doc: number): boolean {
    const { bits, often, lengths } = this.#term;
    if (!bits.has(doc)) return false;
    this.#place = placeOf(often.docs, doc, this.#place);
    this.frequency = often.docs[this.#place] === doc ? (often.frequencies[this.#place] ?? 1) : 1;
    this.norm = lengths[doc] ?? 0;
    return true;
  }
}

/** Makes such a term of its occurrences, segment by segment; those of a document are neighbours. */
export class DenseTermMaker {
  readonly #bits: DocBits;
  readonly #gone: DocBits | null;
  readonly #lengths: Uint8Array;
  #documentFrequency = 0;
  #size = 0;
  /** The document that came last, and whether it is still there. */
  #last = -1;
  #isKept = false;
  #often = { docs: new Int32Array(64), frequencies: new Uint16Array(64) };
  #used = 0;

  /** `lengths` are those of the field, which get what the occurrences tell; `gone` = documents that are no longer there. */
  constructor(capacity: number, gone: DocBits | null, lengths: Uint8Array) {
    this.#bits = new DocBits(capacity);
    this.#gone = gone;
    this.#lengths = lengths;
  }

  add(docs: Int32Array, norms: Uint8Array): void {
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      if (doc !== this.#last) this.#begin(doc, norms[i] ?? 0);
      else if (this.#isKept) this.#again(doc);
    }
  }

  #begin(doc: number, norm: number): void {
    this.#last = doc;
    this.#documentFrequency++;
    this.#isKept = this.#gone === null || !this.#gone.has(doc);
    if (!this.#isKept) return;
    this.#bits.add(doc);
    this.#lengths[doc] = norm;
    this.#size++;
  }

  #again(doc: number): void {
    const { docs, frequencies } = this.#often;
    const last = this.#used - 1;
    if (docs[last] === doc && last >= 0) {
      frequencies[last] = Math.min((frequencies[last] ?? 0) + 1, HIGHEST_FREQUENCY);
      return;
    }
    const room = 2 * docs.length;
    if (this.#used === docs.length) this.#often = { docs: grown(docs, room), frequencies: grown(frequencies, room) };
    this.#often.docs[this.#used] = doc;
    this.#often.frequencies[this.#used++] = 2;
  }

  done(): DenseTerm {
    const docs = this.#often.docs.slice(0, this.#used);
    const frequencies = this.#often.frequencies.slice(0, this.#used);
    return new DenseTerm({
      bits: this.#bits,
      documentFrequency: this.#documentFrequency,
      size: this.#size,
      lengths: this.#lengths,
      often: isAscending(docs) ? { docs, frequencies } : inOrder({ docs, frequencies }),
    });
  }
}

const isAscending = (docs: Int32Array): boolean => docs.every((doc, i) => i === 0 || doc > (docs[i - 1] ?? 0));

/** Segments that were merged do not come in the order of their documents. */
function inOrder({ docs, frequencies }: Often): Often {
  const places = Uint32Array.from(docs, (_, i) => i).sort((a, b) => (docs[a] ?? 0) - (docs[b] ?? 0));
  return {
    docs: Int32Array.from(places, (place) => docs[place] ?? 0),
    frequencies: Uint16Array.from(places, (place) => frequencies[place] ?? 0),
  };
}
