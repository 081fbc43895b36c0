import type { Guess } from './column-guess.ts';
import { guessAnyNumber } from './guess-number.ts';

/** A currency and a dash: nothing, as a spreadsheet shows it in a format for accounts. */
const ZERO =
  /^\s*(\p{Sc}|[A-Z]{1,2}\$|R[ps]\.?|RM|kr\.?|[A-Z]{3})\s*[-–—]\s*$|^\s*[-–—]\s*(\p{Sc}|kr\.?|[A-Z]{3})\s*$/u;

/** Amounts as they are shown in a format for accounts, some of them zero. */
export function guessAccounts(values: readonly string[]): Guess | null {
  const zeros = values.filter((value) => ZERO.test(value));
  const guess =
    zeros.length === 0 || zeros.length === values.length
      ? null
      : guessAnyNumber(values.filter((value) => !ZERO.test(value)));
  const { unit } = guess ?? {};
  if (!guess || unit === undefined || !zeros.every((zero) => zero.includes(unit))) return null;
  const sign = unit.replaceAll(/[.$]/g, String.raw`\$&`);
  const find = String.raw`^\s*(?:${sign}\s*[-–—]|[-–—]\s*${sign})\s*$`;
  return {
    ...guess,
    transforms: [{ kind: 'replace', find, by: '0', regexp: true }, ...(guess.transforms ?? [])],
    reason: `${guess.reason} "${zeros[0]?.trim()}" is a 0 in a format for accounts: a function writes it so.`,
  };
}
