import { classOf, type Regexp, sequenceOf, unionOf } from './syntax.ts';

const ZERO = 48;
const digits = (first: number, last: number): Regexp => classOf([[ZERO + first, ZERO + last]]);

/**
 * The decimal numbers from `low` to `high`. Bounds of the same length ask for exactly so many digits; otherwise any
 * number of zeros may stand before.
 */
export function intervalOf(low: string, high: string): Regexp {
  const [least = low, most = high] = Number(low) <= Number(high) ? [low, high] : [high, low];
  if (low.length === high.length) return sameLength(least, most);
  const [from, to] = [String(Number(least)), String(Number(most))];
  const lengths = Array.from({ length: to.length - from.length + 1 }, (_, i) => from.length + i);
  const each = lengths.map((length) =>
    sameLength(
      length === from.length ? from : `1${'0'.repeat(length - 1)}`,
      length === to.length ? to : '9'.repeat(length),
    ),
  );
  return sequenceOf([{ kind: 'repeat', of: digits(0, 0), least: 0, most: null }, unionOf(each)]);
}

function sameLength(low: string, high: string): Regexp {
  if (low === '') return { kind: 'empty' };
  const [first, last] = [Number(low[0]), Number(high[0])];
  const [lowRest, highRest] = [low.slice(1), high.slice(1)];
  if (first === last) return sequenceOf([digits(first, first), sameLength(lowRest, highRest)]);
  const rest = lowRest.length;
  const any: Regexp = { kind: 'repeat', of: digits(0, 9), least: rest, most: rest };
  const between = last - first > 1 ? [sequenceOf([digits(first + 1, last - 1), any])] : [];
  return unionOf([
    sequenceOf([digits(first, first), sameLength(lowRest, '9'.repeat(rest))]),
    ...between,
    sequenceOf([digits(last, last), sameLength('0'.repeat(rest), highRest)]),
  ]);
}
