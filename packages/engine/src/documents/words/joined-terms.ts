import { DocBits } from '../../search/text/bits.ts';
import { GrowingIntegers } from './growing-integers.ts';
import { FoundPlaces, isPlaced, type PackedTerm, unpacked } from './packed-words.ts';
import type { Segment, TermOccurrences } from './segment.ts';

/** A document that has a term. */
interface Entry {
  readonly doc: number;
  readonly frequency: number;
  readonly norm: number;
}

/** Puts what several segments have of a term together, without removed documents and in the order of those that are left. */
export class JoinedTerms {
  readonly #removed: DocBits;
  readonly #kept: DocBits;
  #span: Segment['span'] = [-1, -1];
  /** Occurrences of all terms. */
  tokens = 0;

  /** Documents are numbered below `capacity`. */
  constructor(removed: DocBits, capacity: number) {
    this.#removed = removed;
    this.#kept = new DocBits(capacity);
  }

  /** Documents with any term. */
  get documents(): number {
    return this.#kept.size;
  }

  /** The first of them and the last. */
  get span(): Segment['span'] {
    return this.#span;
  }

  /** Where a term occurs, by all that is packed of it; with its places where all of that tells them. */
  of(parts: readonly PackedTerm[]): TermOccurrences {
    const entries = parts.flatMap((part) => this.#entriesOf(part)).sort((a, b) => a.doc - b.doc);
    this.#note(entries);
    const found = new FoundPlaces(Int32Array.from(entries, ({ doc }) => doc));
    const placed = parts.filter(isPlaced);
    const isTold = placed.length === parts.length;
    if (isTold) for (const part of placed) found.add(part);
    const [docs, norms, places] = [new GrowingIntegers(), new GrowingIntegers(), new GrowingIntegers()];
    for (const [i, { doc, frequency, norm }] of entries.entries()) {
      const own = isTold ? found.of(i) : new Array<number>(frequency).fill(0);
      for (const place of own) {
        docs.push(doc);
        norms.push(norm);
        places.push(place);
      }
    }
    this.tokens += docs.length;
    return { docs: docs.values, norms: Uint8Array.from(norms.values), places: isTold ? places.values : null };
  }

  #entriesOf(part: PackedTerm): readonly Entry[] {
    const { docs, frequencies, norms } = unpacked(part);
    const entries: Entry[] = [];
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] ?? 0;
      if (!this.#removed.has(doc)) entries.push({ doc, frequency: frequencies[i] ?? 1, norm: norms[i] ?? 0 });
    }
    return entries;
  }

  #note(entries: readonly Entry[]): void {
    for (const { doc } of entries) this.#kept.add(doc);
    const [first, last] = this.#span;
    const [lowest = -1, highest = -1] = [entries[0]?.doc, entries.at(-1)?.doc];
    if (lowest < 0) return;
    this.#span = [first < 0 ? lowest : Math.min(first, lowest), Math.max(last, highest)];
  }
}
