import type { Scalar } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { IndexLayout } from '../../index/layout.ts';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { ipBlock, ipNumber } from '../ip-address.ts';
import { mappedField } from '../mapped-field.ts';
import type { Limits } from './limits.ts';
import { exactTest } from './values.ts';

/** Whether a field holds addresses, which are kept as texts. */
export const isIp = ({ path }: Pick<FieldSource, 'path'>, layout: IndexLayout): boolean =>
  mappedField(layout, path)?.type === 'ip';

/** An address that has one spelling only. */
const PLAIN = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;

type Range = readonly [first: bigint, last: bigint];

/** Addresses, or blocks of them such as `10.0.0.0/8`. */
export function ipTerms(source: FieldSource, values: readonly Scalar[], score: number): Condition {
  if (values.every((value) => PLAIN.test(String(value)))) return test(exactTest(source, values), score);
  const ranges = values.map((value): Range => {
    const text = String(value);
    const number = ipNumber(text);
    const found = number === null ? ipBlock(text) : ([number, number] as const);
    if (found === null) throw malformed(`'${text}' is not an IP string literal.`, 'Give an address or a block.');
    return found;
  });
  return within(source, ranges, score);
}

/** Addresses between the limits, in the order of their numbers. */
export function ipRange(source: FieldSource, { gt, gte, lt, lte }: Limits, score: number): Condition {
  const read = (bound: Scalar): bigint => {
    const number = ipNumber(String(bound));
    if (number === null) throw malformed(`'${bound}' is not an IP string literal.`, 'Give an address.');
    return number;
  };
  const first = gte !== undefined ? read(gte) : gt !== undefined ? read(gt) + 1n : 0n;
  const last = lte !== undefined ? read(lte) : lt !== undefined ? read(lt) - 1n : (1n << 128n) - 1n;
  return within(source, [[first, last]], score);
}

function within(source: FieldSource, ranges: readonly Range[], score: number): Condition {
  const fits = (text: string) => {
    const number = ipNumber(text);
    return number !== null && ranges.some(([first, last]) => number >= first && number <= last);
  };
  return { kind: 'terms_fit', source, fits, score };
}
