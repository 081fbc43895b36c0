import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scanCsv } from '../node/scan.ts';
import { FileRefused } from '../refusal.ts';
import { columnNames } from './header.ts';
import { previewCsv } from './preview.ts';
import { splitRows } from './split.ts';

/** What the import makes of a text: its rows, and the lines it sets aside. */
async function imported(text: string) {
  const blocks: Buffer[] = [];
  const sink = { write: async (block: Buffer) => void blocks.push(Buffer.from(block)) };
  async function* bytes() {
    yield Buffer.from(text);
  }
  const { structural } = await scanCsv(bytes(), sink, { delimiter: ',', encoding: 'utf-8' });
  const setAside = structural.filter(({ rule }) => rule === 'quote');
  return { rows: splitRows(Buffer.concat(blocks).toString(), ',').rows, setAside };
}

test('[SRC-25] [STR-03] the preview shows as rows what the import takes as rows, and as refused what it refuses', async () => {
  const piece = fc.constantFrom(
    '"',
    '""',
    ',',
    '\n',
    '\r\n',
    'a',
    'b c',
    ' ',
    'ü',
    '"a"',
    '"a,b"',
    '"a\nb"',
    '1,2\n',
    '\t',
    ' "a"',
    '"b" ',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 24 }), async (pieces) => {
      const text = `c1,c2,c3,c4,c5,c6,c7,c8,c9\n${pieces.join('')}`;
      const { rows, tooWide, setAside } = previewCsv(Buffer.from(text), true, { delimiter: ',', encoding: 'utf-8' });
      const shown = rows.filter((_, i) => !tooWide.includes(i));
      const real = await imported(text);
      const wide = (cells: readonly string[]) => Array.from({ length: 9 }, (_, i) => cells[i] ?? '');
      assert.deepEqual([shown, setAside], [real.rows.map(wide), real.setAside]);
    }),
    { numRuns: 800, seed: 7 },
  );
});

test('[SRC-25] a broken header, or none below blank lines, is refused by the preview in the words of the import', async () => {
  for (const text of ['"a"b,c\n1,2\n', '\n"a,b\n1,2\n', '\n', ' \r\n\n ']) {
    const words = await imported(text).then(
      () => assert.fail('taken'),
      (cause: FileRefused) => cause.message,
    );
    assert.throws(() => previewCsv(Buffer.from(text), true), { name: FileRefused.name, message: words });
  }
});

test('[SRC-25] columns that share a name are told apart by numbers, however many they are', () => {
  assert.deepEqual(columnNames(['a', 'a_2', 'a', ' a ', '', 'column_5']), [
    'a',
    'a_2',
    'a_3',
    'a_4',
    'column_5',
    'column_5_2',
  ]);
  assert.equal(columnNames(Array.from({ length: 200_000 }, () => 'a')).at(-1), 'a_200000');
});

test('[SRC-29] below the title of a report the line that names the columns is told as the file counts it, until one is chosen', () => {
  const table = 'No.;Name;Net €\n1;Ann;3,5\n2;Bob;4\n';
  for (const [above, line] of [
    ['Sales 2024\nmade in May\n\n', 4],
    ['sep=;\nSales 2024;;\n;;\n', 4],
    ['"Sales\nof 2024";;\n', 3],
  ] as const) {
    const text = Buffer.from(above + table);
    assert.equal(previewCsv(text, true).likelyHeader, line, above);
    const chosen = previewCsv(text, true, { headerRow: line });
    assert.deepEqual([chosen.likelyHeader, chosen.columns], [undefined, ['No.', 'Name', 'Net €']]);
  }
  assert.equal(previewCsv(Buffer.from(table), true).likelyHeader, undefined);
});

test('[SRC-03] [STR-03] of a file without names every row is one, and a first line of figures is told', () => {
  const read = (text: string, headerRow?: number) => {
    const bytes = new TextEncoder().encode(text);
    const { columns, rows, likelyHeader } = previewCsv(bytes, true, { ...(headerRow !== undefined && { headerRow }) });
    return { columns, rows, likelyHeader };
  };
  const text = '1,Ann,2024-01-31,12.50\n2,Bob,2024-02-01,7\n';
  assert.equal(read(text).likelyHeader, 0);
  assert.deepEqual(read(text, 0), {
    columns: ['column_1', 'column_2', 'column_3', 'column_4'],
    rows: [
      ['1', 'Ann', '2024-01-31', '12.50'],
      ['2', 'Bob', '2024-02-01', '7'],
    ],
    likelyHeader: undefined,
  });
  assert.equal(read('sensor1,31.01.2024 10:00,22.5\nsensor2,31.01.2024 10:01,22.7\n').likelyHeader, 0);
  assert.equal(read('5.1,3.5,Iris-setosa\n4.9,3.0,Iris-setosa\n').likelyHeader, 0);
  for (const named of [
    'id,name\n1,Ann\n',
    'country,2020,2021\nA,1,2\n',
    ',0,1,2\nA,5,6,7\n',
    'name,1,2,3\nAnn,5,6,7\n',
    'name,1st,2nd\nAnn,5,6\n',
    'code,3 km\nA,x\n',
    '10 km,20 km,5 km,town,name,a,b,c,d,e\n1,2,3,X,y,1,1,1,1,1\n',
  ])
    assert.equal(read(named).likelyHeader, undefined, named);
});

test('[SRC-27] [STR-03] a column that the header leaves out is called by its place when each row has it', () => {
  const read = (text: string) => {
    const { columns, rows, tooWide, leftOut } = previewCsv(new TextEncoder().encode(text), true);
    return { columns, first: rows[0], wide: tooWide.length, leftOut };
  };
  assert.deepEqual(read('"mpg"\t"cyl"\n"Mazda RX4"\t21\t6\n"Datsun 710"\t22.8\t4\n'), {
    columns: ['column_1', 'mpg', 'cyl'],
    first: ['Mazda RX4', '21', '6'],
    wide: 0,
    leftOut: 'first',
  });
  assert.deepEqual(read('a,b\n1,2,\n3,4,\n'), {
    columns: ['a', 'b', 'column_3'],
    first: ['1', '2', ''],
    wide: 0,
    leftOut: 'last',
  });
  assert.deepEqual(read('Level,Event ID,Task\nError,7,None,"Disk, bad"\nError,8,None,x\nWarning,9,None,y\n'), {
    columns: ['Level', 'Event ID', 'Task', 'column_4'],
    first: ['Error', '7', 'None', 'Disk, bad'],
    wide: 0,
    leftOut: 'last',
  });
  for (const text of ['a,b\n1,2,3\n', 'a,b\n1,2,3\n4,5\n', 'a,b\n1,2,3\n4,5,6,7\n', 'title\n1,2\n3,4\n'])
    assert.equal(read(text).leftOut, undefined, text);
});

test('[SRC-26] of lines that no delimiter cuts it is told what parts them', () => {
  const told = (text: string) => previewCsv(new TextEncoder().encode(text), true).partedBy;
  assert.equal(told('id¦name¦amt\n1¦a¦2\n2¦b¦3\n'), '¦');
  assert.equal(told('ID   NAME       AMOUNT\n001  Ann          12.50\n002  Bob Smith   112.00\n'), 'spaces');
  assert.equal(told('id||name||amt\n1||a||2\n2||||3\n'), '||');
  for (const text of ['a||b\n1|x|2\n', 'a||b||c\n', 'a,,b,c\n1,,2,3\n']) assert.equal(told(text), undefined, text);
  for (const text of ['name\nAnn\nBob\n', 'id,name\n1,a\n2,b\n', 'at\n10:00:00\n11:00:00\n', 'note\na  b  c\nd\n'])
    assert.equal(told(text), undefined, text);
});

test('[SRC-24] a first line that holds the \\N of a database is a row, and below what loggers and InfluxDB write above it the names are found', () => {
  const likely = (text: string) => previewCsv(Buffer.from(text), true).likelyHeader;
  assert.equal(likely('1\tAnn\t\\N\t2024-01-31 10:00:00\n2\tBob\t12.5\t\\N\n'), 0);
  assert.equal(likely('1\tAnn\t12.5\t2024-01-31 10:00:00\n2\tBob\t1\t\\N\n'), 0);
  assert.equal(likely('id\tname\n1\t\\N\n'), undefined);
  const logger =
    '"TOA5","CR1000","x","12345"\n"TIMESTAMP","RECORD","AirTC"\n"TS","RN","Deg C"\n"2024-01-31 00:00:00",0,1.5\n';
  assert.equal(likely(logger), 2);
  const booked = '"EXTF";700;21;"Buchungsstapel";13;20240201\nUmsatz;WKZ;Konto\n1234,50;"EUR";10000\n';
  assert.equal(likely(booked), 2, 'DATEV');
  const run = '[Header],,\nDate,1/31/2024,\n[Data],,\nSample_ID,index,Lane\nS1,ATC,1\nS2,ACA,2\n';
  assert.equal(likely(run), 4, 'sections of an instrument');
  const annotated = '#group,false,true\n#datatype,string,double\n#default,mean,\n,result,_value\n,,1.5\n,,2.5\n';
  assert.equal(likely(annotated), 4);
});

test('[SRC-26] that there are backslashes is told, also where there may be some behind what was looked at', () => {
  const told = (text: string, whole = true) => previewCsv(Buffer.from(text), whole).hasBackslashes;
  assert.equal(told('a,b\n1,2\n'), undefined);
  assert.equal(told('a,b\n1,C:\\temp\n'), true);
  assert.equal(told('a,b\n1,2\n', false), true);
});

test('[SRC-26] the sign by which programs of DOS end a text is in no cell of the preview', () => {
  const { rows } = previewCsv(Buffer.from('a,b\r\n1,2\x1a'), true);
  assert.deepEqual(rows, [['1', '2']]);
  assert.deepEqual(previewCsv(Buffer.from('a,b\r\n1,2\r\n\x1a'), true).rows, [['1', '2']]);
  const wide = Buffer.from('\ufeffa,b\r\n1,\u041a', 'utf16le').swap16();
  assert.deepEqual(previewCsv(wide, true).rows, [['1', '\u041a']]);
});

test('[SRC-25] a quote that opens in the beginning of a large file and does not close there is told by its line and column', () => {
  const text = `sep=,\na,b,c\n1,x,y\n2,"open,z\n${'3,x,y\n'.repeat(500)}`;
  const told = (of: string, whole = false) => previewCsv(Buffer.from(of), whole).openQuote;
  assert.deepEqual(told(text), { line: 4, column: 'b' });
  assert.equal(previewCsv(Buffer.from(text), false).rows.length, 1);
  assert.equal(told(text, true), undefined, 'of a file that ends the line is set aside');
  assert.equal(told(text.replace('"open', 'open')), undefined);
  assert.equal(told(`${'1,2,3\n'.repeat(300)}4,"cut o`), undefined, 'behind the rows that are shown');
  const words = 'some words '.repeat(1000);
  assert.equal(told(`a,b,c\n${`1,2,"${words}"\n`.repeat(20)}1,2,"${words}`), undefined, 'a cell that is cut');
  const escaped = `a\tb\tc\n${`1\t\\N\t${words}\n`.repeat(20)}1\t2\t${words}`;
  assert.equal(previewCsv(Buffer.from(escaped), false).escapes, 'text');
  assert.equal(told(escaped), undefined, 'a row that is cut, in a text whose quotes are letters');
  const enclosed = `a,b,c\n${'"1",\\N,"x"\n'.repeat(20)}"1","2`;
  assert.deepEqual(told(`${enclosed}${'"3","x","y"\n'.repeat(60).replaceAll('"', '\\"')}`), { line: 22, column: 'b' });
});
