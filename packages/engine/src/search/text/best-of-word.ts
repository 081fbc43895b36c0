import { type PackedTerm, unpackInto } from '../../documents/words/packed-words.ts';
import { Breath } from '../../store/breath.ts';
import { Top } from '../top.ts';
import type { BestDocument } from './best.ts';
import type { DocBits } from './bits.ts';
import { type FieldSize, idf, lengthFactors, termScore } from './bm25.ts';
import { scoresOfFew } from './usual-scores.ts';

/** The documents one word gives the highest scores, best first, and how many have it. */
export interface BestOfWord {
  readonly total: number;
  /** Before any boost. */
  readonly best: readonly BestDocument[];
}

/** So many are kept of a word: the pages that are asked for. */
export const MOST_BEST = 200;

/** What they take in memory. */
export const BEST_BYTES = 48 * MOST_BEST;

/** Finds them in the rows of a word as they are stored, without a list of its documents; the same as in the list. */
export async function bestOfWord(
  rows: readonly PackedTerm[],
  { gone, size }: { readonly gone: DocBits | null; readonly size: FieldSize },
): Promise<BestOfWord> {
  const frequency = rows.reduce((sum, { documents }) => sum + documents, 0);
  const scores = new WordScores(idf(size.documents, frequency), lengthFactors(size), gone);
  const breath = new Breath();
  for (const row of rows) {
    scores.add(row);
    if (breath.isDue) await breath.take();
  }
  return scores.done();
}

class WordScores {
  readonly #weight: number;
  readonly #factors: Float64Array;
  readonly #gone: DocBits | null;
  readonly #usual: Float32Array;
  readonly #top = new Top<BestDocument>(MOST_BEST, (a, b) => b.score - a.score || a.doc - b.doc);
  #row = rowOf(2048);
  #total = 0;
  /** Behind the highest number so far: of a document behind it a score as high as the last of the best is no better. */
  #end = 0;
  #least = Number.NEGATIVE_INFINITY;

  constructor(weight: number, factors: Float64Array, gone: DocBits | null) {
    this.#weight = weight;
    this.#factors = factors;
    this.#gone = gone;
    this.#usual = scoresOfFew(weight, factors);
  }

  add(term: PackedTerm): void {
    if (term.documents > this.#row.docs.length) this.#row = rowOf(term.documents);
    const { docs, frequencies, norms } = this.#row;
    unpackInto(this.#row, 0, term);
    const [usual, gone] = [this.#usual, this.#gone];
    let [end, least, total] = [this.#end, this.#least, this.#total];
    for (let i = 0; i < term.documents; i++) {
      const doc = docs[i] ?? 0;
      if (gone?.has(doc)) continue;
      total++;
      const at = ((frequencies[i] ?? 1) << 8) | (norms[i] ?? 0);
      const score = at < usual.length ? (usual[at] ?? 0) : this.#scoreAt(at);
      const isLater = doc >= end;
      if (isLater) end = doc + 1;
      if (score < least || (score === least && isLater)) continue;
      this.#top.add({ doc, score });
      least = this.#top.last?.score ?? least;
    }
    this.#end = end;
    this.#least = least;
    this.#total = total;
  }

  #scoreAt(at: number): number {
    return Math.fround(termScore(this.#weight, at >> 8, this.#factors[at & 0xff] ?? 1));
  }

  done(): BestOfWord {
    return { total: this.#total, best: this.#top.sorted() };
  }
}

const rowOf = (documents: number) => ({
  docs: new Int32Array(documents),
  frequencies: new Uint16Array(documents),
  norms: new Uint8Array(documents),
});
