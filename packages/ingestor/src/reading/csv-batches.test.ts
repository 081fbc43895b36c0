import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { SourceColumn } from '@datasarana/sources';
import fc from 'fast-check';
import type { Mark } from '../state/rows.ts';
import type { Batch } from './batch-reader.ts';
import { CsvBatches } from './csv-batches.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'datasarana-batches-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const HEADER = 'num1,txt1';
let files = 0;

async function fileOf(text: string): Promise<{ readonly path: string; readonly size: number; readonly columns: [] }> {
  const file = path.join(folder, `${files++}.csv`);
  await writeFile(file, text);
  return { path: file, size: Buffer.byteLength(text), columns: [] };
}

/** Header and rows. */
const textOf = (batch: Batch | null): string => (batch ? `${batch.head}\n${Buffer.concat(batch.body)}` : '');

/** The rows of all batches from a mark on, and the mark behind each. */
async function read(text: string, sizes: readonly number[], mark: Mark = {}) {
  const batches = await CsvBatches.open(await fileOf(text), mark);
  const rows: string[] = [];
  const marks: { readonly mark: Mark; readonly before: number }[] = [];
  try {
    for (let i = 0; ; i++) {
      const batch = await batches.next({ rows: sizes[i % sizes.length] ?? 1, bytes: 8 * 1024 * 1024 });
      if (batch === null) return { text: rows.join(''), marks };
      assert.equal(batch.head.toString(), HEADER);
      rows.push(Buffer.concat(batch.body).toString());
      marks.push({ mark: batch.mark, before: rows.join('').length });
    }
  } finally {
    await batches.close();
  }
}

test('[TSK-07] batches of any size are the file, and each mark goes on where its batch ended', async () => {
  const cell = fc.oneof(
    fc.constantFrom('a', '"b, c"', '"d\ne"', '"f ""g"""', 'ü', ''),
    fc.string({ unit: fc.constantFrom('x', 'y') }),
  );
  const row = fc.tuple(fc.integer(), cell).map(([num1, txt1]) => `${num1},${txt1}\n`);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 }),
      async (rows, sizes) => {
        const whole = rows.join('');
        const { text, marks } = await read(`${HEADER}\n${whole}`, sizes);
        assert.equal(text, whole);
        const [some] = marks;
        if (some) assert.equal((await read(`${HEADER}\n${whole}`, sizes, some.mark)).text, whole.slice(some.before));
      },
    ),
    { seed: 3, numRuns: 60 },
  );
});

test('[TSK-07] a file of many chunks comes out as it is, a row longer than a chunk included', async () => {
  const rows = Array.from({ length: 40_000 }, (_, i) => `${i},${'x'.repeat(i % 120)}\n`);
  rows[20_000] = `1,"${'long\n'.repeat(500_000)}"\n`;
  const whole = rows.join('');
  for (const sizes of [[500, 7000, 12_000], [100_000]])
    assert.equal((await read(`${HEADER}\n${whole}`, sizes)).text === whole, true);
});

test('[SRC-26] a sep= line names the delimiter and is no row: neither header nor data, also behind a byte order mark', async () => {
  for (const mark of ['', '\ufeff']) {
    const text = `${mark}sep=;\r\nnum1;txt1\n1;a,b\n2;"c;d"\n`;
    const batches = await CsvBatches.open(await fileOf(text), {});
    try {
      const first = await batches.next({ rows: 1, bytes: 1024 });
      const second = await batches.next({ rows: 10, bytes: 1024 });
      const bodies = [first, second].map((batch) => textOf(batch));
      assert.deepEqual(bodies, ['num1;txt1\n1;a,b\n', 'num1;txt1\n2;"c;d"\n']);
      assert.deepEqual([first?.query.delimiter, first?.line, second?.line], [';', 3, 4]);
      assert.equal(await batches.next({ rows: 10, bytes: 1024 }), null);
    } finally {
      await batches.close();
    }
  }
});

test('[SRC-26] a chosen delimiter comes before the one that a sep= line names, and the line is still no row', async () => {
  const input = { ...(await fileOf('sep=;\nnum1,txt1\n1,a;b\n')), delimiter: ',' } as const;
  const batches = await CsvBatches.open(input, {});
  try {
    const batch = await batches.next({ rows: 10, bytes: 1024 });
    assert.equal(textOf(batch), 'num1,txt1\n1,a;b\n');
    assert.equal(batch?.query.delimiter, ',');
  } finally {
    await batches.close();
  }
});

test('[SRC-03] the line that is said to name the columns of a text does, and lines are counted from the top of the file', async () => {
  const input = { ...(await fileOf('A report, of June\n\nnum1;txt1\n1;a\n2;b\n')), headerRow: 3 };
  const batches = await CsvBatches.open(input, {});
  try {
    const batch = await batches.next({ rows: 10, bytes: 1024 });
    assert.equal(textOf(batch), 'num1;txt1\n1;a\n2;b\n');
    assert.deepEqual([batch?.query.delimiter, batch?.line], [';', 4]);
  } finally {
    await batches.close();
  }
  const wrong = { ...input, headerRow: 2 };
  await assert.rejects(CsvBatches.open(wrong, {}), /^.*Line 2, which was to name the columns, is empty/);
});

test('[STR-03] a column that the header leaves out is sent with each batch as one without a name', async () => {
  for (const [text, head] of [
    ['num1;txt1\n1;5;a\n2;6;b\n', ';num1;txt1'],
    ['num1;txt1\n5;a;\n6;b;\n', 'num1;txt1;'],
  ] as const) {
    const batches = await CsvBatches.open(await fileOf(text), {});
    try {
      const rows = text.split('\n');
      for (const row of [1, 2])
        assert.equal(textOf(await batches.next({ rows: 1, bytes: 1024 })), `${head}\n${rows[row]}\n`);
    } finally {
      await batches.close();
    }
  }
});

test('[SRC-07] [STR-03] with functions a broken row is set aside by itself, and those behind it come as they are', async () => {
  const text = `${HEADER}\n1,a\n2,"open\n3,"b, c"\n4,"d"e\n5,"f\ng"\n6,h\n`;
  const columns = [
    { name: 'txt1', index: 1, item_id: 'txt1', selected: true, sample: [], transform: [{ kind: 'upper' }] },
  ];
  const input = { ...(await fileOf(text)), columns: columns as unknown as SourceColumn[] };
  const batches = await CsvBatches.open(input, {});
  try {
    const batch = await batches.next({ rows: 10, bytes: 1024 });
    const reason = 'Text stands after a closing quote. Double the quotes inside the cell.';
    const told = (raw: string) => `\u0001aside,quote,${reason},"${raw.replaceAll('"', '""')}"\n`;
    assert.equal(textOf(batch), `num1,txt1\n1,A\n${told('2,"open')}3,"B, C"\n${told('4,"d"e')}5,"F\nG"\n6,H\n`);
    assert.deepEqual(
      [batch?.rows, batch?.aside],
      [
        4,
        [
          { line: 3, raw: '2,"open', rule: 'quote', reason },
          { line: 5, raw: '4,"d"e', rule: 'quote', reason },
        ],
      ],
    );
    assert.equal(await batches.next({ rows: 10, bytes: 1024 }), null);
  } finally {
    await batches.close();
  }
});

test('[SRC-07] [STR-03] with functions a row that stands in quotes as a whole is changed by its cells', async () => {
  const input = await fileOf('num1,txt1,code\n"1,""a, b"",x"\n2,c,y\n');
  const column = {
    name: 'txt1',
    index: 1,
    item_id: 'txt1',
    selected: true,
    sample: [],
    transform: [{ kind: 'upper' }],
  };
  const batches = await CsvBatches.open({ ...input, columns: [column] as unknown as SourceColumn[] }, {});
  try {
    assert.equal(textOf(await batches.next({ rows: 10, bytes: 1024 })), 'num1,txt1,code\n1,"A, B",x\n2,C,y\n');
  } finally {
    await batches.close();
  }
});

test('[SRC-07] [STR-03] a file of which each line stands in quotes as a whole is sent by its cells, also behind the rows that tell so', async () => {
  const input = await fileOf('"num1,""txt, 1"",code"\n"1,""a, b"",x"\n"2,c,y"\n' + '"9,e,f"\n'.repeat(60) + '3,d,z\n');
  const batches = await CsvBatches.open(input, {});
  try {
    const first = await batches.next({ rows: 2, bytes: 1024 });
    assert.equal(textOf(first), 'num1,"txt, 1",code\n1,"a, b",x\n2,c,y\n');
    const again = await CsvBatches.open(input, first?.mark ?? {});
    assert.equal(
      textOf(await again.next({ rows: 100, bytes: 10_240 })),
      `num1,"txt, 1",code\n${'9,e,f\n'.repeat(60)}3,d,z\n`,
    );
    await again.close();
  } finally {
    await batches.close();
  }
});

test('[SRC-07] [STR-03] [ING-19] rows of COPY and INTO OUTFILE are sent without their backslashes, wherever a batch or the file ends', async () => {
  const whole = 'num1\ttxt1\n1\ta\\\nb "c"\n2\t\\N\n3\td\\te\\\\f\n';
  const expected = ['num1,txt1\n1,"a\nb ""c"""\n', 'num1,txt1\n2,\n', 'num1,txt1\n3,d\te\\f\n'];
  const input = await fileOf(whole);
  let mark: Mark = {};
  for (const text of expected) {
    const batches = await CsvBatches.open(input, mark);
    const batch = await batches.next({ rows: 1, bytes: 1024 });
    assert.equal(textOf(batch), text);
    mark = batch?.mark ?? {};
    await batches.close();
  }
  const letters = await CsvBatches.open({ ...input, escapes: 'none' }, {});
  const asTheyStand = await letters.next({ rows: 9, bytes: 1024 });
  assert.match(textOf(asTheyStand), /\n2\t\\N\n/);
  assert.deepEqual(
    asTheyStand?.query,
    { delimiter: '\t', encoding: 'utf-8', escapes: 'none' },
    'nothing is left to be guessed',
  );
  await letters.close();
  const growing = await CsvBatches.open({ ...(await fileOf(`${whole}4\thalf\\\n`)), mayGrow: true }, {});
  const batch = await growing.next({ rows: 9, bytes: 1024 });
  assert.deepEqual([batch?.rows, growing.isOpen], [3, true], 'a backslash before the line end: more may follow');
  await growing.close();
});

test('[SRC-03] [STR-03] of a file without names every row is sent, its columns called by their places', async () => {
  for (const [text, head, rows] of [
    ['1;a\n2;b\n', 'column_1;column_2', '1;a\n2;b\n'],
    ['\ufeff1\ta\\\nb\n2\t\\N\n', 'column_1,column_2', '1,"a\nb"\n2,\n'],
    ['"1,""a, b"",x"\n"2,c,y"\n', 'column_1,column_2,column_3', '1,"a, b",x\n2,c,y\n'],
  ] as const) {
    const batches = await CsvBatches.open({ ...(await fileOf(text)), headerRow: 0 }, {});
    const batch = await batches.next({ rows: 10, bytes: 1024 });
    assert.deepEqual([textOf(batch), batch?.line], [`${head}\n${rows}`, 1]);
    await batches.close();
  }
});

test('[ING-19] of a file that may grow the last row is left until its line end is there, a quoted one too', async () => {
  for (const [whole, open] of [
    ['1,a\n', '2,hal'],
    ['1,"a\nb"\n', '2,"half\nof it'],
    ['1,a\r\n', '2,half\r'],
    ['', '1'],
  ] as const) {
    const input = await fileOf(`${HEADER}\n${whole}${open}`);
    const growing = await CsvBatches.open({ ...input, mayGrow: true }, {});
    const batch = await growing.next({ rows: 10, bytes: 1024 });
    assert.equal(Buffer.concat(batch?.body ?? []).toString(), whole);
    if (batch) assert.deepEqual([batch.isLast, await growing.next({ rows: 10, bytes: 1024 })], [false, null]);
    assert.equal(growing.isOpen, true);
    await growing.close();
    const still = await CsvBatches.open(input, batch?.mark ?? {});
    const rest = await still.next({ rows: 10, bytes: 1024 });
    assert.deepEqual([Buffer.concat(rest?.body ?? []).toString(), rest?.isLast, still.isOpen], [open, true, false]);
    assert.equal(rest?.isWhole, !open.includes('"'), 'rows of another file must not stand behind an open quote');
    await still.close();
  }
});
