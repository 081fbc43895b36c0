import { termScore } from './bm25.ts';
import type { ListedTerm } from './term-postings.ts';

/** Frequencies below it are nearly all there are. */
const FEW = 4;
const NORMS = 256;

/** The scores a term gives for them: at the frequency times 256 and the byte of the length. */
export function scoresOfFew(weight: number, factors: Float64Array): Float32Array {
  const scores = new Float32Array(FEW * NORMS);
  for (let at = 0; at < scores.length; at++) scores[at] = termScore(weight, at >> 8, factors[at & 0xff] ?? 1);
  return scores;
}

/** The score a term gives each document of a list. */
export function scoresOf({ frequencies, norms }: ListedTerm, weight: number, factors: Float64Array): Float32Array {
  const scores = new Float32Array(frequencies.length);
  const usual = scoresOfFew(weight, factors);
  for (let i = 0; i < scores.length; i++) {
    const at = ((frequencies[i] ?? 1) << 8) | (norms[i] ?? 0);
    scores[i] = usual[at] ?? termScore(weight, at >> 8, factors[at & 0xff] ?? 1);
  }
  return scores;
}
