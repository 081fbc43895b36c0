import { type DuckDBConnection, type DuckDBType, type DuckDBValue, listValue, structValue } from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { Kept } from './coerce.ts';
import type { DocumentValues } from './read-document.ts';

/** A document on its way into the table. */
export interface NewDocument {
  readonly doc: number;
  readonly id: string;
  readonly version: number;
  readonly seqNo: number;
  readonly routing: string | null;
  readonly source: string;
  readonly values: DocumentValues;
}

type Entry = Kept | DocumentValues;

const NARROW: ReadonlySet<string> = new Set(['byte', 'short', 'integer']);

function single(column: FieldColumn, value: Entry | undefined): DuckDBValue {
  if (value === undefined || value instanceof Map || typeof value === 'object') return null;
  return typeof value === 'bigint' && NARROW.has(column.type) ? Number(value) : value;
}

const coordinate = (value: Entry | undefined, part: 'lat' | 'lon'): DuckDBValue =>
  typeof value === 'object' && !(value instanceof Map) ? value[part] : null;

/** What stands in the column(s) of a field. */
function cells(column: FieldColumn, values: readonly Entry[] | undefined): readonly DuckDBValue[] {
  if (column.type === 'object') return [];
  if (column.type === 'nested') {
    return [values === undefined ? null : listValue(values.map((entry) => struct(column, entry)))];
  }
  if (column.type === 'geo_point') {
    return (['lat', 'lon'] as const).map((part) =>
      column.list ? listValue((values ?? []).map((each) => coordinate(each, part))) : coordinate(values?.[0], part),
    );
  }
  return [column.list ? listValue((values ?? []).map((each) => single(column, each))) : single(column, values?.[0])];
}

function struct(column: FieldColumn, entry: Entry): DuckDBValue {
  const values: DocumentValues = entry instanceof Map ? entry : new Map();
  const inner = new Set(column.members.flatMap((member) => member.members));
  const members = column.members
    .filter((member) => !inner.has(member))
    .flatMap((member) => {
      const given = cells(member, values.get(member.path));
      return member.columns.map((name, index) => [name, given[index] ?? null] as const);
    });
  return structValue(Object.fromEntries(members));
}

const orders = new WeakMap<IndexLayout, readonly string[]>();

/** Columns in the order the table has them, which is that of their making. */
async function columnOrder(connection: DuckDBConnection, layout: IndexLayout): Promise<readonly string[]> {
  const known = orders.get(layout);
  if (known) return known;
  const rows = await allRows(connection, `SELECT name FROM pragma_table_info('${layout.docs}') ORDER BY cid`);
  const order = rows.map((row) => String(row.name));
  orders.set(layout, order);
  return order;
}

const META: Readonly<Record<string, (document: NewDocument) => DuckDBValue>> = {
  _doc: ({ doc }) => BigInt(doc),
  _id: ({ id }) => id,
  _version: ({ version }) => BigInt(version),
  _seq_no: ({ seqNo }) => BigInt(seqNo),
  _routing: ({ routing }) => routing,
  _source: ({ source }) => source,
  _ignored: ({ values }) => listValue((values.get('_ignored') ?? []).map(String)),
};

/** Adds documents to the table of the index, within the transaction of the connection. */
export async function appendDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  documents: readonly NewDocument[],
): Promise<void> {
  const order = await columnOrder(connection, layout);
  const places = new Map<string, { readonly column: FieldColumn; readonly part: number }>();
  for (const column of layout.own) column.columns.forEach((name, part) => places.set(name, { column, part }));
  const appender = await connection.createAppender(layout.docs);
  const types: readonly DuckDBType[] = order.map((_, index) => appender.columnType(index));
  try {
    for (const document of documents) {
      order.forEach((name, index) => {
        const place = places.get(name);
        const value = place
          ? (cells(place.column, document.values.get(place.column.path))[place.part] ?? null)
          : (META[name]?.(document) ?? null);
        const type = types[index];
        if (value === null || type === undefined) appender.appendNull();
        else appender.appendValue(value, type);
      });
      appender.endRow();
    }
  } finally {
    appender.closeSync();
  }
}
