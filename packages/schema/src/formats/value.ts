import { isTimestamp } from '../records/codecs.ts';
import type { SchemaItem } from '../schema.ts';
import { parseGeoPoint } from '../value-types/geo-point.ts';
import { valueTypeRow } from '../value-types/table.ts';
import { formatListDate, NO_VALUE } from './date.ts';
import { formatCount } from './number.ts';

/** What a masked secret shows as (FMT-09): eight dots. */
export const MASKED = '••••••••';

/** `lat, lon` with six decimals (FMT-09). */
export function formatPoint(value: unknown): string {
  const point = parseGeoPoint(value);
  return point ? `${point.lat.toFixed(6)}, ${point.lon.toFixed(6)}` : NO_VALUE;
}

/** A value as a person reads it in a list (FMT-03, FMT-06, FMT-09), by the type of its item, its unit behind it (TPL-31). */
export function formatValue(item: Pick<SchemaItem, 'name' | 'value_type' | 'unit'>, value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  if (isTimestamp(item)) return formatListDate(value);
  const { family } = valueTypeRow(item.value_type);
  if (family === 'number') {
    const figure =
      typeof value === 'number' || typeof value === 'bigint' ? formatCount(value) : wholeText(String(value));
    return item.unit ? `${figure} ${item.unit}` : figure;
  }
  if (family === 'boolean') return value === true ? 'yes' : 'no';
  if (family === 'point') return formatPoint(value);
  if (Array.isArray(value)) return formatArray(value);
  return typeof value === 'object' ? summarise(value) : String(value);
}

/** Whole numbers beyond 2^53 come as text, which holds all their digits. */
const wholeText = (text: string): string => (/^-?\d+$/.test(text) ? formatCount(BigInt(text)) : text);

const formatArray = (values: readonly unknown[]): string =>
  values.length === 0
    ? NO_VALUE
    : values
        .map((entry) => (typeof entry === 'object' && entry !== null ? summarise(entry) : String(entry)))
        .join(', ');

const NAMES = ['name', 'full_name', 'label', 'id', 'type'] as const;

const isWord = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The name a nested object goes by, else its first text, else how much it holds. */
function summarise(value: object): string {
  const named =
    NAMES.map((name): unknown => Reflect.get(value, name)).find(isWord) ?? Object.values(value).find(isWord);
  if (named !== undefined) return named;
  const count = Object.keys(value).length;
  return count === 0 ? NO_VALUE : `${count} ${count === 1 ? 'field' : 'fields'}`;
}
