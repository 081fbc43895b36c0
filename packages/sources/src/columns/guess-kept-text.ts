import { ValueType } from '@datasarana/schema';
import type { Guess } from './column-guess.ts';

/** What exports write so that Excel keeps digits as a text: a formula (`="00123"`), or an apostrophe before them (`'01067`). */
const KEPT = `^\\s*(?:="([^"]*)"|'([+\\d][^']*))\\s*$`;
const IS_KEPT = new RegExp(KEPT);

/** Codes of which some are kept as texts by what Excel reads; a function takes them out of it. */
export function guessKeptText(values: readonly string[]): Guess | null {
  const kept = values.find((value) => IS_KEPT.test(value));
  if (kept === undefined || values.some((value) => /^\s*[='"]/.test(value) && !IS_KEPT.test(value))) return null;
  return {
    value_type: ValueType.Keyword,
    transforms: [{ kind: 'replace', find: KEPT, by: '$1$2', regexp: true }],
    confidence: 0.8,
    reason: `Some are written so that Excel keeps them as texts, as ${kept.trim()}: a function takes the text out of it.`,
  };
}
