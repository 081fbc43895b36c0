import {
  type DuckDBAppender,
  type DuckDBConnection,
  type DuckDBType,
  DuckDBTypeId,
  type DuckDBValue,
  listValue,
  structValue,
} from '@duckdb/node-api';
import type { FieldColumn, IndexLayout } from '../index/layout.ts';
import { isRangeType } from '../index/range-types.ts';
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

/** What of a value of two parts stands in the first or second of its columns. */
function half(value: Entry | undefined, part: number): DuckDBValue {
  if (typeof value !== 'object' || value instanceof Map) return null;
  if ('key' in value) return part === 0 ? value.key : value.entry;
  if ('lat' in value) return part === 0 ? value.lat : value.lon;
  return part === 0 ? value.gte : value.lte;
}

/** What stands in one of the columns of a field. */
function cell(column: FieldColumn, values: readonly Entry[] | undefined, part: number): DuckDBValue {
  if (column.type === 'nested') {
    return values === undefined ? null : listValue(values.map((entry) => struct(column, entry)));
  }
  if (column.type === 'geo_point' || column.type === 'completion' || isRangeType(column.type)) {
    if (!column.list) return half(values?.[0], part);
    return listValue((values ?? []).map((each) => half(each, part)));
  }
  if (!column.list) return single(column, values?.[0]);
  return listValue((values ?? []).map((each) => single(column, each)));
}

function struct(column: FieldColumn, entry: Entry): DuckDBValue {
  const values: DocumentValues = entry instanceof Map ? entry : new Map();
  const inner = new Set(column.members.flatMap((member) => member.members));
  const members = column.members
    .filter((member) => !inner.has(member))
    .flatMap((member) =>
      member.columns.map((name, part) => [name, cell(member, values.get(member.path), part)] as const),
    );
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

type Pick = (document: NewDocument) => DuckDBValue;

const META: Readonly<Record<string, Pick>> = {
  _doc: ({ doc }) => BigInt(doc),
  _id: ({ id }) => id,
  _version: ({ version }) => BigInt(version),
  _seq_no: ({ seqNo }) => BigInt(seqNo),
  _routing: ({ routing }) => routing,
  _source: ({ source }) => source,
  _ignored: ({ values }) => {
    const ignored = values.get('_ignored');
    return ignored === undefined ? null : listValue(ignored.map(String));
  },
};

function picksOf(layout: IndexLayout, order: readonly string[]): readonly Pick[] {
  const fields = new Map<string, Pick>();
  for (const column of layout.own) {
    for (const [part, name] of column.columns.entries()) {
      fields.set(name, ({ values }) => cell(column, values.get(column.path), part));
    }
  }
  return order.map((name) => fields.get(name) ?? META[name] ?? (() => null));
}

type Append = (appender: DuckDBAppender, value: DuckDBValue, type: DuckDBType) => void;

/** Plain types have a way of their own, several times faster than that of any value. */
const PLAIN: Readonly<Partial<Record<DuckDBTypeId, Append>>> = {
  [DuckDBTypeId.VARCHAR]: (appender, value) => appender.appendVarchar(value as string),
  [DuckDBTypeId.BIGINT]: (appender, value) => appender.appendBigInt(value as bigint),
  [DuckDBTypeId.UBIGINT]: (appender, value) => appender.appendUBigInt(value as bigint),
  [DuckDBTypeId.INTEGER]: (appender, value) => appender.appendInteger(value as number),
  [DuckDBTypeId.SMALLINT]: (appender, value) => appender.appendSmallInt(value as number),
  [DuckDBTypeId.TINYINT]: (appender, value) => appender.appendTinyInt(value as number),
  [DuckDBTypeId.DOUBLE]: (appender, value) => appender.appendDouble(value as number),
  [DuckDBTypeId.BOOLEAN]: (appender, value) => appender.appendBoolean(value as boolean),
};

const anyValue: Append = (appender, value, type) => appender.appendValue(value, type);

/** Adds documents to the table of the index, within the transaction of the connection. */
export async function appendDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  documents: readonly NewDocument[],
): Promise<void> {
  const order = await columnOrder(connection, layout);
  const picks = picksOf(layout, order);
  const appender = await connection.createAppender(layout.docs);
  const types = order.map((_, index) => appender.columnType(index));
  const appends = types.map(({ typeId }) => PLAIN[typeId] ?? anyValue);
  try {
    for (const document of documents) {
      for (let i = 0; i < picks.length; i++) {
        const value = picks[i]?.(document) ?? null;
        const type = types[i];
        if (value === null || type === undefined) appender.appendNull();
        else appends[i]?.(appender, value, type);
      }
      appender.endRow();
    }
  } finally {
    appender.closeSync();
  }
}
