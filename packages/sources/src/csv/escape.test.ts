import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from '@datasarana/schema';
import fc from 'fast-check';
import { scanCsv } from '../node/scan.ts';
import type { EscapeChoice } from './escape.ts';
import { type CsvChoice, previewCsv } from './preview.ts';
import { splitRows } from './split.ts';

/** What the import makes of a text, in chunks of some bytes. */
async function imported(bytes: Buffer, choice: CsvChoice, chunk = 7) {
  const blocks: Buffer[] = [];
  const sink = { write: async (block: Buffer) => void blocks.push(Buffer.from(block)) };
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk);
  }
  const { delimiter, structural, columns, lines } = await scanCsv(chunks(), sink, choice);
  const { rows } = splitRows(Buffer.concat(blocks).toString(), delimiter);
  return { columns, rows, structural, lines };
}

const NONE = { headerRow: 0 };
type Table = readonly (readonly (string | null)[])[];
const plain = (table: Table) => table.map((row) => row.map((cell) => cell ?? ''));

/** PostgreSQL's `COPY … TO` in the format `text`, by its documentation. */
const copied = (table: Table, delimiter = '\t'): string => {
  const names: Record<string, string> = {
    '\b': 'b',
    '\f': 'f',
    '\n': 'n',
    '\r': 'r',
    '\t': 't',
    '\v': 'v',
    '\\': '\\',
  };
  const cell = (text: string): string =>
    text.replace(/[\b\f\n\r\t\v\\]|[|,;]/g, (c) => (names[c] ? `\\${names[c]}` : c === delimiter ? `\\${c}` : c));
  return table.map((row) => `${row.map((text) => (text === null ? '\\N' : cell(text))).join(delimiter)}\n`).join('');
};

/** MySQL's `INTO OUTFILE`, as its source escapes: with `enclosed` `ENCLOSED BY '"'`. */
const outfile = (table: Table, delimiter: string, enclosed: boolean): string => {
  const escaped = ['\\', '\n', enclosed ? '"' : delimiter];
  const cell = (text: string): string => [...text].map((c) => (escaped.includes(c) ? `\\${c}` : c)).join('');
  const written = (text: string): string => (enclosed ? `"${cell(text)}"` : cell(text));
  return table.map((row) => `${row.map((text) => (text === null ? '\\N' : written(text))).join(delimiter)}\n`).join('');
};

const piece = fc.constantFrom(
  'a',
  'ü',
  ' ',
  '\t',
  '\n',
  '\\',
  '"',
  ',',
  ';',
  '|',
  'N',
  'n',
  't',
  '\\N',
  '0',
  '7',
  'x4',
  'C:\\temp',
  '😀',
  '\r\n',
);
const text = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('').replace(/\r$/, ''));
const cell = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) });
/** The first cell holds something, so that no row is blank. */
const table = fc.array(fc.tuple(fc.constantFrom('k', 'l'), cell, cell), { minLength: 1, maxLength: 8 });

test('[SRC-26] [STR-03] what MySQL and PostgreSQL write with backslashes comes in as it was, in previews and imports, wherever its bytes are cut', async () => {
  const forms: readonly (readonly [EscapeChoice, string, (rows: Table) => string])[] = [
    ['text', '\t', (rows) => copied(rows)],
    ['text', '|', (rows) => copied(rows, '|')],
    ['text', '\t', (rows) => outfile(rows, '\t', false)],
    ['text', ',', (rows) => outfile(rows, ',', false)],
    ['enclosed', ',', (rows) => outfile(rows, ',', true)],
    ['enclosed', '\t', (rows) => outfile(rows, '\t', true)],
  ];
  for (const [escapes, delimiter, write] of forms)
    await fc.assert(
      fc.asyncProperty(table, fc.integer({ min: 1, max: 40 }), async (rows, chunk) => {
        const bytes = Buffer.from(write(rows));
        const choice = { escapes, delimiter, ...NONE } as CsvChoice;
        const { rows: found, structural } = await imported(bytes, choice, chunk);
        assert.deepEqual([found, structural], [plain(rows), []]);
        assert.deepEqual(previewCsv(bytes, true, choice).rows, plain(rows));
      }),
      { numRuns: 300, seed: 5 },
    );
});

test('[SRC-25] [STR-03] of broken quotes and rows of any width the preview shows what the import takes, whatever backslashes are', async () => {
  const sign = fc.constantFrom(
    '\\',
    '\\N',
    '"',
    '""',
    '\t',
    '\n',
    '\r\n',
    '\\\n',
    '\\\t',
    '\\"',
    'a',
    ' ',
    'ü',
    '"a"',
    '\\t',
  );
  for (const escapes of [undefined, 'text', 'enclosed', 'none'] as const)
    await fc.assert(
      fc.asyncProperty(fc.array(sign, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), async (signs, chunk) => {
        const bytes = Buffer.from(`c1\tc2\tc3\n${signs.join('')}`);
        const choice = { delimiter: '\t', encoding: 'utf-8', ...(escapes && { escapes }) } as const;
        const preview = previewCsv(bytes, true, choice);
        const { columns, rows, structural } = await imported(bytes, choice, chunk);
        const shown = preview.rows.filter((_, i) => !preview.tooWide.includes(i));
        const wide = (row: readonly string[]) => columns.map((_, i) => row[i] ?? '');
        const broken = structural.filter(({ rule }) => rule === 'quote').map(({ line }) => line);
        assert.deepEqual([shown, preview.setAside.map(({ line }) => line)], [rows.map(wide), broken]);
      }),
      { numRuns: 300, seed: 3 },
    );
});

test('[SRC-26] [STR-03] backslashes are taken for escapes where that is certain, in the preview as in the import', async () => {
  const guessed = async (bytes: string): Promise<string> => {
    const { escapes, rows } = previewCsv(Buffer.from(bytes), true, NONE);
    assert.deepEqual((await imported(Buffer.from(bytes), NONE)).rows, rows);
    return escapes;
  };
  for (const [escapes, file] of [
    ['text', '1\tAnn\t\\N\n2\tB\\nob\tx\n'],
    ['text', '1\tAnn\\\nSmith\tx\n2\tBob\ty\n'],
    ['text', '1,a\\,b,x\n2,c,y\n'],
    ['text', '1\t"Ann" B\\\\C\t\\N\n2\tc\ty\n'],
    ['text', 'id\tname\n1\t\\N\n\\.\n'],
    ['text', "1\tO\\'Hara\t\\N\n2\tBob\tx\n"],
    ['enclosed', '"1","a \\"b\\", c"\n"2",\\N\n'],
    ['enclosed', '1,"a\\\nb \\"c\\" d"\n2,"e"\n'],
    ['enclosed', 'id;"txt"\n1;"a \\"b\\"; c"\n2;"x"\n'],
  ] as const)
    assert.equal(await guessed(file), escapes, file);
});

test('[SRC-26] [STR-03] paths, JSON, accounts and formulas keep their backslashes: nothing shows that these are escapes', async () => {
  for (const file of [
    'id,path\n1,C:\\temp\\new\n2,D:\\b\\f\n',
    'id,path,x\n1,C:\\temp\\,y\n2,D:\\,z\n',
    'id,path\n1,"C:\\temp\\"\n2,"D:\\"\n',
    'id\tpath\tx\n1\tC:\\temp\\new\t\\N\n2\tD:\\\tz\n',
    'id,account,x\n1,CORP\\Nina,\n2,CORP\\nils,\n',
    'id\tdoc\n1\t{"a":"x\\ny","b":"\\"c\\""}\n2\t{}\n',
    'id,doc,x\n1,"{""a"":""x\\ny, z""}",\\N\n2,"{}",1\n',
    'id,note,x\n1,"say ""\\n""",\\N\n2,b,\\N\n',
    'id\tshare\tx\n1\t\\\\server\\share\t\\N\n2\tb\t\\N\n',
    'id,tex\n1,\\alpha + \\beta\n2,\\nu\n',
    'id,re\n1,^\\d+\\n$\n2,a\\.b\n',
    'a,b\n1,x\\\n2,y\\\n',
  ]) {
    const choice = { delimiter: file.startsWith('id\t') ? '\t' : ',' } as CsvChoice;
    const { escapes, rows } = previewCsv(Buffer.from(file), true, choice);
    assert.equal(escapes, 'none', file);
    const { rows: expected } = splitRows(file, choice.delimiter ?? ',');
    assert.deepEqual([rows, (await imported(Buffer.from(file), choice)).rows], [expected.slice(1), expected.slice(1)]);
  }
});

test('[SRC-26] digits behind a backslash are bytes, \\0 is NUL, an unknown sign stays, and what cannot be read is set aside by its line', async () => {
  const choice = { escapes: 'text', delimiter: '\t', ...NONE } as CsvChoice;
  const file = 'a\t\\xc3\\xa4\\x41\\101\\Q\n\\\\\tb\\\nc\nNUL\t\\0\nw\tx\ty\\tz\n\\.\n';
  const { rows, structural } = await imported(Buffer.from(file), choice);
  assert.deepEqual(rows, [
    ['a', 'äAA\\Q'],
    ['\\', 'b\nc'],
  ]);
  const told = structural.map(({ line, rule, raw }) => ({ line, rule, cells: splitRows(raw, '\t').rows[0] }));
  assert.deepEqual(told, [
    { line: 4, rule: 'nul', cells: ['NUL', '\0'] },
    { line: 5, rule: 'columns', cells: ['w', 'x', 'y\tz'] },
  ]);
  const open = 'id,txt\n1,"a\n2,"b" c\n3,"d"\n';
  const enclosed = { escapes: 'enclosed', delimiter: ',' } as CsvChoice;
  const broken = await imported(Buffer.from(open), enclosed);
  assert.deepEqual([broken.rows, previewCsv(Buffer.from(open), true, enclosed).rows], [[['3', 'd']], [['3', 'd']]]);
  const lines = broken.structural.map(({ line, rule }) => [line, rule]);
  assert.deepEqual(
    lines,
    previewCsv(Buffer.from(open), true, enclosed).setAside.map(({ line, rule }) => [line, rule]),
  );
});

test('[SRC-25] of a text as mysql --batch writes it, which nothing tells from one with letters, a person is asked', () => {
  const asked = (text: string, choice: CsvChoice = {}) => previewCsv(Buffer.from(text), true, choice).mayHaveEscapes;
  const file = 'id\tname\n1\ta\\nb\n2\tNULL\n3\tc\\\\d\n';
  assert.equal(asked(file), true);
  assert.equal(asked(file, { escapes: 'none' }), undefined, 'who said so is not asked');
  for (const other of [
    'id\tname\n1\t\\N\n2\ta\\tb\n',
    'id\tpath\n1\tC:\\temp\\new\n',
    'id\tdoc\n1\t{"a":"x\\ny \\"z\\""}\n',
    'id,name\n1,a\\nb\n',
    'id\tre\n1\t\\d+\\n\n',
  ])
    assert.equal(asked(other), undefined, other);
});

test('[API-32] [STR-03] backslashes in CSV that the platform writes are letters when it comes back', async () => {
  const odd = fc.constantFrom('\\N', 'x\\\\y', '\\', 'a\\', '\\"b\\"', 'a\\nb', '"', 'a', '', '1,2', 'a\\\nb');
  const cells = fc.oneof(odd, text);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(9), cells, cells), { minLength: 1, maxLength: 6 }), async (rows) => {
      const written = rows.map(csvRow).join('');
      const bytes = Buffer.from(csvRow(['_id', 'txt1', 'txt2']) + written);
      const { escapes, rows: shown } = previewCsv(bytes, true, { delimiter: ',' });
      assert.deepEqual([escapes, shown], ['none', splitRows(written, ',').rows]);
      assert.deepEqual((await imported(bytes, { delimiter: ',' })).rows, shown);
    }),
    { numRuns: 500, seed: 9 },
  );
});
