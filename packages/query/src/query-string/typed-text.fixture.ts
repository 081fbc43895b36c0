import fc from 'fast-check';

const SIGNS = ['(', ')', '"', '[', ']', '[1 TO 2]', '+', '-', '*', '\\', '^2', '/', '~', '>', ' '];
const WORDS = ['a', 'kw1:', ' AND ', ' OR ', ' TO ', 'é', '😀'];

/** Whatever may be typed into a search bar, of what means something there. */
export const typedText: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...SIGNS, ...WORDS), { maxLength: 12 })
  .map((pieces) => pieces.join(''));
