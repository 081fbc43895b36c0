import type { DocBits } from '../text/bits.ts';
import type { CodeTest } from './listed.ts';
import type { Matches } from './matches.ts';
import { bitsOfCodes } from './passing-codes.ts';

/** Documents of the codes that pass, where all there ever were are still there: how many is told by the counts of each code. */
export class CodedMatches implements Matches {
  readonly #test: CodeTest;
  readonly size: number;

  constructor(test: CodeTest, counts: Uint32Array) {
    this.#test = test;
    let size = 0;
    for (let code = 0; code < counts.length; code++) if (test.passes[code] === 1) size += counts[code] ?? 0;
    this.size = size;
  }

  first(limit: number): readonly number[] {
    const { codes, passes } = this.#test;
    const docs: number[] = [];
    const most = Math.min(limit, this.size);
    for (let doc = 0; docs.length < most && doc < codes.length; doc++)
      if (passes[codes[doc] ?? 0] === 1) docs.push(doc);
    return docs;
  }

  members(): Int32Array {
    return this.toBits().members();
  }

  toBits(): DocBits {
    return bitsOfCodes(this.#test.codes, this.#test.passes);
  }
}
