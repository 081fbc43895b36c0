import { wildcard } from '@datasarana/schema';
import { isTrue, list, type OsCall } from '../call.ts';
import { unsortable } from '../refusals.ts';
import { wantsYaml } from '../yaml.ts';
import { compareCells, type Row, shownCell } from './cells.ts';
import { type Column, TABLES, type TableName } from './columns.ts';

/** A column and what it was asked for by. */
interface Shown {
  readonly column: Column;
  readonly title: string;
}

const titled = (column: Column): Shown => ({ column, title: column.name });

const columnNamed = (columns: readonly Column[], name: string): Column | undefined =>
  columns.find((each) => each.name === name) ?? columns.find(({ others }) => others.includes(name));

/** Columns that were asked for: `h=index,docs.*`. Those nobody knows are left out, as in OpenSearch, and each title stands once. */
function columnsAsked(columns: readonly Column[], asked: string | undefined): readonly Shown[] {
  if (asked === undefined) return columns.filter(({ isUsual }) => isUsual).map(titled);
  const shown = list(asked).flatMap((part) => {
    const title = part.trim();
    if (!title.includes('*')) {
      const column = columnNamed(columns, title);
      return column === undefined ? [] : [{ column, title }];
    }
    const fits = wildcard(title);
    return columns.filter(({ name }) => fits(name)).map(titled);
  });
  return [...new Map(shown.map((each) => [each.title, each])).values()];
}

function sorted(columns: readonly Column[], rows: readonly Row[], asked: string | undefined): readonly Row[] {
  const keys = list(asked).map((part) => {
    const [, name = part, direction = 'asc'] = /^(.*):(asc|desc)$/.exec(part) ?? [];
    const column = columnNamed(columns, name);
    if (column === undefined) throw unsortable(part);
    return { name: column.name, sign: direction === 'desc' ? -1 : 1 };
  });
  return rows.toSorted((a, b) => {
    for (const { name, sign } of keys) {
      const order = compareCells(a[name] ?? null, b[name] ?? null);
      if (order !== 0) return order * sign;
    }
    return 0;
  });
}

interface Told {
  readonly rows: readonly Row[];
  /** Columns that are shown beside the usual ones. */
  readonly also?: readonly string[];
  /** Usual columns that are not shown. */
  readonly without?: readonly string[];
}

/** A table as text in columns, or as JSON when that is asked for. */
export function print(call: OsCall, name: TableName, { rows, also = [], without = [] }: Told): unknown {
  const { query } = call;
  const known = TABLES[name].map((column: Column) => ({
    ...column,
    isUsual: (column.isUsual || also.includes(column.name)) && !without.includes(column.name),
  }));
  if (isTrue(query.help)) return helpOf(known);
  const columns = columnsAsked(known, query.h);
  const lines = sorted(known, rows, query.s).map((row) =>
    columns.map(({ column }) => shownCell(row[column.name] ?? null, query)),
  );
  const isHeaded = isTrue(query.v);
  if (wantsObjects(call))
    return lines.map((cells) => Object.fromEntries(columns.map(({ title }, i) => [title, cells[i]])));
  const texts = lines.map((cells) => cells.map((cell) => cell ?? ''));
  return inColumns(columns, isHeaded ? [columns.map(({ title }) => title), ...texts] : texts);
}

function wantsObjects({ query, request }: OsCall): boolean {
  if (query.format !== undefined) return /^(json|yaml)$/i.test(query.format);
  if (wantsYaml(query, request.headers)) return true;
  const accepted = request.headers.accept ?? '';
  return accepted.includes('json') && !accepted.includes('*/*');
}

/** Every column with its short names. */
function helpOf(columns: readonly Column[]): string {
  const lines = columns.map(({ name, others, says }) => [name, others.join(','), says]);
  const width = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const widths = [0, 1, 2].map(width);
  return lines.map((line) => `${line.map((text, i) => text.padEnd(widths[i] ?? 0)).join(' | ')}\n`).join('');
}

function inColumns(columns: readonly Shown[], lines: readonly (readonly string[])[]): string {
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0), 0));
  const padded = (cell: string, i: number): string => {
    if (columns[i]?.column.isRight) return cell.padStart(widths[i] ?? 0);
    return i === columns.length - 1 ? cell : cell.padEnd(widths[i] ?? 0);
  };
  return lines.map((line) => `${line.map(padded).join(' ')}\n`).join('');
}
