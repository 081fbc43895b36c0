import { malformed } from '@datasarana/schema';
import { DuckDBListValue, type DuckDBValue } from '@duckdb/node-api';
import { columnTypes, type IndexLayout } from '../index/layout.ts';
import { SYSTEM_FIELDS } from '../index/system-fields.ts';
import { validateDocument } from './validate.ts';
import { columnValues } from './values.ts';

const SYSTEM_NAMES = new Set(SYSTEM_FIELDS.map((field) => field.name));
const SYSTEM = { name: 'system', fields: SYSTEM_FIELDS, keyFields: [], source: 'columns' } as const;

/** One system column: its name and type, and its value; null = empty. */
export interface SystemValue {
  readonly name: string;
  readonly type: string;
  readonly value: DuckDBValue;
}

/** Reads the system fields of a write. @throws PlatformError for a name or value that is none of a system field */
export function systemValues(layout: IndexLayout, system: Readonly<Record<string, unknown>>): readonly SystemValue[] {
  const unknown = Object.keys(system).find((name) => !SYSTEM_NAMES.has(name));
  if (unknown !== undefined) throw malformed(`"${unknown}" is not a system field`);
  const { values, refusals } = validateDocument(SYSTEM, system);
  const [fault] = refusals;
  if (fault) throw malformed(`System field ${fault.path}: ${fault.reason}`);
  return layout.system.flatMap((column) => {
    const stored = columnValues(column, values.get(column.path));
    return columnTypes(column).map(([name, type], index) => ({ name, type, value: stored[index] ?? null }));
  });
}

/** One system column: its name, its value as a parameter's SQL. */
export interface SystemColumn {
  readonly name: string;
  readonly sql: string;
}

/** The system fields of a write; their values become parameters `s0`, `s1` … of the statement. */
export function systemColumns(
  layout: IndexLayout,
  system: Readonly<Record<string, unknown>>,
  parameters: Record<string, DuckDBValue>,
): readonly SystemColumn[] {
  let count = 0;
  return systemValues(layout, system).map(({ name, type, value }) => {
    if (value === null) return { name, sql: 'NULL' };
    // an empty list does not tell what it is a list of, and cannot be bound
    if (value instanceof DuckDBListValue && value.items.length === 0) return { name, sql: `[]::${type}` };
    parameters[`s${count}`] = value;
    return { name, sql: `$s${count++}::${type}` };
  });
}
