import { type Occurrences, type PackedTerm, unpackInto } from '../../documents/words/packed-words.ts';
import { DocBits } from './bits.ts';
import type { ListedTerm } from './term-postings.ts';

/** Where the list stood behind the last document of a segment. */
interface Mark {
  readonly segment: number;
  readonly used: number;
  readonly documentFrequency: number;
  readonly last: number;
  readonly isAscending: boolean;
}

const START: Omit<Mark, 'segment'> = { used: 0, documentFrequency: 0, last: -1, isAscending: true };

/**
 * The list of a term, made of its documents segment by segment; those gone since are left
 * out. It goes on from the list of an earlier state, as far as that was made of the same segments with the same documents gone.
 */
export class PostingList {
  #docs = new Int32Array(0);
  #frequencies = new Uint16Array(0);
  #norms = new Uint8Array(0);
  readonly #gone: DocBits | null;
  readonly #capacity: number;
  readonly #marks: Mark[];
  #used: number;
  #documentFrequency: number;
  /** The document that came last, also one that is no longer there. */
  #last: number;
  #isAscending: boolean;
  #bits: DocBits | null = null;
  /** Whether a later list writes behind the end of this one, in the same memory. */
  #isContinued = false;

  /** Documents are numbered below `capacity`; the list is to be of these segments, in this order. */
  constructor(
    { gone, capacity }: { readonly gone: DocBits | null; readonly capacity: number },
    segments: readonly number[] = [],
    before?: PostingList,
  ) {
    this.#gone = gone;
    this.#capacity = capacity;
    const marks = before !== undefined && before.#gone === gone ? before.#marks : [];
    const same = marks.findIndex(({ segment }, i) => segment !== segments[i]);
    this.#marks = same < 0 ? [...marks] : marks.slice(0, same);
    const { used, documentFrequency, last, isAscending } = this.#marks.at(-1) ?? START;
    this.#used = used;
    this.#documentFrequency = documentFrequency;
    this.#last = last;
    this.#isAscending = isAscending;
    if (before === undefined || used === 0) return;
    const isWhole = same < 0 && used === before.#used;
    // one list only may write behind the end of another, and over none of it
    const end = isWhole && !before.#isContinued ? before.#docs.length : used;
    if (end > used) before.#isContinued = true;
    this.#docs = before.#docs.subarray(0, end);
    this.#frequencies = before.#frequencies.subarray(0, end);
    this.#norms = before.#norms.subarray(0, end);
    const bits = before.#bits;
    if (same < 0 && isAscending && bits !== null && bits.capacity <= capacity) this.#bits = bits;
  }

  /** How many segments it is made of already. */
  get segments(): number {
    return this.#marks.length;
  }

  /** How many documents it has. */
  get documents(): number {
    return this.#used;
  }

  /** What it takes in memory, room for more included. */
  get bytes(): number {
    return (
      this.#docs.byteLength + this.#frequencies.byteLength + this.#norms.byteLength + (this.#bits?.data.length ?? 0)
    );
  }

  /** Makes room for so many documents, which is to be said before any is added. */
  expect(documents: number): void {
    const least = this.#used + documents;
    if (documents === 0 || least <= this.#docs.length) return;
    // a list that grows once will grow with each batch to come: it is not to be written anew each time
    const room = this.#used === 0 ? least : least + roomAhead(least);
    this.#docs = grown(new Int32Array(room), this.#docs);
    this.#frequencies = grown(new Uint16Array(room), this.#frequencies);
    this.#norms = grown(new Uint8Array(room), this.#norms);
  }

  /** More documents, none of which was added before. */
  add(occurrences: Occurrences): void {
    this.#docs.set(occurrences.docs, this.#used);
    this.#frequencies.set(occurrences.frequencies, this.#used);
    this.#norms.set(occurrences.norms, this.#used);
    this.#take(occurrences.docs.length);
  }

  /** The same of documents as they are stored. */
  addPacked(term: PackedTerm): void {
    unpackInto({ docs: this.#docs, frequencies: this.#frequencies, norms: this.#norms }, this.#used, term);
    this.#take(term.documents);
  }

  /** Those that were written behind the last one are of the list, unless they are gone. */
  #take(documents: number): void {
    const [gone, docs, frequencies, norms] = [this.#gone, this.#docs, this.#frequencies, this.#norms];
    const end = this.#used + documents;
    let [used, last, isAscending] = [this.#used, this.#last, this.#isAscending];
    for (let i = used; i < end; i++) {
      const doc = docs[i] ?? 0;
      isAscending &&= doc > last;
      last = doc;
      if (gone?.has(doc)) continue;
      docs[used] = doc;
      frequencies[used] = frequencies[i] ?? 1;
      norms[used++] = norms[i] ?? 0;
    }
    this.#documentFrequency += documents;
    this.#used = used;
    this.#last = last;
    this.#isAscending = isAscending;
  }

  /** All documents of a segment were added. A document stands in one segment only. */
  close(segment: number): void {
    const [used, documentFrequency, last] = [this.#used, this.#documentFrequency, this.#last];
    this.#marks.push({ segment, used, documentFrequency, last, isAscending: this.#isAscending });
  }

  /** The list; nothing may be added afterwards. */
  done(): ListedTerm {
    const used = this.#used;
    if (this.#docs.length - used > roomAhead(used)) {
      this.#docs = this.#docs.slice(0, used);
      this.#frequencies = this.#frequencies.slice(0, used);
      this.#norms = this.#norms.slice(0, used);
    }
    const made = {
      docs: this.#docs.subarray(0, used),
      frequencies: this.#frequencies.subarray(0, used),
      norms: this.#norms.subarray(0, used),
    };
    this.#bits = this.#members(made.docs);
    return {
      ...(this.#isAscending ? made : inArrivalOrder(made, this.#bits)),
      bits: this.#bits,
      documentFrequency: this.#documentFrequency,
    };
  }

  #members(docs: Int32Array): DocBits {
    const before = this.#bits;
    if (before === null) return DocBits.of(docs, this.#capacity);
    const bits = new DocBits(this.#capacity);
    bits.data.set(before.data);
    for (let i = docs.length - 1; i >= 0 && !bits.has(docs[i] ?? 0); i--) bits.add(docs[i] ?? 0);
    return bits;
  }
}

/** How many documents a list of so many may have room for beyond them. */
const roomAhead = (documents: number): number => Math.max(documents >> 3, 64);

function grown<T extends Int32Array | Uint16Array | Uint8Array>(room: T, before: T): T {
  room.set(before);
  return room;
}

type Columns = Pick<ListedTerm, 'docs' | 'frequencies' | 'norms'>;

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
