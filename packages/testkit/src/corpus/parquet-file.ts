/** Numbers of the format's own enumerations (parquet.thrift). */
const TYPES = { INT32: 1, INT64: 2, INT96: 3, DOUBLE: 5, BYTE_ARRAY: 6, FIXED_LEN_BYTE_ARRAY: 7 } as const;
const CONVERTED = {
  UTF8: 0,
  LIST: 3,
  DECIMAL: 5,
  DATE: 6,
  TIMESTAMP_MILLIS: 9,
  TIMESTAMP_MICROS: 10,
  UINT_64: 14,
  JSON: 19,
  BSON: 20,
  INTERVAL: 21,
} as const;
const UNITS = { MILLIS: 1, MICROS: 2, NANOS: 3 } as const;
const [OPTIONAL, REPEATED] = [1, 2];
const [PLAIN, RLE] = [0, 3];
const MAGIC = Buffer.from('PAR1');

/** A column as a program wrote it; each value by its bytes, `null` for none, several for a list of them. */
export interface ParquetColumnBytes {
  readonly name: string;
  readonly type: keyof typeof TYPES;
  /** Bytes of each value, where all have as many. */
  readonly length?: number;
  readonly converted?: Exclude<keyof typeof CONVERTED, 'LIST'>;
  readonly scale?: number;
  readonly precision?: number;
  readonly timestamp?: { readonly unit: keyof typeof UNITS; readonly utc: boolean };
  readonly values: readonly (Buffer | readonly Buffer[] | null)[];
  /** Bytes its pages say to unpack to, where that is a lie. */
  readonly unpacked?: number;
}

/** A field of a struct in Thrift's compact protocol. */
type Field = readonly [id: number, type: number, bytes: Buffer];

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

const zigzag = (value: number): Buffer => varint(BigInt(value) * 2n);
const struct = (fields: readonly Field[]): Buffer => {
  const parts = fields.map(([id, type, bytes], i) =>
    Buffer.concat([Buffer.from([((id - (fields[i - 1]?.[0] ?? 0)) << 4) | type]), bytes]),
  );
  return Buffer.concat([...parts, Buffer.from([0])]);
};
const i32 = (id: number, value: number): Field => [id, 5, zigzag(value)];
const i64 = (id: number, value: number): Field => [id, 6, zigzag(value)];
const bool = (id: number, value: boolean): Field => [id, value ? 1 : 2, Buffer.alloc(0)];
const sub = (id: number, fields: readonly Field[]): Field => [id, 12, struct(fields)];
const text = (value: string): Buffer => Buffer.concat([varint(Buffer.byteLength(value)), Buffer.from(value)]);
const list = (id: number, type: number, items: readonly Buffer[]): Field => [
  id,
  9,
  Buffer.concat([Buffer.from([0xf0 | type]), varint(items.length), ...items]),
];

const isList = ({ values }: ParquetColumnBytes): boolean => values.some(Array.isArray);

function schemaOf(column: ParquetColumnBytes): Buffer[] {
  const { name, type, length, converted, scale, precision, timestamp } = column;
  const leaf = (as: string): Buffer =>
    struct([
      i32(1, TYPES[type]),
      ...(length === undefined ? [] : [i32(2, length)]),
      i32(3, OPTIONAL),
      [4, 8, text(as)],
      ...(converted === undefined ? [] : [i32(6, CONVERTED[converted])]),
      ...(scale === undefined ? [] : [i32(7, scale)]),
      ...(precision === undefined ? [] : [i32(8, precision)]),
      ...(timestamp ? [sub(10, [sub(8, [bool(1, timestamp.utc), sub(2, [sub(UNITS[timestamp.unit], [])])])])] : []),
    ]);
  if (!isList(column)) return [leaf(name)];
  const outer = struct([i32(3, OPTIONAL), [4, 8, text(name)], i32(5, 1), i32(6, CONVERTED.LIST)]);
  return [outer, struct([i32(3, REPEATED), [4, 8, text('list')], i32(5, 1)]), leaf('element')];
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return length;
}

const lengthBefore = (bytes: Buffer): Buffer => Buffer.concat([lengthOf(bytes), bytes]);

/** Levels as runs, with their length before them. */
const levels = (values: readonly number[]): Buffer =>
  lengthBefore(Buffer.concat(values.map((value) => Buffer.from([2, value]))));

/** One page, and how many values it holds. */
function pageOf(
  column: ParquetColumnBytes,
  from: number,
  to: number,
): { readonly bytes: Buffer; readonly count: number } {
  const nested = isList(column);
  const slots = column.values
    .slice(from, to)
    .flatMap((value): readonly { readonly bytes: Buffer | null; readonly level: number; readonly again: number }[] => {
      if (value === null) return [{ bytes: null, level: 0, again: 0 }];
      if (Buffer.isBuffer(value)) return [{ bytes: value, level: 1, again: 0 }];
      return value.length === 0
        ? [{ bytes: null, level: 1, again: 0 }]
        : value.map((bytes, i) => ({ bytes, level: 3, again: i === 0 ? 0 : 1 }));
    });
  const stored = slots.flatMap(({ bytes }) => (bytes === null ? [] : [bytes]));
  const body = Buffer.concat([
    ...(nested ? [levels(slots.map(({ again }) => again))] : []),
    levels(slots.map(({ level }) => level)),
    ...(column.type === 'BYTE_ARRAY' ? stored.map(lengthBefore) : stored),
  ]);
  const head = [i32(1, slots.length), i32(2, PLAIN), i32(3, RLE), i32(4, RLE)];
  const header = struct([i32(1, 0), i32(2, column.unpacked ?? body.length), i32(3, body.length), sub(5, head)]);
  return { bytes: Buffer.concat([header, body]), count: slots.length };
}

/** What a row group says of the page of one column, which begins at that byte. */
function chunkOf(column: ParquetColumnBytes, { bytes, count }: ReturnType<typeof pageOf>, at: number): Buffer {
  const path = isList(column) ? [column.name, 'list', 'element'] : [column.name];
  const meta = [
    i32(1, TYPES[column.type]),
    list(2, 5, [zigzag(PLAIN), zigzag(RLE)]),
    list(3, 8, path.map(text)),
    i32(4, 0),
    i64(5, count),
    i64(6, bytes.length),
    i64(7, bytes.length),
    i64(9, at),
  ];
  return struct([i64(2, at), sub(3, meta)]);
}

/**
 * A Parquet file of these columns, made byte by byte so that it can be as odd as real ones: no compression, plain encoding.
 * `groups` = rows of each row group; all in one when missing.
 */
export function parquetFile(columns: readonly ParquetColumnBytes[], groups?: readonly number[]): Buffer {
  const total = columns[0]?.values.length ?? 0;
  const parts: Buffer[] = [MAGIC];
  let at = MAGIC.length;
  let from = 0;
  const rowGroups = (groups ?? [total]).map((rows) => {
    const begins = at;
    const chunks = columns.map((column) => {
      const page = pageOf(column, from, from + rows);
      const chunk = chunkOf(column, page, at);
      parts.push(page.bytes);
      at += page.bytes.length;
      return chunk;
    });
    from += rows;
    return struct([list(1, 12, chunks), i64(2, at - begins), i64(3, rows)]);
  });
  const root = struct([[4, 8, text('schema')], i32(5, columns.length)]);
  const schema = [root, ...columns.flatMap(schemaOf)];
  const footer = struct([i32(1, 1), list(2, 12, schema), i64(3, total), list(4, 12, rowGroups)]);
  return Buffer.concat([...parts, footer, lengthOf(footer), MAGIC]);
}

const column = (
  name: string,
  type: ParquetColumnBytes['type'],
  values: ParquetColumnBytes['values'],
  more: Partial<ParquetColumnBytes> = {},
): ParquetColumnBytes => ({ name, type, values, ...more });

/** A column that says to hold texts. */
export const textColumn = (name: string, values: readonly (string | Buffer | null)[]): ParquetColumnBytes =>
  column(
    name,
    'BYTE_ARRAY',
    values.map((value) => (typeof value === 'string' ? Buffer.from(value) : value)),
    {
      converted: 'UTF8',
    },
  );

/** A column of whole numbers, decimals or moments that are counted in 64 bits. */
export const longColumn = (
  name: string,
  values: readonly (bigint | null)[],
  more: Partial<ParquetColumnBytes> = {},
): ParquetColumnBytes =>
  column(
    name,
    'INT64',
    values.map((value) => {
      if (value === null) return null;
      const bytes = Buffer.alloc(8);
      bytes.writeBigInt64LE(value);
      return bytes;
    }),
    more,
  );

/** The same of 32 bits. */
export const integerColumn = (
  name: string,
  values: readonly (number | null)[],
  more: Partial<ParquetColumnBytes> = {},
): ParquetColumnBytes =>
  column(
    name,
    'INT32',
    values.map((value) => {
      if (value === null) return null;
      const bytes = Buffer.alloc(4);
      bytes.writeInt32LE(value);
      return bytes;
    }),
    more,
  );
