import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { FunctionScoreCondition, ScorePart } from '../condition.ts';
import { predicate } from '../predicate.ts';
import { type Sql, sql } from '../sql.ts';
import { DocBits } from './bits.ts';
import type { ResolveContext, Resolved } from './resolved.ts';
import { visitMatches } from './visit.ts';

type Resolve = (condition: FunctionScoreCondition['of'], context: ResolveContext) => Promise<Resolved>;

/** Computes the scores of all matches at once, each a column of one statement. */
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
  await visitMatches(of, context, columns, (doc, score, read) => {
    const found = functions.length === 0 ? score : combined(condition, score, read);
    if (minScore !== undefined && !(found >= minScore)) return;
    bits.add(doc);
    scores[doc] = found / condition.outer;
  });
  return { kind: 'set', bits, score: (doc) => scores[doc] ?? 0, constant: null };
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

/** What the functions that are for a document say of it. */
export function valuesOf(
  { functions }: FunctionScoreCondition,
  read: (column: number) => unknown,
): readonly FunctionValue[] {
  return functions.flatMap((part, i) => {
    if (read(2 * i) !== true) return [];
    return [{ value: usable(part, read(2 * i + 1)), weight: part.weight, isFiltered: part.filter !== undefined }];
  });
}

function combined(condition: FunctionScoreCondition, score: number, read: (column: number) => unknown): number {
  const values = valuesOf(condition, read);
  const factor = Math.min(factorOf(condition.scoreMode, values), condition.maxBoost ?? Number.MAX_VALUE);
  return boosted(condition.boostMode, score, factor);
}

function usable({ refuse }: ScorePart, value: unknown): number {
  const number = value === null ? Number.NaN : Number(value);
  const reason = refuse?.(value === null ? null : number);
  if (reason !== undefined && reason !== null) {
    throw new PlatformError(reason, {
      code: ReplyCode.Malformed,
      type: 'malformed',
      hint: 'Set missing, or choose another modifier.',
    });
  }
  return number;
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
