import { eachWord } from '../token.ts';

/** Words from their end to their beginning. */
export const reverse = eachWord((word) => [...word].reverse().join(''));
