import type { FieldDefinition, ParquetColumn } from '@datasarana/engine';
import { formatExportDate } from '@datasarana/schema';
import { valueAt } from '../value-at.ts';

/** A column of a download: a dotted path of the record, as API-32 flattens it. */
export interface DownloadColumn {
  readonly path: string;
  readonly kind: 'number' | 'boolean' | 'date' | 'text';
  /** Of a Parquet file. */
  readonly type: ParquetColumn['type'];
}

const TYPES: Readonly<Record<string, Omit<DownloadColumn, 'path'>>> = {
  byte: { kind: 'number', type: 'BIGINT' },
  short: { kind: 'number', type: 'BIGINT' },
  integer: { kind: 'number', type: 'BIGINT' },
  long: { kind: 'number', type: 'BIGINT' },
  half_float: { kind: 'number', type: 'DOUBLE' },
  float: { kind: 'number', type: 'DOUBLE' },
  double: { kind: 'number', type: 'DOUBLE' },
  boolean: { kind: 'boolean', type: 'BOOLEAN' },
  date: { kind: 'date', type: 'TIMESTAMP' },
};
const TEXT = { kind: 'text', type: 'VARCHAR' } as const;
const DEGREES = { kind: 'number', type: 'DOUBLE' } as const;

/** The columns of a template's records, in its order: objects by their paths, a point as latitude and longitude. */
export function downloadColumns(
  fields: readonly FieldDefinition[],
  hidden: readonly string[],
  prefix = '',
): readonly DownloadColumn[] {
  return fields.flatMap((field): readonly DownloadColumn[] => {
    const path = prefix + field.name;
    if (hidden.includes(path)) return [];
    if (field.type === 'object' && field.fields) return downloadColumns(field.fields, hidden, `${path}.`);
    if (field.type === 'geo_point' && field.list !== true) {
      return ['lat', 'lon'].map((part) => ({ path: `${path}.${part}`, ...DEGREES }));
    }
    return [{ path, ...(field.list === true ? TEXT : (TYPES[field.type] ?? TEXT)) }];
  });
}

/** The value of a column: dates in ISO 8601 UTC (FMT-08). */
export function columnValue(record: Readonly<Record<string, unknown>>, { path, kind }: DownloadColumn): unknown {
  const value = valueAt(record, path);
  if (kind !== 'date' || value === null || value === undefined) return value ?? null;
  return formatExportDate(value) || value;
}
