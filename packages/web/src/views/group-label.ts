import type { BucketAnswer } from '@datasarana/client';
import { formatCount } from '../records/format.ts';
import { momentText } from '../records/moment-text.ts';
import type { ViewBucket } from './definition.ts';

const isTruth = ({ key, key_as_string }: BucketAnswer): boolean =>
  typeof key === 'number' && (key_as_string === 'true' || key_as_string === 'false');

const isMoment = ({ key, key_as_string = '' }: BucketAnswer): boolean =>
  typeof key === 'number' && /^\d{4,}-\d\d-\d\dT/.test(key_as_string);

/** What a group holds, as a filter asks for it and tells it: booleans and moments by their words. */
export const groupValue = (found: BucketAnswer): string | number =>
  (isTruth(found) || isMoment(found) ? found.key_as_string : undefined) ?? found.key;

/** What a group is called: booleans, moments, numbers and ranges as they are read, all else as the platform writes it. */
export function groupLabel(grouping: ViewBucket['function'], found: BucketAnswer): string {
  const { key, key_as_string } = found;
  if (isTruth(found)) return key_as_string === 'true' ? 'yes' : 'no';
  if (isMoment(found)) return momentText(Number(key));
  if (key_as_string !== undefined) return key_as_string;
  // Steps of a histogram add up to 0.30000000000000004; groups must not be called the same, so no digit is cut.
  if (typeof key === 'number') return formatCount(grouping === 'histogram' ? Number(key.toPrecision(15)) : key);
  return grouping === 'range' ? rangeLabel(rangeOfKey(key)) : key;
}

/** Bounds of a range; one that is missing is open. */
export interface KeyRange {
  readonly from?: number;
  readonly to?: number;
}

const BOUND = String.raw`(\*|-?[\d.]+(?:E-?\d+)?)`;
const RANGE_KEY = new RegExp(`^${BOUND}-${BOUND}$`);

/** The bounds that the key of a range says: `0.0-10.0`, `*--5.0`, `1.0E7-*`. */
export function rangeOfKey(key: string): KeyRange {
  const [, from = '*', to = '*'] = RANGE_KEY.exec(key) ?? [];
  return { ...(from !== '*' && { from: Number(from) }), ...(to !== '*' && { to: Number(to) }) };
}

function rangeLabel({ from, to }: KeyRange): string {
  if (from === undefined) return to === undefined ? 'All' : `Below ${formatCount(to)}`;
  return to === undefined ? `From ${formatCount(from)}` : `${formatCount(from)} to ${formatCount(to)}`;
}
