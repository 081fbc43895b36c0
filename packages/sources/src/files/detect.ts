import { fixedColumnsOf } from '../aligned/fixed-columns.ts';
import { detectDelimiter } from '../csv/dialect.ts';
import { detectEncoding } from '../csv/encoding.ts';
import { labelOf } from '../csv/encoding-names.ts';
import { isBulk } from '../json/bulk-action.ts';
import { isLinesOfLog, isLog } from '../logs/is-log.ts';
import { markupKind } from '../markup/markup-kind.ts';
import { FileRefused, refuseBinary } from '../refusal.ts';
import { HEAD_BYTES } from './byte-source.ts';
import { refuseOtherText } from './other-texts.ts';

/** Formats a file is read in; `generic` keeps it as it is. */
export const FILE_FORMATS = [
  'csv',
  'xlsx',
  'xls',
  'json',
  'ndjson',
  'log',
  'geojson',
  'datasarana',
  'parquet',
  'generic',
] as const;
/** Formats a file is read as. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** What the first bytes show: a format, a bulk request of OpenSearch, places as GPX or KML, a table whose cells are set below each other, a log, or a package around one. */
export type Detected =
  | Exclude<FileFormat, 'generic' | 'xlsx'>
  | 'bulk'
  | 'places'
  | 'aligned'
  | 'html'
  | 'zip'
  | 'gzip';

const starts = (head: Uint8Array, ...bytes: readonly number[]): boolean => bytes.every((b, i) => head[i] === b);

/** Tells the format by content, then by name. @throws FileRefused for what is none of them */
export function detectFormat(head: Uint8Array, name = ''): Detected {
  if (starts(head, 0x50, 0x4b, 0x03, 0x04) || starts(head, 0x50, 0x4b, 0x05, 0x06)) return 'zip';
  if (starts(head, 0x1f, 0x8b)) return 'gzip';
  if (starts(head, 0xd0, 0xcf, 0x11, 0xe0)) return 'xls';
  if (starts(head, 0x50, 0x41, 0x52, 0x31)) return 'parquet';
  if (starts(head, 0x50, 0x41, 0x52, 0x45))
    throw new FileRefused('password', 'The Parquet file is encrypted. Write it without encryption and send that.');
  const { encoding, bom } = detectEncoding(head);
  if (!encoding.startsWith('utf-16')) refuseBinary(head, name);
  const whole = new TextDecoder(labelOf(encoding)).decode(head.subarray(bom), { stream: true });
  const text = whole.trimStart();
  refuseOtherText(text, name);
  // moments in brackets begin like a list of JSON
  const format = markupFormat(text) ?? (isLog(text) ? 'log' : jsonFormat(text, name.toLowerCase()));
  if (format !== null) return format;
  if (isAligned(whole, head.length >= HEAD_BYTES)) return 'aligned';
  return isLinesOfLog(text, name) ? 'log' : 'csv';
}

/** Where a delimiter cuts the text it is one, whatever stands below what. */
const isAligned = (text: string, isPart: boolean): boolean =>
  detectDelimiter(text) !== ' ' && fixedColumnsOf(text, isPart) !== null;

/** @throws FileRefused for text with tags that holds no table */
function markupFormat(text: string): 'html' | 'xls' | 'places' | null {
  const kind = markupKind(text);
  if (kind === 'archive')
    throw new FileRefused(
      'binary',
      'The file is a web page packed for mail (MHTML). Save it as XLSX or CSV and send that.',
    );
  if (kind === 'xml')
    throw new FileRefused(
      'binary',
      'The file is XML, which is not read. Save its rows as CSV, JSON or XLSX and send that.',
    );
  return kind === 'workbook' ? 'xls' : kind;
}

/** Begins each text of a GeoJSON text sequence (RFC 8142). */
const RECORD_SEPARATOR = '\u001e';

/** What is called JSON and begins almost like it: as such it is told what is wrong with it. */
const brokenJson = (text: string, name: string): 'json' | null =>
  /\.json(\.gz)?$/.test(name) && /^(\{|\[|\/[/*])/.test(text) ? 'json' : null;

function jsonFormat(text: string, name: string): 'json' | 'ndjson' | 'bulk' | 'geojson' | 'datasarana' | null {
  if (text.startsWith(RECORD_SEPARATOR)) return isOverLines(text.slice(1)) ? 'json' : 'ndjson';
  if (text.startsWith('[')) return /^\[\s*([[{\]"\d-]|null|true|false|$)/.test(text) ? 'json' : brokenJson(text, name);
  if (!/^\{\s*("|\}|$)/.test(text)) return brokenJson(text, name);
  if (isBulk(text)) return 'bulk';
  if (severalLines(text)) return 'ndjson';
  if (/\.(ndjson|jsonl)(\.gz)?$/.test(name)) return isOverLines(text) ? 'json' : 'ndjson';
  if (isLoneFeature(text)) return 'json';
  if (/"type"\s*:\s*"FeatureCollection"/.test(text) || /\.geojson(\.gz)?$/.test(name)) return 'geojson';
  if (/^\{\s*"datasarana"\s*:/.test(text)) return 'datasarana';
  return 'json';
}

/** One feature outside of any collection, as what draws a single place saves it. */
const isLoneFeature = (text: string): boolean => /^\{\s*"type"\s*:\s*"Feature"/.test(text);

/** The first line is an object of its own and another follows. */
function severalLines(text: string): boolean {
  const end = text.indexOf('\n');
  if (end < 0) return false;
  const next = text.slice(end + 1).trimStart();
  const first = text.slice(0, end).trim();
  if (first.endsWith('},')) return isJson(first.slice(0, -1));
  if (holdsSeveral(first)) return false;
  if (next !== '' && !/^[{[]/.test(next)) return first.endsWith('}') && isJson(first);
  return next !== '' && (first.endsWith('}') || isJson(first));
}

/** Objects one behind another on a line: lines tell nothing of where they begin. */
const holdsSeveral = (line: string): boolean =>
  /\}\s*\{/.test(line) && !isJson(line) && isJson(`[${line.replace(/\}\s*\{/g, '},{')}]`);

/** Whatever it is called: its first line ends in the middle of an object, or holds several. */
function isOverLines(text: string): boolean {
  const end = text.indexOf('\n');
  const first = (end < 0 ? text : text.slice(0, end)).trim();
  return (end >= 0 && /^\{(.*[{[,:])?$/.test(first) && !first.endsWith('},')) || holdsSeveral(first);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
