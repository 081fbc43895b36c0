import { type Fields, readInteger, readPattern, readScalar } from '../reading/fields.ts';
import type { Scalar } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';

/** Whether one of the words is enough. */
const OPERATORS = ['or', 'and'] as const;
export type Operator = (typeof OPERATORS)[number];

export const readOperator = (fields: Fields, name: string): Operator =>
  fields.choice(name, OPERATORS, 'org.opensearch.index.query.Operator') ?? 'or';

/** Cutting so many letters into words takes some tenths of a second, for which all others wait. */
export const MOST_LETTERS = 100_000;

/** A value whose words are looked for. @throws PlatformError for a text that is too long to be cut while others wait */
export function readSought(value: unknown, path: string): Scalar {
  const sought = readScalar(value, path);
  if (typeof sought !== 'string' || sought.length <= MOST_LETTERS) return sought;
  throw wrongShape(path, `a text of at most ${MOST_LETTERS} letters`, sought);
}

/** The name of an analyser; what it means each index knows for itself. */
export const readAnalyser = (value: unknown, path: string): string => readPattern(value, path);

/** `2`, `-1`, `75%`, `-25%`, `2<75%` or several conditions `2<-25% 9<-3`. */
export type MinimumShouldMatch = string | number;

const CONDITION = /^(?:\d+<)?-?\d+%?$/;

export function readMinimumShouldMatch(value: unknown, path: string): MinimumShouldMatch {
  if (typeof value === 'number' && Number.isInteger(value)) return readInteger(value, path);
  const text = typeof value === 'string' ? value.trim() : '';
  const parts = text === '' ? [] : text.split(/\s+/);
  const conditional = parts.length > 1;
  if (parts.length === 0 || parts.some((part) => !CONDITION.test(part) || (conditional && !part.includes('<')))) {
    throw wrongShape(path, 'a minimum_should_match such as 2, -1, 75% or 2<75%', value);
  }
  return text;
}

/**
 * How many of `optional` clauses must match; OpenSearch's `Queries.calculateMinShouldMatch`: percentages round
 * towards zero, negatives are how many may be missing, the last condition whose count is exceeded wins. May exceed
 * `optional`, then nothing matches.
 */
export function requiredMatches(rule: MinimumShouldMatch, optional: number): number {
  if (typeof rule === 'number') return simpleRequired(String(rule), optional);
  if (!rule.includes('<')) return simpleRequired(rule, optional);
  let required = optional;
  for (const condition of rule.split(/\s+/)) {
    const [limit = '', then = ''] = condition.split('<');
    if (optional <= Number(limit)) return required;
    required = simpleRequired(then, optional);
  }
  return required;
}

function simpleRequired(rule: string, optional: number): number {
  const percent = rule.endsWith('%');
  const amount = Number(percent ? rule.slice(0, -1) : rule);
  const exact = percent ? (optional * amount) / 100 : amount;
  return Math.max(0, exact < 0 ? optional + Math.trunc(exact) : Math.trunc(exact));
}
