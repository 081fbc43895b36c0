import { editsFor, type FuzzyOptions, wildcardMatcher, wildcardParts } from '@datasarana/query';
import { editDistance } from '../text/edit-distance.ts';
import type { WordTest } from './marked-phrases.ts';

const cased = (text: string, ignoreCase: boolean): string => (ignoreCase ? text.toLowerCase() : text);

/** That word. */
export function same(wanted: string, ignoreCase: boolean): WordTest {
  const known = cased(wanted, ignoreCase);
  return (word) => cased(word, ignoreCase) === known;
}

/** Words that begin so. */
export function startsWith(start: string, ignoreCase: boolean): WordTest {
  const known = cased(start, ignoreCase);
  return (word) => cased(word, ignoreCase).startsWith(known);
}

/** Words that a pattern with `*` and `?` fits. */
export function wildcardTest(pattern: string, ignoreCase: boolean): WordTest {
  const parts = wildcardParts(cased(pattern, ignoreCase));
  const fits = wildcardMatcher(parts);
  return (word) => fits(cased(word, ignoreCase));
}

/** Words that a few edits make of the one that is wanted. */
export function near(wanted: string, { fuzziness, prefixLength, transpositions }: FuzzyOptions): WordTest {
  const letters = [...wanted];
  const edits = editsFor(fuzziness, letters.length);
  const start = letters.slice(0, prefixLength).join('');
  return (word) => word.startsWith(start) && editDistance([...word], letters, edits, transpositions) <= edits;
}
