import { guessColumns } from './guess.ts';

/** What a column of these values is taken for. */
export const guessOf = (values: readonly string[]) =>
  guessColumns(
    ['c'],
    values.map((value) => [value]),
  )[0];

export const typeOf = (values: readonly string[]) => guessOf(values)?.value_type;
