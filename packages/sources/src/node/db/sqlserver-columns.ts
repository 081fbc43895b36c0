import type { Cell } from '../../rows/row-reader.ts';
import type { KeyKind, Writing } from './order.ts';

/** A column as the catalogue of SQL Server describes it. */
export interface SqlServerColumn {
  readonly name: string;
  /** System type, lower case: `decimal`, `nvarchar`, `geography`. */
  readonly type: string;
  /** Bytes, two of them for a letter of `nchar` and `nvarchar`; -1 = max. */
  readonly length: number;
  readonly precision: number;
  readonly scale: number;
  readonly collation: string | null;
}

export const sqlServerName = (name: string): string => `[${name.replaceAll(']', ']]')}]`;

export const sqlServerText = (value: string): string => `N'${value.replaceAll("'", "''")}'`;

const BYTES = new Set(['char', 'varchar', 'binary', 'varbinary']);
const PAIRS = new Set(['nchar', 'nvarchar']);
const FRACTIONS = new Set(['datetime2', 'time', 'datetimeoffset']);

/** A type as a table declares it: `decimal(12,2)`, `nvarchar(max)`. */
export function declaredType({ type, length, precision, scale }: SqlServerColumn): string {
  if (type === 'decimal' || type === 'numeric') return `${type}(${precision},${scale})`;
  if (FRACTIONS.has(type)) return `${type}(${scale})`;
  if (!BYTES.has(type) && !PAIRS.has(type)) return type;
  if (length === -1) return `${type}(max)`;
  return `${type}(${PAIRS.has(type) ? length / 2 : length})`;
}

/**
 * What is selected for a column so that no digit is lost on the way: the driver turns decimals, money and dates into binary
 * floats and milliseconds, so the server writes them as text. Style 121 is `yyyy-mm-dd hh:mi:ss` with all its fractions, and
 * the zone where there is one.
 */
const SELECTED: Readonly<Record<string, (name: string) => string>> = {
  decimal: (name) => `CONVERT(varchar(41), ${name})`,
  numeric: (name) => `CONVERT(varchar(41), ${name})`,
  money: (name) => `CONVERT(varchar(32), ${name}, 2)`,
  smallmoney: (name) => `CONVERT(varchar(32), ${name}, 2)`,
  date: (name) => `CONVERT(varchar(10), ${name}, 23)`,
  time: (name) => `CONVERT(varchar(16), ${name}, 121)`,
  datetime: (name) => `CONVERT(varchar(34), ${name}, 121)`,
  smalldatetime: (name) => `CONVERT(varchar(34), ${name}, 121)`,
  datetime2: (name) => `CONVERT(varchar(34), ${name}, 121)`,
  datetimeoffset: (name) => `CONVERT(varchar(34), ${name}, 121)`,
  // A fixed width fills up with spaces nobody wrote.
  char: (name) => `RTRIM(${name})`,
  nchar: (name) => `RTRIM(${name})`,
  text: (name) => `CONVERT(nvarchar(max), ${name})`,
  ntext: (name) => `CONVERT(nvarchar(max), ${name})`,
  xml: (name) => `CONVERT(nvarchar(max), ${name})`,
  json: (name) => `CONVERT(nvarchar(max), ${name})`,
  vector: (name) => `CONVERT(nvarchar(max), ${name})`,
  sql_variant: (name) => `CONVERT(nvarchar(4000), ${name})`,
  image: (name) => `CONVERT(varbinary(max), ${name})`,
  timestamp: (name) => `CONVERT(binary(8), ${name})`,
  geography: (name) => `${name}.STAsText()`,
  geometry: (name) => `${name}.STAsText()`,
  hierarchyid: (name) => `${name}.ToString()`,
};

/** The list of a SELECT that gives each column as text or bytes, under its own name. */
export const selectedColumns = (columns: readonly Pick<SqlServerColumn, 'name' | 'type'>[]): string =>
  columns
    .map(({ name, type }) => {
      const own = sqlServerName(name);
      const written = SELECTED[type]?.(own);
      return written ? `${written} AS ${own}` : own;
    })
    .join(', ');

const NUMBERS = new Set('tinyint smallint int bigint decimal numeric money smallmoney bit'.split(' '));
const TEXTS = new Set(
  'date time datetime smalldatetime datetime2 datetimeoffset char varchar nchar nvarchar uniqueidentifier'.split(' '),
);
const BINARIES = new Set(['binary', 'varbinary', 'timestamp']);
const DATED = new Set(['date', 'time', 'datetime', 'smalldatetime', 'datetime2', 'datetimeoffset']);

/** How reading goes on by a column of a type; null = its order cannot be written down exactly. */
export function keyKindOf(type: string): KeyKind {
  if (NUMBERS.has(type)) return 'number';
  if (TEXTS.has(type)) return 'text';
  return BINARIES.has(type) ? 'binary' : null;
}

/**
 * A value of a column as a literal of the column's own type. Anything else compares by other rules than ORDER BY does: a
 * `datetime` counts in 1/300 s, a `varchar` has the order of its collation, and a text of Unicode beside it takes another.
 */
function literalOf(value: string, column: SqlServerColumn): string {
  const type = column.type === 'timestamp' ? 'binary(8)' : declaredType(column);
  if (BINARIES.has(column.type)) return `CAST(0x${Buffer.from(value, 'base64').toString('hex')} AS ${type})`;
  const text = sqlServerText(value);
  if (DATED.has(column.type)) return `CONVERT(${type}, ${text}, 121)`;
  const collated = column.collation !== null && /^\w+$/.test(column.collation);
  return `CAST(${text}${collated ? ` COLLATE ${column.collation}` : ''} AS ${type})`;
}

/** How positions are written into a statement over these columns. */
export function sqlServerWriting(columns: readonly SqlServerColumn[]): Writing {
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    name: sqlServerName,
    literal: (value, _kind, name) => {
      const column = known.get(name);
      return column ? literalOf(value, column) : sqlServerText(value);
    },
  };
}

/** The fewest digits that are this number and no other of single precision. */
function singleText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const rounded = Number(value.toPrecision(digits));
    if (Math.fround(rounded) === value) return String(rounded);
  }
  return String(value);
}

/** A cell as text: true and false for bits, bytes in base64, numbers with the digits that tell them apart. */
export function sqlServerCell(value: unknown, type: string): Cell {
  if (value === null || value === undefined) return null;
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'number' && type === 'real') return singleText(value);
  return String(value);
}
