/**
 * BM25 as one shard of OpenSearch 2.x scores: Lucene's LegacyBM25Similarity (with the factor k1 + 1), k1 1.2, b 0.75,
 * field length kept in one byte. https://github.com/apache/lucene BM25Similarity, SmallFloat
 */
export const K1 = 1.2;
export const B = 0.75;

/** Documents and tokens of a field. */
export interface FieldSize {
  readonly documents: number;
  readonly tokens: number;
  /** Texts of the field count as one word long each (`norms: false`). */
  readonly lengthless?: boolean;
}

/** The highest frequency of a term in a document that is told from others. */
export const HIGHEST_FREQUENCY = 65_535;

export const idf = (documents: number, withTerm: number): number =>
  Math.log(1 + (documents - withTerm + 0.5) / (withTerm + 0.5));

/** Field length by its byte: Lucene's SmallFloat.byte4ToInt. */
export const LENGTHS: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  const exact = 24;
  if (byte < exact) return byte;
  const value = byte - exact;
  const shift = (value >>> 3) - 1;
  return exact + (shift < 0 ? value & 7 : ((value & 7) | 8) * 2 ** shift);
});

/** The byte a field length is kept in, the last one whose length is not above it: Lucene's `SmallFloat.intToByte4`. */
export function lengthByte(length: number): number {
  const rest = length - 24;
  if (rest < 0) return length;
  const bits = 32 - Math.clz32(rest);
  if (bits < 4) return 24 + rest;
  return 24 + (((rest >>> (bits - 4)) & 7) | ((bits - 3) << 3));
}

/** The part of the denominator that depends on the document's length, by its byte. */
export function lengthFactors({ documents, tokens, lengthless = false }: FieldSize): Float64Array {
  const average = documents === 0 ? 1 : Math.fround(tokens / documents);
  const factors = new Float64Array(LENGTHS.length);
  for (let byte = 0; byte < factors.length; byte++) {
    factors[byte] = K1 * (1 - B + (B * (lengthless ? 1 : (LENGTHS[byte] ?? 0))) / average);
  }
  return factors;
}

export const termScore = (weight: number, frequency: number, lengthFactor: number): number =>
  (weight * (K1 + 1) * frequency) / (frequency + lengthFactor);

/** The score that was asked about last, for hits of a page often have the same. */
let last = { score: 0, text: 0 };

/** The shortest decimal that reads back as the same 32-bit float, as Java prints a score. */
export function floatText(score: number): number {
  if (score !== last.score) last = { score, text: shortestText(Math.fround(score)) };
  return last.text;
}

function shortestText(float: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(float.toPrecision(digits));
    if (Math.fround(short) === float) return short;
  }
  return float;
}
