import type { StringDistance } from '@datasarana/query';
import { editDistance } from '../text/edit-distance.ts';

/** How alike two words are, letter by letter: 1 = the same, 0 = nothing in common. */
type WordDistance = (one: readonly string[], other: readonly string[]) => number;

const farthest = (one: readonly string[], other: readonly string[]): number => Math.max(one.length, other.length);

/** Exchanged neighbours are one edit. */
const damerauLevenshtein: WordDistance = (one, other) =>
  1 - editDistance(one, other, farthest(one, other), true) / Math.min(one.length, other.length);

const levenshtein: WordDistance = (one, other) =>
  1 - editDistance(one, other, farthest(one, other), false) / farthest(one, other);

/** From this likeness on a common beginning counts. */
const ALIKE = 0.7;

/** Jaro's share of letters that stand near to each other in both, and Winkler's addition for a common beginning. */
const jaroWinkler: WordDistance = (one, other) => {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  const { inShort, inLong } = commonLetters(short, long);
  const count = inShort.length;
  if (count === 0) return 0;
  const misplaced = inShort.filter((letter, i) => letter !== inLong[i]).length >> 1;
  const jaro = (count / one.length + count / other.length + (count - misplaced) / count) / 3;
  const differing = short.findIndex((letter, i) => letter !== long[i]);
  const beginning = differing < 0 ? short.length : differing;
  return jaro < ALIKE ? jaro : jaro + Math.min(0.1, 1 / long.length) * beginning * (1 - jaro);
};

/** Letters of both words that are no more than half the longer one apart, in the order of each. */
function commonLetters(short: readonly string[], long: readonly string[]) {
  const reach = Math.max((long.length >> 1) - 1, 0);
  const taken = new Set<number>();
  const inShort = short.filter((letter, at) => {
    for (let i = Math.max(at - reach, 0); i < Math.min(at + reach + 1, long.length); i++) {
      if (taken.has(i) || long[i] !== letter) continue;
      taken.add(i);
      return true;
    }
    return false;
  });
  return { inShort, inLong: long.filter((_, i) => taken.has(i)) };
}

const PAIR = 2;

/** Kondrak's distance of pairs of letters, as Lucene counts it: what stands before a word is a letter, too. */
const ngram: WordDistance = (one, other) => {
  if (one.length < PAIR || other.length < PAIR)
    return other.filter((letter, i) => letter === one[i]).length / farthest(one, other);
  let above = Array.from({ length: one.length + 1 }, (_, i) => i);
  for (const [j, letter] of other.entries()) {
    const row = [j + 1];
    for (const [i, own] of one.entries()) {
      const cost = pairCost([one[i - 1], own], [other[j - 1], letter]);
      row.push(Math.min((row[i] ?? 0) + 1, (above[i + 1] ?? 0) + 1, (above[i] ?? 0) + cost));
    }
    above = row;
  }
  return 1 - (above[one.length] ?? 0) / farthest(one, other);
};

type Pair = readonly [before: string | undefined, letter: string];

/** The share of letters that differ; that both pairs begin their words counts for nothing. */
function pairCost([before, letter]: Pair, [otherBefore, other]: Pair): number {
  const differing = (before === otherBefore ? 0 : 1) + (letter === other ? 0 : 1);
  return differing / (before === undefined && otherBefore === undefined ? 1 : PAIR);
}

/** Ways to tell how alike words are, by the names a suggester knows them by. */
export const WORD_DISTANCES: Readonly<Record<StringDistance, WordDistance>> = {
  internal: damerauLevenshtein,
  damerau_levenshtein: damerauLevenshtein,
  levenshtein,
  jaro_winkler: jaroWinkler,
  ngram,
};
