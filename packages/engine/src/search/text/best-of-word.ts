import { firstOf } from '../../documents/words/impacts.ts';
import { type Occurrences, type PackedTerm, unpackInto } from '../../documents/words/packed-words.ts';
import type { Breath } from '../../store/breath.ts';
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

/** So many are told of a word: the pages that are asked for. */
export const MOST_BEST = 200;

/** So many are looked for at first: the fewer, the sooner no other can be among them. */
export const FIRST_BEST = 20;

/** What each takes in memory. */
export const BEST_BYTES = 48;

interface WantedBest {
  readonly gone: DocBits | null;
  readonly size: FieldSize;
  readonly breath: Breath;
  readonly most?: number;
}

/** Finds the `most` best in the rows of a word as they are stored, without a list of its documents; the same as in the list. */
export async function bestOfWord(
  rows: readonly PackedTerm[],
  { gone, size, breath, most = MOST_BEST }: WantedBest,
): Promise<BestOfWord> {
  const frequency = rows.reduce((sum, { documents }) => sum + documents, 0);
  const scores = new WordScores(idf(size.documents, frequency), lengthFactors(size), { gone, most });
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
  readonly #top: Top<BestDocument>;
  #total = 0;
  /** Behind the highest number so far: of a document behind it a score as high as the last of the best is no better. */
  #end = 0;
  #least = Number.NEGATIVE_INFINITY;

  constructor(weight: number, factors: Float64Array, { gone, most }: { gone: DocBits | null; most: number }) {
    this.#weight = weight;
    this.#factors = factors;
    this.#gone = gone;
    this.#usual = scoresOfFew(weight, factors);
    this.#top = new Top(most, (a, b) => b.score - a.score || a.doc - b.doc);
  }

  add(term: PackedTerm): void {
    if (!this.#mayBeAmong(term)) {
      this.#total += term.documents;
      return;
    }
    const { docs, frequencies, norms } = unpackedRow(term);
    const [usual, gone] = [this.#usual, this.#gone];
    let [end, least, total] = [this.#end, this.#least, this.#total];
    for (let i = 0; i < term.documents; i++) {
      const doc = docs[i] ?? 0;
      if (gone?.has(doc)) continue;
      total++;
      const at = ((frequencies[i] ?? 1) << 8) | (norms[i] ?? 0);
      const score = at < usual.length ? (usual[at] ?? 0) : this.#scoreOf(at);
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

  /** Whether one of the documents may be among the best; how many of them are there is known where none is gone. */
  #mayBeAmong(term: PackedTerm): boolean {
    if (term.impacts === undefined || this.#gone !== null) return true;
    const highest = term.impacts.reduce((most, at) => Math.max(most, this.#scoreOf(at)), 0);
    return highest > this.#least || (highest === this.#least && firstOf(term) < this.#end);
  }

  #scoreOf(at: number): number {
    return Math.fround(termScore(this.#weight, at >> 8, this.#factors[at & 0xff] ?? 1));
  }

  done(): BestOfWord {
    return { total: this.#total, best: this.#top.sorted() };
  }
}

let scratch = rowOf(4096);

/** Good until the next row: to make three arrays for each took a third of the time. */
function unpackedRow(term: PackedTerm): Occurrences {
  if (term.documents > scratch.docs.length) scratch = rowOf(term.documents);
  unpackInto(scratch, 0, term);
  return scratch;
}

function rowOf(documents: number): Occurrences {
  return {
    docs: new Int32Array(documents),
    frequencies: new Uint16Array(documents),
    norms: new Uint8Array(documents),
  };
}
