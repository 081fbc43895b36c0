/** Where a term occurs in one segment: a document stands there once per occurrence, `norms` is its length as a byte. */
export interface SegmentPostings {
  readonly docs: Int32Array;
  readonly norms: Uint8Array;
}

interface Place {
  /** First byte of its list. */
  readonly at: number;
  readonly occurrences: number;
}

/** What a term takes beside its list. */
const TERM_BYTES = 128;

/** About how many bytes a packed segment will take. */
export const packedBytes = (size: {
  readonly documents: number;
  readonly tokens: number;
  readonly terms: number;
}): number => size.tokens * 1.25 + size.documents + size.terms * TERM_BYTES;

const NOWHERE: Place = { at: 0, occurrences: 0 };

/**
 * All postings of one segment, packed: of each list, in the order of its documents, the differences from one to the next, seven bits
 * to a byte, and the lengths once per document. About a byte per occurrence where SQL's lists take five.
 */
export class PackedSegment {
  readonly #places: ReadonlyMap<string, Place>;
  readonly #data: Uint8Array;
  readonly #first: number;
  readonly #norms: Uint8Array;
  /** About what this takes. */
  readonly bytes: number;

  constructor(places: ReadonlyMap<string, Place>, data: Uint8Array, first: number, norms: Uint8Array) {
    this.#places = places;
    this.#data = data;
    this.#first = first;
    this.#norms = norms;
    this.bytes = data.length + norms.length + places.size * TERM_BYTES;
  }

  /** How often a term occurs. */
  occurrences(term: string): number {
    return this.#places.get(term)?.occurrences ?? 0;
  }

  /** Where a term occurs, in the order of the documents. */
  of(term: string): SegmentPostings {
    const { at: start, occurrences } = this.#places.get(term) ?? NOWHERE;
    const [docs, norms] = [new Int32Array(occurrences), new Uint8Array(occurrences)];
    const data = this.#data;
    let [at, doc] = [start, 0];
    for (let i = 0; i < occurrences; i++) {
      let byte = data[at++] ?? 0;
      let packed = byte & 0x7f;
      for (let shift = 7; byte > 0x7f; shift += 7) {
        byte = data[at++] ?? 0;
        packed |= (byte & 0x7f) << shift;
      }
      doc += packed;
      docs[i] = doc;
      norms[i] = this.#norms[doc - this.#first] ?? 0;
    }
    return { docs, norms };
  }
}

/** Packs the lists of a segment one after another. */
export class SegmentPacker {
  readonly #places = new Map<string, Place>();
  #data: Uint8Array;
  #used = 0;
  #first = 0;
  #norms = new Uint8Array(0);

  /** `occurrences` in the whole segment, about. */
  constructor(occurrences: number) {
    this.#data = new Uint8Array(Math.ceil(occurrences * 1.25) + 64);
  }

  add(term: string, { docs: given, norms }: SegmentPostings): void {
    const docs = ascending(given);
    this.#places.set(term, { at: this.#used, occurrences: docs.length });
    this.#makeRoom(docs.length * 5);
    const data = this.#data;
    let used = this.#used;
    let before = 0;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      let packed = doc - before;
      before = doc;
      while (packed > 0x7f) {
        data[used++] = (packed & 0x7f) | 0x80;
        packed >>>= 7;
      }
      data[used++] = packed;
    }
    this.#used = used;
    this.#keepNorms(given, norms);
  }

  done(): PackedSegment {
    return new PackedSegment(this.#places, this.#data.slice(0, this.#used), this.#first, this.#norms);
  }

  #makeRoom(most: number): void {
    const needed = this.#used + most;
    if (needed <= this.#data.length) return;
    const larger = new Uint8Array(Math.max(needed, this.#data.length * 2));
    larger.set(this.#data.subarray(0, this.#used));
    this.#data = larger;
  }

  #keepNorms(docs: Int32Array, norms: Uint8Array): void {
    let [low, high] = [Number.POSITIVE_INFINITY, -1];
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      if (doc < low) low = doc;
      if (doc > high) high = doc;
    }
    if (high < 0) return;
    this.#cover(low, high);
    for (let i = 0; i < docs.length; i++) this.#norms[(docs[i] ?? 0) - this.#first] = norms[i] ?? 0;
  }

  /** Lengths of the documents between these get room, a good deal at once. */
  #cover(low: number, high: number): void {
    const size = this.#norms.length;
    if (size > 0 && low >= this.#first && high < this.#first + size) return;
    const first = size === 0 ? low : Math.min(low, this.#first);
    const end = Math.max(high + 1, this.#first + size);
    const room = new Uint8Array(Math.max(end - first, size === 0 ? 0 : Math.min(2 * size, size + 1024 * 1024)));
    if (size > 0) room.set(this.#norms, this.#first - first);
    this.#first = first;
    this.#norms = room;
  }
}

/**
 * The numbers in ascending order. SQL's threads leave them in runs, one for each stretch of documents that a thread took, which only
 * have to be put one behind the other.
 */
function ascending(docs: Int32Array): Int32Array {
  const starts = [0];
  for (let i = 1; i < docs.length; i++) if ((docs[i] ?? 0) < (docs[i - 1] ?? 0)) starts.push(i);
  if (starts.length === 1) return docs;
  const runs = starts.map((start, i) => docs.subarray(start, starts[i + 1])).sort(([a = 0], [b = 0]) => a - b);
  const ordered = new Int32Array(docs.length);
  let [used, last, isOrdered] = [0, -1, true];
  for (const run of runs) {
    isOrdered &&= last < (run[0] ?? 0);
    last = run.at(-1) ?? last;
    ordered.set(run, used);
    used += run.length;
  }
  return isOrdered ? ordered : ordered.sort();
}
