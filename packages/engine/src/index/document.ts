import type { JS } from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from './layout.ts';

type Row = Readonly<Record<string, JS>>;
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Whole numbers beyond 2^53 are given as text: JSON readers would round them. */
const number = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER)
    ? Number(value)
    : value.toString();

function scalar(column: FieldColumn, value: JS | undefined): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'bigint') return number(value);
  if (column.type === 'geo_shape' && typeof value === 'string') return JSON.parse(value);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return null;
}

const isStruct = (value: unknown): value is Row => value !== null && typeof value === 'object' && !Array.isArray(value);

const point = (lat: JS | undefined, lon: JS | undefined): Json =>
  typeof lat === 'number' && typeof lon === 'number' ? { lat, lon } : null;

/** The JSON value of a field in a row of its columns; null when it is empty. */
export function fieldValue(column: FieldColumn, row: Row): Json {
  const [first = '', second = ''] = column.columns;
  const value = row[first];
  if (value === null || value === undefined) return null;
  if (column.type === 'nested') {
    return Array.isArray(value) ? value.filter(isStruct).map((entry) => nestedDocument(column, entry)) : null;
  }
  if (column.type === 'geo_point') {
    if (!Array.isArray(value)) return point(value, row[second]);
    const other = row[second];
    return value.map((lat, index) => point(lat, Array.isArray(other) ? other[index] : null));
  }
  return Array.isArray(value) ? value.map((entry) => scalar(column, entry)) : scalar(column, value);
}

function nestedDocument(column: FieldColumn, row: Row): Json {
  const inner = new Set(column.members.flatMap((member) => member.members));
  const members = column.members.filter((member) => !inner.has(member) && member.type !== 'object');
  return assemble(members, row, column.path.length + 1);
}

/** Puts the filled fields at their places; `skip` characters of each path belong to the parent. */
function assemble(columns: readonly FieldColumn[], row: Row, skip: number): { readonly [name: string]: Json } {
  const document: Record<string, unknown> = {};
  for (const column of columns) {
    const value = fieldValue(column, row);
    if (value === null) continue;
    const path = skip === 0 ? column.path : column.path.slice(skip);
    if (path.includes('.')) place(document, path.split('.'), value);
    else put(document, path, value);
  }
  return document as { readonly [name: string]: Json };
}

function place(document: Record<string, unknown>, path: readonly string[], value: Json): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    put(document, name, value);
    return;
  }
  const known = Object.hasOwn(document, name) ? document[name] : undefined;
  const child: Record<string, unknown> = isChild(known) ? known : {};
  place(child, rest, value);
  put(document, name, child);
}

/** Millions of values go through here: only the one name that is no member when it is assigned takes the long way. */
function put(document: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') document[name] = value;
  else Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true });
}

const isChild = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The document as it was given, from a row of the documents table: empty fields are left out. */
export const readSource = (layout: IndexLayout, row: Row): Readonly<Record<string, Json>> =>
  typeof row._source === 'string' ? JSON.parse(row._source) : assemble(layout.own, row, 0);

/** The system fields of a row that have a value. */
export const readSystem = (layout: IndexLayout, row: Row): Readonly<Record<string, Json>> =>
  assemble(layout.system, row, 0);
