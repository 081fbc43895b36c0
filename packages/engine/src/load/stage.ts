import { stat } from 'node:fs/promises';
import { malformed } from '@datasarana/schema';
import { type DuckDBConnection, listValue } from '@duckdb/node-api';
import { columnTypes, type FieldColumn, type IndexLayout } from '../index/layout.ts';
import { runAtOnce } from '../store/at-once.ts';
import { allRows } from '../store/rows.ts';
import type { BatchRows, CsvShape } from './batch.ts';
import { filledSql, SqlParameters, type TypedCell, typedCell } from './typed-sql.ts';

export type CsvRows = Extract<BatchRows, { format: 'csv' }>;

/** Longest row that is read at all; a cell may hold 4 MiB, its row has to reach the rules to be refused by name. */
const MAX_ROW_BYTES = 32 * 1024 * 1024;

/** Names of the writer's temporary tables. */
export const STAGE = 'stage';
export const FIXED = 'fixed';
export const REFUSED = 'refused';
export const READY = 'ready';

/** Columns of the definition as they stand in `stage`, `fixed` and `ready`. */
export const ownColumns = (layout: IndexLayout): readonly (readonly [name: string, type: string])[] =>
  layout.own.flatMap(columnTypes);

export const ownNames = (layout: IndexLayout): readonly string[] => ownColumns(layout).map(([name]) => name);

/** Columns a batch is read through: those of the index, or of its rows when they are more. */
export const widthOf = (layout: IndexLayout, rows?: BatchRows | CsvShape): number =>
  Math.max(ownNames(layout).length, rows && 'columns' in rows ? rows.columns.length : 0);

const ddl = (layout: IndexLayout): string =>
  ownColumns(layout)
    .map(([name, type]) => `, ${name} ${type}`)
    .join('');

/** Makes the empty temporary tables of a batch; `rowid` of `stage` is the row's ordinal. Ready are the rows SQL read, until the rules have read others. */
export async function createStage(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${STAGE} (raw VARCHAR[]${ddl(layout)});
    CREATE OR REPLACE TEMP TABLE ${FIXED} (ord BIGINT${ddl(layout)});
    CREATE OR REPLACE TEMP TABLE ${REFUSED} (line BIGINT, raw VARCHAR, cells VARCHAR);
    CREATE OR REPLACE TEMP VIEW ${READY} AS ${stagedRows(layout)}`);
}

/** Lets go of what `createStage` and those behind it made. */
export const DROP_STAGE: readonly string[] = [
  `DROP VIEW IF EXISTS temp.${READY}`,
  ...[STAGE, FIXED, REFUSED].map((table) => `DROP TABLE IF EXISTS temp.${table}`),
];

const namesBehind = (layout: IndexLayout): string =>
  ownNames(layout)
    .map((name) => `, ${name}`)
    .join('');

const stagedRows = (layout: IndexLayout): string =>
  `SELECT rowid AS ord${namesBehind(layout)} FROM temp.${STAGE} WHERE raw IS NULL`;

const cellName = (index: number): string => `c${index}`;

/** Which cell fills which path; a path filled twice is a fault of the mapping. */
export function cellsByPath(layout: IndexLayout, rows: CsvShape): ReadonlyMap<string, number> {
  const cells = new Map<string, number>();
  rows.columns.forEach(({ name, field }, index) => {
    // batches that are read again, and rows that are mended, may have columns for fields that are gone since
    if (field === null || !layout.fields.has(field)) return;
    if (field.startsWith('_')) {
      throw malformed(`Column "${name}" is mapped to "${field}", which is not a field of this template`);
    }
    if (cells.has(field)) throw malformed(`Two columns are mapped to the field "${field}"`);
    cells.set(field, index);
  });
  return cells;
}

interface Projection {
  readonly values: readonly string[];
  readonly fine: readonly string[];
}

/** A field no column fills: empty, unless it has a default or must be filled, which the rules see to. */
function unmapped(column: FieldColumn, keys: readonly string[]): TypedCell {
  const needsRules = column.field.defaultValue != null || column.field.mandatory === true || keys.includes(column.path);
  return { values: column.columns.map(() => 'NULL'), fine: needsRules ? 'false' : '' };
}

function project(layout: IndexLayout, rows: CsvShape, parameters: SqlParameters): Projection {
  const cells = cellsByPath(layout, rows);
  const { keyFields } = layout.definition;
  const emptyList = rows.columns.some(({ document }) => document) ? 'NULL' : '[]';
  const values: string[] = [];
  const fine: string[] = [];
  for (const column of layout.own) {
    const index = cells.get(column.path);
    const cell = index === undefined ? null : cellName(index);
    const dateFormat = index === undefined ? undefined : rows.columns[index]?.dateFormat;
    const form = index === undefined ? undefined : rows.forms?.[index];
    const typed =
      cell === null
        ? unmapped(column, keyFields)
        : typedCell(column, cell, dateFormat, parameters, { emptyList, form });
    values.push(...typed.values);
    fine.push(typed.fine);
    const mandatory = column.field.mandatory === true || keyFields.includes(column.path);
    if (cell !== null && mandatory) fine.push(filledSql(cell));
  }
  for (const column of new Set(layout.fields.values())) {
    if (column.type !== 'object') continue;
    const index = cells.get(column.path);
    if (index !== undefined) fine.push(`(${cellName(index)} IS NULL OR ${cellName(index)} = '')`);
    if (column.field.mandatory === true || column.field.defaultValue != null) fine.push('false');
  }
  rows.columns.forEach(({ document, unknown }, index) => {
    if (document || unknown) fine.push(`(${cellName(index)} IS NULL OR ${cellName(index)} = '')`);
  });
  return { values, fine: fine.filter((each) => each !== '') };
}

/** The cells of a spool as SQL. */
interface CsvCells {
  /** Relation with one VARCHAR column per cell. */
  readonly source: string;
  /** All cells of a row as a list. */
  readonly raw: string;
  readonly parameters: SqlParameters;
}

/** The spool as SQL: where its cells come from, what they become, and when that is sure; `source` has the own columns, too. */
export interface CsvReading extends CsvCells {
  /** Of that relation: true where every value is what the rules would read. */
  readonly surely: string;
}

/** What the relation has beside cells and values. */
interface ReadingOptions {
  /** Name of a column that says which file a row is from. */
  readonly file?: string;
  /** Whether `file_index` says which of the files, counted from 0, it is from. */
  readonly isIndexed?: boolean;
}

/** The cells of a spool as a relation. */
export function csvCells(
  rows: CsvShape & Pick<CsvRows, 'files'>,
  parameters = new SqlParameters(),
  { file }: Pick<ReadingOptions, 'file'> = {},
): CsvCells {
  const cells = rows.columns.map((_, index) => cellName(index));
  const types = cells.map((cell) => `'${cell}': 'VARCHAR'`).join(', ');
  const source = `read_csv(${parameters.add(listValue([...rows.files]))}, header = false, auto_detect = false, delim = ${parameters.add(rows.delimiter)},
    quote = '"', escape = '"', new_line = '\\n', strict_mode = true, max_line_size = ${MAX_ROW_BYTES}, buffer_size = ${MAX_ROW_BYTES},
    columns = {${types}}${file === undefined ? '' : `, filename = '${file}'`})`;
  return { source, raw: `[${cells.join(', ')}]`, parameters };
}

/** The rows of a spool as a relation. */
export function csvReading(
  layout: IndexLayout,
  rows: CsvShape & Pick<CsvRows, 'files'>,
  { file, isIndexed }: ReadingOptions = {},
): CsvReading {
  const parameters = new SqlParameters();
  const { values, fine } = project(layout, rows, parameters);
  const typed = ownNames(layout)
    .map((name, index) => `, ${values[index]} AS ${name}`)
    .join('');
  const cells = csvCells(rows, parameters, file === undefined ? {} : { file });
  const source = `(SELECT *${isIndexed ? ', file_index' : ''}${typed} FROM ${cells.source})`;
  return { ...cells, source, surely: fine.length === 0 ? 'true' : fine.join(' AND ') };
}

/** Planning a statement that types a dozen columns takes some 15 ms of processor time; files of fewer bytes are read by the rules in less. */
export const FEW_BYTES = 128 * 1024;

/** Files of fewer bytes are typed by one statement and stored by another: to type them straight into a table takes two that type. */
export const LITTLE_BYTES = 1024 * 1024;

/** Whether rows are staged sooner than they are typed straight into a table. */
export const holdLittle = async (files: readonly string[]): Promise<boolean> => (await bytesOf(files)) < LITTLE_BYTES;

/** Bytes of files; of one that is not there whoever reads it will tell. */
export async function bytesOf(files: readonly string[]): Promise<number> {
  const sizes = files.map((file) =>
    stat(file).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Rows in `stage`. */
export interface Staged {
  readonly read: number;
  /** Of these, those that the rules have to read. */
  readonly odd: number;
}

/**
 * Reads the spool once: typed values of every row SQL can surely read, the raw cells of the others, or of all where there are few.
 * DuckDB gives the rows of several files in any order, a later file before an earlier one; a number for each row has them come one
 * after another.
 */
export async function stageCsv(connection: DuckDBConnection, layout: IndexLayout, rows: CsvRows): Promise<Staged> {
  const { source, parameters, columns } =
    (await bytesOf(rows.files)) < FEW_BYTES ? rawStaging(rows) : typedStaging(layout, rows);
  await runAtOnce(
    connection,
    `INSERT INTO ${STAGE} (${columns.map(([name]) => name).join(', ')}) SELECT ${columns.map(([, sql]) => sql).join(', ')}
     FROM (SELECT row_number() OVER () AS ord, * FROM ${source}) WHERE ord > 0`,
    parameters.values,
  );
  const [counts] = await allRows(connection, `SELECT count(*) AS read, count(raw) AS odd FROM ${STAGE}`);
  return { read: Number(counts?.read), odd: Number(counts?.odd) };
}

/** Where rows are staged from, and what fills the columns they are staged in. */
interface Staging extends Pick<CsvCells, 'source' | 'parameters'> {
  readonly columns: readonly (readonly [name: string, sql: string])[];
}

function rawStaging(rows: CsvRows): Staging {
  const { raw, ...cells } = csvCells(rows);
  return { ...cells, columns: [['raw', raw]] };
}

function typedStaging(layout: IndexLayout, rows: CsvRows): Staging {
  const { raw, surely, ...reading } = csvReading(layout, rows);
  const odd = `CASE WHEN ${surely} THEN NULL ELSE ${raw} END`;
  return { ...reading, columns: [['raw', odd], ...ownNames(layout).map((name) => [name, name] as const)] };
}

/** Has the rows the rules passed be ready beside those SQL read. */
export async function createReady(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const fixed = `SELECT ord${namesBehind(layout)} FROM temp.${FIXED}`;
  await connection.run(`CREATE OR REPLACE TEMP VIEW ${READY} AS ${stagedRows(layout)} UNION ALL ${fixed}`);
}

/** Names the rows the rules passed, numbered anew without gaps. */
export async function createReadyFixed(connection: DuckDBConnection, layout: IndexLayout): Promise<void> {
  const numbered = `row_number() OVER (ORDER BY ord) - 1 AS ord${namesBehind(layout)}`;
  await connection.run(`CREATE OR REPLACE TEMP VIEW ${READY} AS SELECT ${numbered} FROM temp.${FIXED}`);
}
