import {
  analyse,
  type DateFormat,
  dateFormat,
  type FetchedField,
  geoJsonOf,
  millisOf,
  readPoint,
  UTC,
} from '@datasarana/query';
import { isRawNumber, malformed, rawNumber } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import { withoutHeight } from '../../documents/coerce.ts';
import { patternTest } from '../../documents/expression.ts';
import type { FieldMapping } from '../../documents/mapping.ts';
import { tokenCount } from '../../documents/token-count.ts';
import type { FieldColumn, IndexLayout } from '../../index/layout.ts';
import { dateNanosText } from '../../index/nanos.ts';
import { isRangeType } from '../../index/range-types.ts';
import { shortestFloat } from '../../index/shapes/rebuild.ts';
import { addressKeyOf, addressOfKey } from '../address-order.ts';
import { decimalText, javaDouble } from '../aggregations/shown-value.ts';
import { isIp } from '../clauses/ip.ts';
import { compareTexts } from '../compare-values.ts';
import { fieldOf, isNumber, isWhole, noFielddata, refuseFormat } from '../index-fields.ts';
import { ipNumber } from '../ip-address.ts';
import { isStored, mappedField } from '../mapped-field.ts';
import { analysersOf } from '../named-analysers.ts';
import { plain, recordsOf } from '../run.ts';
import { joined, name, type Sql, sql, whole } from '../sql.ts';
import { valuesAt } from './values-at.ts';

type Values = Readonly<Record<string, readonly unknown[]>>;

const SHOWN = 'strict_date_optional_time';

const formatOf = (column: FieldColumn, format: string | undefined): DateFormat =>
  dateFormat((format === 'use_field_mapping' ? undefined : format) ?? column.field.format?.split('||')[0] ?? SHOWN);

/** Leaf fields a name or pattern means, by the name they are asked for. */
function columnsFor(layout: IndexLayout, pattern: string): readonly (readonly [name: string, column: FieldColumn])[] {
  const fits = patternTest(pattern);
  return [...layout.fields]
    .filter(([path, { type }]) => !path.startsWith('_') && type !== 'object' && type !== 'nested' && fits(path))
    .filter(([path]) => path !== '_' && !path.endsWith('._'));
}

const KEYWORD: FieldColumn = {
  path: '_id',
  type: 'keyword',
  list: false,
  columns: [],
  field: { name: '_id', type: 'keyword', label: '_id' },
  postings: null,
  members: [],
};

/** What a document bears beside its fields, when it is asked for by name. */
function columnAbout(layout: IndexLayout, path: string): readonly (readonly [name: string, column: FieldColumn])[] {
  if (path === '_id' || path === '_index') return [[path, { ...KEYWORD, path }]];
  const kept = path === '_seq_no' ? layout.fields.get(path) : undefined;
  return kept === undefined ? [] : [[path, kept]];
}

/** How a value of a column is shown. */
function docValue(column: FieldColumn, format: string | undefined): (value: unknown) => unknown {
  if (column.type === 'date') {
    const { write } = formatOf(column, format);
    return (value) => {
      if (typeof value !== 'number' && typeof value !== 'bigint') return value;
      return column.field.nanos === true ? dateNanosText(BigInt(value), write) : write(value, UTC);
    };
  }
  if (!isNumber(column.type) || format === undefined || format === 'use_field_mapping')
    return (value) => (typeof value === 'bigint' ? rawNumber(String(value)) : value);
  const text = decimalText(format);
  return (value) => text(Number(value));
}

function ascending(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return a === b ? 0 : (a as number) < (b as number) ? -1 : 1;
}

/** Rows that stand for documents, or for nested ones of them, which are told apart by their places too. */
interface Rows {
  readonly from: Sql;
  readonly places: readonly Sql[];
}

/** Of documents by number: values as the columns have them, in order: `docvalue_fields`. */
export async function docValues(
  layout: IndexLayout,
  docs: readonly number[],
  wanted: readonly FetchedField[],
  connection: DuckDBConnection,
): Promise<ReadonlyMap<number, Values>> {
  const found = await docValuesIn({ from: name(layout.docs), places: [] }, layout, docs, wanted, connection);
  return new Map([...found].map(([key, values]) => [Number(key), values]));
}

/** Like `docValues`, of other rows: by number and places with commas between. */
export async function docValuesIn(
  { from, places }: Rows,
  layout: IndexLayout,
  docs: readonly number[],
  wanted: readonly FetchedField[],
  connection: DuckDBConnection,
): Promise<ReadonlyMap<string, Values>> {
  const asked = wanted.flatMap(({ field, format }) =>
    [...columnsFor(layout, field), ...columnAbout(layout, field)].map(([path, column]) => ({
      path,
      column,
      format,
      shown: docValue(column, format),
    })),
  );
  for (const { path, column, format } of asked) {
    if (column.type === 'text') throw malformed(noFielddata(path));
    if (format !== undefined && format !== 'use_field_mapping') refuseFormat({ path, type: column.type }, layout);
  }
  if (asked.length === 0 || docs.length === 0) return new Map();
  const columns = asked.flatMap(({ path }, i) =>
    (fieldOf(layout, path)?.columns ?? []).map((column, part) => sql`${column} AS ${name(`v${i}_${part}`)}`),
  );
  const isAddress = asked.map((field) => isIp(field, layout));
  const own = places.map((place, i) => sql`${place} AS ${name(`p${i}`)}`);
  const list = joined([sql`_doc`, ...own, ...columns], ', ');
  const which = joined(docs.map(whole), ', ');
  const rows = await recordsOf(connection, sql`SELECT ${list} FROM ${from} WHERE _doc IN (${which})`);
  return new Map(
    rows.map((row) => {
      const found = new Map<string, readonly unknown[]>();
      for (const [i, { path, column, shown }] of asked.entries()) {
        const values = cellsOf(column, row, i, isAddress[i]).map(shown);
        // asked for in several formats, they stand one behind the other
        if (values.length > 0) found.set(path, [...(found.get(path) ?? []), ...values]);
      }
      return [[row._doc, ...places.map((_, i) => row[`p${i}`])].join(), Object.fromEntries(found)];
    }),
  );
}

const byAddress = (a: unknown, b: unknown): number => ascending(ipNumber(String(a)), ipNumber(String(b)));

function cellsOf(
  column: FieldColumn,
  row: Readonly<Record<string, unknown>>,
  place: number,
  isAddress = false,
): readonly unknown[] {
  const many = (part: number): readonly unknown[] => {
    const value = row[`v${place}_${part}`];
    return (Array.isArray(value) ? value : [value])
      .map((each) => plain(each as never))
      .filter((each) => each !== null && each !== undefined);
  };
  if (column.type === 'geo_point') {
    const lons = many(1);
    const points = many(0).map((lat, i) => [Number(lat), Number(lons[i])] as const);
    // the order they are kept in there: from south to north, then from west to east
    return points.sort(([a, b], [c, d]) => a - c || b - d).map(([lat, lon]) => `${lat}, ${lon}`);
  }
  const values = [...many(column.field.nanos === true ? 1 : 0)].sort(isAddress ? byAddress : ascending);
  return column.type === 'keyword' ? [...new Set(values)] : values;
}

/** As it stands in the document; a number that is kept with its digits has them. */
const written = (value: unknown): string => (isRawNumber(value) ? JSON.stringify(value) : String(value));

/** A number as its type keeps it: whole ones without a fraction, those of 32 bits no nearer than they are kept. */
function shownNumber({ type }: FieldColumn, value: unknown): unknown {
  const text = written(value).trim();
  const number = Number(text);
  if (text === '' || Number.isNaN(number)) return undefined;
  if (isWhole(type))
    return WHOLE_DIGITS.test(text) && !Number.isSafeInteger(number) ? rawNumber(text) : Math.trunc(number);
  if (type === 'float' || type === 'half_float') return Number(shortestFloat(Math.fround(number)));
  return typeof value === 'object' ? value : number;
}

/** Whole numbers that JavaScript may have to round. */
const WHOLE_DIGITS = /^-?[1-9]\d{15,19}$/;

/** The ends of a range of dates in the format of the field. */
function fetchedSpan(column: FieldColumn, value: unknown, format: string | undefined): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { read } = dateFormat(column.field.format);
  const { write } = formatOf(column, format);
  return Object.fromEntries(
    Object.entries(value).map(([end, given]) => {
      const moment = given === null ? null : read(written(given), UTC, false);
      return [end, moment === null ? given : write(moment, UTC)];
    }),
  );
}

/** A value of the document as its field understands it; undefined when it does not. */
function fetched(column: FieldColumn, value: unknown, format: string | undefined, isAddress: boolean): unknown {
  if (isAddress) return shownAddress(String(value));
  if (column.type === 'date') {
    const nanos = dateFormat(column.field.format).readNanos(written(value), UTC, false);
    if (nanos === null) return undefined;
    const { write } = formatOf(column, format);
    return column.field.nanos === true ? dateNanosText(nanos, write) : write(millisOf(nanos), UTC);
  }
  if (column.type === 'date_range') return fetchedSpan(column, value, format);
  if (isNumber(column.type)) return shownNumber(column, value);
  if (column.type === 'boolean') return value === true || value === 'true';
  if (column.type === 'geo_point') return shownPoint(value, format);
  if (column.type === 'geo_shape' && typeof value === 'string') return shownShape(value);
  if (typeof value === 'object' && !isRawNumber(value)) return value;
  const { analyser } = column.field;
  return column.type === 'keyword' && analyser !== undefined ? analyse(analyser, spelt(value))[0] : spelt(value);
}

/** The text of a value: decimals are read as such there, and spelt as Java spells them. */
function spelt(value: unknown): string {
  const text = written(value);
  const isDecimal = typeof value !== 'string' && typeof value !== 'boolean' && /[.e]/i.test(text);
  return isDecimal ? javaDouble(Number(text)) : text;
}

/** A point as `[lon, lat]`, which is no list of values. */
const isPair = ([first]: readonly unknown[]): boolean => typeof first === 'number' || isRawNumber(first);

/** A point in GeoJSON, or as text where that is the format; undefined when it is none. */
function shownPoint(value: unknown, format: string | undefined): unknown {
  try {
    const { lat, lon } = readPoint(withoutHeight(JSON.parse(JSON.stringify(value))), '', 'coerce');
    return format === 'wkt'
      ? `POINT (${javaDouble(lon)} ${javaDouble(lat)})`
      : { type: 'Point', coordinates: [lon, lat] };
  } catch {
    return undefined;
  }
}

/** A shape written as text in GeoJSON; undefined when it is none. */
function shownShape(text: string): unknown {
  try {
    return geoJsonOf(text);
  } catch {
    return undefined;
  }
}

/** An address in its one spelling; undefined when it is none. */
const shownAddress = (text: string): string | undefined =>
  ipNumber(text) === null ? undefined : addressOfKey(addressKeyOf(text));

/** A further reading of a field has its values where that field has them. */
function sourcePath(layout: IndexLayout, path: string): string {
  const at = path.lastIndexOf('.');
  if (at < 0) return path;
  const parent = layout.fields.get(path.slice(0, at));
  return parent !== undefined && parent.type !== 'object' && parent.type !== 'nested' ? path.slice(0, at) : path;
}

function refuseFetchedFormat(path: string, { type }: FieldColumn): void {
  if (type === 'date' || isRangeType(type) || type === 'geo_point') return;
  throw malformed(`Field [${path}] of type [${type}] doesn't support formats.`, 'Leave format out.');
}

const countsOf = (layout: IndexLayout, values: readonly unknown[], mapped: FieldMapping): readonly number[] =>
  values.map((value) => Number(tokenCount(written(value), mapped, analysersOf(layout)))).sort((a, b) => a - b);

/** A number of a `scaled_float` as near as it is kept. */
function rounded(value: unknown, { parameters }: FieldMapping): unknown {
  const factor = Number(parameters.scaling_factor);
  return typeof value === 'number' ? Math.round(value * factor) / factor : value;
}

/** What a document has for a field, as the field understands it. */
function valuesFor(
  layout: IndexLayout,
  source: Readonly<Record<string, unknown>>,
  [path, column]: readonly [string, FieldColumn],
  format?: string,
): readonly unknown[] {
  const mapped = mappedField(layout, path);
  const { ignore_above: limit, null_value: nullValue } = mapped?.parameters ?? {};
  const steps = sourcePath(layout, column.path).split('.');
  if (mapped?.type === 'token_count') return countsOf(layout, valuesAt(source, steps), mapped);
  return valuesAt(source, steps, nullValue, column.type === 'geo_point' ? isPair : undefined)
    .filter((value) => limit === undefined || String(value).length <= Number(limit))
    .map((value) => fetched(column, value, format, isIp({ path }, layout)))
    .map((value) => (mapped?.type === 'scaled_float' ? rounded(value, mapped) : value))
    .filter((value) => value !== undefined);
}

/** Values as the document has them, read by the fields' types: `fields`. */
export function fetchedValues(
  layout: IndexLayout,
  source: Readonly<Record<string, unknown>>,
  wanted: readonly FetchedField[],
): Values {
  const found: Record<string, readonly unknown[]> = {};
  for (const { field, format, path, column } of meantBy(wanted, layout)) {
    if (format !== undefined && path === field) refuseFetchedFormat(path, column);
    const values = valuesFor(layout, source, [path, column], format);
    if (values.length > 0) found[path] = values;
  }
  return found;
}

interface MeantField extends FetchedField {
  readonly path: string;
  readonly column: FieldColumn;
}

const meant = new WeakMap<readonly FetchedField[], WeakMap<IndexLayout, readonly MeantField[]>>();

/** The fields that are wanted of each document, looked up once for all of them. */
function meantBy(wanted: readonly FetchedField[], layout: IndexLayout): readonly MeantField[] {
  const byLayout = meant.get(wanted) ?? new WeakMap<IndexLayout, readonly MeantField[]>();
  meant.set(wanted, byLayout);
  const known = byLayout.get(layout);
  if (known !== undefined) return known;
  const found = wanted.flatMap((each) =>
    columnsFor(layout, each.field).map(([path, column]): MeantField => ({ ...each, path, column })),
  );
  byLayout.set(layout, found);
  return found;
}

/** Values of fields whose mapping says `store`: `stored_fields`. */
export function storedValues(
  layout: IndexLayout,
  source: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Values {
  const stored = names.flatMap((pattern) => columnsFor(layout, pattern)).filter(([path]) => isStored(layout, path));
  const found = stored.map((field) => [field[0], valuesFor(layout, source, field)] as const);
  return Object.fromEntries(found.filter(([, values]) => values.length > 0));
}
