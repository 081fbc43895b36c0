import { isUtf8Prefix } from './csv/utf8.ts';

/**
 * `geojson` is a file of JSON that is no FeatureCollection, `system` one whose coordinates are no degrees, `sheet` one without the sheet
 * or rows that were asked for, `rows` one of which too many cannot be read.
 */
export type RefusalRule =
  | 'empty'
  | 'binary'
  | 'header'
  | 'encoding'
  | 'damaged'
  | 'password'
  | 'bomb'
  | 'large'
  | 'geojson'
  | 'system'
  | 'json'
  | 'sheet'
  | 'rows';

/** Why a whole file was refused; the message says what to do (ERR-29). */
export class FileRefused extends Error {
  readonly rule: RefusalRule;

  constructor(rule: RefusalRule, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileRefused';
    this.rule = rule;
  }
}

const AS_CSV = 'Save it as CSV and send it again.';
const NO_ROWS = 'It holds no rows: choose the file they are in.';
const UNPACK = 'Unpack it and send what is in it.';
const AS_PARQUET = 'Save it as Parquet or CSV and send that.';

const ascii = (text: string): readonly number[] => Array.from(text, (sign) => sign.charCodeAt(0));

/** First bytes of what people rename to .csv by mistake, what it is, and the way on from there. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], name: string, advice: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'an XLSX workbook or ZIP archive', AS_CSV],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Excel (XLS) workbook', AS_CSV],
  [[0x1f, 0x8b], 'a gzip archive', UNPACK],
  [[0x28, 0xb5, 0x2f, 0xfd], 'a Zstandard archive', UNPACK],
  [[0x42, 0x5a, 0x68, 0x39, 0x31, 0x41, 0x59], 'a bzip2 archive', UNPACK],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], 'an XZ archive', UNPACK],
  [[0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], 'a 7-Zip archive', UNPACK],
  [[0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], 'a RAR archive', UNPACK],
  [[0x25, 0x50, 0x44, 0x46], 'a PDF document', 'Choose the file its tables were made from, or copy them to one.'],
  [[0x89, 0x50, 0x4e, 0x47], 'a PNG picture', NO_ROWS],
  [[0xff, 0xd8, 0xff], 'a JPEG picture', NO_ROWS],
  [[0x50, 0x41, 0x52, 0x31], 'a Parquet file', AS_CSV],
  [[0x7f, 0x45, 0x4c, 0x46], 'a program', NO_ROWS],
  [[0x53, 0x51, 0x4c, 0x69, 0x74, 0x65], 'an SQLite database', 'Export its table as CSV and send that.'],
  [[0x41, 0x52, 0x52, 0x4f, 0x57, 0x31], 'an Arrow (Feather) file', AS_PARQUET],
  [[0x46, 0x45, 0x41, 0x31, 0x00], 'an old Feather file', AS_PARQUET],
  [[0x4f, 0x62, 0x6a, 0x01], 'an Avro file', AS_PARQUET],
  [[0x4f, 0x52, 0x43, 0x08], 'an ORC file', AS_PARQUET],
  [[0x89, 0x48, 0x44, 0x46], 'an HDF5 file', AS_PARQUET],
  [[0x43, 0x44, 0x46, 0x01], 'a netCDF file', AS_PARQUET],
  ...['$FL2', '$FL3'].map((mark) => [ascii(mark), 'a data file of SPSS', AS_CSV] as const),
  [ascii('<stata_dta>'), 'a data file of Stata', AS_CSV],
  ...[0x71, 0x72, 0x73].map((version) => [[version, 0x02, 0x01, 0x00], 'a data file of Stata', AS_CSV] as const),
  [[...new Array<number>(12).fill(0), 0xc2, 0xea, 0x81, 0x60], 'a data set of SAS', AS_CSV],
  [ascii('HEADER RECORD*******LIB'), 'a transport file of SAS (XPORT)', AS_CSV],
  [ascii('MATLAB 5.0 MAT-file'), 'a data file of MATLAB', AS_CSV],
  [[0x93, ...ascii('NUMPY')], 'an array of NumPy', AS_CSV],
  [[0x80, 0x04, 0x95], 'an object of Python (pickle)', AS_PARQUET],
  [[0x80, 0x05, 0x95], 'an object of Python (pickle)', AS_PARQUET],
  [ascii('RDX2\n'), 'data of R', AS_CSV],
  [ascii('RDX3\n'), 'data of R', AS_CSV],
  [[...ascii('X\n'), 0, 0, 0], 'an object of R (RDS)', AS_CSV],
  [
    [0x00, 0x01, 0x00, 0x00, 0x53, 0x74, 0x61, 0x6e, 0x64, 0x61, 0x72, 0x64],
    'an Access database',
    'Export its table as CSV and send that.',
  ],
  [[0x00, 0x00, 0x27, 0x0a], 'the shapes of a shapefile', 'Export it as GeoJSON (in degrees, WGS 84) and send that.'],
];

/** Where a TAR archive says what it is. */
const TAR_AT = 257;
const TAR = [0x75, 0x73, 0x74, 0x61, 0x72];

/** Behind its checksum. */
const DUCKDB_AT = 8;
const DUCKDB = ascii('DUCK');

/** Versions of dBase, FoxPro and their memos. */
const DBF_VERSIONS = [0x02, 0x03, 0x04, 0x05, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0x8e, 0xcb, 0xf5];
const DBF_HEAD = 32;
const DBF_HEAD_ENDS = 0x0d;

/** The version, a day, and where the names of the columns end. */
function isDbf(sample: Uint8Array): boolean {
  const [version = 0, , month = 0, day = 0] = sample;
  if (sample.length <= DBF_HEAD || !DBF_VERSIONS.includes(version) || month > 12 || day > 31) return false;
  const rowsAt = (sample[8] ?? 0) + 256 * (sample[9] ?? 0);
  return (
    rowsAt > DBF_HEAD && sample.subarray(DBF_HEAD, rowsAt).some((b, i) => i % DBF_HEAD === 0 && b === DBF_HEAD_ENDS)
  );
}

/** What is no text, by what its name says it is. */
const notText = (name: string): string =>
  /\.(geo)?json$|\.(nd)?jsonl?$/i.test(name)
    ? 'The file is not text, as JSON is. See whether it is packed or encrypted, or export it as JSON once more.'
    : 'The file is not text. Save it as CSV (UTF-8) and send it again.';

/** @throws FileRefused when the bytes are those of a known binary format, or mostly not text; `name` of the file, if it has one */
export function refuseBinary(sample: Uint8Array, name = ''): void {
  const stands = (signature: readonly number[], at = 0): boolean => signature.every((b, i) => sample[at + i] === b);
  const refuse = (what: string, advice: string): FileRefused =>
    new FileRefused('binary', `The file is ${what}, not delimited text. ${advice}`);
  for (const [signature, what, advice] of SIGNATURES) if (stands(signature)) throw refuse(what, advice);
  if (stands(TAR, TAR_AT)) throw refuse('a TAR archive', UNPACK);
  if (isFullOfControls(sample) && stands(DUCKDB, DUCKDB_AT)) throw refuse('a database of DuckDB', AS_PARQUET);
  if (isFullOfControls(sample) && isDbf(sample))
    throw refuse('a table of dBase (DBF)', 'Save it as XLSX or CSV and send that.');
  if (isEbcdic(sample))
    throw refuse(
      'text in EBCDIC, as mainframes write it',
      'Convert it to UTF-8 (iconv -f IBM037 -t UTF-8) and send that.',
    );
  if (isFullOfControls(sample) || isShortRubbish(sample)) throw new FileRefused('binary', notText(name));
}

const LOOKED_AT = 64 * 1024;
const LF = 0x0a;

/** Where letters, digits, spaces, what parts cells and what ends lines stand in EBCDIC. */
const IN_EBCDIC: readonly (readonly [from: number, to: number])[] = [
  [0x81, 0x89],
  [0x91, 0x99],
  [0xa2, 0xa9],
  [0xc1, 0xc9],
  [0xd1, 0xd9],
  [0xe2, 0xe9],
  [0xf0, 0xf9],
  [0x40, 0x40],
  [0x4b, 0x4b],
  [0x5e, 0x5e],
  [0x60, 0x61],
  [0x6b, 0x6b],
  [0x7f, 0x7f],
  [0x0d, 0x0d],
  [0x15, 0x15],
  [0x25, 0x25],
];
const SHORTEST = 16;
const SPACE = 0x20;

/** Mostly such letters, neither the space nor the line end of any other encoding, and no UTF-8: Arabic in it has bytes like these. */
function isEbcdic(sample: Uint8Array): boolean {
  const looked = sample.subarray(0, 4096);
  if (looked.length < SHORTEST || looked.includes(SPACE) || looked.includes(LF) || isUtf8Prefix(looked)) return false;
  return (
    looked.filter((byte) => IN_EBCDIC.some(([from, to]) => byte >= from && byte <= to)).length > looked.length * 0.85
  );
}

/** What Hive writes between cells. */
const CONTROL_A = 0x01;

/** Whether it parts the cells of the first line: elsewhere it is a sign that no text has. */
function isCutByControlA(sample: Uint8Array): boolean {
  const at = sample.indexOf(CONTROL_A);
  const end = sample.indexOf(LF);
  return at > 0 && end > at;
}

/** The signs in the beginning of a sample that no text has. */
function controlsOf(sample: Uint8Array): Uint8Array {
  const delimiter = isCutByControlA(sample) ? CONTROL_A : null;
  return sample
    .subarray(0, LOOKED_AT)
    .filter((b) => b !== delimiter && (b < 0x09 || (b > 0x0d && b < 0x20 && b !== 0x1b)));
}

/** So many of those signs stray into a text; into one as short as that, three kinds of them do not. */
const STRAYS = 8;
const KINDS = 3;

/** More signs that no text has than stray into one. */
export function isFullOfControls(sample: Uint8Array): boolean {
  const { length } = controlsOf(sample);
  return length > STRAYS && length > Math.min(sample.length, LOOKED_AT) * 0.02;
}

/** Several kinds of signs that no text has, in little text. */
function isShortRubbish(sample: Uint8Array): boolean {
  const controls = controlsOf(sample);
  return controls.length > sample.length * 0.05 && new Set(controls).size >= KINDS;
}
