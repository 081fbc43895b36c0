/** What a hit was found worth; null where nobody said. */
export type Rating = number | null;

/** What is measured of one search. */
export interface Measured {
  readonly score: number;
  readonly details: Readonly<Record<string, number>>;
}

/** One way to measure a ranking. */
export interface Metric {
  readonly name: string;
  /** So many of the first hits are looked at. */
  readonly k: number;
  /** `all` are the ratings of a search, whether their documents were found or not. */
  readonly measure: (found: readonly Rating[], all: readonly number[]) => Measured;
}

const unrated = (found: readonly Rating[]): number => found.filter((rating) => rating === null).length;
const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** How many of the hits are relevant. */
export function precision(found: readonly Rating[], threshold: number, ignoreUnlabeled: boolean): Measured {
  const relevant = found.filter((rating) => rating !== null && rating >= threshold).length;
  const retrieved = ignoreUnlabeled ? found.length - unrated(found) : found.length;
  return {
    score: share(relevant, retrieved),
    details: { relevant_docs_retrieved: relevant, docs_retrieved: retrieved },
  };
}

/** How many of the relevant documents are among the hits. */
export function recall(found: readonly Rating[], all: readonly number[], threshold: number): Measured {
  const relevant = found.filter((rating) => rating !== null && rating >= threshold).length;
  const there = all.filter((rating) => rating >= threshold).length;
  return { score: share(relevant, there), details: { relevant_docs_retrieved: relevant, relevant_docs: there } };
}

/** One by the place of the first relevant hit. */
export function reciprocalRank(found: readonly Rating[], threshold: number): Measured {
  const first = found.findIndex((rating) => rating !== null && rating >= threshold) + 1;
  return { score: first === 0 ? 0 : 1 / first, details: { first_relevant: first === 0 ? -1 : first } };
}

const gains = (ratings: readonly Rating[]): number =>
  ratings.reduce<number>(
    (sum, rating, i) => sum + (rating === null ? 0 : (2 ** rating - 1) / (Math.log(i + 2) / Math.LN2)),
    0,
  );

/** Discounted cumulative gain (Järvelin and Kekäläinen), by that of the best order where it is normalized. */
export function gain(
  found: readonly Rating[],
  all: readonly number[],
  { normalize, unknown }: { readonly normalize: boolean; readonly unknown: Rating },
): Measured {
  const dcg = gains(found.map((rating) => rating ?? unknown));
  const rest = { unrated_docs: unrated(found) };
  if (!normalize) return { score: dcg, details: { dcg, ...rest } };
  const ideal = gains(all.toSorted((a, b) => b - a).slice(0, found.length));
  const score = share(dcg, ideal);
  const shown = ideal === 0 ? {} : { ideal_dcg: ideal, normalized_dcg: score };
  return { score, details: { dcg, ...shown, ...rest } };
}

/** Expected reciprocal rank (Chapelle and others): where a reader stops who reads until content. */
export function expectedRank(
  found: readonly Rating[],
  { most, unknown }: { readonly most: number; readonly unknown: Rating },
): Measured {
  let [goesOn, score] = [1, 0];
  for (const [i, rating] of found.map((each) => each ?? unknown).entries()) {
    if (rating === null) continue;
    const stops = (2 ** rating - 1) / 2 ** most;
    score += (goesOn * stops) / (i + 1);
    goesOn *= 1 - stops;
  }
  return { score, details: { unrated_docs: unrated(found) } };
}
