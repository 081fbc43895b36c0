import { DocBits } from '../text/bits.ts';
import type { Codes } from './coded.ts';

/** Documents by the code of what they have in a column: a question for few values looks at few documents. */
export class Listed {
  /** Where the documents of each code begin; one more at the end. */
  readonly #starts: Uint32Array;
  readonly #docs: Uint32Array;

  /** `base` is how many different codes there are. */
  constructor(codes: Codes, base: number) {
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
    return this.#docs.subarray(this.#starts[code], this.#starts[code + 1]);
  }

  /** How many documents have a code. */
  count(code: number): number {
    return (this.#starts[code + 1] ?? 0) - (this.#starts[code] ?? 0);
  }

  /** The documents whose code passes; null when they are too many for their lists to be the shorter way. */
  where(passes: Uint8Array): DocBits | null {
    let left = this.#docs.length / SHARE;
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] !== 0) left -= this.count(code);
      if (left < 0) return null;
    }
    const bits = new DocBits(this.#docs.length);
    for (let code = 0; code < passes.length; code++) {
      if (passes[code] === 0) continue;
      const end = this.#starts[code + 1] ?? 0;
      for (let at = this.#starts[code] ?? 0; at < end; at++) bits.add(this.#docs[at] ?? 0);
    }
    return bits;
  }

  get byteLength(): number {
    return this.#starts.byteLength + this.#docs.byteLength;
  }
}

/** To add one document to a set takes as long as to look at so many one after the other. */
const SHARE = 4;

/** What a document, and a code, takes in such lists. */
export const LISTED_BYTES = Uint32Array.BYTES_PER_ELEMENT;
