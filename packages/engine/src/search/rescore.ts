import type { Rescore, RescoreMode } from '@datasarana/query';
import { eachScored, type IndexPart, openPart, type PartContext } from './part.ts';
import type { Scorer } from './predicate.ts';
import { Top } from './top.ts';

interface Scored {
  readonly doc: number;
  readonly score: number;
}

const MODES: Readonly<Record<RescoreMode, (first: number, second: number) => number>> = {
  total: (first, second) => first + second,
  multiply: (first, second) => first * second,
  avg: (first, second) => (first + second) / 2,
  max: Math.max,
  min: Math.min,
};

const { fround } = Math;

/** Scores have 32 bits at each step, or what is the same would stand in another order. */
const weighed = (score: number, weight: number): number => fround(fround(score) * fround(weight));

const isBetter = (a: Scored, b: Scored): number => b.score - a.score || a.doc - b.doc;

/**
 * The part with the scores of its best matches changed; the others' are weighed, as in OpenSearch. What was not among the
 * best `wanted`, or in a window, before does not come among them because the scores of others fell.
 */
export async function rescored(
  part: IndexPart,
  rescores: readonly Rescore[],
  context: PartContext,
  wanted: number,
): Promise<IndexPart> {
  const kept = Math.max(wanted, ...rescores.map(({ window }) => window));
  const best = Number.isFinite(kept) ? await bestOf(part, kept, context) : null;
  let made = part;
  for (const rescore of rescores) made = await rescoredOnce(made, rescore, context, best);
  if (best === null) return made;
  const { scorer } = made;
  const score: Scorer['score'] = (doc, outcome) =>
    best.has(doc) ? scorer.score(doc, outcome) : Number.NEGATIVE_INFINITY;
  return { ...made, scorer: { ...scorer, score } };
}

/** Scores by document. */
type Scores = ReadonlyMap<number, number>;

/** The best matches by their scores, of all of them or some. */
async function bestOf(
  part: IndexPart,
  count: number,
  { connection }: PartContext,
  some: Scores | null = null,
): Promise<Scores> {
  const top = new Top<Scored>(count, isBetter);
  await eachScored(part, connection, [], (doc, score) => {
    if (some === null || some.has(doc)) top.add({ doc, score });
  });
  return new Map(top.sorted().map(({ doc, score }) => [doc, score]));
}

async function rescoredOnce(
  part: IndexPart,
  rescore: Rescore,
  context: PartContext,
  some: Scores | null,
): Promise<IndexPart> {
  const window = await bestOf(part, rescore.window, context, some);
  const second = await openPart(part.layout, rescore.query, { ...context, scored: true });
  const found = new Map<number, number>();
  await eachScored(second, context.connection, [], (doc, score) => {
    const first = window.get(doc);
    if (first === undefined) return;
    found.set(
      doc,
      fround(MODES[rescore.mode](weighed(first, rescore.queryWeight), weighed(score, rescore.rescoreWeight))),
    );
  });
  const { scorer } = part;
  return {
    ...part,
    constant: null,
    scored: null,
    scorer: {
      columns: scorer.columns,
      score: (doc, outcome) => found.get(doc) ?? weighed(scorer.score(doc, outcome), rescore.queryWeight),
    },
  };
}
