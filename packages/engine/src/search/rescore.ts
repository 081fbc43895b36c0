import type { Rescore, RescoreMode } from '@datasarana/query';
import { eachScored, type IndexPart, openPart, type PartContext } from './part.ts';
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

const best = (a: Scored, b: Scored): number => b.score - a.score || a.doc - b.doc;

/** The part with the scores of its best matches changed; the others' are weighed, as in OpenSearch. */
export async function rescored(
  part: IndexPart,
  rescores: readonly Rescore[],
  context: PartContext,
): Promise<IndexPart> {
  let made = part;
  for (const rescore of rescores) made = await rescoredOnce(made, rescore, context);
  return made;
}

async function rescoredOnce(part: IndexPart, rescore: Rescore, context: PartContext): Promise<IndexPart> {
  const top = new Top<Scored>(rescore.window, best);
  const { connection } = context;
  await eachScored(part, connection, [], (doc, score) => top.add({ doc, score }));
  const window = new Map(top.sorted().map(({ doc, score }) => [doc, score * rescore.queryWeight]));
  const second = await openPart(part.layout, rescore.query, { ...context, scored: true });
  const found = new Map<number, number>();
  await eachScored(second, connection, [], (doc, score) => {
    const first = window.get(doc);
    if (first !== undefined) found.set(doc, MODES[rescore.mode](first, score * rescore.rescoreWeight));
  });
  const { scorer } = part;
  return {
    ...part,
    constant: null,
    scored: null,
    scorer: {
      columns: scorer.columns,
      score: (doc, outcome) => found.get(doc) ?? scorer.score(doc, outcome) * rescore.queryWeight,
    },
  };
}
