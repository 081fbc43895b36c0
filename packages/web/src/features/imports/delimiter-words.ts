import type { Delimiter } from '@datasarana/sources';

export const DELIMITER_WORDS: Readonly<Record<Delimiter, string>> = {
  ',': 'Comma',
  '\t': 'Tab',
  '|': 'Pipe',
  ';': 'Semicolon',
  '^': 'Caret (^)',
  '~': 'Tilde (~)',
  '\u0001': 'Control-A',
  ' ': 'Space',
};
