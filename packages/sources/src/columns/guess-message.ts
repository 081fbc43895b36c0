import { ValueType } from '@datasarana/schema';
import type { Guess } from './column-guess.ts';
import { fieldNameOf } from './match.ts';

const OF_MESSAGES = /(?:^|_)(?:message|msg)$/;
const HAS_WORDS = /\S\s+\S/;

/** Messages of a log: a few lines need not show a long one, or none twice, and they are found by their words. */
export function guessMessage(name: string, values: readonly string[]): Guess | null {
  if (!OF_MESSAGES.test(fieldNameOf(name)) || !values.some((value) => HAS_WORDS.test(value))) return null;
  return {
    value_type: ValueType.Text,
    confidence: 0.8,
    reason: 'The column is called as messages are: found by single words.',
  };
}
