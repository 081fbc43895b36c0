import { ESCAPES, type EscapeChoice } from '@datasarana/sources';

const WORDS: Readonly<Record<EscapeChoice, string>> = {
  none: 'Backslash: a letter',
  enclosed: 'Backslash: escape, beside quotes',
  text: 'Backslash: escape, no quotes',
};

/** What a backslash may be, to choose from. */
export const ESCAPE_OPTIONS: readonly { readonly value: EscapeChoice; readonly label: string }[] = ESCAPES.map(
  (value) => ({ value, label: WORDS[value] }),
);

/** The same within a sentence. */
export const SAID_ESCAPES: Readonly<Record<EscapeChoice, string>> = {
  none: 'backslashes as letters',
  enclosed: 'backslashes as escapes beside quotes',
  text: 'backslashes as escapes, quotes as letters',
};
