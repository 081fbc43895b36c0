import type { FunctionScoreCondition } from './condition.ts';
import { type Explain, node, type Surroundings } from './explanation.ts';
import type { Explanation } from './response.ts';
import {
  boosted,
  type FunctionValue,
  factorOf,
  functionColumns,
  LARGEST_FLOAT,
  valuesOf,
} from './text/function-score.ts';
import { resolve } from './text/resolve.ts';
import { ScoreFaults } from './text/score-faults.ts';
import { visitMatches } from './text/visit.ts';

const TOLD = {
  multiply: 'function score, product of:',
  replace: 'replace of:',
  sum: 'sum of',
  avg: 'avg of',
  max: 'max of',
  min: 'min of',
} as const;

/** The query's score, and what the functions make of it; `of` explains the query. */
export async function explainFunctionScore(
  condition: FunctionScoreCondition,
  outer: number,
  of: Explain,
  { context, few }: Surroundings,
): Promise<Explain> {
  const columns = await functionColumns(condition, context, resolve);
  const values = new Map<number, readonly FunctionValue[]>();
  const scores = new Map<number, number>();
  const faults = new ScoreFaults(condition.functions, context.postings.capacity);
  const matches = await resolve(condition.of, { ...context, scored: true });
  await visitMatches(matches, { ...context, docs: few }, columns, (doc, score, read) => {
    values.set(doc, valuesOf(condition, read, faults.of(doc)));
    faults.check(doc);
    scores.set(doc, score);
  });
  return (doc) => {
    const [query, score, given] = [of(doc), scores.get(doc), values.get(doc)];
    if (query === null || score === undefined || given === undefined) return null;
    if (condition.functions.length === 0) return query;
    const factor = factorOf(condition.scoreMode, given);
    const most = condition.maxBoost ?? LARGEST_FLOAT;
    const total = boosted(condition.boostMode, score, Math.min(factor, most));
    if (condition.minScore !== undefined && !(total >= condition.minScore)) return null;
    const parts = given.map((each) => ofFunction(each));
    const combined = node(factor, `function score, score mode [${condition.scoreMode}]`, parts);
    const limited = node(Math.min(factor, most), 'min of:', [combined, node(most, 'maxBoost')]);
    return node((total / condition.outer) * outer, TOLD[condition.boostMode], [query, limited]);
  };
}

const ofFunction = ({ value, weight, isFiltered }: FunctionValue): Explanation => {
  const product = node(value * weight, 'product of:', [node(value, 'function'), node(weight, 'weight')]);
  if (!isFiltered) return product;
  return node(value * weight, 'function score, product of:', [node(1, 'match filter'), product]);
};
