import { fieldNameFault, type SchemaItem, ValueType } from '@datasarana/schema';
import {
  type Cell,
  type ColumnGuess,
  type CsvPreview,
  columnsReadBy,
  type DateFormat,
  displayNameOf,
  FILE_COLUMNS,
  type FileChoice,
  type FileFormat,
  type FilePreview,
  fieldNamesOf,
  guessColumns,
  matchColumns,
  type SetAside,
  type Transform,
} from '@datasarana/sources';
import type { TemplateRecord } from '../templates/template-calls.ts';

/** What happens to one column of the file. */
export interface ColumnPlan {
  readonly column: string;
  readonly guess: ColumnGuess;
  /** Null = the column is left out. */
  readonly field: string | null;
  readonly value_type: ValueType;
  readonly dateFormat: DateFormat | undefined;
  readonly isKey: boolean;
  readonly mandatory: boolean;
  /** Functions the column's values go through before they are read (SRC-07). */
  readonly transforms?: readonly Transform[];
}

/** The field that holds the values of a column by a function of another one, by the name of the column. */
export function fieldsByFunctions(columns: readonly ColumnPlan[]): ReadonlyMap<string, string> {
  const read = columns.flatMap(({ column, field, transforms = [] }) =>
    field === null
      ? []
      : transforms.flatMap(columnsReadBy).flatMap((name) => (name === column ? [] : [[name, field] as const])),
  );
  return new Map(read.toReversed());
}

/** How many of the columns of a file, a source or a task go into a field, in words. */
export function sayGoingIn(columns: readonly ColumnPlan[]): string {
  const brought = fieldsByFunctions(columns);
  const going = columns.filter(({ column, field }) => field !== null || brought.has(column)).length;
  return `${going} of ${columns.length} ${columns.length === 1 ? 'column goes' : 'columns go'} in`;
}

/** How a file that is no delimited text was opened. */
export interface OpenedAs {
  readonly format: FileFormat;
  readonly sheets?: readonly string[];
  /** That of the rows. */
  readonly sheet?: string;
  /** Of an archive of several files: their names; that of the rows is chosen. */
  readonly entries?: readonly string[];
  /** Of JSON with several lists of objects: their paths, that of the rows first. */
  readonly lists?: readonly string[];
  readonly beside?: FilePreview['beside'];
  readonly isTable?: FilePreview['isTable'];
  readonly members?: FilePreview['members'];
  readonly choice: FileChoice;
}

/** First rows of a file or source. */
export interface SampledRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The preview of rows that have neither delimiter nor encoding to choose; what is null has no text. */
export const previewOf = (columns: readonly string[], rows: readonly (readonly (string | null)[])[]): CsvPreview => ({
  encoding: 'utf-8',
  delimiter: ',',
  escapes: 'none',
  columns,
  rows: rows.map((row) => row.map((cell) => cell ?? '')),
  tooWide: [],
  tooShort: [],
  setAside: [],
});

/** Told the functions of a column, and what its values look like when they come out of them. */
export type ApplyFunctions = (transforms: readonly Transform[], guess: ColumnGuess | undefined) => void;

/** A column with other functions; `free` = its field has no type yet, so that a type nobody chose follows the values. */
export function withFunctions(
  plan: ColumnPlan,
  transforms: readonly Transform[],
  guess: ColumnGuess | undefined,
  free: boolean,
): Partial<ColumnPlan> {
  if (!free || !guess || plan.value_type !== plan.guess.value_type) return { transforms };
  const { value_type, dateFormat } = guess;
  return { transforms, value_type, dateFormat, guess: { ...guess, sample: plan.guess.sample } };
}

/** How the dates of a column are written once its functions are through: a date that was read is ISO from there on. */
export const formatOf = ({ dateFormat, transforms = [] }: ColumnPlan): DateFormat | undefined =>
  dateFormat !== undefined && transforms.some(({ kind }) => kind === 'date') ? 'iso' : dateFormat;

/** The file and the way it is read. */
export interface ChosenFile {
  readonly file: File;
  readonly preview: CsvPreview;
  /** Missing for delimited text. */
  readonly opened?: OpenedAs;
  /** What of its beginning could not be read as rows. */
  readonly setAside?: readonly SetAside[];
  /** As it opens by itself, where it was opened otherwise. */
  readonly detected?: ChosenFile;
  /** The recipe that tells how it is opened, and why it could not be opened so. */
  readonly before?: { readonly name: string; readonly fault: string | null };
}

/** Where the rows go: a template that exists, or one made from the file under this name. */
export type Target =
  | { readonly kind: 'existing'; readonly template: TemplateRecord }
  | { readonly kind: 'new'; readonly name: string };

/** Everything decided before the dry run. */
export interface ImportPlan extends ChosenFile {
  readonly target: Target;
  readonly columns: readonly ColumnPlan[];
}

/** What is known of the columns of a file that is kept needs no guess. */
const typed = (guess: ColumnGuess): ColumnGuess => {
  const known = FILE_COLUMNS.find(({ name }) => name === guess.name);
  return known ? { ...guess, value_type: known.value_type, confidence: 1, reason: 'Known of every kept file' } : guess;
};

/** Plan for a file that becomes a new template: every column is a field of the guessed type (TPL-35). */
export function planNew(preview: CsvPreview, opened?: OpenedAs): readonly ColumnPlan[] {
  const guessed = guessColumns(preview.columns, preview.rows, preview.types);
  const guesses = opened?.format === 'generic' ? guessed.map(typed) : guessed;
  const fields = opened?.format === 'generic' ? preview.columns : fieldNamesOf(preview.columns);
  return guesses.map((guess, i) => ({
    column: guess.name,
    guess,
    field: fields[i] ?? null,
    value_type: guess.value_type,
    dateFormat: guess.dateFormat,
    isKey: false,
    mandatory: false,
    ...(guess.transforms && { transforms: guess.transforms }),
  }));
}

/** Plan for a file that goes into a template: columns find their fields by name (SRC-28), the rest is left out. */
export function planExisting(preview: CsvPreview, items: readonly SchemaItem[]): readonly ColumnPlan[] {
  const own = items.filter((item) => !item.system && item.value_type !== ValueType.Header);
  const guesses = guessColumns(preview.columns, preview.rows);
  const matches = matchColumns(
    preview.columns,
    own.map((item) => item.name),
  );
  return guesses.map((guess, i) => {
    const item = own.find((candidate) => candidate.name === matches[i]?.field);
    return {
      column: guess.name,
      guess,
      field: item?.name ?? null,
      value_type: item?.value_type ?? guess.value_type,
      dateFormat: item?.value_type === ValueType.Date ? (guess.dateFormat ?? 'iso') : undefined,
      isKey: item?.is_key ?? false,
      mandatory: item?.mandatory ?? false,
      ...(guess.transforms && item?.value_type === guess.value_type && { transforms: guess.transforms }),
    };
  });
}

/** Why the plan cannot be run, one sentence each. */
export function faultsOf(plan: readonly ColumnPlan[], items: readonly SchemaItem[] | null): readonly string[] {
  const used = plan.flatMap((column) => (column.field === null ? [] : [column.field]));
  const twice = used.filter((field, i) => used.indexOf(field) !== i);
  const missing = (items ?? []).filter((item) => item.mandatory && !item.system && !used.includes(item.name));
  return [
    ...(used.length === 0 ? ['No column goes into a field: choose at least one.'] : []),
    ...[...new Set(twice)].map((field) => `Two columns go into "${field}": leave one of them out.`),
    ...missing.map((item) => `"${item.name}" must not be empty, but no column fills it.`),
    ...used.flatMap((field) => fieldNameFault(field) ?? []).map((fault) => `This is no field name: ${fault}.`),
  ];
}

/** Fields of the template a plan makes (TPL-35). */
export const newItems = (plan: readonly ColumnPlan[]): readonly Partial<SchemaItem>[] =>
  plan
    .filter((column) => column.field !== null)
    .map((column, i) => ({
      name: column.field ?? '',
      // a place of two columns has the name of neither
      display_name: displayNameOf(isOfTwo(column) ? (column.field ?? '') : column.column),
      value_type: column.value_type,
      mandatory: column.mandatory || column.isKey,
      is_key: column.isKey,
      can_search: column.value_type === ValueType.Keyword || column.value_type === ValueType.Text,
      sequence: i + 1,
      ...(column.guess.unit && column.value_type === column.guess.value_type && { unit: column.guess.unit }),
    }));

const isOfTwo = ({ transforms = [] }: ColumnPlan): boolean =>
  transforms.some((transform) => transform.kind === 'point' && transform.lat !== undefined);

/** The plan with another type for the column that goes into a field. */
export const withType = (plan: readonly ColumnPlan[], field: string, value_type: ValueType): readonly ColumnPlan[] =>
  plan.map((column) => (column.field === field ? { ...column, value_type } : column));

/** Options of the import call that carry the plan. */
export const planOptions = (
  plan: readonly ColumnPlan[],
): {
  readonly columns: Readonly<Record<string, string | null>>;
  readonly formats: Readonly<Record<string, string>>;
  readonly transforms: Readonly<Record<string, readonly Transform[]>>;
} => ({
  transforms: Object.fromEntries(
    plan.flatMap(({ column, field, transforms = [] }) =>
      field !== null && transforms.length > 0 ? [[column, transforms]] : [],
    ),
  ),
  columns: Object.fromEntries(plan.map((column) => [column.column, column.field])),
  formats: Object.fromEntries(
    plan.flatMap((column) => {
      const format = formatOf(column);
      return format && column.field !== null && column.value_type === ValueType.Date ? [[column.column, format]] : [];
    }),
  ),
});
