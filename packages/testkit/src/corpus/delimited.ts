import { refused, taken, type UglyFile } from './ugly-file.ts';

const NAMES = {
  ',': 'comma',
  '\t': 'tab',
  '|': 'pipe',
  ';': 'semicolon',
  '^': 'caret',
  '~': 'tilde',
  '\u0001': 'control-A',
} as const;
type Delimiter = keyof typeof NAMES;
const DELIMITERS = Object.keys(NAMES) as readonly Delimiter[];

const swapped = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const ENCODINGS: Readonly<Record<string, (text: string) => Buffer>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with mark': (text) => Buffer.from(`\uFEFF${text}`),
  'utf-16le with mark': (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'utf-16be with mark': (text) => swapped(Buffer.from(`\uFEFF${text}`, 'utf16le')),
  latin1: (text) => Buffer.from(text, 'latin1'),
};

/** Seven delimiters in five encodings, each with a row that is none. */
const matrix: readonly UglyFile[] = DELIMITERS.flatMap((delimiter) =>
  Object.entries(ENCODINGS).map(([name, encode]) => {
    const rows = [
      ['code', 'txt1', 'num1'],
      ['A', 'Zürich', '1'],
      ['B', 'Malmö', 'x'],
      ['C', `a "quoted" ${delimiter} cell`, '3'],
    ];
    const cell = (text: string): string => (/["]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
    const text = rows.map((row) => row.map(cell).join(delimiter)).join('\n');
    return taken(`${NAMES[delimiter]} ${name}.csv`, encode(text), 2, [3]);
  }),
);

const DATES: Readonly<Record<string, readonly [string, string]>> = {
  iso: ['2021-03-31', '2021-12-25'],
  'iso with zone': ['2021-03-31T10:00:00+08:00', '2021-12-25T00:00:00Z'],
  'yyyy/MM/dd': ['2021/03/31', '2021/12/25'],
  'dd/MM/yyyy': ['31/03/2021', '25/12/2021'],
  'MM/dd/yyyy': ['03/31/2021', '12/25/2021'],
  'dd-MM-yyyy with dashes': ['31-03-2021', '25-12-2021'],
  'MM-dd-yyyy with dashes': ['03-31-2021', '12-25-2021'],
  'dd.MM.yyyy': ['31.03.2021', '25.12.2021'],
  'dd-MMM-yyyy': ['31-Mar-2021', '25-Dec-2021'],
  'dd MMM yyyy': ['31 March 2021', '25 dec 2021'],
  'MMM dd, yyyy': ['Mar 31, 2021', 'December 25, 2021'],
  yyyyMMdd: ['20210331', '20211225'],
  'dd/MM/yy': ['31/03/21', '25/12/99'],
  'MM/dd/yy': ['03/31/21', '12/25/99'],
  'dd-MMM-yy': ['31-MAR-21', '5-Dec-99'],
  'dd MMM yy': ['31 Mar 21', '5 december 99'],
  'dd.MM.yy': ['31.03.21', '05.12.99'],
  'months in Indonesian': ['31 Desember 2021', '1 Mei 2021'],
  'months in German': ['31. Dezember 2021', 'Montag, 1. März 2021'],
  'months in French': ['1er août 2021', '14 juil. 2021'],
  'months in Spanish': ['31 de diciembre de 2021', '5 de enero de 2021'],
  'of web servers': ['31/Mar/2021:10:15:00 +0100', '01/Dec/2021:00:00:00 +0000'],
  'of calendars': ['20210331T101500Z', '20211225T235959Z'],
  'of one digit in iso': ['2021-3-31', '2021-12-5'],
  'ends of days': ['2021-03-31T24:00:00', '2021-12-25T24:00'],
  'with am and pm': ['31/03/2021 1:05 AM', '25/12/2021 12:00 pm'],
  'epoch in ms': ['1617148800000', '1640390400000'],
};
const dates = Object.entries(DATES).map(([name, [one, two]]) =>
  taken(`dates ${name.replaceAll('/', '-')}.csv`, `code,day1\nA,"${one}"\nB,"${two}"\nC,\n`, 3),
);

const ENDS: Readonly<Record<string, string>> = {
  'lf.csv': 'code,num1\nA,1\nB,2\n',
  'crlf.csv': 'code,num1\r\nA,1\r\nB,2\r\n',
  'cr only.csv': 'code,num1\rA,1\rB,2\r',
  'mixed ends.csv': 'code,num1\r\nA,1\nB,2\r',
  'no last end.csv': 'code,num1\nA,1\nB,2',
  'blank lines everywhere.csv': '\n\ncode,num1\n\nA,1\n\n\nB,2\n\n\n',
  'lines of spaces.csv': 'code,num1\nA,1\n   \n\t\nB,2\n',
};
const ends = Object.entries(ENDS).map(([name, text]) => taken(name, text, 2));

const structure: readonly UglyFile[] = [
  taken('ended by DOS.csv', 'code,num1\r\nA,1\r\nB,2\r\n\x1a', 2),
  taken('ended by DOS in its last line.csv', 'code,num1\r\nA,1\r\nB,2\x1a', 2),
  taken('trailing commas.csv', 'code,num1\nA,1\nB,2,\nC,3\n', 2, [3]),
  taken('trailing commas in every row.csv', 'code,num1,\nA,1,\nB,2,\n', 2, [], { ignore_unknown: 'true' }),
  taken('short rows.csv', 'code,num1,txt1\nA\nB,2\nC,3,x\n', 3),
  taken('rows wider than the header.csv', 'code,num1\nA,1,surplus\nB,2\n', 1, [2]),
  taken('names of rows below no name.csv', '"code","num1"\n"1","A",1\n"2","B",2\n', 2, [], { ignore_unknown: 'true' }),
  refused('names of rows that fill no field.csv', 'code,num1\n1,A,1\n2,B,2\n', /'column_1'/, 31),
  taken('a semicolon behind each row.csv', 'code;num1\nA;1;\nB;2;\n', 2, [], { ignore_unknown: 'true' }),
  taken('stray quote.csv', 'code,txt1\nA,5" pipe\nB,6\' pipe\n', 2),
  taken('quote never closed.csv', 'code,txt1\nA,"open\nB,fine\n', 1, [2]),
  taken('text behind a quote.csv', 'code,txt1\nA,"x"y\nB,fine\n', 1, [2]),
  taken('line ends in quotes.csv', 'code,txt1\nA,"one\ntwo\r\nthree"\nB,x\n', 2),
  taken('NUL in a row.csv', 'code,txt1\nA,a\0b\nB,x\n', 1, [2]),
  taken('all in quotes.csv', '"code","num1"\n"A","1"\n"B","2"\n', 2),
  taken('spaces around names.csv', ' Code , NUM1 \nA,1\n', 1),
  taken('names in other case.csv', 'CODE,Num1,Txt1\nA,1,x\n', 1),
  taken('a column too many, left out.csv', 'code,Remark\nA,x\n', 1, [], { ignore_unknown: 'true' }),
  taken('a column mapped.csv', 'Strike Code,n\nA,1\n', 1, [], { columns: '{"Strike Code":"code","n":"num1"}' }),
  taken('semicolons and decimal commas.csv', 'code;dbl1\nA;1,5\nB;2,25\n', 2, [], {
    transforms: '{"dbl1":[{"kind":"number","decimal":","}]}',
  }),
  taken('trimmed and upper.csv', 'code,flag1\n a ,YES\n b ,no\n', 2, [], {
    transforms: '{"code":[{"kind":"trim"},{"kind":"upper"}]}',
  }),
  taken('latitude and longitude apart.csv', 'code,at.lat,at.lon\nA,3.1,101.6\nB,,\nC,91,0\n', 2, [4]),
  taken('header alone.csv', 'code,num1\n', 0),
  taken('one column.csv', 'code\nA\nB\n', 2),
  taken('one column, a row of a space that is no ASCII.csv', 'code\nA\n\u00a0\nB\n', 2, [3], {
    transforms: '{"code":[{"kind":"upper"}]}',
  }),
  taken('utf-16 of no ASCII without a mark.csv', Buffer.from('编号,文本\n甲,日本語\n乙,文本\n', 'utf16le'), 2, [], {
    columns: '{"编号":"code","文本":"txt1"}',
  }),
  refused(
    'a hundred thousand columns.csv',
    `code,${Array.from({ length: 99_999 }, (_, i) => `c${i}`).join(',')}\n`,
    /first line .* longer than .* at most 2,000 columns/,
  ),
  taken(
    'latin1 with rows of utf-8.csv',
    Buffer.concat([
      Buffer.from('code,txt1\nA,Größe\nB,Genève\nC,Zoë\n', 'latin1'),
      Buffer.from('D,Zürich\nE,plain\n'),
      Buffer.from('F,Malmö\n', 'latin1'),
    ]),
    5,
    [5],
  ),
  taken('tabs named csv.csv', 'code\tnum1\nA\t1\n', 1),
  taken('tsv.tsv', 'code\tnum1\nA\t1\n', 1),
  taken('txt.txt', 'code|num1\nA|1\n', 1),
  refused('same column twice.csv', 'code,num1,num1\nA,1,2\n', /'num1_2'/, 31),
  taken('rows without names.csv', '\nA,1\n"B",2\nC,3,4\nD\n', 3, [4], {
    header_row: '0',
    columns: '{"column_1":"code","column_2":"num1"}',
  }),
  refused('no header.csv', 'A1,hello,7\nA2,bye,8\n', /No column of the file matches/, 31),
  refused('two header rows.csv', 'Report of 2021,,\ncode,num1,txt1\nA,1,x\n', /No column|match no field/, 31),
  refused('empty.csv', '', /empty/),
  refused('blank.csv', '\n\n', /blank lines/),
  refused('html.csv', '<!doctype html>\n<html></html>\n', /web page \(HTML\) without a table/),
  refused('pdf.csv', '%PDF-1.7\n', /PDF/),
  refused('noise.csv', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 7) % 32)), /not text/),
  refused(
    'utf-16 cut in a character.csv',
    Buffer.from('\uFEFFcode,num1\nA,1\n', 'utf16le').subarray(0, 27),
    /breaks off|damaged/,
  ),
];

const cell = (field: string, good: string, bad: string): UglyFile =>
  taken(`${field} ${bad.replaceAll(/[^\w.-]/g, '_')}.csv`, `code,${field}\nA,"${good}"\nB,"${bad}"\n`, 1, [3]);

const cells: readonly UglyFile[] = [
  cell('num1', '1,200', '1.5'),
  cell('num1', '12.0', '99999999999'),
  cell('num1', '007', '0x1F'),
  cell('num1', '+5', '=1+1'),
  cell('num1', '-0', '#REF!'),
  cell('long1', '9223372036854775807', '9223372036854775808'),
  cell('dbl1', '1e308', '1e400'),
  cell('dbl1', '.5', 'NaN'),
  cell('dbl1', '5.', '12 km'),
  cell('day1', '2020-02-29', '2021-02-29'),
  cell('day1', '2021-06-30', '2021-13-01'),
  cell('flag1', 'Yes', 'perhaps'),
  cell('flag1', '0', '2'),
  cell('at', '3.1, 101.6', '91,0'),
  cell('at', '-90,180', 'here'),
  {
    ...taken('keys more than once.csv', '', 0),
    bytes: Buffer.from('code,num1\nA,1\nA,1\nA,2\n'),
    expected: { read: 3, accepted: 1, replaced: 1, unchanged: 1, rejected: 0 },
  },
];

/** Delimited text. */
export const DELIMITED: readonly UglyFile[] = [...matrix, ...dates, ...ends, ...structure, ...cells];
