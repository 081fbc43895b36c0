import type { FieldDefinition, StructuralReject } from '@datasarana/engine';
import { malformed, PlatformError, ReplyCode, SYSTEM_FIELD_NAMES } from '@datasarana/schema';
import {
  DATE_FORMATS,
  DELIMITER_LIST,
  type Delimiter,
  delimiterOf,
  likelyDateFormat,
  matchColumns,
  type SetAside,
  splitRows,
  type Transform,
} from '@datasarana/sources';

/** What the caller said about the columns of a file. */
export interface ColumnChoice {
  /** Source column → field, null = not taken over. */
  readonly columns: Readonly<Record<string, string | null>>;
  /** Source column → date format. */
  readonly formats: Readonly<Record<string, string>>;
  /** Source column → functions its cells go through before they are read (SRC-07). */
  readonly transforms?: Readonly<Record<string, readonly Transform[]>>;
  /** Columns that match no field are left out instead of refused. */
  readonly ignoreUnknown: boolean;
  /** Rows that hold something in such a column are refused, instead of the file. */
  readonly rejectUnknown?: boolean;
}

export interface PlannedColumn {
  readonly name: string;
  readonly field: string | null;
  readonly dateFormat?: string;
  /** The cell holds a whole row as JSON where the other cells are empty. */
  readonly document?: true;
  /** It matches no field, and rows that hold something there are refused. */
  readonly unknown?: true;
}

const refuse = (message: string, fields: Readonly<Record<string, string>>, hint: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'validation', http: 422, fields, hint });

/** Dotted paths of the fields a column may fill. */
export function fillablePaths(fields: readonly FieldDefinition[], prefix = ''): ReadonlyMap<string, FieldDefinition> {
  const paths = new Map<string, FieldDefinition>();
  for (const field of fields) {
    paths.set(prefix + field.name, field);
    if (field.type !== 'object') continue;
    for (const [path, child] of fillablePaths(field.fields ?? [], `${prefix}${field.name}.`)) paths.set(path, child);
  }
  return paths;
}

function refuseChoice(choice: ColumnChoice, header: readonly string[], paths: ReadonlyMap<string, unknown>): void {
  const faults: Record<string, string> = {};
  for (const [column, field] of Object.entries(choice.columns)) {
    if (!header.includes(column)) faults[column] = `The file has no column '${column}'`;
    else if (field !== null && !paths.has(field)) faults[column] = `The template has no field '${field}'`;
  }
  for (const [column, format] of Object.entries(choice.formats)) {
    if (!header.includes(column)) faults[column] = `The file has no column '${column}'`;
    else if (!DATE_FORMATS.some((known) => known === format)) {
      faults[column] = `'${format}' is none of the date formats ${DATE_FORMATS.join(', ')}`;
    }
  }
  for (const column of Object.keys(choice.transforms ?? {})) {
    if (!header.includes(column)) faults[column] = `The file has no column '${column}'`;
  }
  const used = Object.values(choice.columns).filter((field) => field !== null);
  const twice = used.find((field, i) => used.indexOf(field) !== i);
  if (twice !== undefined) faults[twice] = `Two columns are mapped to the field '${twice}'`;
  if (Object.keys(faults).length === 0) return;
  throw refuse(
    Object.values(faults).join('; '),
    faults,
    `The file's columns are ${header.join(', ')}. Choose among them, and among the fields of the template, and send it again.`,
  );
}

/**
 * Which column fills which field: as chosen, else by name or its snake_case form (SRC-28). Columns named like system
 * fields come from our own downloads and are filled by the platform. A column that fits nothing refuses the file before
 * a row is read, because taking the rest would drop its values silently.
 * @throws PlatformError 31/422 naming the columns
 */
export function planColumns(
  header: readonly string[],
  fields: readonly FieldDefinition[],
  choice: ColumnChoice,
): readonly PlannedColumn[] {
  const paths = fillablePaths(fields);
  if (header.length > MOST_COLUMNS) throw tooWide(header.length);
  refuseChoice(choice, header, paths);
  const taken = new Set(Object.values(choice.columns));
  const free = header.filter(
    (column) => !Object.hasOwn(choice.columns, column) && !SYSTEM_FIELD_NAMES.includes(column),
  );
  const matches = matchColumns(
    free,
    [...paths.keys()].filter((path) => !taken.has(path)),
  );
  const matched = new Map(matches.map(({ column, field }) => [column, field]));
  const unknown = matches.filter(({ field }) => field === null).map(({ column }) => column);
  const filled = header.length - unknown.length;
  const mayStay = choice.ignoreUnknown || choice.rejectUnknown === true;
  if (filled === 0 || (unknown.length > 0 && !mayStay)) throw unknownColumns(unknown, filled, paths);
  return header.map((name) => ({
    name,
    field: Object.hasOwn(choice.columns, name) ? (choice.columns[name] ?? null) : (matched.get(name) ?? null),
    ...(choice.formats[name] !== undefined && { dateFormat: choice.formats[name] }),
    ...(choice.rejectUnknown && unknown.includes(name) && { unknown: true as const }),
  }));
}

/** Wider rows do not fit into the memory a batch is read with. */
const MOST_COLUMNS = 2000;

const tooWide = (columns: number): PlatformError =>
  refuse(
    `The file has ${columns.toLocaleString('en')} columns; a file may have ${MOST_COLUMNS.toLocaleString('en')}.`,
    {},
    'Leave columns out, or make rows of them: one row for each name and value.',
  );

function unknownColumns(
  unknown: readonly string[],
  filled: number,
  paths: ReadonlyMap<string, FieldDefinition>,
): PlatformError {
  const shown = unknown.slice(0, 20).map((column) => `'${column.slice(0, 64)}'`);
  const list = shown.join(', ') + (unknown.length > shown.length ? ` and ${unknown.length - shown.length} more` : '');
  const known = [...paths.keys()].slice(0, 40).join(', ');
  const message =
    filled === 0
      ? `No column of the file matches a field of the template. The first row reads ${list}; it must name the columns.`
      : `The file has columns that match no field of the template: ${list}.`;
  const fields = Object.fromEntries(unknown.slice(0, 100).map((column) => [column, 'matches no field']));
  const remedy =
    filled === 0
      ? ''
      : ' To leave the others out choose the columns of the source or task, map them to null in `columns`, or send ignore_unknown=true.';
  return refuse(message, fields, `The template's fields are ${known}.${remedy}`);
}

const SAMPLE_ROWS = 1000;

/** Finds the format of date columns for which none was chosen, from the first rows of the file (SRC-34). */
export function withDateFormats(
  plan: readonly PlannedColumn[],
  fields: readonly FieldDefinition[],
  sample: string,
  delimiter: string,
): readonly PlannedColumn[] {
  const paths = fillablePaths(fields);
  const open = plan.map(
    ({ field, dateFormat }) => field !== null && dateFormat === undefined && paths.get(field)?.type === 'date',
  );
  if (!open.includes(true)) return plan;
  const { rows } = splitRows(sample, asDelimiter(delimiter), SAMPLE_ROWS);
  return plan.map((column, i) => {
    if (!open[i]) return column;
    const format = likelyDateFormat(rows.map((row) => row[i] ?? ''));
    return format === null ? column : { ...column, dateFormat: format };
  });
}

/** @throws PlatformError 32 for anything but the delimiters that are read, or their names */
export function asDelimiter(text: string): Delimiter {
  const known = delimiterOf(text);
  if (known !== null) return known;
  throw malformed(`delimiter '${text}' is none of ${DELIMITER_LIST}.`);
}

/** Rows set aside, with the field of the column that was the reason: the name of one that fills none. */
export const withFields = (
  aside: readonly SetAside[],
  columns: readonly PlannedColumn[],
): readonly StructuralReject[] =>
  aside.map(({ column = -1, ...row }) => {
    const at = columns[column];
    return at ? { ...row, field: at.field ?? at.name } : row;
  });
