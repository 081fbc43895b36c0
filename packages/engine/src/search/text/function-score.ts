import type { FunctionScoreCondition } from '../condition.ts';
import { predicate } from '../predicate.ts';
import { type Sql, sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import type { ResolveContext, Resolved } from './resolved.ts';
import { ScoreFaults } from './score-faults.ts';
import { visitMatches } from './visit.ts';

type Resolve = (condition: FunctionScoreCondition['of'], context: ResolveContext) => Promise<Resolved>;

/**
 * Computes the scores of all matches at once, each a column of one statement. What a function cannot use refuses the search
 * only once that score is asked for: further clauses may leave the document out.
 */
export async function resolveFunctionScore(
  condition: FunctionScoreCondition,
  context: ResolveContext,
  resolve: Resolve,
): Promise<Resolved> {
  const { minScore, functions } = condition;
  const isScored = context.scored || minScore !== undefined;
  const of = await resolve(condition.of, { ...context, scored: isScored });
  if (!isScored) return of;
  const columns = await functionColumns(condition, context, resolve);
  const bits = new DocBits(context.postings.capacity);
  const scores = new Float32Array(context.postings.capacity);
  const faults = new ScoreFaults(functions, context.postings.capacity);
  await visitMatches(of, context, columns, (doc, score, read) => {
    const found =
      functions.length === 0 ? score : combined(condition, score, valuesOf(condition, read, faults.of(doc)));
    if (minScore !== undefined) {
      faults.check(doc);
      if (!(found >= minScore)) return;
    }
    bits.add(doc);
    scores[doc] = found / condition.outer;
  });
  const scoreOf = (doc: number): number => {
    faults.check(doc);
    return scores[doc] ?? 0;
  };
  return { kind: 'set', bits, score: scoreOf, constant: null };
}

/** For each function whether its filter lets a row pass, and its number. */
export async function functionColumns(
  { functions }: FunctionScoreCondition,
  context: ResolveContext,
  resolve: Resolve,
): Promise<readonly Sql[]> {
  const columns: Sql[] = [];
  for (const { filter, value } of functions) {
    const matches = filter === undefined ? sql`TRUE` : predicate(await resolve(filter, { ...context, scored: false }));
    columns.push(sql`(${matches}) IS TRUE`, value);
  }
  return columns;
}

/** What a function says of a document. */
export interface FunctionValue {
  readonly value: number;
  readonly weight: number;
  readonly isFiltered: boolean;
}

/** What the functions that are for a document say of it; `note` hears of each value before it is used. */
export function valuesOf(
  { functions }: FunctionScoreCondition,
  read: (column: number) => unknown,
  note: (place: number, value: number | null) => void,
): readonly FunctionValue[] {
  return functions.flatMap(({ weight, filter }, i) => {
    if (read(2 * i) !== true) return [];
    const found = read(2 * i + 1);
    const value = found === null ? null : Number(found);
    note(i, value);
    return [{ value: value ?? Number.NaN, weight, isFiltered: filter !== undefined }];
  });
}

/** What functions come to at most when nothing is said about it, as in OpenSearch. */
export const LARGEST_FLOAT = (2 - 2 ** -23) * 2 ** 127;

function combined(condition: FunctionScoreCondition, score: number, values: readonly FunctionValue[]): number {
  const factor = Math.min(factorOf(condition.scoreMode, values), condition.maxBoost ?? LARGEST_FLOAT);
  return boosted(condition.boostMode, score, factor);
}

/** The functions together. */
export function factorOf(mode: FunctionScoreCondition['scoreMode'], given: readonly FunctionValue[]): number {
  const values = given.map(({ value, weight }) => weight * value);
  const [first] = values;
  if (first === undefined) return 1;
  const sum = values.reduce((all, value) => all + value, 0);
  const weight = given.reduce((all, each) => all + each.weight, 0);
  switch (mode) {
    case 'first':
      return first;
    case 'max':
      return Math.max(...values);
    case 'min':
      return Math.min(...values);
    case 'multiply':
      return values.reduce((all, value) => all * value, 1);
    case 'sum':
      return weight === 0 ? 1 : sum;
    case 'avg':
      return weight === 0 ? 1 : sum / weight;
  }
}

/** The query's score with what the functions say. */
export function boosted(mode: FunctionScoreCondition['boostMode'], score: number, factor: number): number {
  switch (mode) {
    case 'multiply':
      return score * factor;
    case 'replace':
      return factor;
    case 'sum':
      return score + factor;
    case 'avg':
      return (score + factor) / 2;
    case 'max':
      return Math.max(score, factor);
    case 'min':
      return Math.min(score, factor);
  }
}
