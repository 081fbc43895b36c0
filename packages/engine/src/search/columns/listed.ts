import { DocBits } from '../text/bits.ts';
import type { Codes } from './coded.ts';
import { type Matches, matchesOfDocs } from './matches.ts';
import { bitsOfCodes } from './passing-codes.ts';

/** Whether a document passes, by the code of what it has in a column. */
export interface CodeTest {
  readonly codes: Codes;
  /** 1 for each code that passes. */
  readonly passes: Uint8Array;
}

/**
 * Documents by the code of what they have in a column: a question for few values looks at few documents. The column may have gone
 * on since; its documents from `capacity` on are in no list.
 */
export class Listed {
  /** Where the documents of each code begin; one more at the end. */
  readonly #starts: Uint32Array;
  readonly #docs: Uint32Array;
  /** Numbers of the documents in the lists are below. */
  readonly capacity: number;

  /** `base` is how many different codes there are. */
  constructor(codes: Codes, base: number) {
    this.capacity = codes.length;
    this.#starts = new Uint32Array(base + 1);
    this.#docs = new Uint32Array(codes.length);
    const starts = this.#starts;
    for (let doc = 0; doc < codes.length; doc++) {
      const next = (codes[doc] ?? 0) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let code = 1; code <= base; code++) starts[code] = (starts[code] ?? 0) + (starts[code - 1] ?? 0);
    const places = starts.slice();
    for (let doc = 0; doc < codes.length; doc++) {
      const code = codes[doc] ?? 0;
      const place = places[code] ?? 0;
      this.#docs[place] = doc;
      places[code] = place + 1;
    }
  }

  /** The documents with a code, ascending. */
  of(code: number): Uint32Array {
    const start = this.#starts[code] ?? 0;
    return this.#docs.subarray(start, start + this.count(code));
  }

  /** How many documents have a code; none one that came later. */
  count(code: number): number {
    const end = this.#starts[code + 1];
    return end === undefined ? 0 : end - (this.#starts[code] ?? 0);
  }

  /** The documents whose code passes; null when they are too many for their lists to be the shorter way. */
  where(passes: Uint8Array, codes: Codes): DocBits | null {
    let left = this.capacity / SHARE;
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] !== 0) left -= this.count(code);
      if (left < 0) return null;
    }
    const bits = new DocBits(codes.length);
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] === 0) continue;
      for (const doc of this.of(code)) if (doc < codes.length) bits.add(doc);
    }
    for (let doc = this.capacity; doc < codes.length; doc++) if (passes[codes[doc] ?? 0] === 1) bits.add(doc);
    return bits;
  }

  /** How many documents in the lists have a code that passes. */
  countOf(passes: Uint8Array): number {
    let count = 0;
    for (let code = 0; code < passes.length; code++) if (passes[code] !== 0) count += this.count(code);
    return count;
  }

  /** The documents whose code passes that pass the other tests, too. */
  among(test: CodeTest, others: readonly CodeTest[]): Matches {
    const { codes, passes } = test;
    const found: number[] = [];
    const add = (doc: number): void => {
      for (const other of others) if (other.passes[other.codes[doc] ?? 0] !== 1) return;
      found.push(doc);
    };
    let lists = 0;
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] === 0 || this.count(code) === 0) continue;
      lists++;
      for (const doc of this.of(code)) if (doc < codes.length) add(doc);
    }
    for (let doc = this.capacity; doc < codes.length; doc++) if (passes[codes[doc] ?? 0] === 1) add(doc);
    return matchesOfDocs(found, lists <= 1, codes.length);
  }

  /** The documents whose code passes, without a set of them; null where the lists are of another state, or too many. */
  matches(test: CodeTest): Matches | null {
    const { codes, passes } = test;
    if (this.capacity !== codes.length) return null;
    const own: number[] = [];
    for (let code = 0; code < passes.length; code++) if (passes[code] !== 0 && this.count(code) > 0) own.push(code);
    return own.length > MOST_LISTS ? null : new ListedMatches(this, own, test);
  }

  /** Whether so few documents came since that the lists serve. */
  isMostOf(documents: number): boolean {
    return documents - this.capacity <= Math.max(FEW, this.capacity / BEHIND);
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#docs.byteLength;
  }
}

/** Lists whose first documents are looked at together. */
const MOST_LISTS = 256;

/** Documents of some codes: how many there are and the first of them are told by their lists. */
class ListedMatches implements Matches {
  readonly #listed: Listed;
  readonly #own: readonly number[];
  readonly #test: CodeTest;
  readonly size: number;

  constructor(listed: Listed, own: readonly number[], test: CodeTest) {
    this.#listed = listed;
    this.#own = own;
    this.#test = test;
    this.size = own.reduce((sum, code) => sum + listed.count(code), 0);
  }

  first(limit: number): readonly number[] {
    const [only, ...more] = this.#own;
    if (only !== undefined && more.length === 0) return [...this.#listed.of(only).subarray(0, limit)];
    if (limit * this.#own.length > MOST_MERGED) return this.toBits().first(limit);
    const docs = this.#own.flatMap((code) => [...this.#listed.of(code).subarray(0, limit)]);
    return docs.sort((a, b) => a - b).slice(0, limit);
  }

  members(): Int32Array {
    const [only, ...more] = this.#own;
    if (only !== undefined && more.length === 0) return Int32Array.from(this.#listed.of(only));
    return this.toBits().members();
  }

  toBits(): DocBits {
    const { codes, passes } = this.#test;
    return this.#listed.where(passes, codes) ?? bitsOfCodes(codes, passes);
  }
}

/** Documents that are put in order sooner than a set is made. */
const MOST_MERGED = 4096;

/** To add one document to a set takes as long as to look at so many one after the other. */
const SHARE = 4;

/** Lists are made anew when more than so many documents, and more than this part of them, came since. */
const FEW = 8192;
const BEHIND = 16;

/** What a document, and a code, takes in such lists. */
export const LISTED_BYTES = Uint32Array.BYTES_PER_ELEMENT;
