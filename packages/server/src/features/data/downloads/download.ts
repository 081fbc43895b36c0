import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type FieldDefinition, type Hit, writeParquet } from '@datasarana/engine';
import { filterSource, type SourceFilter } from '@datasarana/query';
import { csvRow, PlatformError, ReplyCode } from '@datasarana/schema';
import { csvText } from '@datasarana/sources/node';
import { type TSchema, Type } from 'typebox';
import { type Download, download } from '../../../http/envelope.ts';
import { FILE } from '../../../http/replies.ts';
import { visiblePart } from '../field-rights.ts';
import { valueAt } from '../value-at.ts';
import { geoJson } from './geojson.ts';
import { columnValue, type DownloadColumn, downloadColumns } from './table.ts';
import { datesOf, STORED_AT, withWrittenDates } from './written-dates.ts';
import { SHEET_ROWS, xlsxStream } from './xlsx.ts';

/** Formats all matches of a search are delivered in. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx', 'ndjson', 'datasarana', 'geojson', 'parquet'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

const CONTENT_TYPES: Readonly<Record<DownloadFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson',
  datasarana: 'application/json; charset=utf-8',
  geojson: 'application/geo+json',
  parquet: 'application/vnd.apache.parquet',
};
/** What downloads are, by content type. */
export const DOWNLOADS: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type.split(';')[0], FILE])),
  'application/json': Type.Object(
    {
      datasarana: Type.Literal(1),
      template: Type.Unknown({ description: 'what the template of the records is made from' }),
      total: Type.Integer({ minimum: 0 }),
      records: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    },
    { additionalProperties: false },
  ),
};
/** Formats that have records as objects, not as rows of columns. */
const OBJECTS: ReadonlySet<DownloadFormat> = new Set(['ndjson', 'datasarana', 'geojson']);
const ENDINGS: Readonly<Partial<Record<DownloadFormat, string>>> = { datasarana: 'json' };

/** What is downloaded: pages of records with their total, both of one moment. */
export interface Matches {
  readonly template: { readonly id: string; readonly name: string; readonly definition: unknown };
  readonly fields: readonly FieldDefinition[];
  readonly hidden: readonly string[];
  /** The part of each record that was asked for. */
  readonly source: SourceFilter;
  /** Dotted paths that were chosen; null = all. */
  readonly chosen: readonly string[] | null;
  readonly total: number;
  readonly pages: AsyncIterable<readonly Hit[]>;
  /** Aborts when nobody waits for them any more. */
  readonly signal: AbortSignal;
  /** Folder for files that are written before they are sent. */
  readonly spare: string;
  /** For who does not read the pages; harmless a second time. */
  close(): Promise<void>;
}

type Rows = AsyncIterable<readonly (readonly unknown[])[]>;

async function* rowsOf(
  { pages, hidden }: Matches,
  columns: readonly DownloadColumn[],
): Rows & AsyncGenerator<unknown[][]> {
  for await (const hits of pages) {
    yield hits.map((hit) => {
      const record = visiblePart(hit._source ?? {}, hidden);
      return columns.map((column) => (column.path === '_id' ? hit._id : columnValue(record, column)));
    });
  }
}

const ID: DownloadColumn = { path: '_id', kind: 'text', type: 'VARCHAR' };

/** Whether a value at a dotted path is part of what was asked for. */
function isAsked(path: string, source: SourceFilter): boolean {
  const record = path.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), true);
  return valueAt(Object(filterSource(Object(record), source)), path) === true;
}

/** The columns asked for. @throws PlatformError 31/422 for one the template does not have */
function columnsOf({ fields, hidden, source, chosen }: Matches): readonly DownloadColumn[] {
  const all = [ID, ...downloadColumns(fields, hidden).filter(({ path }) => isAsked(path, source))];
  if (chosen === null) return all;
  return [...new Set(chosen.flatMap((path) => columnsAt(path, all)))];
}

function columnsAt(path: string, all: readonly DownloadColumn[]): readonly DownloadColumn[] {
  const found = all.filter((column) => column.path === path || column.path.startsWith(`${path}.`));
  if (found.length === 0) throw unknownColumn(path, all);
  return found;
}

/** Objects have what the platform keeps of a record beside its columns. @throws PlatformError 31/422 as columns do */
const refuseUnknown = (matches: Matches): unknown =>
  columnsOf({ ...matches, chosen: (matches.chosen ?? []).filter((path) => !path.startsWith('_')) });

const unknownColumn = (path: string, all: readonly DownloadColumn[]): PlatformError =>
  new PlatformError(`The template has no column '${path}'.`, {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 422,
    hint: `Its columns are ${all.map((column) => column.path).join(', ')}.`,
  });

const tooManyRows = (total: number): PlatformError =>
  new PlatformError(`${total} records match; a sheet holds ${SHEET_ROWS - 1} rows below its header.`, {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 413,
    hint: 'Download CSV or Parquet, or narrow the search.',
  });

async function* csvLines(columns: readonly DownloadColumn[], rows: Rows): AsyncGenerator<string> {
  yield csvRow(columns.map(({ path }) => path));
  for await (const page of rows) yield page.map(csvRow).join('');
}

/** Records as objects, with their id and their dates written out; only the chosen paths when some were. */
async function* objectsOf(matches: Matches): AsyncGenerator<readonly Record<string, unknown>[]> {
  const { pages, hidden, source, chosen, fields } = matches;
  const dates = [...datesOf(fields), STORED_AT];
  const asked = (record: Readonly<Record<string, unknown>>) =>
    Object(filterSource(visiblePart(record, hidden), source));
  for await (const hits of pages) {
    yield hits.map((hit) => withWrittenDates({ _id: hit._id, ...picked(asked(hit._source ?? {}), chosen) }, dates));
  }
}

function picked(record: Readonly<Record<string, unknown>>, chosen: readonly string[] | null): object {
  if (chosen === null) return record;
  const made: Record<string, unknown> = {};
  for (const path of chosen) place(made, record, path.split('.'));
  return made;
}

function place(into: Record<string, unknown>, from: unknown, [name = '', ...rest]: readonly string[]): void {
  if (typeof from !== 'object' || from === null || !Object.hasOwn(from, name)) return;
  const value: unknown = Reflect.get(from, name);
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const known = into[name];
  const child: Record<string, unknown> = typeof known === 'object' && known !== null ? { ...known } : {};
  place(child, value, rest);
  into[name] = child;
}

async function* ndjson(matches: Matches): AsyncGenerator<string> {
  for await (const objects of objectsOf(matches)) yield objects.map((each) => `${JSON.stringify(each)}\n`).join('');
}

/** SRC-37: template and records as another instance takes them in. */
async function* ownJson(matches: Matches): AsyncGenerator<string> {
  const { template, total } = matches;
  yield `{"datasarana":1,"template":${JSON.stringify(template.definition)},"total":${total},"records":[`;
  let between = '\n';
  for await (const objects of objectsOf(matches)) {
    yield between + objects.map((each) => JSON.stringify(each)).join(',\n');
    between = ',\n';
  }
  yield '\n]}\n';
}

/** Parquet has its index at the end and its columns apart, so it is made on disk before it is sent. */
async function* parquet(
  columns: readonly DownloadColumn[],
  rows: Rows,
  { spare, signal }: Matches,
): AsyncGenerator<Uint8Array> {
  const path = join(spare, randomUUID());
  const [text, file] = [`${path}.csv`, `${path}.parquet`];
  async function* lines(): AsyncGenerator<string> {
    for await (const page of rows) yield page.map((row) => `${row.map(normalCell).join(',')}\n`).join('');
  }
  try {
    await mkdir(spare, { recursive: true });
    await pipeline(lines(), createWriteStream(text), { signal });
    await writeParquet(
      text,
      columns.map(({ path: name, type }) => ({ name, type })),
      file,
      signal,
    );
    await rm(text, { force: true });
    yield* createReadStream(file);
  } finally {
    await rm(text, { force: true });
    await rm(file, { force: true });
  }
}

const normalCell = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : csvText(typeof value === 'object' ? JSON.stringify(value) : String(value));

/** The stream of a download. @throws PlatformError before the first byte when the format cannot hold the records */
function bodyOf(format: DownloadFormat, matches: Matches): Readable {
  if (OBJECTS.has(format)) refuseUnknown(matches);
  if (format === 'ndjson') return Readable.from(ndjson(matches));
  if (format === 'datasarana') return Readable.from(ownJson(matches));
  if (format === 'geojson') return Readable.from(geoJson(matches.fields, matches.hidden, objectsOf(matches)));
  const columns = columnsOf(matches);
  const rows = rowsOf(matches, columns);
  if (format === 'csv') return Readable.from(csvLines(columns, rows));
  if (format === 'parquet') return Readable.from(parquet(columns, rows, matches));
  if (matches.total >= SHEET_ROWS) throw tooManyRows(matches.total);
  return xlsxStream(columns, rows);
}

/** Hits as a search answers them, in the reply shape of API-03. */
async function* hitsJson({ pages, hidden, source, total }: Matches): AsyncGenerator<string> {
  const began = performance.now();
  yield `{"code":${ReplyCode.Ok},"ts":${Date.now()},"data":[`;
  let between = '\n';
  for await (const hits of pages) {
    if (hits.length === 0) continue;
    const shown = hits.map((hit) => ({
      ...hit,
      _source: filterSource(visiblePart(hit._source ?? {}, hidden), source),
    }));
    yield between + shown.map((hit) => JSON.stringify(hit)).join(',\n');
    between = ',\n';
  }
  yield `\n],"took":${Math.round(performance.now() - began)},"error":null,"total":${total}}\n`;
}

/** The reply with all matches as hits, written while they are read. */
export function hitsOf(matches: Matches): Download {
  const body = Readable.from(hitsJson(matches));
  body.once('close', () => void matches.close());
  return download(body, 'application/json; charset=utf-8');
}

/** The answer of a download: its rows are counted in `x-total-count`. */
export function downloadOf(format: DownloadFormat, matches: Matches): Download {
  const body = bodyOf(format, matches);
  body.once('close', () => void matches.close());
  const name = `${matches.template.name}.${ENDINGS[format] ?? format}`;
  return download(body, CONTENT_TYPES[format], name, { 'x-total-count': String(matches.total) });
}
