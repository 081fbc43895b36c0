import { termScore } from './bm25.ts';

/** Frequencies below it are nearly all there are. */
const FEW = 4;
const NORMS = 256;

/** The scores a term gives for them: at the frequency times 256 and the byte of the length. */
export const scoresOfFew = (weight: number, factors: Float64Array): Float32Array =>
  Float32Array.from({ length: FEW * NORMS }, (_, at) =>
    termScore(weight, Math.trunc(at / NORMS), factors[at % NORMS] ?? 1),
  );
