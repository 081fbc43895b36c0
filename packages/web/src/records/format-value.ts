import {
  formatValue as formatByType,
  formatBytes,
  MASKED,
  NO_VALUE,
  needsPower,
  type SchemaItem,
} from '@datasarana/schema';
import { Day } from './date-value.ts';
import { valueKind } from './value-kind.ts';

/** `day` = a date that is a day of the calendar. */
type Shown = Pick<SchemaItem, 'value_type'> & Partial<SchemaItem> & { readonly day?: boolean };

const secret = /password|secret|token|_hash$/;

const labelled = (item: Shown, value: unknown): string =>
  item.allowed_values?.find((allowed) => allowed.value === value)?.label ?? String(value);

const held = new Intl.NumberFormat('en', {
  maximumFractionDigits: 3,
  maximumSignificantDigits: 7,
  roundingPriority: 'morePrecision',
  useGrouping: false,
});

const cut = (value: number): number => Number(needsPower(value) ? value.toPrecision(7) : held.format(value));

/** A value as text for cells: a number with the digits a float holds, or three decimals where these are more. */
export const formatCell = (item: Shown, value: unknown): string =>
  formatValue(item, typeof value === 'number' && valueKind(item) === 'number' ? cut(value) : value);

/** A value as text, whole (FMT-09): allowed values by their label, secrets as dots, the rest by its type. */
export function formatValue(item: Shown, value: unknown): string {
  if (value === null || value === undefined || value === '') return NO_VALUE;
  if (secret.test(item.name ?? '')) return MASKED;
  const kind = valueKind(item);
  if (kind === 'day' || item.day) return Day.forPicker(value) ?? String(value);
  if (kind === 'choice') return labelled(item, value);
  if (kind === 'choices' && Array.isArray(value)) return value.map((one) => labelled(item, one)).join(', ');
  if (kind === 'file' && typeof value === 'string') return formatBytes(Math.floor((value.length * 3) / 4));
  return formatByType({ name: item.name ?? '', value_type: item.value_type, unit: item.unit ?? null }, value);
}
