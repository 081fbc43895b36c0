import { onlyParameters } from './by-query/parameters.ts';
import { isTrue, list, type OsCall } from './call.ts';
import { unsortable } from './refusals.ts';

/** What a cell shows; bytes are written as people read them, and ordered as numbers. */
type Cell = string | { readonly bytes: number };

/** Cells of a table by the names of its columns. */
export type Row = Readonly<Record<string, Cell>>;

interface Table {
  /** Shown unless others are asked for. */
  readonly usual: readonly string[];
  /** Shown when they are asked for. */
  readonly further?: readonly string[];
  readonly rows: readonly Row[];
}

const UNITS = ['b', 'kb', 'mb', 'gb', 'tb'];

/** Bytes as people read them: `1.2kb`. */
function bytes(size: number, unit: string | undefined): string {
  const fixed =
    unit === undefined ? -1 : UNITS.indexOf(unit === 'k' || unit === 'm' || unit === 'g' ? `${unit}b` : unit);
  if (fixed >= 0) return String(Math.floor(size / 1024 ** fixed));
  let value = size;
  let step = 0;
  while (value >= 1024 && step < UNITS.length - 1) {
    value /= 1024;
    step++;
  }
  return `${step === 0 ? value : Math.floor(value * 10) / 10}${UNITS[step]}`;
}

const ALIASES: Readonly<Record<string, string>> = {
  i: 'index',
  idx: 'index',
  h: 'health',
  s: 'status',
  dc: 'docs.count',
  docsCount: 'docs.count',
  dd: 'docs.deleted',
  docsDeleted: 'docs.deleted',
  ss: 'store.size',
  storeSize: 'store.size',
  p: 'pri',
  r: 'rep',
  id: 'uuid',
  cd: 'creation.date',
  cds: 'creation.date.string',
  a: 'alias',
  n: 'name',
};

const namesOf = ({ usual, further = [] }: Table): readonly string[] => [...usual, ...further];

const named = (name: string, known: readonly string[]): string =>
  known.includes(name) ? name : ((Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined) ?? name);

interface Column {
  readonly name: string;
  /** As it was asked for. */
  readonly title: string;
}

const untitled = (name: string): Column => ({ name, title: name });

/** Columns that were asked for: `h=index,docs.*`. Those nobody knows are left out, as in OpenSearch. */
function columnsOf(table: Table, asked: string | undefined): readonly Column[] {
  const known = namesOf(table);
  if (asked === undefined) return table.usual.map(untitled);
  return list(asked).flatMap((part) => {
    const title = part.trim();
    const plain = named(title, known);
    if (!plain.includes('*')) return known.includes(plain) ? [{ name: plain, title }] : [];
    const test = new RegExp(`^${plain.replaceAll(/[^\w*]/g, '\\$&').replaceAll('*', '.*')}$`);
    return known.filter((each) => test.test(each)).map(untitled);
  });
}

function sorted(table: Table, asked: string | undefined): readonly Row[] {
  const known = namesOf(table);
  const keys = list(asked).map((part) => {
    const [, name = part, direction = 'asc'] = /^(.*):(asc|desc)$/.exec(part) ?? [];
    const column = named(name, known);
    if (!known.includes(column)) throw unsortable(part);
    return { column, sign: direction === 'desc' ? -1 : 1 };
  });
  return table.rows.toSorted((a, b) => {
    for (const { column, sign } of keys) {
      const order = compared(a[column] ?? '', b[column] ?? '');
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

function compared(a: Cell, b: Cell): number {
  if (typeof a !== 'string' && typeof b !== 'string') return a.bytes - b.bytes;
  return String(a).localeCompare(String(b), 'en', { numeric: true });
}

const KNOWN =
  'bytes cluster_manager_timeout expand_wildcards full_id h health help include_unloaded_segments local master_timeout pri s size time ts v'.split(
    ' ',
  );

/** A table as text in columns, or as JSON when that is asked for. */
export function print(call: OsCall, table: Table): unknown {
  const { query } = call;
  onlyParameters(call, KNOWN);
  if (isTrue(query.help)) return helpOf(table);
  const columns = columnsOf(table, query.h);
  const shown = (cell: Cell = ''): string => (typeof cell === 'string' ? cell : bytes(cell.bytes, query.bytes));
  const rows = sorted(table, query.s).map((row) => columns.map(({ name }) => shown(row[name])));
  const isHeaded = isTrue(query.v);
  if (wantsJson(call)) return rows.map((cells) => Object.fromEntries(columns.map(({ title }, i) => [title, cells[i]])));
  return inColumns(columns, isHeaded ? [columns.map(({ title }) => title), ...rows] : rows);
}

function wantsJson({ query, request }: OsCall): boolean {
  if (query.format !== undefined) return query.format === 'json';
  const accepted = request.headers.accept ?? '';
  return accepted.includes('json') && !accepted.includes('*/*');
}

/** Every column with its short names. */
function helpOf(table: Table): string {
  const short = (name: string) => Object.keys(ALIASES).filter((each) => ALIASES[each] === name);
  const lines = namesOf(table).map((name) => [name, short(name).join(',') || '-', '-']);
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  return lines
    .map(([name = '', others = '', text]) => `${name.padEnd(width(0))} | ${others.padEnd(width(1))} | ${text}\n`)
    .join('');
}

const NUMERIC = /count|size|deleted|^pri$|^rep$|shards|total|%|disk\./;

function inColumns(columns: readonly Column[], lines: readonly (readonly string[])[]): string {
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0), 0));
  const numeric = columns.map(({ name }) => NUMERIC.test(name));
  const padded = (cell: string, i: number): string => {
    if (numeric[i]) return cell.padStart(widths[i] ?? 0);
    return i === columns.length - 1 ? cell : cell.padEnd(widths[i] ?? 0);
  };
  return lines.map((line) => `${line.map(padded).join(' ')}\n`).join('');
}
