import { monthOf } from '../dates/months.ts';

const MONTH_BESIDE_NUMBER = /(?<=\d[ ._-]*)(?<!\p{L})\p{L}{3,}(?!\p{L})|(?<!\p{L})\p{L}{3,}(?=[ ._-]*\d)/gu;

/** A name in which every number is one sign and every month beside a number another: what is made anew each day is called alike by it. */
export const undated = (name: string): string =>
  name
    .normalize('NFC')
    .replace(MONTH_BESIDE_NUMBER, (word) => (monthOf(word) > 0 ? 'month' : word))
    .replace(/\p{Nd}+/gu, '0');

/** The name that was asked for, or where `byKind` the only one that differs from it in its dates and numbers alone. */
export function nameAmong(names: readonly string[], wanted: string, byKind: boolean | undefined): string | null {
  if (names.includes(wanted)) return wanted;
  const kind = undated(wanted);
  const [only, ...more] = byKind ? names.filter((name) => undated(name) === kind) : [];
  return only !== undefined && more.length === 0 ? only : null;
}
