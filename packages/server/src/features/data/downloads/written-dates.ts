import type { FieldDefinition } from '@datasarana/engine';
import { formatExportDate } from '@datasarana/schema';

type Fields = Readonly<Record<string, unknown>>;

/** A field that is a date, or that holds some. */
interface Dated {
  readonly name: string;
  readonly inside: readonly Dated[];
}

/** The dates of a template's records. */
export const datesOf = (fields: readonly FieldDefinition[]): readonly Dated[] =>
  fields.flatMap(({ name, type, fields: inner = [] }) => {
    const inside = datesOf(inner);
    return type === 'date' || inside.length > 0 ? [{ name, inside }] : [];
  });

/** When a record was stored, which every template's records tell (TPL-08). */
export const STORED_AT: Dated = { name: '_ts', inside: [] };

/** A record with its dates in ISO 8601 UTC (FMT-08). */
export function withWrittenDates(record: Fields, dates: readonly Dated[]): Fields {
  const held = dates.filter(({ name }) => record[name] !== undefined && record[name] !== null);
  if (held.length === 0) return record;
  return { ...record, ...Object.fromEntries(held.map(({ name, inside }) => [name, written(record[name], inside)])) };
}

function written(value: unknown, inside: readonly Dated[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => written(entry, inside));
  if (typeof value !== 'object' || value === null) return inside.length > 0 ? value : formatExportDate(value) || value;
  return withWrittenDates({ ...value }, inside);
}
