import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { blobSource, type Cell, openSource, previewFile, type SetAside, tableOfFile } from '@datasarana/sources';
import fc from 'fast-check';
import { ENDLESS_SNAPPY } from './endless-snappy.ts';
import { integerColumn, longColumn, type ParquetColumnBytes, parquetFile, textColumn } from './parquet-file.ts';

interface Found {
  readonly rows: readonly (readonly Cell[])[];
  readonly setAside: readonly SetAside[];
}

async function read(bytes: Buffer): Promise<Found> {
  const opened = await openSource(blobSource(new Blob([new Uint8Array(bytes)])), {});
  assert.equal(opened.format, 'parquet');
  const { blocks } = await tableOfFile(opened);
  const found = await Array.fromAsync(blocks);
  return { rows: found.flatMap(({ rows }) => rows), setAside: found.flatMap(({ setAside }) => setAside) };
}

/** The cells of one column. */
const cellsOf = async (column: ParquetColumnBytes): Promise<readonly (Cell | undefined)[]> =>
  (await read(parquetFile([column]))).rows.map(([cell]) => cell);

const bytes = (...values: readonly number[]): Buffer => Buffer.from(values);
const decimal = { converted: 'DECIMAL', scale: 2, precision: 9 } as const;

test('[TPL-34] decimals of Parquet keep their digits and signs in all four ways they are stored', async () => {
  assert.deepEqual(await cellsOf(integerColumn('d', [1999, -1, 0, null], decimal)), ['19.99', '-0.01', '0.00', null]);
  const long = longColumn('d', [9_223_372_036_854_775_807n, -9_223_372_036_854_775_808n], { ...decimal, scale: 4 });
  assert.deepEqual(await cellsOf(long), ['922337203685477.5807', '-922337203685477.5808']);
  const fixed = {
    name: 'd',
    type: 'FIXED_LEN_BYTE_ARRAY',
    length: 5,
    values: [bytes(0, 0, 0, 7, 0xcf), bytes(255, 255, 255, 255, 255), null],
  } as const;
  assert.deepEqual(await cellsOf({ ...fixed, ...decimal }), ['19.99', '-0.01', null]);
  const free = {
    name: 'd',
    type: 'BYTE_ARRAY',
    values: [bytes(7, 0xcf), bytes(0xff), bytes(0x00, 0xff), bytes()],
  } as const;
  assert.deepEqual(await cellsOf({ ...free, ...decimal }), ['19.99', '-0.01', '2.55', '0.00']);
  assert.deepEqual(await cellsOf({ ...free, ...decimal, scale: 0 }), ['1999', '-1', '255', '0']);
  const items: ParquetColumnBytes = { ...free, values: [[bytes(7, 0xcf), bytes(0xff)], [], null], ...decimal };
  assert.deepEqual(await cellsOf(items), ['["19.99","-0.01"]', '[]', null]);
});

test('[STR-03] intervals of Parquet are lengths of time in ISO 8601', async () => {
  const interval = (...parts: readonly [months: number, days: number, ms: number]): Buffer => {
    const written = Buffer.alloc(12);
    parts.forEach((part, i) => {
      written.writeUInt32LE(part, 4 * i);
    });
    return written;
  };
  const column = { name: 'v', type: 'FIXED_LEN_BYTE_ARRAY', length: 12, converted: 'INTERVAL' } as const;
  const values = [
    interval(14, 2, 93_603_500),
    interval(0, 0, 0),
    null,
    interval(0, 4_294_967_295, 0),
    interval(12, 0, 60_000),
  ];
  assert.deepEqual(await cellsOf({ ...column, values }), ['P1Y2M2DT26H3.5S', 'PT0S', null, 'P4294967295D', 'P1YT1M']);
});

test('[STR-03] moments of Parquet are those that were written, however they are counted', async () => {
  const written = ['1969-12-31T23:59:59.999Z', '2021-03-31T10:00:00.000Z', '2021-03-31'];
  const counts = (perMs: bigint): bigint[] => [-1n * perMs, 1_617_184_800_000n * perMs, 1_617_148_800_000n * perMs];
  for (const utc of [true, false]) {
    for (const [unit, perMs] of [
      ['MILLIS', 1n],
      ['MICROS', 1000n],
      ['NANOS', 1_000_000n],
    ] as const)
      assert.deepEqual(await cellsOf(longColumn('ts', counts(perMs), { timestamp: { unit, utc } })), written, unit);
  }
  assert.deepEqual(await cellsOf(longColumn('ts', counts(1n), { converted: 'TIMESTAMP_MILLIS' })), written);
  assert.deepEqual(await cellsOf(longColumn('ts', [-1n], { converted: 'TIMESTAMP_MICROS' })), [
    '1969-12-31T23:59:59.999999Z',
  ]);
  assert.deepEqual(await cellsOf(integerColumn('day', [-1, 0, -25_509], { converted: 'DATE' })), [
    '1969-12-31',
    '1970-01-01',
    '1900-02-28',
  ]);
});

test('[STR-03] moments of 96 bits are a day of Julius Scaliger and its nanoseconds', async () => {
  const of = (day: number, nanos: bigint): Buffer => {
    const made = Buffer.alloc(12);
    made.writeBigInt64LE(nanos);
    made.writeInt32LE(day, 8);
    return made;
  };
  const values = [of(2_440_588, 0n), of(2_440_587, 86_399_999_999_999n), of(2_378_497, 43_200_000_000_000n), null];
  assert.deepEqual(await cellsOf({ name: 'ts', type: 'INT96', values }), [
    '1970-01-01',
    '1969-12-31T23:59:59.999999999Z',
    '1800-01-01T12:00:00.000Z',
    null,
  ]);
});

test('[STR-03] rows whose text is no UTF-8 are set aside, where it stands in a list too; bytes that claim nothing are base64', async () => {
  const broken = Buffer.from('caf\xe9', 'latin1');
  const top = await read(parquetFile([textColumn('code', ['A', 'B']), textColumn('txt', ['café', broken])]));
  assert.deepEqual(top.rows, [['A', 'café']]);
  assert.deepEqual(
    top.setAside.map(({ line, rule, reason }) => [line, rule, reason]),
    [[2, 'encoding', 'txt: the bytes are not UTF-8 text']],
  );
  const items: ParquetColumnBytes = {
    name: 'list',
    type: 'BYTE_ARRAY',
    values: [[Buffer.from('é')], [Buffer.from('ok'), broken], []],
  };
  const code = textColumn('code', ['A', 'B', 'C']);
  const inside = await read(parquetFile([code, { ...items, converted: 'UTF8' }]));
  assert.deepEqual(inside.rows, [
    ['A', '["é"]'],
    ['C', '[]'],
  ]);
  assert.deepEqual(
    inside.setAside.map(({ line, reason }) => [line, reason]),
    [[2, 'list: the bytes are not UTF-8 text']],
  );
  const bare = await read(parquetFile([code, items]));
  assert.deepEqual(bare.rows[1], ['B', '["ok","Y2Fm6Q=="]']);
});

test('[SRC-23] two columns of one name, and values that are not read, are refused by their name', async () => {
  const twice = parquetFile([textColumn('code', ['A']), integerColumn('n', [1]), integerColumn('n', [2])]);
  await assert.rejects(read(twice), /two columns named 'n'/);
  await assert.rejects(read(parquetFile([])), /The Parquet file has no columns/);
  const bson = parquetFile([{ ...textColumn('doc', ['{}']), converted: 'BSON' }]);
  await assert.rejects(read(bson), /'doc' of the Parquet file is of the type BSON/);
});

test('[STR-03] row groups of any size give all rows in their order, with their lines', async () => {
  const rows = 3000;
  const codes = Array.from({ length: rows }, (_, i) => `k${i}`);
  const broken = codes.map((code, i) => (i % 1000 === 999 ? bytes(0xff) : code));
  const file = parquetFile([textColumn('code', codes), textColumn('txt', broken)], [1, 0, 1023, 1024, 0, 900, 52]);
  const found = await read(file);
  assert.deepEqual(
    found.rows.map(([code]) => code),
    codes.filter((_, i) => i % 1000 !== 999),
  );
  assert.deepEqual(
    found.setAside.map(({ line }) => line),
    [1000, 2000, 3000],
  );
});

const SOUND = parquetFile(
  [
    textColumn('code', ['A', 'B', null]),
    longColumn('n', [1n, null, -3n]),
    { name: 'list', type: 'BYTE_ARRAY', converted: 'UTF8', values: [[Buffer.from('x'), Buffer.from('y')], [], null] },
  ],
  [2, 1],
);

test('[SRC-23] a Parquet file that is cut anywhere is refused with what to do', async () => {
  for (let length = 4; length < SOUND.length; length++)
    await assert.rejects(read(SOUND.subarray(0, length)), /cut or damaged\. Write it again/, `${length} bytes`);
});

test('[STR-03] a column with fewer values than its group has rows is damage, not empty cells', async () => {
  const short = parquetFile([integerColumn('num1', [1, 2, 3]), integerColumn('num2', [1, 2])]);
  await assert.rejects(read(short), /cut or damaged/);
});

test('[SRC-23] a Parquet file with changed bytes is refused or read, and never fails in another way', async () => {
  const change = fc.record({
    at: fc.integer({ min: 4, max: SOUND.length - 5 }),
    byte: fc.integer({ min: 0, max: 255 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      const changed = Buffer.from(SOUND);
      for (const { at, byte } of changes) changed[at] = byte;
      await read(changed).catch((cause: unknown) => {
        assert.ok(cause instanceof Error && cause.name === 'FileRefused', String(cause));
      });
    }),
    { numRuns: 2000 },
  );
});

test('[STR-03] a damaged page of Snappy is refused and does not keep its reader busy without end', async () => {
  await assert.rejects(read(ENDLESS_SNAPPY), /The Parquet file is cut or damaged/);
});

test('[STR-03] [SEC-07] a column that says to have fewer than no children is damage and does not keep its reader busy without end', async () => {
  const childrenOfList = 248;
  for (const byte of [1, 3, 5]) {
    const changed = Buffer.from(SOUND);
    changed[childrenOfList] = byte;
    await assert.rejects(read(changed), /The Parquet file is cut or damaged/);
  }
});

test('[STR-03] [SEC-07] a few bytes that tell of more values than there are take neither the memory nor the time of as many', async () => {
  const twoToThe31: readonly number[] = [0xfe, 0xff, 0xff, 0xff, 0x0f];
  let refused = 0;
  for (let at = 4; at < SOUND.length - 400; at++) {
    const changed = Buffer.from(SOUND);
    changed.set(twoToThe31, at);
    await read(changed).catch((cause: unknown) => {
      assert.match(String(cause), /The Parquet file is cut or damaged/);
      refused++;
    });
  }
  assert.ok(refused > 50, `${refused} refused`);
  assert.ok(process.memoryUsage().rss < 1e9, 'nothing of that size was made');
});

test('[SRC-23] a group of more values than fit the memory is refused with what to do, though they are told in a few bytes', async () => {
  const large = parquetFile([textColumn('code', ['A'])], [70_000_000]);
  await assert.rejects(read(large), /more than 67 million values\. Write it with smaller row groups/);
});

test('[SRC-23] [SEC-07] pages that say to unpack to more than a group may hold are refused before they are unpacked', async () => {
  const bomb = { ...textColumn('a', ['A']), unpacked: 600_000_000 };
  await assert.rejects(read(parquetFile([bomb])), /larger than 512 MB\. Write it with smaller row groups/);
});

test('[SRC-34] the types of a Parquet schema are told with its first rows', async () => {
  const typeOf = async (column: ParquetColumnBytes) =>
    (await previewFile(new Blob([new Uint8Array(parquetFile([column]))]))).types?.[0];
  const { Integer, Long, Double, Keyword, Date: Moment } = ValueType;
  assert.equal(await typeOf(integerColumn('n', [1])), Integer);
  assert.equal(await typeOf(longColumn('n', [1n])), Long);
  assert.equal(await typeOf(integerColumn('n', [1], decimal)), Double);
  assert.equal(await typeOf(longColumn('n', [1n], { ...decimal, scale: 0, precision: 18 })), Long);
  assert.equal(await typeOf(longColumn('n', [1n], { converted: 'UINT_64' })), null);
  assert.equal(await typeOf(longColumn('n', [1n], { converted: 'UINT_64' })), null);
  assert.equal(await typeOf(longColumn('n', [1n], { timestamp: { unit: 'NANOS', utc: false } })), Moment);
  assert.equal(await typeOf(textColumn('n', ['1'])), Keyword);
  assert.equal(await typeOf({ name: 'n', type: 'DOUBLE', values: [bytes(0, 0, 0, 0, 0, 0, 0, 0)] }), Double);
  assert.equal(await typeOf({ name: 'n', type: 'BYTE_ARRAY', values: [[bytes(1)]] }), null, 'a list');
});
