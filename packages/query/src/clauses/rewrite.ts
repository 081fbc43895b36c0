import { type Fields, readPattern } from '../reading/fields.ts';
import { wrongShape } from '../reading/refusal.ts';

const METHOD =
  /^(?:constant_score(?:_auto|_filter|_boolean|_blended)?|scoring_boolean|top_terms_(?:boost_|blended_freqs_)?\d+)$/;

/** Refuses what names no way of rewriting a pattern; the ways there are find the same. */
export function checkRewrite(fields: Fields, ...names: readonly string[]): void {
  for (const name of names) {
    const method = fields.optional(name, readPattern);
    if (method === undefined || METHOD.test(method)) continue;
    const reason = `failed to create query: Failed to parse rewrite_method [${method}]`;
    throw wrongShape(fields.at(name), 'a rewrite method such as constant_score or top_terms_10', method, reason);
  }
}
