import type { Occurrences } from '../../documents/words/packed-words.ts';
import { filled } from '../columns/filled.ts';
import { grown } from '../columns/grown.ts';
import { DocBits } from './bits.ts';
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

/** Makes such a term of its documents, segment by segment. */
export class DenseTermMaker {
  readonly #bits: DocBits;
  readonly #gone: DocBits | null;
  readonly #lengths: Uint8Array;
  #documentFrequency = 0;
  #size = 0;
  #often = { docs: new Int32Array(64), frequencies: new Uint16Array(64) };
  #used = 0;

  /** `lengths` are those of the field, which get what the documents tell; `gone` = documents that are no longer there. */
  constructor(capacity: number, gone: DocBits | null, lengths: Uint8Array) {
    this.#bits = new DocBits(capacity);
    this.#gone = gone;
    this.#lengths = lengths;
  }

  add({ docs, frequencies, norms }: Occurrences): void {
    for (let i = 0; i < docs.length; i++) {
      const [doc, frequency] = [docs[i] ?? 0, frequencies[i] ?? 1];
      if (this.#gone?.has(doc)) continue;
      this.#bits.add(doc);
      this.#lengths[doc] = norms[i] ?? 0;
      this.#size++;
      if (frequency > 1) this.#addOften(doc, frequency);
    }
    this.#documentFrequency += docs.length;
  }

  #addOften(doc: number, frequency: number): void {
    const { docs, frequencies } = this.#often;
    const room = 2 * docs.length;
    if (this.#used === docs.length) this.#often = { docs: grown(docs, room), frequencies: grown(frequencies, room) };
    this.#often.docs[this.#used] = doc;
    this.#often.frequencies[this.#used++] = frequency;
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
  const places = filled(new Uint32Array(docs.length), (at) => at).sort((a, b) => (docs[a] ?? 0) - (docs[b] ?? 0));
  return {
    docs: filled(new Int32Array(docs.length), (i) => docs[places[i] ?? 0] ?? 0),
    frequencies: filled(new Uint16Array(docs.length), (i) => frequencies[places[i] ?? 0] ?? 0),
  };
}
