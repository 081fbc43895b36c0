import { DocBits } from './bits.ts';
import type { TermPostings } from './postings-source.ts';

/** The list of a term, made of its occurrences segment by segment: equal neighbours become a frequency, documents gone since are left out. */
export class PostingList {
  readonly #docs: Int32Array;
  readonly #frequencies: Uint16Array;
  readonly #norms: Uint8Array;
  readonly #gone: DocBits | null;
  readonly #capacity: number;
  #used = 0;
  #documentFrequency = 0;
  /** The document that came last, and whether it is still there. */
  #last = -1;
  #isKept = false;
  #isAscending = true;

  /** `occurrences` at most; documents are numbered below `capacity`. */
  constructor(occurrences: number, gone: DocBits | null, capacity: number) {
    this.#docs = new Int32Array(occurrences);
    this.#frequencies = new Uint16Array(occurrences);
    this.#norms = new Uint8Array(occurrences);
    this.#gone = gone;
    this.#capacity = capacity;
  }

  /** One more occurrence, in a document whose length is `norm`. */
  add(doc: number, norm: number): void {
    if (doc === this.#last) {
      if (this.#isKept) this.#again();
      return;
    }
    this.#documentFrequency++;
    this.#isAscending &&= doc > this.#last;
    this.#last = doc;
    this.#isKept = this.#gone === null || !this.#gone.has(doc);
    if (!this.#isKept) return;
    const used = this.#used++;
    this.#docs[used] = doc;
    this.#frequencies[used] = 1;
    this.#norms[used] = norm;
  }

  #again(): void {
    const last = this.#used - 1;
    this.#frequencies[last] = Math.min((this.#frequencies[last] ?? 0) + 1, MOST);
  }

  /** The list; nothing may be added afterwards. */
  done(): TermPostings {
    const used = this.#used;
    const isFull = used === this.#docs.length;
    const made = {
      docs: isFull ? this.#docs : this.#docs.slice(0, used),
      frequencies: isFull ? this.#frequencies : this.#frequencies.slice(0, used),
      norms: isFull ? this.#norms : this.#norms.slice(0, used),
    };
    const bits = DocBits.of(made.docs, this.#capacity);
    return {
      ...(this.#isAscending ? made : inArrivalOrder(made, bits)),
      bits,
      documentFrequency: this.#documentFrequency,
    };
  }
}

/** The highest frequency that is told from others. */
const MOST = 65_535;

type Columns = Pick<TermPostings, 'docs' | 'frequencies' | 'norms'>;

/** By ascending number: segments that were merged do not come in order. */
function inArrivalOrder({ docs, frequencies, norms }: Columns, bits: DocBits): Columns {
  const places = new Int32Array(bits.capacity);
  for (let i = 0; i < docs.length; i++) places[docs[i] ?? 0] = i;
  const sorted = {
    docs: new Int32Array(docs.length),
    frequencies: new Uint16Array(docs.length),
    norms: new Uint8Array(docs.length),
  };
  let used = 0;
  bits.each((doc) => {
    const place = places[doc] ?? 0;
    sorted.docs[used] = doc;
    sorted.frequencies[used] = frequencies[place] ?? 0;
    sorted.norms[used++] = norms[place] ?? 0;
  });
  return sorted;
}
