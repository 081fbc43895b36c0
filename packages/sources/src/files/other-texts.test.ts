import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectFormat } from './detect.ts';
import { otherPackage } from './other-packages.ts';

const HEAD = 64 * 1024;

/** Texts in which a pattern that reads the same in two ways would try all orders of them. */
const PATIENT: Readonly<Record<string, string>> = {
  pipes: '|'.repeat(HEAD),
  'pipes of lines': `${'a|'.repeat(200)}\n`.repeat(160),
  'remarks with spaces behind': '# made by a logger   \n'.repeat(2900),
  backslashes: `${'\\a'.repeat(1000)}\n`.repeat(30),
  'numbers between dashes': `2024-01-31 10:00:00 ${'1 - '.repeat(5000)}x\n`,
  'brackets with addresses': `2024-01-31 10:00:00 ${'[a@b] '.repeat(5000)}x\n`,
  'dots of classes': `2024-01-31 10:00:00 ERROR x\n${'a.'.repeat(15_000)}\n`,
  'tags of measurements': `${'a,b=c'.repeat(5000)}\n`,
  'values of measurements': `a,b=c ${'d=1,'.repeat(5000)}\n`,
  'labels of metrics': `a{${'b="c",'.repeat(5000)}\n`,
  'remarks of a data set': '%\n \n'.repeat(15_000),
  'dashes and a word': `${'-'.repeat(HEAD - 10)}x\n`,
  'runs of dashes and a word': `a  b\n${'-- '.repeat(20_000)}x\n`,
  'spaces and words': `a  b  c\n${`a${' '.repeat(10_000)}b\n`.repeat(6)}`,
  'words of a chat': `[31.01.24, 10:00] ${'a'.repeat(HEAD)}\n`,
};

const LOGS = ['words of a chat'];

// one that is tried in all its orders does not come to an end
test('[SRC-23] what a text is is told of any text at once', () => {
  for (const [name, text] of Object.entries(PATIENT)) {
    const found = detectFormat(Buffer.from(text.slice(0, HEAD)), 'x.csv');
    assert.equal(found, LOGS.includes(name) ? 'log' : 'csv', name);
  }
});

test('[SRC-26] control-A is a delimiter where the first line is cut by it, and else a sign that no text has', () => {
  const rows = (first: string) => Buffer.from(`${first}\n${'a\u0001b\u0001\n'.repeat(20)}`);
  assert.equal(detectFormat(rows('x\u0001y\u0001z'), 'x.csv'), 'csv');
  assert.throws(() => detectFormat(rows('x,y,z'), 'x.csv'), /The file is not text/);
});

test('[SRC-23] what programs keep in place of a table, or beside it, is refused by its name', () => {
  const refused: readonly (readonly [name: string, text: string, says: RegExp])[] = [
    [
      'rows.csv',
      'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n',
      /pointer of Git LFS.*git lfs pull/,
    ],
    ['folder/~$rows.xlsx', '\u0005admin                 ', /beside a workbook that is open.*begin with ~\$/],
    ['rows.slk', 'ID;PWXL;N;E\nP;PGeneral\nC;Y1;X1;K"a"\nC;Y1;X2;K"b"\nE\n', /SYLK or DIF/],
    ['rows.dif', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n', /SYLK or DIF/],
    ['rows.dxf', '  0\nSECTION\n  2\nHEADER\n', /drawing \(DXF\)/],
    ['a.hl7', 'MSH|^~\\&|A|B|C|D|20240101||ADT^A01|1|P|2.3\rPID|1||123^^^A||DOE^JOHN\r', /EDIFACT, X12 or HL7/],
    ['a.edi', `ISA*00*${' '.repeat(10)}*00*${' '.repeat(10)}*ZZ*A~`, /EDIFACT, X12 or HL7/],
    ['a.qif', '!Account\nNx\n^\n!Type:Bank\nD01/01/24\n', /QIF/],
    ['a.txt', 'cpu,host=a usage=0.5\ncpu,host=b usage=0.6\n', /InfluxDB/],
    ['a.prom', 'http_requests_total{method="post",code="200"} 1027 1395066363000\n', /Prometheus/],
    ['a.fa', `>seq1 x, y\n${'ACGT'.repeat(10)}\n>seq2\n`, /FASTA/],
    ['a.fastq', '@r1\nACGT\n+\nIIII\n', /FASTQ/],
    ['a.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello, you\n', /subtitles/],
    ['a.ldif', 'dn: cn=a,dc=x\nobjectClass: person\ncn: a\n', /LDIF/],
    ['a.arff', '% x\n\n@relation x\n@attribute a numeric\n@data\n1,x\n', /ARFF.*@data/],
  ];
  for (const [name, text, says] of refused) assert.throws(() => detectFormat(Buffer.from(text), name), says, name);
  const ebcdic = Buffer.from('c3d6c4c56bd5e4d415c16bf115c26bf215c3d6c4c56bd5e4d415c16bf115', 'hex');
  assert.throws(() => detectFormat(ebcdic, 'rows.csv'), /text in EBCDIC.*iconv/);
  // letters of Arabic in UTF-8 have the same bytes as letters there
  assert.equal(detectFormat(Buffer.from('المدينة\rمصر\rالمملكة\r'), 'rows.csv'), 'csv');
  const chinese = Buffer.from('d0d5c3fb2cb5d8d6b70ad5c5c8fd2cb1b1bea90ac0eecbc42cc9cfbaa30a', 'hex');
  assert.equal(detectFormat(chinese, 'rows.csv'), 'csv');
  const tables = [
    'ID;P\n1;2\n',
    'TABLE\n0\n1\n',
    'version\n1\n',
    'MSH|b\n1|2\n',
    '>code\nA\nTT\n',
    '@a\nACGT\nAC\n',
    'dn: a\nb\n',
    'a,b=c\n1,2\n',
  ];
  for (const table of tables) assert.equal(detectFormat(Buffer.from(table), 'rows.csv'), 'csv', table);
  for (const [name, says] of [
    ['Index/Tables/DataList.iwa', /Numbers.*Export/],
    ['word/document.xml', /Word/],
    ['DataModel', /Power BI/],
    ['book.twb', /Tableau/],
  ] as const)
    assert.match(otherPackage(['x.csv', name]) ?? '', says);
  assert.equal(otherPackage(['a.csv', 'data/b.iwa.csv', 'x/DataModel']), null);
});
