import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { detectEncoding } from '../csv/encoding.ts';
import { previewCsv } from '../csv/preview.ts';
import { QUOTE_FAULTS, splitRows } from '../csv/split.ts';
import type { FileRefused } from '../refusal.ts';
import { type ScanOptions, scanCsv } from './scan.ts';
import type { ScanResult } from './scan-result.ts';

async function scan(
  source: string | Uint8Array,
  options: ScanOptions = {},
  chunk = 7,
): Promise<ScanResult & { text: string }> {
  const bytes = Buffer.from(source as string);
  const blocks: Buffer[] = [];
  let counted = 0;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let i = 0; i < bytes.length; i += chunk) yield bytes.subarray(i, i + chunk);
  }
  const sink = {
    write: (block: Buffer, rows: number): void => {
      blocks.push(Buffer.from(block));
      counted += rows;
    },
  };
  const result = await scanCsv(chunks(), sink, options);
  assert.equal(counted, result.rows);
  return { ...result, text: Buffer.concat(blocks).toString('utf8') };
}

test('[SRC-26] the delimiter is one of comma, tab, pipe, semicolon, found by itself', async () => {
  for (const d of [',', '\t', '|', ';']) {
    const result = await scan(`a${d}b${d}c\n1${d}2${d}3\n`);
    assert.equal(result.delimiter, d);
    assert.deepEqual(result.columns, ['a', 'b', 'c']);
    assert.equal(result.text, `1${d}2${d}3\n`);
  }
});

test('[SRC-26] semicolons win over decimal commas', async () => {
  const result = await scan('name;num1\nx;1,5\ny;2,25\n');
  assert.equal(result.delimiter, ';');
});

test('[SRC-26] blank lines are not rows and do not disturb the line numbers', async () => {
  const result = await scan('\n\na,b\n\n1,2\n   \n3,4\n\n\n5,6');
  assert.equal(result.text, '1,2\n3,4\n5,6\n');
  assert.deepEqual(result.lines.breaks, [
    { ordinal: 0, line: 5 },
    { ordinal: 1, line: 7 },
    { ordinal: 2, line: 10 },
  ]);
});

test('[SRC-25] [SRC-26] the preview takes the same lines for blank as the import: those of white space of ASCII', async () => {
  const text = 'a\n\u00a0\n\u2028\n\x1a\n \t\n1\n';
  const result = await scan(text);
  assert.equal(result.text, '\u00a0\n\u2028\n1\n');
  assert.deepEqual(previewCsv(Buffer.from(text), true).rows, [['\u00a0'], ['\u2028'], ['1']]);
});

test('[SRC-25] UTF-16 without a mark is known by its line ends where no letter is of ASCII', async () => {
  const text = `编号,文本\n${'甲乙,日本語文本\n'.repeat(40)}`;
  const little = Buffer.from(text, 'utf16le');
  for (const [bytes, encoding] of [
    [little, 'utf-16le'],
    [Buffer.from(little).swap16(), 'utf-16be'],
  ] as const) {
    const result = await scan(bytes);
    assert.deepEqual([result.encoding, result.rows, result.columns], [encoding, 40, ['编号', '文本']]);
    assert.equal(previewCsv(bytes, true).encoding, encoding);
  }
});

test('[SRC-25] letters whose codes end in a zero byte do not hide UTF-16, and bytes that are no letters make none', () => {
  const text = `编号,文本\n${'一最开,第一\n'.repeat(40)}`;
  const little = Buffer.from(text, 'utf16le');
  assert.equal(detectEncoding(little).encoding, 'utf-16le');
  assert.equal(detectEncoding(Buffer.from(little).swap16()).encoding, 'utf-16be');
  for (const bytes of [
    [0xe9, 0x4e, 0x0a, 0x00, 0x01, 0x00],
    [0xe9, 0x4e, 0x00, 0x4e],
    [0xe9, 0x4e, 0x0a, 0x4e],
  ])
    assert.equal(detectEncoding(Buffer.from(bytes)).encoding, 'latin1', bytes.join());
});

test('[SRC-27] a first line without end is called one, in the preview and by the import', async () => {
  const wide = Array.from({ length: 100_000 }, (_, i) => `c${i}`).join(',');
  const says = (size: number): RegExp => new RegExp(`first line .* longer than ${size} KB`);
  await assert.rejects(scan(`${wide}\n1\n`, {}, 65_536), says(256));
  assert.throws(() => previewCsv(Buffer.from(wide.slice(0, 65_536)), false), says(64));
  await assert.rejects(scan('a,"b\n1,2\n'), /a quote in it is opened and never closed/);
});

test('[SRC-25] files of DOS are read in the code page that is chosen, by the import as by the preview', async () => {
  for (const [encoding, text, bytes] of [
    ['ibm850', 'id;name\n1;Müller\n2;Größe\n3;ı', '69643b6e616d650a313b4d816c6c65720a323b477294e1650a333bd5'],
    ['ibm437', 'a\nα≥ñ', '610ae0f2a4'],
    ['ibm852', 'a\nŁódź', '610a9da264ab'],
  ] as const) {
    const file = Buffer.from(bytes, 'hex');
    const [header = '', ...rows] = text.split('\n');
    const result = await scan(file, { encoding });
    assert.deepEqual([result.text, result.encoding], [rows.map((row) => `${row}\n`).join(''), encoding]);
    const preview = previewCsv(file, true, { encoding });
    assert.deepEqual(
      [preview.columns, ...preview.rows].map((row) => row.join(';')),
      [header, ...rows],
    );
  }
});

test('[STR-03] [SRC-25] a row that stands in quotes as a whole, because some stand in it, is read by its cells, and shown so', async () => {
  const text = 'code,txt1,num1\nA,x,1\n"B,""x, y"",2"\n"""C, c"",x,3"\nD,x,4\n';
  const result = await scan(text);
  assert.equal(result.text, 'A,x,1\n"B","x, y","2"\n"C, c","x","3"\nD,x,4\n');
  assert.deepEqual([result.rows, result.short.rows, result.structural], [4, 0, []]);
  const preview = previewCsv(Buffer.from(text), true);
  assert.deepEqual(preview.rows.slice(1, 3), [
    ['B', 'x, y', '2'],
    ['C, c', 'x', '3'],
  ]);
  assert.deepEqual(preview.tooShort, []);
  for (const row of ['"5"" x 3"", steel, 2"', '"he said ""no"", then, so"', '"B,x,2"', '"B,""x, y"""', '"a,""b,c"']) {
    const other = `code,txt1,num1\n${row}\nA,x,1\n`;
    assert.deepEqual([(await scan(other)).short.rows, previewCsv(Buffer.from(other), true).tooShort], [1, [0]], row);
  }
});

test('[STR-03] [SRC-25] a file of which each line stands in quotes as a whole, the header too, is read by its cells, and shown so', async () => {
  const text = '"id,""name, long"",num1"\n"1,""Ann, B"",5"\n"2,Bo,6"\n\n"3,Cy,7"\n';
  const result = await scan(text);
  assert.deepEqual(result.columns, ['id', 'name, long', 'num1']);
  assert.equal(result.text, '"1","Ann, B","5"\n"2","Bo","6"\n"3","Cy","7"\n');
  assert.deepEqual([result.rows, result.short.rows, result.structural], [3, 0, []]);
  const preview = previewCsv(Buffer.from(text), true);
  assert.deepEqual([preview.columns, preview.rows[0]], [result.columns, ['1', 'Ann, B', '5']]);
  const plain = await scan('"id;name;num1"\r\n"1;Ann;5"\r\n');
  assert.deepEqual([plain.delimiter, plain.columns, plain.text], [';', ['id', 'name', 'num1'], '"1";"Ann";"5"\n']);
  const unnamed = await scan('"1,""Ann, B"",5"\n"2,Bo,6"\n', { headerRow: 0 });
  assert.deepEqual([unnamed.columns.length, unnamed.text], [3, '"1","Ann, B","5"\n"2","Bo","6"\n']);
});

test('[STR-03] [SRC-25] behind the rows that tell of quotes around each, odd ones are told as those of other files', async () => {
  const rows = Array.from({ length: 100 }, (_, i) => `"${i},""x, y"",5"\n`).join('');
  const result = await scan(`"id,txt1,num1"\n${rows}"100,short"\n"101,a,b,c"\n102,x,7\n`);
  assert.equal(result.rows, 102);
  assert.deepEqual(result.short, { rows: 1, lines: [102] });
  assert.ok(result.text.endsWith('"99","x, y","5"\n"100","short",\n102,x,7\n'), result.text.slice(-60));
  assert.deepEqual(
    result.structural.map(({ line, rule, reason }) => [line, rule, reason]),
    [[103, 'columns', 'The row has 4 cells, the header names 3.']],
  );
});

test('[SRC-25] a single column of texts with commas stays one', async () => {
  for (const text of [
    '"City, State, Country"\n"Bonn, NRW, Germany"\n"Paris, IDF, France"\n',
    '"a,b"\n"1,2"\n',
    '"a,b,c"\n"1,2"\n',
    '"a,b,c"\n1 2 3\n',
    '"a,b,c"\n',
    '"a,,c"\n"1,2,3"\n',
    '"one two three"\n"four five six"\n',
  ]) {
    assert.equal((await scan(text)).columns.length, 1, text);
    assert.equal(previewCsv(Buffer.from(text), true).columns.length, 1, text);
  }
});

test('[STR-03] a row with more cells than the header is set aside, missing trailing cells are empty and told', async () => {
  const result = await scan('a,b,c\n1,2,3\n1,2,3,4\n1\n');
  assert.equal(result.text, '1,2,3\n1,,\n');
  assert.deepEqual(result.short, { rows: 1, lines: [4] });
  const many = await scan(`a,b\n${'1\n'.repeat(150)}1,2\n\n1`);
  assert.equal(many.short.rows, 151);
  assert.deepEqual(
    many.short.lines,
    Array.from({ length: 100 }, (_, i) => i + 2),
    'the first 100',
  );
  assert.deepEqual((await scan('a\n1\n""\n')).short, { rows: 0, lines: [] }, 'nothing is missing');
  assert.deepEqual(result.structural, [
    { line: 3, raw: '1,2,3,4', rule: 'columns', reason: 'The row has 4 cells, the header names 3.' },
  ]);
});

test('[STR-03] a column that the header leaves out is called by its place, for the first rows of the file have it', async () => {
  const numbered = await scan('a,b\n1,x,y\n2,z\n3,"z,\n",z\n');
  assert.deepEqual([numbered.columns, numbered.structural.length], [['a', 'b'], 2], 'not all have it');
  const rows = Array.from({ length: 30_000 }, (_, i) => `${i + 1},x${i},"y, ${i}"\n`).join('');
  for (const header of ['a,b\n', '\na,b\n']) {
    const long = await scan(`${header}${rows}9\n1,2,3,4\n`, {}, 65_536);
    assert.deepEqual(long.columns, ['column_1', 'a', 'b']);
    assert.deepEqual([long.rows, long.short.rows, long.structural.length], [30_001, 1, 1]);
  }
  const ended = await scan('line 1\na;b\n1;2;\n3;4;\n', { headerRow: 2 });
  assert.deepEqual([ended.columns, ended.text], [['a', 'b', 'column_3'], '1;2;\n3;4;\n']);
});

test('[STR-03] quotes keep delimiters and line ends; lines are counted through them', async () => {
  const result = await scan('a,b\r\n"x, ""y""","one\r\ntwo"\r\n3,4\r\n');
  assert.equal(result.text, '"x, ""y""","one\r\ntwo"\n3,4\n');
  assert.deepEqual(result.lines.breaks, [
    { ordinal: 0, line: 2 },
    { ordinal: 1, line: 4 },
  ]);
});

test('[STR-03] a stray quote inside a cell is a letter', async () => {
  const result = await scan('a,b\n5" pipe,2\n');
  assert.equal(result.text, '"5"" pipe","2"\n');
});

test('[STR-03] spaces around a cell in quotes are none of it, whatever the chunks; other quotes behind spaces are letters', async () => {
  const line = 'A,  "x, ""y""" , 5\t,"z"  \n';
  const first = await scan(`code, "n, m" ,num1,"txt1" \n${line}B, "x" y, "open,w\nC,"two\nlines" ,1, ""\n`);
  assert.deepEqual(first.columns, ['code', 'n, m', 'num1', 'txt1']);
  assert.deepEqual(splitRows(first.text, ',').rows, [
    ['A', 'x, "y"', ' 5\t', 'z'],
    ['B', ' "x" y', ' "open', 'w'],
    ['C', 'two\nlines', '1', ''],
  ]);
  const tabs = await scan('code\tnum1\nA\t "1"\t\nB\t"2" \n', { delimiter: '\t' });
  assert.deepEqual([tabs.structural.length, tabs.text], [1, '"B"\t"2"\n']);
  const many = await scan(`code,txt1,num1,txt2\n${line.repeat(12_000)}`, {}, 13);
  assert.deepEqual([many.rows, many.structural], [12_000, []]);
  assert.equal(many.text, '"A","x, ""y"""," 5\t","z"\n'.repeat(12_000));
});

test('[STR-03] a quote never closed costs its own line only', async () => {
  const result = await scan('a,b\n1,2\n"open,3\n4,5\n6,7\n');
  assert.equal(result.text, '1,2\n4,5\n6,7\n');
  assert.equal(result.structural[0]?.line, 3);
  assert.equal(result.structural[0]?.rule, 'quote');
});

test('[STR-03] a row with a quote behind a backslash is set aside with what to do, in the import and in its preview', async () => {
  const text = 'a,b\n"he said \\"no\\"",1\n"x" y,2\n"C:\\",3\n';
  const reasons = [QUOTE_FAULTS.escaped, QUOTE_FAULTS.after];
  const result = await scan(text);
  assert.deepEqual([result.text, result.structural.map(({ reason }) => reason)], ['"C:\\",3\n', reasons]);
  const { setAside } = splitRows(text, ',', undefined, { strict: true });
  assert.deepEqual(
    setAside.map(({ reason }) => reason),
    reasons,
  );
});

test('[SRC-26] UTF-8 with mark, UTF-16 and Latin-1 are told apart', async () => {
  const text = 'naïve,b\nÅse,2\n';
  assert.equal((await scan(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]))).columns[0], 'naïve');
  const le = await scan(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]));
  assert.equal(le.encoding, 'utf-16le');
  assert.equal(le.text, 'Åse,2\n');
  const be = await scan(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());
  assert.equal(be.encoding, 'utf-16be');
  assert.equal(be.text, 'Åse,2\n');
  const latin = await scan(Buffer.from(text, 'latin1'));
  assert.equal(latin.encoding, 'latin1');
  assert.equal(latin.text, 'Åse,2\n');
});

test('[STR-03] [ING-19] rows of a sender that said how they are read are text, though a power cut left thousands of NULs among them', async () => {
  const body = `a,b\n1,2\n3,${'\0'.repeat(5000)}\n3,4\n`;
  const told = { delimiter: ',', encoding: 'utf-8', escapes: 'none' } as const;
  const result = await scan(body, told);
  assert.deepEqual([result.text, result.structural.map(({ line }) => line)], ['1,2\n3,4\n', [3]]);
  await assert.rejects(scan(body), /is not text/);
  await assert.rejects(scan(`a,b\n1,${'\x01'.repeat(60)}\n`, told), /is not text/);
});

test('[STR-03] bytes that are not UTF-8 and NUL bytes set aside their own row', async () => {
  const rows = Buffer.concat([Buffer.from('a,b\n1,2\n3,'), Buffer.from([0xff]), Buffer.from('\n5,\0\n7,é\n')]);
  const result = await scan(rows, { encoding: 'utf-8' });
  assert.equal(result.text, '1,2\n7,é\n');
  assert.deepEqual(
    result.structural.map(({ line, rule, column }) => [line, rule, column]),
    [
      [3, 'encoding', 1],
      [4, 'nul', 1],
    ],
  );
});

test('[STR-03] rows of UTF-8 in a file that is read as Latin-1 are set aside as they are, wherever they begin', async () => {
  const latin = Buffer.from(`name,ort\n${'Grüße aus «CAFÉ»,Genève\n'.repeat(30)}`, 'latin1');
  const utf8 = Buffer.from('Müller,Zürich\n–,Straße\n1,plain\n');
  const mixed = Buffer.concat([Buffer.from('Zoë,', 'latin1'), Buffer.from('"Köln, ""alt"""\n')]);
  const result = await scan(Buffer.concat([latin, utf8, latin.subarray(9), mixed]));
  assert.equal(result.encoding, 'latin1');
  assert.equal(result.rows, 61);
  assert.deepEqual(
    result.structural.map(({ line, rule, column, raw }) => [line, rule, column, raw]),
    [
      [32, 'encoding', 0, 'Müller,Zürich'],
      [33, 'encoding', 0, '–,Straße'],
      [65, 'encoding', 1, 'Zoë,"Köln, ""alt"""'],
    ],
  );
  const chosen = await scan(Buffer.concat([latin, utf8]), { encoding: 'latin1' });
  assert.deepEqual(chosen.structural, result.structural.slice(0, 2));
  assert.match(result.structural[0]?.reason ?? '', /^name: the text is UTF-8, while the file is read as Latin-1/);
});

test('[TPL-06] a cell of more than 4 MB is set aside with its column name', async () => {
  const result = await scan(`a,b\n1,${'x'.repeat(5_000_000)}\n2,y\n`, {}, 65536);
  assert.equal(result.text, '2,y\n');
  assert.match(result.structural[0]?.reason ?? '', /^b: the value has 5,000,000 bytes, more than the 4 MB/);
  assert.equal(result.structural[0]?.column, 1);
});

test('[TPL-06] [SRC-26] quotes around a cell and those doubled in it count for none of its 4 MB', async () => {
  const most = 'x'.repeat(4 * 1024 * 1024 - 2);
  const result = await scan(`a,b\n"${most}""y",1\n"${most}""yz",2\n3,"${most}""y"\n4,"${most}yzé"\n`, {}, 65536);
  assert.equal(result.rows, 2);
  assert.deepEqual(
    result.structural.map(({ line, column, reason }) => [line, column, reason.slice(0, 36)]),
    [
      [3, 0, 'a: the value has 4,194,305 bytes, mo'],
      [5, 1, 'b: the value has 4,194,306 bytes, mo'],
    ],
  );
});

test('[SRC-29] empty and repeated column names become addressable', async () => {
  const result = await scan('a,,a,a_2,a\n1,2,3,4,5\n');
  assert.deepEqual(result.columns, ['a', 'column_2', 'a_2', 'a_2_2', 'a_3']);
});

test('[SRC-23] what is no text is refused with a sentence', async () => {
  await assert.rejects(scan(''), (e: FileRefused) => e.rule === 'empty');
  await assert.rejects(scan('\n \n'), (e: FileRefused) => e.rule === 'empty');
  await assert.rejects(scan(Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3])), /XLSX workbook or ZIP archive/);
  await assert.rejects(scan('"a,b\n1,2\n'), (e: FileRefused) => e.rule === 'header');
});

test('[STR-03] any table comes out as it went in, whatever the chunks', async () => {
  const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('', 'a,b', '"', 'x\ny', ' ', '5" pipe'));
  const clean = cell.map((text) => text.replaceAll('\0', '').replaceAll('\r', ''));
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((width) => fc.array(fc.array(clean, { minLength: width, maxLength: width }), { maxLength: 20 }));
  await fc.assert(
    fc.asyncProperty(table, fc.integer({ min: 1, max: 64 }), async (rows, chunk) => {
      const width = rows[0]?.length ?? 2;
      const header = Array.from({ length: width }, (_, i) => `c${i}`);
      const csv = [header, ...rows].map((row) => row.map((v) => `"${v.replaceAll('"', '""')}"`).join(',')).join('\n');
      const result = await scan(csv, { delimiter: ',', encoding: 'utf-8' }, chunk);
      assert.deepEqual(result.structural, []);
      assert.deepEqual(splitRows(result.text, ',').rows, rows);
    }),
    { numRuns: 300 },
  );
});

test('[STR-01] rows that are copied together are those there are, in blocks that end where their sink wants them to', async () => {
  const line = fc.oneof(
    fc.constantFrom('', ' ', '1,2,3', '4,5', '"6",7,8', 'a "b" c,9,0', '"x\ny",1,2', '1,2,3,4'),
    fc.array(fc.stringMatching(/^[a-z]{0,9}$/), { minLength: 3, maxLength: 3 }).map((cells) => cells.join(',')),
  );
  const lines = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 1, max: 9 }),
      async (body, chunk, together) => {
        // rows that are all one cell wider would name a column that the header left out
        const csv = `a,b,c\n1,2,3\n${body.map(([text, end]) => text + end).join('')}`;
        const expected = splitRows(csv, ',')
          .rows.slice(1)
          .filter(({ length }) => length <= 3);
        const blocks: string[] = [];
        const spare: Buffer[] = [];
        let rows = 0;
        const sink = {
          rowsTogether: together,
          room: (bytes: number) => ((spare.at(-1)?.length ?? 0) >= bytes ? spare.pop() : undefined),
          write: (block: Buffer, count: number): void => {
            assert.ok(
              Math.floor(rows / together) === Math.floor((rows + count - 1) / together),
              'none crosses the border',
            );
            rows += count;
            blocks.push(block.toString('utf8'));
            spare.push(Buffer.from(block.buffer).fill('#'));
          },
        };
        async function* chunks(): AsyncGenerator<Uint8Array> {
          for (let i = 0; i < csv.length; i += chunk) yield Buffer.from(csv.slice(i, i + chunk));
        }
        const result = await scanCsv(chunks(), sink, { delimiter: ',', encoding: 'utf-8' });
        assert.equal(rows, result.rows);
        const padded = expected.map((cells) => [...cells, '', ''].slice(0, 3));
        assert.deepEqual(splitRows(blocks.join(''), ',').rows, padded);
      },
    ),
    { numRuns: 300 },
  );
});

test('[SRC-03] the line that is said to name the columns does; what stands above it is left out, broken quotes too', async () => {
  const text = 'Report, "June\r\n\r\nmade; by; hand; 4711\ncode;num1\nA;1\nB;2\n';
  const result = await scan(text, { headerRow: 4 });
  assert.deepEqual([result.delimiter, result.columns, result.text], [';', ['code', 'num1'], 'A;1\nB;2\n']);
  assert.deepEqual(result.lines.breaks, [{ ordinal: 0, line: 5 }]);
  const preview = previewCsv(Buffer.from(text), true, { headerRow: 4 });
  assert.deepEqual([preview.delimiter, preview.columns, preview.headerRow], [';', ['code', 'num1'], 4]);
  assert.deepEqual(preview.rows[0], ['A', '1']);
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('title\na,b\n1,2\n', 'utf16le')]);
  assert.deepEqual((await scan(utf16, { headerRow: 2 })).columns, ['a', 'b']);
  const withSep = await scan('sep=;\ntitle, one\na;b\n1;2\n', { headerRow: 3 });
  assert.deepEqual([withSep.columns, withSep.lines.breaks], [['a', 'b'], [{ ordinal: 0, line: 4 }]]);
  const faults = [
    [2, 'Line 2, which was to name the columns, is empty.'],
    [9, 'The file has no line 9, which was to name the columns.'],
  ] as const;
  for (const [headerRow, message] of faults) {
    await assert.rejects(scan(text, { headerRow }), { rule: 'header', message });
    assert.throws(() => previewCsv(Buffer.from(text), true, { headerRow }), { rule: 'header', message });
  }
});
