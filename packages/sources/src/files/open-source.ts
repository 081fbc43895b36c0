import { XLSX_LIMIT } from '@datasarana/schema';
import { readAligned } from '../aligned/read-aligned.ts';
import { NO_HEADER } from '../csv/header.ts';
import { readBulk } from '../json/bulk.ts';
import { type Documents, readDocuments } from '../json/documents.ts';
import { documentTable, type LatePaths } from '../json/flatten.ts';
import { featureTable, notGeoJson, readFeatures, refuseSystemAtEnd, withFeatures } from '../json/geojson.ts';
import { readLines } from '../json/lines.ts';
import { withoutStatistics } from '../json/statistics.ts';
import { refuseTopology } from '../json/topology.ts';
import { readLog } from '../logs/read-log.ts';
import { readParquet } from '../parquet/parquet.ts';
import { readPlaces } from '../places/read-places.ts';
import { FileRefused } from '../refusal.ts';
import type { RowReader } from '../rows/row-reader.ts';
import { readSheet, type SheetChoice } from '../xlsx/read-sheet.ts';
import { openWorkbook } from '../xlsx/workbook.ts';
import { joinedParts, partsAmong } from '../zip/parts.ts';
import { readZip, type ZipEntry, zipEntryBytes } from '../zip/zip.ts';
import { type ByteSource, bytesOf, HEAD_BYTES, unpacked } from './byte-source.ts';
import { nameAmong } from './dated-names.ts';
import { type Detected, detectFormat, type FileFormat } from './detect.ts';
import { otherPackage } from './other-packages.ts';
import { peek } from './peek.ts';
import { asUtf8 } from './utf8.ts';

/** How a file is to be read where it does not say so itself. */
export interface FileChoice extends SheetChoice {
  readonly format?: FileFormat;
  /** JSON: where the rows stand. */
  readonly path?: string;
  /** JSON: what stands beside the list of rows goes with each of them. */
  readonly beside?: boolean;
  /** Of an archive of several files: the one with the rows. */
  readonly entry?: string;
  readonly name?: string;
}

/** A file as its format gives it: bytes of text, objects, or rows of cells. */
export type OpenedFile =
  | { readonly kind: 'text'; readonly format: 'csv' | 'ndjson'; readonly bytes: AsyncIterable<Uint8Array> }
  | {
      readonly kind: 'documents';
      readonly format: 'json' | 'ndjson' | 'log' | 'geojson' | 'datasarana';
      readonly documents: Documents;
    }
  | {
      readonly kind: 'rows';
      readonly format: 'xlsx' | 'xls' | 'parquet';
      readonly reader: RowReader;
      readonly sheets?: readonly string[];
    };

/** Reads an old workbook, or what is sent under its name; it needs a library too large for the browser's start, so it is handed in. */
export type XlsReader = (
  source: ByteSource,
  choice: SheetChoice,
) => Promise<{ readonly reader: RowReader; readonly sheets: readonly string[] }>;

/** What the streams of text are read as. */
export function openText(
  format: Exclude<Detected, 'zip' | 'gzip' | 'xls' | 'html' | 'parquet'>,
  bytes: AsyncIterable<Uint8Array>,
  choice: FileChoice,
): OpenedFile {
  if (format === 'csv') return { kind: 'text', format, bytes };
  const text = asUtf8(bytes);
  if (format === 'ndjson') return { kind: 'text', format, bytes: text };
  if (format === 'aligned') return { kind: 'documents', format: 'log', documents: readAligned(bytes) };
  if (format === 'log') return { kind: 'documents', format, documents: readLog(text) };
  if (format === 'bulk') return { kind: 'documents', format: 'json', documents: readBulk(text) };
  if (format === 'geojson') return { kind: 'documents', format, documents: readFeatures(text) };
  if (format === 'places') return { kind: 'documents', format: 'geojson', documents: readPlaces(bytes) };
  const path = choice.path ?? (format === 'datasarana' ? 'records' : undefined);
  const beside = { ...(choice.beside && { beside: true }) };
  if (path) return { kind: 'documents', format, documents: readDocuments(text, { path, ...beside }) };
  const documents = readDocuments(text, { check: refuseTopology, ...beside });
  return { kind: 'documents', format, documents: withoutStatistics(documents) };
}

/** Workbooks are read at random, from a file of at most 100 MB (LIM-11). */
export const refuseLargeWorkbook = (size: number): void => {
  if (size <= XLSX_LIMIT) return;
  throw new FileRefused('large', 'The workbook is larger than 100 MB. Save its sheet as CSV and send that.');
};

/** Enough for what stands behind the features of GeoJSON. */
const END_BYTES = 4096;

/** Opens a file that can be read from anywhere. @throws FileRefused with a sentence saying what to do */
export async function openSource(source: ByteSource, choice: FileChoice, readXls?: XlsReader): Promise<OpenedFile> {
  const head = await source.read(0, Math.min(HEAD_BYTES, source.size));
  const found = formatOf(head, choice);
  if (found === 'zip') return openZip(source, choice, readXls);
  if (found === 'gzip') return openPacked(unpacked(bytesOf(source), 'gzip'), choice);
  if (found === 'parquet') return { kind: 'rows', format: 'parquet', reader: await readParquet(source) };
  if (found === 'geojson') refuseSystemAtEnd(await source.read(Math.max(0, source.size - END_BYTES), source.size));
  if (found !== 'xls' && found !== 'html') return openText(found, bytesOf(source), choice);
  refuseLargeWorkbook(source.size);
  if (!readXls) throw new FileRefused('binary', 'Old workbooks (XLS) are not read here.');
  return { kind: 'rows', format: 'xls', ...(await readXls(source, choice)) };
}

/** A bulk request is JSON, on lines, with more than its documents, and a log has lines of its own; places are features, whatever they are written in. */
export const asked = <T extends Detected>(found: Detected, format: T): T | 'bulk' | 'places' | 'aligned' | 'log' => {
  if (found === 'places' && format === 'geojson') return found;
  if (found === 'aligned' && format === 'log') return found;
  return (found === 'bulk' || found === 'log') && (format === 'json' || format === 'ndjson') ? found : format;
};

/** What the beginning of a file shows; of text whose line of names was chosen, that it is delimited. */
export function formatIn(head: Uint8Array, { name, headerRow }: FileChoice): Detected {
  const found = detectFormat(head, name);
  return found === 'aligned' && headerRow !== undefined ? 'csv' : found;
}

function formatOf(head: Uint8Array, choice: FileChoice): Detected {
  const { format } = choice;
  try {
    return wanted(formatIn(head, choice), format);
  } catch (cause) {
    throw format === 'geojson' && cause instanceof FileRefused ? notGeoJson('file', cause) : cause;
  }
}

/** What was found, or what the user says it is, as far as the two agree. */
function wanted(found: Detected, format: FileFormat | undefined): Detected {
  if (format === undefined || format === 'generic' || found === 'zip' || found === 'gzip') return found;
  const isText = (each: string): boolean => !['xls', 'html', 'parquet', 'xlsx'].includes(each);
  if (isText(format) && isText(found)) return asked(found, format as Detected);
  if (format === found || (found === 'html' && (format === 'xls' || format === 'xlsx'))) return found;
  const looks = found === 'html' ? 'a web page (HTML)' : found.toUpperCase();
  throw new FileRefused('binary', `The file is not ${format.toUpperCase()}; it looks like ${looks}.`);
}

const SPREADSHEET = 'application/vnd.oasis.opendocument.spreadsheet';
/** Of a workbook of 32 MB it is less: what is larger is made to exhaust its reader. */
const MOST_CONTENT = 512 * 1024 * 1024;

/** Reads a workbook of OpenDocument, whose cells are unpacked once to see that there is no harm in them. @throws FileRefused for its texts and drawings, too */
async function openOpenDocument(
  source: ByteSource,
  entries: readonly ZipEntry[],
  choice: FileChoice,
  readXls: XlsReader | undefined,
): Promise<OpenedFile> {
  const decoder = new TextDecoder();
  let [kind, bytes] = ['', 0];
  for (const entry of entries.filter(({ name }) => name === 'mimetype'))
    for await (const chunk of zipEntryBytes(source, entry)) kind += decoder.decode(chunk);
  if (!kind.startsWith(SPREADSHEET) || !readXls)
    throw new FileRefused(
      'binary',
      'The file is an OpenDocument file that is no workbook (ODS). Save its table as XLSX or CSV and send that.',
    );
  for (const entry of entries)
    for await (const chunk of zipEntryBytes(source, entry)) {
      bytes += chunk.length;
      if (bytes > MOST_CONTENT)
        throw new FileRefused('bomb', 'The workbook unpacks to more than 512 MB; it is not read.');
    }
  return { kind: 'rows', format: 'xls', ...(await readXls(source, choice)) };
}

/** Folders, and what a Mac, Windows or Spark puts into them for itself. */
const OF_THE_SYSTEM =
  /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|\._[^/]*|Thumbs\.db|desktop\.ini|\.[^/]*\.crc|_SUCCESS|_(?:started|committed)_\d+|_(?:common_)?metadata)$/;

/** What is packed beside a file of rows to be read by people, or to check it. */
const BESIDE_ROWS =
  /(?:^|\/)(?:(?:read[ _-]?me|licen[cs]e|copying|changelog|citation|notice)[^/]*|[^/]*\.(?:pdf|md|docx?|rtf|png|jpe?g|gif|svg|sha256|md5))$/i;
const NAMED_FILES = 5;

const IS_WORKBOOK = /(^|\/)(\[content_types\]\.xml|workbook\.xml)$/i;
const IS_SHAPEFILE = /\.shp$/i;

/** Files of an archive that may hold rows. */
const filesOfRows = (entries: readonly ZipEntry[]): readonly ZipEntry[] =>
  entries.length === 1 ? entries : entries.filter(({ name }) => !BESIDE_ROWS.test(name));

/** What is in an archive but for folders and what systems put there. */
const entriesOf = async (source: ByteSource): Promise<readonly ZipEntry[]> =>
  (await readZip(source)).filter(({ name }) => !OF_THE_SYSTEM.test(name));

/** Names of the files of an archive of which each may be the one with the rows; none where there is nothing to choose. */
export async function archivedFiles(source: ByteSource, choice: FileChoice): Promise<readonly string[]> {
  if (formatOf(await source.read(0, Math.min(HEAD_BYTES, source.size)), choice) !== 'zip') return [];
  const entries = await entriesOf(source);
  const names = entries.map(({ name }) => name);
  if (names.some((name) => IS_WORKBOOK.test(name) || IS_SHAPEFILE.test(name) || name === 'mimetype')) return [];
  if (otherPackage(names) !== null) return [];
  const files = filesOfRows(entries);
  return files.length > 1 && partsAmong(files).length === 0 ? files.map(({ name }) => name) : [];
}

/** The file of an archive that holds the rows. @throws FileRefused where nobody can tell which it is */
function fileOfRows(entries: readonly ZipEntry[], { entry: chosen, byKind }: FileChoice): ZipEntry {
  const found =
    chosen === undefined
      ? null
      : nameAmong(
          filesOfRows(entries).map(({ name }) => name),
          chosen,
          byKind,
        );
  const named = entries.find(({ name }) => name === (found ?? chosen));
  if (named) return named;
  const [first, ...more] = filesOfRows(entries);
  if (first && more.length === 0 && chosen === undefined) return first;
  const names = entries.map(({ name }) => name);
  if (names.some((name) => IS_SHAPEFILE.test(name)))
    throw new FileRefused(
      'binary',
      'The archive is a shapefile, which is not read. Export it as GeoJSON (in degrees, WGS 84) and send that.',
    );
  const shown = names.slice(0, NAMED_FILES).map((name) => `'${name}'`);
  const list = shown.length === 0 ? '' : `: ${shown.join(', ')}${names.length > shown.length ? ' …' : ''}`;
  if (chosen !== undefined)
    throw new FileRefused('sheet', `The archive holds no file '${chosen}', but ${names.length}${list}.`);
  throw new FileRefused(
    'binary',
    `The archive holds ${names.length} files${list}. Say which one has the rows (entry), or send that one alone.`,
  );
}

async function openZip(source: ByteSource, choice: FileChoice, readXls?: XlsReader): Promise<OpenedFile> {
  const entries = await entriesOf(source);
  if (['mimetype', 'content.xml'].every((part) => entries.some(({ name }) => name === part)))
    return openOpenDocument(source, entries, choice, readXls);
  const other = otherPackage(entries.map(({ name }) => name));
  if (other !== null) throw new FileRefused('binary', other);
  if (entries.some(({ name }) => IS_WORKBOOK.test(name))) {
    refuseLargeWorkbook(source.size);
    if (entries.some(({ name }) => /workbook\.bin$/i.test(name))) {
      throw new FileRefused('binary', 'The file is a binary workbook (XLSB). Save it as XLSX and send it again.');
    }
    const workbook = await openWorkbook(source);
    const sheets = workbook.sheets.map(({ name }) => name);
    return { kind: 'rows', format: 'xlsx', reader: await readSheet(workbook, choice), sheets };
  }
  const parts = choice.entry === undefined ? partsAmong(filesOfRows(entries)) : [];
  const [part] = parts;
  if (part) {
    const bytes = joinedParts(source, parts, choice.headerRow !== NO_HEADER);
    return openPacked(bytes, { ...choice, name: part.name });
  }
  const one = fileOfRows(entries, choice);
  return openPacked(zipEntryBytes(source, one), { ...choice, name: one.name });
}

/** Opens what comes as a stream and was in a package. @throws FileRefused */
export async function openPacked(bytes: AsyncIterable<Uint8Array>, choice: FileChoice): Promise<OpenedFile> {
  const { head, rest } = await peek(bytes);
  const found = formatOf(head, choice);
  if (found === 'zip' || found === 'gzip' || found === 'xls' || found === 'html' || found === 'parquet') {
    throw new FileRefused('binary', `The archive holds ${found.toUpperCase()}. Unpack it once and send that.`);
  }
  return openText(found, rest, choice);
}

/** Any opened file but delimited text as a table, as previews and transformations take it; see `documentTable`. */
export function tableOfFile(
  file: Exclude<OpenedFile, { readonly format: 'csv' }>,
  late: LatePaths = 'aside',
  expected: readonly string[] = [],
): Promise<RowReader> {
  if (file.kind === 'rows') return Promise.resolve(file.reader);
  if (file.kind === 'text') return documentTable(withFeatures(readLines(file.bytes)), late, expected);
  const { format, documents } = file;
  const isJson = format === 'json' || format === 'ndjson';
  const table = format === 'geojson' ? featureTable(documents) : isJson ? withFeatures(documents) : documents;
  return documentTable(table, late, expected);
}
