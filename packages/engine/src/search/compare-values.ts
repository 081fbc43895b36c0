import type { SortValue } from './response.ts';
import type { SortKey } from './sort-key.ts';

/** Compares sort values as the statement does, for what is merged outside of it. */
export function compareValues(
  a: SortValue,
  b: SortValue,
  key: Pick<SortKey, 'descending' | 'nullsFirst' | 'isWhole'>,
): number {
  if (a === null || b === null) {
    if (a === b) return 0;
    return (a === null) === key.nullsFirst ? -1 : 1;
  }
  const ascending = key.isWhole === true ? compareWholes(a, b) : compareOthers(a, b);
  return key.descending ? -ascending : ascending;
}

function compareOthers(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  // what is infinitely far twice has no difference
  if (a === b) return 0;
  return typeof a === 'string' && typeof b === 'string' ? compareTexts(a, b) : Number(a) - Number(b);
}

/** Whole numbers beyond 2^53 stand as text. */
function compareWholes(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  const texts = [a, b].some((each) => typeof each === 'string');
  if (!texts || ![a, b].every((each) => /^-?\d+$/.test(String(each)))) return compareOthers(a, b);
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** By code point, which is the order of UTF-8 bytes. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  const left = a[Symbol.iterator]();
  const right = b[Symbol.iterator]();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return x.done ? -1 : 1;
    const difference = (x.value.codePointAt(0) ?? 0) - (y.value.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
}
