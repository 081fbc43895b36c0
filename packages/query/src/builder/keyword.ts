import { invalid } from '@datasarana/schema';
import type { Operator } from '../clauses/matching.ts';

/** `AND` and `OR` in any case (QRY-05); anything else is refused before a request is sent. */
export function parseKeywordOperator(operator: string): Operator {
  const lower = operator.trim().toLowerCase();
  if (lower === 'and' || lower === 'or') return lower;
  const message = `Keyword operator [${operator}] is not valid, use AND or OR`;
  throw invalid({ operator: message }, message);
}

/** Slashes of a keyword search would start a regular expression, so they are escaped (QRY-06); escaped ones stay. */
export function escapeSlashes(keyword: string): string {
  return keyword.replace(/\\[\s\S]|\//g, (found) => (found === '/' ? '\\/' : found));
}

/** The keyword whose slashes were escaped. */
export const plainSlashes = (query: string): string =>
  query.replace(/\\([\s\S])/g, (all, own) => (own === '/' ? '/' : all));
