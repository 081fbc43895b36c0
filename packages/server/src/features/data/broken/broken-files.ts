import { gzipSync, zstdCompressSync } from 'node:zlib';

/** What the platform must say to a file: the reply code, the HTTP status and a part of the sentence. */
export interface BrokenFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly code: number;
  readonly http: number;
  /** Stands in the error's message, or for an accepted file in the reason of its first rejected cell or its note. */
  readonly says: RegExp;
  /** read, rejected of an accepted file. */
  readonly counts?: readonly [read: number, rejected: number];
}

const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? utf8(part) : part)));

const refused = (name: string, content: Buffer | string, says: RegExp, code = 1010): BrokenFile => ({
  name,
  bytes: typeof content === 'string' ? utf8(content) : content,
  code,
  http: 422,
  says,
});

/** A file that is taken, with `rejected` of `read` rows set aside and said why. */
const partly = (name: string, content: Buffer | string, read: number, rejected: number, says: RegExp): BrokenFile => ({
  name,
  bytes: typeof content === 'string' ? utf8(content) : content,
  code: 30,
  http: 200,
  says,
  counts: [read, rejected],
});

const HEAD = 'code,txt1,num1,day1,flag1,at\n';
const row = (cells: string): string => `${HEAD}GOOD,fine,1,2020-01-02,true,"1,2"\n${cells}\n`;
const cell = (name: string, cells: string, says: RegExp): BrokenFile => partly(name, row(cells), 2, 1, says);

const NOT_TEXT: readonly BrokenFile[] = [
  refused('empty', '', /empty/),
  refused('blank lines only', '\n\n\r\n\n', /blank lines/),
  refused('byte order mark only', Buffer.from([0xef, 0xbb, 0xbf]), /empty|blank/),
  refused('xlsx renamed', bytes(Buffer.from([0x50, 0x4b, 3, 4]), 'xl/workbook.xml'), /XLSX/),
  refused('xls renamed', bytes(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'x'), /XLS/),
  refused('gzip cut short', gzipSync(utf8(row('a,b,1,,,'))).subarray(0, 60), /gzip archive is cut/),
  refused('zstd', zstdCompressSync(utf8(row('a,b,1,,,'))), /Zstandard/),
  refused('pdf', '%PDF-1.7\n1 0 obj', /PDF/),
  refused('png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), /PNG/),
  refused('jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), /JPEG/),
  refused('parquet', bytes('PAR1', Buffer.alloc(64, 1)), /Parquet/),
  refused('elf', bytes(Buffer.from([0x7f]), 'ELF', Buffer.alloc(64)), /program/),
  refused('sqlite', bytes('SQLite format 3\0', Buffer.alloc(64)), /SQLite/),
  refused('control bytes', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32)), /not text/),
];

const HEADERS: readonly BrokenFile[] = [
  partly('header only', HEAD, 0, 0, /nothing to store/),
  partly('header only without line end', HEAD.trimEnd(), 0, 0, /nothing to store/),
  refused('no header, data at once', 'A1,hello,7\nA2,bye,8\n', /No column of the file matches/, 31),
  refused('html page', '<!doctype html>\n<html><body>Not found</body></html>\n', /No column of the file matches/, 31),
  refused('json', '{"code": "A", "num1": 1}\n', /No column of the file matches/, 31),
  refused('xml', '<?xml version="1.0"?>\n<rows/>\n', /No column of the file matches/, 31),
  refused('prose', 'Dear colleague\nplease find attached\n', /No column of the file matches/, 31),
  refused('one unknown column', 'code,colour\nA,red\n', /'colour'/, 31),
  refused(
    'many unknown columns',
    `code,${Array.from({ length: 50 }, (_, i) => `x${i}`).join(',')}\nA\n`,
    /and 30 more/,
    31,
  ),
  refused('the same column twice', 'code,num1,num1\nA,1,2\n', /'num1_2'/, 31),
  refused('column without a name', 'code,,num1\nA,x,1\n', /'column_2'/, 31),
  refused('quote never closed in header', `"code,num1\nA,1\n${'x'.repeat(100)}`, /header/i),
  refused('text behind a quote in header', '"code"x,num1\nA,1\n', /header/i),
  refused('markup as column', 'code,<script>alert(1)</script>\nA,1\n', /script/, 31),
  refused('hostile column', 'code,"x""); DROP TABLE i1; --"\nA,1\n', /DROP TABLE/, 31),
  refused('system word as column', 'code,__proto__\nA,1\n', /__proto__/, 31),
  refused('semicolons where commas were said', 'code;num1|x\nA;1\n', /matches no field|match no field/, 31),
];

const STRUCTURE: readonly BrokenFile[] = [
  cell('too many cells', 'B,x,1,,,,surplus', /cells/),
  cell('quote never closed', 'B,"x,1', /quote/),
  cell('text behind a quote', 'B,"x"y,1', /quote/),
  partly('NUL byte in a cell', bytes(HEAD, 'A,b\0c,1\nB,x,2\n'), 2, 1, /NUL/),
  partly(
    'bytes that are not UTF-8',
    bytes(HEAD, 'x,ü,1\n'.repeat(50_000), 'A,', Buffer.from([0xc3, 0x28]), ',1\n'),
    50_001,
    1,
    /UTF-8/,
  ),
  partly('value over 4 MB', bytes(HEAD, 'A,', Buffer.alloc(4_300_000, 'x'), ',1\nB,y,2\n'), 2, 1, /4 ?MB|4,?\d/),
  partly('no last line end, too many cells', `${HEAD}A,x,1\nB,x,1,,,,surplus`, 2, 1, /cells/),
  partly('carriage returns only', 'code,num1\rA,1\rB,x\r', 2, 1, /num1|NUM1/i),
  partly('key twice in one file is no fault', `${HEAD}A,x,1\nA,x,1\n`, 2, 0, /^$/),
];

const CELLS: readonly BrokenFile[] = [
  cell('text in a number', 'B,x,seven,,,', /seven/),
  cell('fraction in a whole number', 'B,x,1.5,,,', /1\.5/),
  cell('number out of range', 'B,x,99999999999,,,', /99999999999/),
  cell('exponent out of range', 'B,x,1e400,,,', /1e400/),
  cell('not a number', 'B,x,NaN,,,', /NaN/),
  cell('infinity', 'B,x,Infinity,,,', /Infinity/),
  cell('hexadecimal', 'B,x,0x1F,,,', /0x1F/),
  cell('number with a unit', 'B,x,12 km,,,', /12 km/),
  cell('no such day', 'B,x,1,2021-02-30,,', /2021-02-30/),
  cell('no such month', 'B,x,1,2021-13-01,,', /2021-13-01/),
  cell('a date in another order', 'B,x,1,31-31-2021,,', /31-31-2021/),
  cell('a date in words', 'B,x,1,tomorrow,,', /tomorrow/),
  cell('a boolean in doubt', 'B,x,1,,perhaps,', /perhaps/),
  cell('a point off the globe', 'B,x,1,,,"91,0"', /91/),
  cell('a point of one number', 'B,x,1,,,"12"', /12/),
  cell('a point in words', 'B,x,1,,,here', /here/),
  cell('an empty key', ',x,1,,,', /must not be empty/),
  cell('a blank key', '"   ",x,1,,,', /must not be empty/),
  cell('a spreadsheet error', 'B,x,#REF!,,,', /#REF!/),
  cell('a formula', 'B,x,=1+1,,,', /=1\+1/),
  cell('markup in a number', 'B,x,<b>1</b>,,,', /<b>1<\/b>/),
  cell('a statement in a number', 'B,x,1; DROP TABLE i1,,,', /DROP TABLE/),
];

/** Sixty and more files as people really send them (issue I.4). */
export const BROKEN_FILES: readonly BrokenFile[] = [...NOT_TEXT, ...HEADERS, ...STRUCTURE, ...CELLS];
