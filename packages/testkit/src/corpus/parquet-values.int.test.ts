import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { blobSource, openSource, tableOfFile } from '@datasarana/sources';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '../index.ts';

let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

async function parquetOf(rows: string, more = ''): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-parquet-'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    const file = path.join(folder, 'rows.parquet');
    await connection.run(`COPY (${rows}) TO '${file}' (FORMAT parquet${more === '' ? '' : `, ${more}`})`);
    return await readFile(file);
  } finally {
    connection.closeSync();
    instance.closeSync();
    await rm(folder, { recursive: true });
  }
}

/** Ways DuckDB writes the same rows in: packings, pages of both versions with their encodings, groups of rows. */
const WAYS = ['uncompressed', 'snappy', 'gzip', 'zstd', 'brotli', 'lz4_raw'].flatMap((codec) =>
  ['V1', 'V2'].map((version) => `COMPRESSION ${codec}, PARQUET_VERSION ${version}, ROW_GROUP_SIZE 2048`),
);

test('[STR-03] a Parquet file gives the same rows however it is packed and encoded', async () => {
  const rows = `SELECT 'k' || i AS code, i * 3 - 7000 AS whole, i / 7 AS part, (i / 7)::FLOAT AS less,
    CASE WHEN i % 11 = 0 THEN NULL ELSE repeat('x', (i % 7)::INTEGER) || i % 50 END AS txt, i % 3 = 0 AS flag,
    TIMESTAMP '2021-03-31' + to_microseconds(i) AS moment, [i, NULL, -i] AS list, {'a': i % 5, 'b': [i::VARCHAR]} AS held,
    MAP {'k' || i % 2: i} AS named FROM range(5000) t(i)`;
  const read = async (way: string): Promise<unknown> => {
    const opened = await openSource(blobSource(new Blob([new Uint8Array(await parquetOf(rows, way))])), {});
    assert.equal(opened.format, 'parquet');
    const { columns, blocks } = await tableOfFile(opened);
    return [columns, (await Array.fromAsync(blocks)).flatMap((block) => block.rows)];
  };
  const [columns, plain] = (await read(WAYS[0] ?? '')) as readonly [readonly string[], readonly (readonly string[])[]];
  assert.deepEqual([columns.length, plain.length], [10, 5000]);
  assert.deepEqual(plain[1234], [
    'k1234',
    '-3298',
    '176.28571428571428',
    '176.2857208251953',
    'xx34',
    'false',
    '2021-03-31T00:00:00.001234Z',
    '[1234,null,-1234]',
    '{"a":4,"b":["1234"]}',
    '{"k0":1234}',
  ]);
  for (const way of WAYS.slice(1)) assert.deepEqual(await read(way), [columns, plain], way);
});

/** One row of a column without values, as pyarrow 26 packs it with LZ4: the page of its dictionary holds no bytes. */
const EMPTY_PAGE =
  'UEFSMRUEFQAVAkwVABUAEgAAABUAFQ4VECwVAhUQFQYVBhwAAABwAgAAAAIAABUEGSw1ABgGc2NoZW1hFQIAFQIlAhgBbgAWAhkc' +
  'GRwmABwVAhk1AAYQGRgBbhUOFgIWUBZUJiYmCCksFQQVABUCABUAFRAVAgA8KQYZJgIAAAAAFlAWAiYIFlQAKCBwYXJxdWV0LWNw' +
  'cC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkcHAAAAIQAAABQQVIx';

test('[STR-03] a Parquet file packed with LZ4 may have a column of nothing but nulls', async () => {
  const opened = await openSource(blobSource(new Blob([new Uint8Array(Buffer.from(EMPTY_PAGE, 'base64'))])), {});
  assert.equal(opened.format, 'parquet');
  const { columns, blocks } = await tableOfFile(opened);
  const rows = (await Array.fromAsync(blocks)).flatMap((block) => block.rows);
  assert.deepEqual([columns, rows], [['n'], [[null]]]);
});

const send = (template: string, body: Buffer) =>
  engineer.call('POST', '/data/file', {
    query: { template, file: 'rows.parquet' },
    body,
    type: 'application/octet-stream',
  });

/** The values of columns that become keywords, row by row. */
async function keywordsOf(columns: readonly string[], rows: string): Promise<readonly (readonly unknown[])[]> {
  const items = [{ name: 'code', value_type: 3 }, ...columns.map((name) => ({ name, value_type: 8 }))];
  const template = await deployTemplate(engineer, 'Parquet', items);
  const { data, error } = await send(template, await parquetOf(rows));
  assert.equal(error, null, JSON.stringify(error));
  assert.equal(data.rejected, 0, JSON.stringify(data.errors));
  const found = await engineer.call('POST', '/data/user', { query: { template }, body: { sort: ['code'] } });
  const hits = found.data.hits.hits as readonly { readonly _source: Readonly<Record<string, unknown>> }[];
  return hits.map(({ _source }) => columns.map((column) => _source[column] ?? null));
}

test('[STR-03] [TPL-34] decimals of a Parquet file keep every digit, alone, in lists and in structures', async () => {
  const [small = [], large = []] = await keywordsOf(
    ['dec9', 'dec18', 'dec38', 'decs', 'held'],
    `SELECT 1 AS code, 19.99::DECIMAL(9,2) AS dec9, '9999999999999999.99'::DECIMAL(18,2) AS dec18,
       '1234567890123456789012345678.9012345678'::DECIMAL(38,10) AS dec38, [4.35::DECIMAL(9,2), NULL] AS decs,
       {'price': 1.15::DECIMAL(9,2)} AS held
     UNION ALL SELECT 2, -0.01, -4.35, '-0.0000000001', NULL, NULL`,
  );
  assert.deepEqual(small, [
    '19.99',
    '9999999999999999.99',
    '1234567890123456789012345678.9012345678',
    '["4.35",null]',
    '{"price":"1.15"}',
  ]);
  assert.deepEqual(large, ['-0.01', '-4.35', '-0.0000000001', null, null]);
});

test('[STR-03] maps of a Parquet file keep all their pairs: keys of any type as their cells are written, a key that stands twice as a list of pairs', async () => {
  const rows = `SELECT MAP {DATE '2024-02-29': DATE '2024-03-01'} AS days, MAP {1.50::DECIMAL(5,2): 'x'} AS decs,
    MAP {TIME '10:20:30': 1} AS clocks, MAP {{'a': 1}: 1, {'a': 2}: 2} AS structs, MAP {'\\xFF'::BLOB: 1} AS bytes,
    MAP {'__proto__': {'a': 1}, 'b': {'a': 2}} AS proto, [MAP {'k': MAP {7: 1.50::DECIMAL(5,2)}}, MAP {}, NULL] AS inside,
    MAP {'first_a': 1, 'first_b': NULL} AS twice
    UNION ALL SELECT NULL, MAP {}, MAP {TIME '00:00:01': NULL}, NULL, NULL, NULL, NULL, MAP {'c': 3}`;
  const file = Buffer.from(
    (await parquetOf(rows, 'COMPRESSION uncompressed')).toString('latin1').replaceAll('first_b', 'first_a'),
    'latin1',
  );
  const { columns, blocks } = await tableOfFile(await openSource(blobSource(new Blob([new Uint8Array(file)])), {}));
  const [full, sparse] = (await Array.fromAsync(blocks)).flatMap((block) => block.rows);
  assert.deepEqual(Object.fromEntries(columns.map((name, i) => [name, full?.[i]])), {
    days: '{"2024-02-29":"2024-03-01T00:00:00.000Z"}',
    decs: '{"1.50":"x"}',
    clocks: '{"10:20:30":1}',
    structs: '{"{\\"a\\":1}":1,"{\\"a\\":2}":2}',
    bytes: '{"/w==":1}',
    proto: '{"__proto__":{"a":1},"b":{"a":2}}',
    inside: '[{"k":{"7":"1.50"}},{},null]',
    twice: '[{"key":"first_a","value":1},{"key":"first_a","value":null}]',
  });
  assert.deepEqual(sparse, [null, '{}', '{"00:00:01":null}', null, null, null, null, '{"c":3}']);
});

test('[STR-03] what is no number within a list or a structure of a Parquet file is told, not left out', async () => {
  const rows = `SELECT 1 AS code, [1.5::DOUBLE, 'NaN'::DOUBLE] AS list, {'x': '-Infinity'::DOUBLE} AS held`;
  assert.deepEqual(await keywordsOf(['list', 'held'], rows), [['[1.5,"NaN"]', '{"x":"-Infinity"}']]);
  const items = [{ name: 'held', value_type: 21, items: [{ name: 'x', value_type: 6 }] }];
  const template = await deployTemplate(engineer, 'Parquet', items);
  const { data } = await send(
    template,
    await parquetOf(`SELECT {'x': 'NaN'::DOUBLE} AS held UNION ALL SELECT {'x': 2}`),
  );
  assert.deepEqual([data.read, data.accepted, data.rejected], [2, 1, 1]);
  assert.match(data.errors[0].reason, /"NaN" is not a number/);
});

test('[STR-03] times, moments and bytes of a Parquet file are told with all they hold', async () => {
  const rows = await keywordsOf(
    ['clock', 'micros', 'nanos', 'bytes', 'far', 'lasted'],
    `SELECT 1 AS code, TIME '10:20:30.123456' AS clock, TIMESTAMP '2021-03-31 10:00:00.123456' AS micros,
       '1969-12-31 23:59:59.999999999'::TIMESTAMP_NS AS nanos, '\\xFF\\xFE'::BLOB AS bytes, DATE '5000000-01-01' AS far,
       INTERVAL '14 months 1 day 90 minutes' AS lasted
     UNION ALL SELECT 2, TIME '00:00:00', TIMESTAMP '2021-03-31', NULL, 'abc'::BLOB, DATE '2021-03-31', NULL`,
  );
  assert.deepEqual(rows, [
    [
      '10:20:30.123456',
      '2021-03-31T10:00:00.123456Z',
      '1969-12-31T23:59:59.999999999Z',
      '//4=',
      '1825492972 days since 1970',
      'P1Y2M1DT1H30M',
    ],
    ['00:00:00', '2021-03-31', null, 'YWJj', '2021-03-31', null],
  ]);
});

test('[SRC-23] Parquet files that cannot be read whole are refused with what to do', async () => {
  const template = await deployTemplate(engineer, 'Parquet', [{ name: 'code', value_type: 8 }]);
  const encrypted = await send(template, Buffer.from('PARE\0\0\0\0PARE'));
  assert.equal(encrypted.code, 1010);
  assert.match(encrypted.error?.message ?? '', /is encrypted/);
});

/** The numbers 1001 to 1003 in pages of both versions, as pyarrow 26 writes them with a checksum for each page. */
const WITH_CHECKSUMS = [
  'UEFSMRUAFSQVJBWiy6m4BRwVBhUAFQYVBhwAAAACAAAABgHpAwAA6gMAAOsDAAAVBBksNQAYBnNjaGVtYRUCABUCJQIYAW4AFgYZHBkcJgAcFQIZJQYA' +
    'GRgBbhUAFgYWVhZWJghJHBUAFQAVAgA8KQYZJgAGAAAAFlYWBiYIFlYAKCBwYXJxdWV0LWNwcC1hcnJvdyB2ZXJzaW9uIDI2LjAuMRkcHAAAAHoAAABQ' +
    'QVIx',
  'UEFSMRUGFRwVHBXPwPDwDEwVBhUAFQYVABUEFQASHAAAAAYB6QMAAOoDAADrAwAAFQQZLDUAGAZzY2hlbWEVAgAVAiUCGAFuABYGGRwZHCYAHBUCGSUG' +
    'ABkYAW4VABYGFlgWWCYISRwVABUAFQIAPCkGGSYABgAAABZYFgYmCBZYACggcGFycXVldC1jcHAtYXJyb3cgdmVyc2lvbiAyNi4wLjEZHBwAAAB6AAAA' +
    'UEFSMQ==',
];

test('[STR-03] a Parquet file one bit of whose pages was changed is refused where its pages have checksums', async () => {
  const read = async (bytes: Buffer): Promise<unknown> => {
    const opened = await openSource(blobSource(new Blob([new Uint8Array(bytes)])), {});
    assert.equal(opened.format, 'parquet');
    return (await Array.fromAsync((await tableOfFile(opened)).blocks)).flatMap(({ rows }) => rows);
  };
  for (const text of WITH_CHECKSUMS) {
    const bytes = Buffer.from(text, 'base64');
    assert.deepEqual(await read(bytes), [['1001'], ['1002'], ['1003']]);
    const at = bytes.indexOf(Buffer.from([0xea, 3]));
    bytes.writeUInt8(0xeb, at);
    await assert.rejects(read(bytes), /cut or damaged/);
  }
});

/** A point at 7° east and 8° north in a column of WKB, whose system the file tells (GeoParquet). */
const PLACE =
  'UEFSMRUAFT4VPiwVAhUAFQYVBhwAAAACAAAAAgEVAAAAAQEAAAAAAAAAAAAcQAAAAAAAACBAFQQZLDUAGAZzY2hlbWEVAgAVDCUCGAFnABYCGRwZHCYAHB' +
  'UMGSUGABkYAWcVABYCFmQWZCYISRwVABUAFQIAPBYqGQYZJgACAAAAFmQWAiYIFmQAGRwYA2dlbxhbeyJjb2x1bW5zIjogeyJnIjogeyJlbmNvZGluZyI6' +
  'ICJXS0IiLCAiY3JzIjogeyJpZCI6IHsiYXV0aG9yaXR5IjogIkVQU0ciLCAiY29kZSI6IDM4NTd9fX19fQAYIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNpb2' +
  '4gMjYuMC4xGRwcAAAA4QAAAFBBUjE=';

test('[TPL-34] columns of places in Parquet are read in degrees, and refused in another system', async () => {
  const bytes = Buffer.from(PLACE, 'base64');
  const at = bytes.indexOf('3857');
  const open = () => openSource(blobSource(new Blob([new Uint8Array(bytes)])), {});
  await assert.rejects(open(), /Its coordinates are of the system 'EPSG:3857', not degrees.*ogr2ogr/);
  bytes.write('4326', at);
  const opened = await open();
  assert.equal(opened.format, 'parquet');
  const [block] = await Array.fromAsync((await tableOfFile(opened)).blocks);
  assert.deepEqual(block?.rows, [['{"type":"Point","coordinates":[7,8]}']]);
});
