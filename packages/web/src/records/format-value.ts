import type { SchemaItem } from '@datasarana/schema';
import { formatBytes, formatCount, formatListDate } from './format.ts';
import { type ValueKind, valueKind } from './value-kind.ts';

type Shown = Pick<SchemaItem, 'value_type'> & Partial<SchemaItem>;

const isSecret = (item: Partial<SchemaItem>): boolean => /password|secret|token|_hash$/.test(item.name ?? '');

const json = (value: unknown): string => JSON.stringify(value);

const number = (value: unknown): string => (typeof value === 'number' ? formatCount(value) : String(value));

/** `lat, lon` with six decimals (FMT-09). */
function point(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('lat' in value) || !('lon' in value)) return json(value);
  return `${Number(value.lat).toFixed(6)}, ${Number(value.lon).toFixed(6)}`;
}

const label = (item: Shown, value: unknown): string =>
  item.allowed_values?.find((allowed) => allowed.value === value)?.label ?? String(value);

const list = (item: Shown, value: unknown): string =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' ? json(one) : label(item, one))).join(', ')
    : String(value);

const texts: Readonly<Record<ValueKind, (value: unknown, item: Shown) => string>> = {
  whole: number,
  decimal: number,
  text: String,
  keyword: String,
  choice: (value, item) => label(item, value),
  link: String,
  date: formatListDate,
  boolean: (value) => (value === true ? 'yes' : 'no'),
  file: (value) => (typeof value === 'string' ? formatBytes(Math.floor((value.length * 3) / 4)) : json(value)),
  list: (value, item) => list(item, value),
  choices: (value, item) => list(item, value),
  object: json,
  nested: (value) =>
    Array.isArray(value) ? `${formatCount(value.length)} ${value.length === 1 ? 'row' : 'rows'}` : json(value),
  point,
  shape: (value) => (typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : json(value)),
  header: () => '',
};

/** A value as text for cells and details: en dash for null, eight dots for a secret, yes/no, six decimals (FMT-09). */
export function formatValue(item: Shown, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (isSecret(item)) return '••••••••';
  return Array.isArray(value) && !['list', 'choices', 'nested', 'object'].includes(valueKind(item))
    ? value.map((one) => texts[valueKind(item)](one, item)).join(', ')
    : texts[valueKind(item)](value, item);
}
