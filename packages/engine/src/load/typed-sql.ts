import { BOOLEAN_WORDS, type CellForm } from '@datasarana/sources';
import type { DuckDBValue } from '@duckdb/node-api';
import { listValue } from '@duckdb/node-api';
import type { FieldDefinition } from '../index/definition.ts';
import { type FieldColumn, SQL_TYPE } from '../index/layout.ts';
import { isRangeType } from '../index/range-types.ts';
import { asTimestamp, dateSql, isInRange, isIso } from './date-sql.ts';
import { DECIMAL_LIMIT } from './rules/number.ts';
import { maxBytesOf } from './rules/text.ts';

/**
 * A cell's reading in SQL: an expression per column, and one that is true only when they equal the rules' reading. That one names the
 * columns, so that it is asked where their values stand already: DuckDB works out twice what stands in a `coalesce` or `CASE`, too.
 */
export interface TypedCell {
  readonly values: readonly string[];
  readonly fine: string;
}

/** Collects values of the definition that a statement needs; they never become SQL text. */
export class SqlParameters {
  readonly values: Record<string, DuckDBValue> = {};
  #count = 0;

  add(value: DuckDBValue): string {
    const name = `p${this.#count++}`;
    this.values[name] = value;
    return `$${name}`;
  }
}

interface Cell {
  readonly field: FieldDefinition;
  readonly sql: string;
  /** What the values are called where `fine` is asked. */
  readonly names: readonly string[];
  readonly dateFormat: string | undefined;
  readonly parameters: SqlParameters;
  /** What an empty cell of a list is: an empty list, or no value. */
  readonly emptyList: '[]' | 'NULL';
  /** Of all cells of the column, where it is known. */
  readonly form: CellForm | undefined;
}

const nothing = (cell: string): string => `(${cell} IS NULL OR ${cell} = '')`;
/** Signs below `!` are spaces, or do not print: trim() takes six times as long as this comparison. */
const blank = (cell: string): string => `CASE WHEN ${cell} < '!' THEN trim(${cell}) = '' ELSE false END`;
const isEmpty = (cell: string): string => `(${cell} IS NULL OR ${blank(cell)})`;
/** Without a value an empty cell is fine; with one, whatever is asked of both. */
const fineOrEmpty = ({ sql, names: [name] }: Cell, fine: string): string =>
  `CASE WHEN ${name} IS NULL THEN ${isEmpty(sql)} ELSE ${fine} END`;
/** Letters, figures and signs of ASCII. */
const ASCII = ['!', '~'] as const;
/** Between these, beside ASCII, stand the spaces of Unicode, and what does not print. */
const PRINTING = [
  ASCII,
  ['\u00a1', '\u167f'],
  ['\u3001', '\ufefe'],
  ['\u1681', '\u1fff'],
  ['\uff00', '\u{10ffff}'],
  ['\u2010', '\u2027'],
  ['\u2070', '\u2fff'],
] as const;
const between = (text: string, [first, last]: readonly [string, string]): string =>
  `${text} BETWEEN '${first}' AND '${last}'`;
const startsPrinting = (text: string): string => PRINTING.map((range) => between(text, range)).join(' OR ');
/** Surely not blank: starts with a letter, figure or sign of any script, behind spaces or not. What does not, is read by the rules. */
const printing = (cell: string): string => `(${startsPrinting(cell)} OR ${startsPrinting(`ltrim(${cell})`)})`;

/** Of cells whose form is known no more is asked than that the cast took them. */
const cast = ({ sql, names: [name] }: Cell, value: string, fine = 'true'): TypedCell => ({
  values: [value],
  fine: `CASE WHEN ${name} IS NULL THEN ${sql} IS NULL ELSE ${fine} END`,
});

const GROUPS = '[1-9][0-9]{0,2}(,[0-9]{3})+';
const WHOLE = ` *[+-]?(${GROUPS}|[0-9]{1,40})(\\.0*)? *`;
const DECIMAL = ` *[+-]?(${GROUPS}(\\.[0-9]*)?|([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?) *`;

/** DuckDB leaves out spaces around a number itself, and knows no commas between thousands. */
const castNumber = (sql: string, type: string): string =>
  `CASE WHEN contains(${sql}, ',') THEN try_cast(replace(${sql}, ',', '') AS ${type}) ELSE try_cast(${sql} AS ${type}) END`;

/** Whether the rules read a text as a whole number of 64 bits, and as a decimal number. */
export const isLongText = (sql: string): string =>
  `regexp_full_match(${sql}, '${WHOLE}') AND ${castNumber(sql, 'BIGINT')} IS NOT NULL`;
export const isDoubleText = (sql: string): string =>
  `regexp_full_match(${sql}, '${DECIMAL}') AND abs(${castNumber(sql, 'DOUBLE')}) <= ${DECIMAL_LIMIT.double}::DOUBLE`;

/** As many figures as surely fit, a sign among them. */
const SURE_FIGURES: Readonly<Record<string, number>> = { TINYINT: 2, SMALLINT: 4, INTEGER: 9, BIGINT: 18 };

function whole(cell: Cell): TypedCell {
  const { field, sql, names, form } = cell;
  const type = sqlTypeOf(field);
  if (form?.whole && form.longest <= (SURE_FIGURES[type] ?? 0)) return cast(cell, `try_cast(${sql} AS ${type})`);
  const fine = `CASE WHEN ${names[0]}::VARCHAR = ${sql} THEN true ELSE regexp_full_match(${sql}, '${WHOLE}') END`;
  return { values: [castNumber(sql, type)], fine: fineOrEmpty(cell, fine) };
}

/** Of what DuckDB takes for a decimal number: without what only it does (figures parted by `_`, two signs), and without an exponent. */
const figures = (sql: string): string =>
  ['_', 'e', 'E', '+-'].map((sign) => `NOT contains(${sql}, '${sign}')`).join(' AND ');

function decimal(cell: Cell): TypedCell {
  const { field, sql, names, form } = cell;
  const limit =
    field.type === 'float' || field.type === 'half_float' ? DECIMAL_LIMIT[field.type] : DECIMAL_LIMIT.double;
  const fits = `abs(${names[0]}) <= ${limit}::DOUBLE`;
  if (form?.decimal) return cast(cell, `try_cast(${sql} AS DOUBLE) + 0e0`, fits);
  const isPlain = `${figures(sql)} AND NOT contains(${sql}, ',')`;
  const fine = `${fits} AND CASE WHEN ${isPlain} THEN true ELSE regexp_full_match(${sql}, '${DECIMAL}') END`;
  return { values: [`${castNumber(sql, 'DOUBLE')} + 0e0`], fine: fineOrEmpty(cell, fine) };
}

/** Not by IN: of more than a few words DuckDB makes a join, which takes more than 7 MB for each column, and more than twice the time. */
const isOneOf = (sql: string, words: readonly string[]): string =>
  words.map((word) => `${sql} = '${word}'`).join(' OR ');

/** What nearly all cells hold, asked for first: behind all words for yes, in any language, a `false` would take some forty comparisons. */
const USUAL_WORDS: readonly (readonly [yes: string, no: string])[] = [
  ['true', 'false'],
  ['1', '0'],
  ['yes', 'no'],
];

function boolean(cell: Cell): TypedCell {
  const { sql } = cell;
  const usual = USUAL_WORDS.map(([yes, no]) => `WHEN ${sql} = '${yes}' THEN true WHEN ${sql} = '${no}' THEN false`);
  // others are told in a seventh of the time without lower()
  const readings = [sql, `lower(${sql})`, `lower(trim(${sql}))`].map(
    (word) =>
      `WHEN ${isOneOf(word, BOOLEAN_WORDS.true)} THEN true WHEN ${isOneOf(word, BOOLEAN_WORDS.false)} THEN false`,
  );
  const value = `CASE WHEN ${sql} IS NULL THEN NULL ${[...usual, ...readings].join(' ')} END`;
  return { values: [value], fine: fineOrEmpty(cell, 'true') };
}

const allowed = ({ field, sql, parameters }: Cell): string =>
  field.allowedValues ? ` AND list_contains(${parameters.add(listValue([...field.allowedValues]))}, ${sql})` : '';

function text(cell: Cell): TypedCell {
  const { field, sql, form } = cell;
  if (form?.printing && form.longest <= maxBytesOf(field) && !field.allowedValues) return { values: [sql], fine: '' };
  const fits = `strlen(${sql}) <= ${maxBytesOf(field)}${allowed(cell)}`;
  const fine = `CASE WHEN ${between(sql, ASCII)} THEN ${fits} WHEN ${printing(sql)} THEN ${fits} ELSE ${isEmpty(sql)} END`;
  const value = `CASE WHEN ${sql} < '!' THEN CASE WHEN trim(${sql}) = '' THEN NULL ELSE ${sql} END ELSE ${sql} END`;
  return { values: [value], fine };
}

function binary(cell: Cell): TypedCell {
  const { sql } = cell;
  const { values, fine } = text({ ...cell, form: undefined });
  const isBase64 = `strlen(${sql}) % 4 = 0 AND regexp_full_match(${sql}, '[A-Za-z0-9+/]*={0,2}')`;
  return { values, fine: `${fine} AND coalesce(${isBase64}, true)` };
}

function textList(cell: Cell): TypedCell {
  const { field, sql, emptyList } = cell;
  const one = `${printing(sql)} AND NOT starts_with(ltrim(${sql}), '[')`;
  const fine = `CASE WHEN ${one} THEN strlen(${sql}) <= ${maxBytesOf(field)}${allowed(cell)} ELSE ${nothing(sql)} END`;
  return { values: [`CASE WHEN ${nothing(sql)} THEN ${emptyList} ELSE [${sql}] END`], fine };
}

function date(cell: Cell): TypedCell | null {
  const { sql, names, dateFormat, form } = cell;
  if (form?.moment && isIso(dateFormat)) return cast(cell, asTimestamp(sql), isInRange(names[0] ?? ''));
  const reading = dateSql(sql, dateFormat, names[0] ?? '');
  return reading && { values: [reading.value], fine: fineOrEmpty(cell, reading.fine) };
}

/** What is behind the first comma holds no other, or is no number. One that begins with its point, as the rules have none in a pair, is less than 1. */
function point(cell: Cell): TypedCell {
  const {
    sql,
    names: [lat, lon],
    form,
  } = cell;
  const parts = [`split_part(${sql}, ',', 1)`, `substr(${sql}, instr(${sql}, ',') + 1)`];
  const values = parts.map((part) => `try_cast(${part} AS DOUBLE) + 0e0`);
  const isOnEarth = `${lat} BETWEEN -90 AND 90 AND ${lon} BETWEEN -180 AND 180`;
  const plain = `regexp_full_match(${sql}, ' *[+-]?[0-9]+(\\.[0-9]*)? *, *[+-]?[0-9]+(\\.[0-9]*)? *')`;
  const isPlain = [`abs(${lat}) >= 1 AND abs(${lon}) >= 1`, ...(form?.pair ? [] : [figures(sql)])].join(' AND ');
  const fine = `${isOnEarth} AND contains(${sql}, ',') AND CASE WHEN ${isPlain} THEN true ELSE ${plain} END`;
  return { values, fine: fineOrEmpty(cell, fine) };
}

const READINGS: Readonly<Partial<Record<FieldDefinition['type'], (cell: Cell) => TypedCell | null>>> = {
  byte: whole,
  short: whole,
  integer: whole,
  long: whole,
  half_float: decimal,
  float: decimal,
  double: decimal,
  boolean,
  text,
  keyword: text,
  binary,
  date,
  geo_point: point,
};

const TEXTUAL: ReadonlySet<string> = new Set(['text', 'keyword']);

function readingOf(column: FieldColumn, cell: Cell): TypedCell | null {
  if (column.list) return TEXTUAL.has(column.type) ? textList(cell) : null;
  return READINGS[column.type]?.(cell) ?? null;
}

/** The reading of one column's cell; a cell that SQL cannot read surely is left to the rules. */
export function typedCell(
  column: FieldColumn,
  sql: string,
  dateFormat: string | undefined,
  parameters: SqlParameters,
  { emptyList = '[]', form }: Partial<Pick<Cell, 'emptyList' | 'form'>> = {},
): TypedCell {
  const reading = readingOf(column, {
    field: column.field,
    sql,
    names: column.columns,
    dateFormat,
    parameters,
    emptyList,
    form,
  });
  const isList = column.list || column.type === 'nested';
  const empty = isList ? `CASE WHEN ${nothing(sql)} THEN ${emptyList} END` : 'NULL';
  return reading ?? { values: column.columns.map(() => empty), fine: nothing(sql) };
}

/** True where a cell that must be filled surely is. */
export const filledSql = (sql: string): string => `(${sql} IS NOT NULL AND NOT (${blank(sql)}))`;

function sqlTypeOf(field: FieldDefinition): string {
  const { type } = field;
  if (type === 'object' || type === 'nested' || type === 'geo_point' || isRangeType(type)) return 'VARCHAR';
  if (type === 'completion') return 'VARCHAR';
  return SQL_TYPE[type];
}
