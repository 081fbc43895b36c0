import {
  DuckDBListType,
  DuckDBListValue,
  DuckDBStructType,
  DuckDBStructValue,
  type DuckDBType,
  type DuckDBValue,
  listValue,
  structValue,
} from '@duckdb/node-api';
import type { FieldColumn } from '../index/layout.ts';
import type { CellValue, PointValue } from './rules/cell.ts';

const isPoint = (value: CellValue | undefined): value is PointValue =>
  value !== null && typeof value === 'object' && 'lat' in value;

const isList = (value: CellValue | undefined): value is readonly CellValue[] => Array.isArray(value);

function scalar(value: CellValue | undefined): DuckDBValue {
  if (value === undefined || value === null || typeof value === 'object') return null;
  return value;
}

function members(column: FieldColumn, value: CellValue): DuckDBValue {
  if (value === null || typeof value !== 'object' || !('nested' in value)) return null;
  const inner = new Set(column.members.flatMap((member) => member.members));
  const entries = column.members
    .filter((member) => !inner.has(member))
    .flatMap((member) => {
      const columns = columnValues(member, value.nested.get(member.path));
      return member.columns.map((name, index) => [name, columns[index] ?? null] as const);
    });
  return structValue(Object.fromEntries(entries));
}

const coordinate = (value: CellValue, part: 'lat' | 'lon'): DuckDBValue => (isPoint(value) ? value[part] : null);

/** What stands in the column(s) of a field for one value. */
export function columnValues(column: FieldColumn, value: CellValue | undefined): readonly DuckDBValue[] {
  if (column.type === 'object') return [];
  if (value === undefined || value === null) return column.columns.map(() => null);
  if (column.type === 'nested') return [isList(value) ? listValue(value.map((entry) => members(column, entry))) : null];
  if (column.type === 'geo_point') {
    const parts = ['lat', 'lon'] as const;
    if (isList(value)) return parts.map((part) => listValue(value.map((entry) => coordinate(entry, part))));
    return parts.map((part) => coordinate(value, part));
  }
  if (column.list) return [isList(value) ? listValue(value.map(scalar)) : null];
  return [scalar(value)];
}

/** Whole numbers arrive as bigint; the narrow number types want a number, at every depth of nested documents. */
export function fitType(value: DuckDBValue, type: DuckDBType): DuckDBValue {
  if (typeof value === 'bigint') return type.toString() === 'BIGINT' ? value : Number(value);
  if (value instanceof DuckDBListValue && type instanceof DuckDBListType)
    return listValue(value.items.map((item) => fitType(item, type.valueType)));
  if (value instanceof DuckDBStructValue && type instanceof DuckDBStructType) return fitMembers(value, type);
  return value;
}

function fitMembers({ entries }: DuckDBStructValue, type: DuckDBStructType): DuckDBValue {
  const fitted = type.entryNames.map((name, index) => {
    const [entry, entryType] = [entries[name] ?? null, type.entryTypes[index]];
    return [name, entryType === undefined ? entry : fitType(entry, entryType)] as const;
  });
  return structValue(Object.fromEntries(fitted));
}
