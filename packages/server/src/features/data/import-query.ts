import { malformed } from '@datasarana/schema';
import {
  DELIMITER_LIST,
  ENCODINGS,
  type Encoding,
  ESCAPES,
  type EscapeChoice,
  encodingOfLabel,
  FILE_FORMATS,
  isTransform,
  type Transform,
  transformFault,
} from '@datasarana/sources';
import { type Static, Type } from 'typebox';
import { asDelimiter, type ColumnChoice } from './column-plan.ts';
import type { ReadAs } from './read-as.ts';

export const CSV_TYPES = [
  'text/csv',
  'application/csv',
  'text/tab-separated-values',
  'text/plain',
  'application/vnd.ms-excel',
  'application/gzip',
  'application/x-gzip',
];
/** A whole FeatureCollection. */
const DOCUMENT_TYPES = ['application/geo+json', 'application/vnd.geo+json'];
export const LINE_TYPES = [
  'application/x-ndjson',
  'application/ndjson',
  'application/jsonl',
  'application/geo+json-seq',
  'application/gzip',
  'application/x-gzip',
  ...DOCUMENT_TYPES,
];

const ESCAPE_WORDS =
  'delimited text: what a backslash is; none = a letter, enclosed = an escape in cells that may stand in quotes, text = an escape in cells whose quotes are letters (COPY, INTO OUTFILE); found by itself when missing';

const literals = <T extends string>(values: readonly T[], description = '') =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    description === '' ? {} : { description },
  );
const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const text = (description: string) => Type.Optional(Type.String({ description }));
const common = {
  template: Type.String({ minLength: 1 }),
  source: text('id of a source or converter: its columns, formats and functions; the others here come before its own'),
  delimiter: text(`${DELIMITER_LIST}; found by itself when missing`),
  escapes: Type.Optional(Type.Unsafe<EscapeChoice>(literals(ESCAPES, ESCAPE_WORDS))),
  encoding: text(`${ENCODINGS.join(', ')}, or another label of one; found by itself when missing`),
  columns: text('JSON: source column → field, or null for a column left out'),
  formats: text('JSON: source column → date format'),
  transforms: text('JSON: source column → list of functions its cells go through'),
  ignore_unknown: flag('leave out columns that match no field instead of refusing the file'),
  reject_unknown: flag('refuse the rows that hold something in a column that matches no field, instead of the file'),
  dry_run: flag('answer the ledger, store nothing'),
  keep: flag('with dry_run: keep the body for half an hour under the id answered as `upload`'),
  upload: text('id of a kept body, in place of a body'),
  wait: Type.Optional(
    Type.Union([Type.Literal('started'), Type.Literal('durable'), Type.Literal('applied')], {
      description: 'started: answer with the batch id at once, only with upload; durable: as soon as the rows are safe',
    }),
  ),
  after: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 256,
      description: 'request_id of a batch for the same template, sent before or now: these rows are stored behind it',
    }),
  ),
  file: Type.Optional(Type.String({ maxLength: 256, description: 'name of the file, for messages and lists' })),
};

const header_row = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'row of the sheet, or line of the text, that names the columns; 0 = none does',
  }),
);

const ASCII = ['ascii', 'us-ascii'];

/** What `/feature/data` may be told. */
export const ImportQuery = Type.Object(common, { additionalProperties: false });
export type ImportQuery = Static<typeof ImportQuery>;

/** What `/data/csv` may be told beside. */
export const CsvQuery = Type.Object(
  {
    ...common,
    header_row,
    parts: flag(
      'the first line of the body is a JSON list of the files whose rows follow, [{file, at, line}]; the answer counts each',
    ),
    aside: flag(
      'rows that the sender could not read stand among the others: \\u0001aside, rule, reason, the row itself, and empty cells until they are two more than the header has; they are rejected with that reason',
    ),
  },
  { additionalProperties: false },
);
export type CsvQuery = Static<typeof CsvQuery>;

/** What `/data/file` may be told beside. */
export const FileQuery = Type.Object(
  {
    ...common,
    format: Type.Optional(literals(FILE_FORMATS.filter((format) => format !== 'generic'))),
    sheet: text('name of the sheet of a workbook; the first visible one with a cell when missing'),
    header_row,
    merged: Type.Optional(literals(['fill', 'leave'])),
    beside: flag('JSON: what stands beside the list of rows, but for other lists, goes with each of them'),
    entry: text('name of the file with the rows in an archive of several'),
    path: text(
      'JSON: where the list of rows stands, as data.items; found by itself when missing; `.` = an object is one row',
    ),
  },
  { additionalProperties: false },
);
export type FileQuery = Static<typeof FileQuery>;

/** How a file was opened where it does not open so by itself: what `/data/file` and `/data/csv` are told of it. */
export const Opening = Type.Object(
  {
    delimiter: FileQuery.properties.delimiter,
    escapes: FileQuery.properties.escapes,
    encoding: FileQuery.properties.encoding,
    format: FileQuery.properties.format,
    sheet: FileQuery.properties.sheet,
    header_row,
    merged: FileQuery.properties.merged,
    beside: FileQuery.properties.beside,
    entry: FileQuery.properties.entry,
    path: FileQuery.properties.path,
  },
  { additionalProperties: false },
);
export type Opening = Static<typeof Opening>;

/** A query parameter that holds a JSON object of texts. */
function readMap(text: string | undefined, name: string, nullable: boolean): Readonly<Record<string, string | null>> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  const fits = (entry: unknown): boolean => typeof entry === 'string' || (nullable && entry === null);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(fits)) {
    const second = nullable ? 'a field name or null' : 'a date format';
    throw malformed(`'${name}' in the query must be a JSON object that gives each source column ${second}.`);
  }
  return value as Readonly<Record<string, string | null>>;
}

/**
 * The encoding named in the query, else in the content type; undefined = found out from the bytes. A content type that
 * says UTF-8 does not count: programs add it to whatever they send.
 */
function encodingOf(query: string | undefined, contentType: string | undefined): Encoding | undefined {
  const charset = /charset="?([\w-]+)"?/i.exec(contentType ?? '')?.[1];
  const given = (query ?? charset ?? '').toLowerCase();
  // which of the two its bytes tell
  if (given === '' || given === 'utf-16') return undefined;
  const known = ASCII.includes(given) ? 'utf-8' : encodingOfLabel(given);
  if (query === undefined) return known === null || known === 'utf-8' ? undefined : known;
  if (known) return known;
  throw malformed(`encoding '${query}' is none of ${ENCODINGS.join(', ')}.`);
}

/** Functions by column, as the query holds them. */
function readTransforms(text: string | undefined): Readonly<Record<string, readonly Transform[]>> {
  if (text === undefined || text === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw malformed(
      "'transforms' in the query must be a JSON object that gives each source column a list of functions.",
    );
  }
  const lists: Record<string, readonly Transform[]> = {};
  for (const [column, list] of Object.entries(value)) {
    if (!Array.isArray(list)) throw malformed(`transforms of '${column}' are not a list of functions.`);
    const fault = list.map(transformFault).find((each) => each !== null);
    if (fault) throw malformed(`transforms of '${column}': ${fault}.`);
    lists[column] = list.filter(isTransform);
  }
  return lists;
}

/** What the query says about a column comes before what the converter says about it. */
export const choiceOf = (
  query: Pick<ImportQuery, 'columns' | 'formats' | 'transforms' | 'ignore_unknown' | 'reject_unknown'>,
  converter: ColumnChoice | null,
): ColumnChoice => ({
  columns: { ...converter?.columns, ...readMap(query.columns, 'columns', true) },
  formats: {
    ...converter?.formats,
    ...(readMap(query.formats, 'formats', false) as Readonly<Record<string, string>>),
  },
  transforms: { ...converter?.transforms, ...readTransforms(query.transforms) },
  ignoreUnknown: query.ignore_unknown === true,
  ...(query.reject_unknown === true && { rejectUnknown: true }),
});

/** How delimited text is to be read. @throws PlatformError 32 for a choice that does not exist */
export function readAsCsv(query: CsvQuery, contentType: string | undefined, converter: ColumnChoice | null): ReadAs {
  return {
    format: 'csv',
    ...textChoice(query, contentType),
    ...(query.aside === true && { toldAside: true }),
    choice: choiceOf(query, converter),
    file: query.file ?? null,
  };
}

function textChoice(query: Omit<CsvQuery, 'template'>, contentType: string | undefined) {
  const encoding = encodingOf(query.encoding, contentType);
  return {
    ...(query.delimiter && { delimiter: asDelimiter(query.delimiter) }),
    ...(query.escapes !== undefined && { escapes: query.escapes }),
    ...(encoding && { encoding }),
    ...(query.header_row !== undefined && { headerRow: query.header_row }),
  };
}

/** How a file of any format is to be read. @throws PlatformError 32 for a choice that does not exist */
export function readAsFile(query: FileQuery, contentType: string | undefined, converter: ColumnChoice | null): ReadAs {
  return {
    format: 'file',
    ...fileChoice(query, contentType),
    choice: choiceOf(query, converter),
    file: query.file ?? null,
  };
}

/** How a file of any format is opened and its text taken apart. @throws PlatformError 32 for a choice that does not exist */
export function fileChoice(query: Omit<FileQuery, 'template'>, contentType: string | undefined) {
  const { format, sheet, header_row: headerRow, merged, path, beside, entry, file } = query;
  return {
    open: {
      ...(format !== undefined && { format }),
      ...(sheet && { sheet }),
      ...(headerRow !== undefined && { headerRow }),
      ...(merged !== undefined && { merged }),
      ...(path && { path }),
      ...(beside && { beside }),
      ...(entry && { entry }),
      ...(file && { name: file }),
    },
    ...textChoice(query, contentType),
  };
}

/** Lines of JSON, or one document of GeoJSON where the content type says so; by columns where they are chosen. */
export function readAsLines(
  query: ImportQuery,
  contentType: string | undefined,
  converter: ColumnChoice | null,
): ReadAs {
  const document = DOCUMENT_TYPES.some((type) => contentType?.toLowerCase().startsWith(type));
  const choice = choiceOf(query, converter);
  const file = query.file ?? null;
  const chosen = Object.keys(choice.columns).length + Object.keys(choice.transforms ?? {}).length > 0;
  if (document && !/geo\+json-seq/i.test(contentType ?? '')) {
    return { format: 'file', open: { format: 'geojson' }, choice, file };
  }
  if (chosen) return { format: 'file', open: { format: 'ndjson' }, choice, file };
  return { format: 'ndjson', ignoreUnknown: choice.ignoreUnknown, file };
}
