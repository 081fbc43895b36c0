import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allRows } from '../../../store/rows.ts';
import type { WriteOperation } from '../../operation.ts';
import { Prepared } from '../../prepared.ts';
import { SourceBytes } from '../../source-bytes.ts';
import { StoredSample } from '../../stored.fixture.ts';
import { ByteBlock } from './byte-block.ts';
import { canShareTexts } from './vectors.ts';

let sample: StoredSample;

before(async () => {
  sample = await StoredSample.open();
});
after(() => sample.close());

const PROPERTIES = {
  kw1: { type: 'keyword' },
  kw2: { type: 'keyword', ignore_above: 20 },
  txt1: { type: 'text', fields: { raw: { type: 'keyword', ignore_above: 14 } } },
  byte1: { type: 'byte' },
  short1: { type: 'short' },
  int1: { type: 'integer' },
  long1: { type: 'long' },
  ulong1: { type: 'unsigned_long' },
  dbl1: { type: 'double' },
  flt1: { type: 'float' },
  half1: { type: 'half_float' },
  scaled1: { type: 'scaled_float', scaling_factor: 100 },
  ts1: { type: 'date' },
  flag1: { type: 'boolean' },
  ip1: { type: 'ip' },
  pnt1: { type: 'geo_point' },
  pnt2: { type: 'geo_point' },
  other1: { type: 'keyword' },
};

const TEXTS = [
  '',
  'a',
  'twelve bytes',
  'thirteen byte',
  'ä€𝄞 and more than that',
  '𝄞𝄞𝄞𝄞𝄞𝄞𝄞',
  'x'.repeat(300),
  '日本語',
  'DEL\u007f',
];
const WHOLES = [0, -1, 127, -128, 5, 99];
const LONGS = [0, -1, 4294967296, -4294967297, 999999999999999, -999999999999999, 2147483648];
const REALS = [
  0, 0.5, -0.25, 12.34, 37.61900194, 1e-6, 123456789.125, -75.2443, 40.852940000000004, -1.7976931348623157e308, 5e-324,
];
const POINTS = [
  '39.87, -75.24',
  '0, 0',
  '-90, 180',
  '31.95376472, -89.23450472',
  '40.852940000000004, -73.80145999999999',
];

/** A value of each field that differs from row to row; every third one of a field is null. */
function documentOf(i: number): string {
  const at = <T>(values: readonly T[], step: number): T | null =>
    (i * 7 + step) % 3 === 0 ? null : (values[(i * step + step) % values.length] ?? null);
  const second = new Date((i * 86_399_000) % 4e12).toISOString().replace('.000Z', 'Z');
  return JSON.stringify({
    kw1: at(TEXTS, 1),
    kw2: at(TEXTS.slice(0, 4), 5),
    txt1: at(TEXTS, 2),
    byte1: at(WHOLES, 1),
    short1: at(WHOLES, 2),
    int1: at(WHOLES, 3),
    long1: at(LONGS, 1),
    ulong1: Math.abs(at(LONGS, 2) ?? 7),
    dbl1: at(REALS, 1),
    flt1: at([0, 0.5, 12.34, -7, 123456], 1),
    half1: at([0, 0.5, -2], 1),
    scaled1: at([0, 0.25, 12.34], 2),
    ts1: i % 4 === 0 ? null : second,
    flag1: at([true, false], 1),
    ip1: at(['10.0.0.1', '255.255.255.255'], 1),
    pnt1: at(POINTS, 1),
    pnt2: { lat: i % 90, lon: -(i % 180) / 2 },
  });
}

function operations(sources: readonly string[], places: readonly number[]): readonly WriteOperation[] {
  const body = Buffer.from(sources.join('\n'));
  let at = 0;
  return sources.map((source, i): WriteOperation => {
    const from = at;
    at += Buffer.byteLength(source) + 1;
    return {
      kind: 'index',
      id: `id-${'long'.repeat(i % 4)}-${places[i]}`,
      source: new SourceBytes(body, from, at - 1),
    };
  });
}

const asTexts = (given: readonly WriteOperation[]): readonly WriteOperation[] =>
  given.map((operation) =>
    'source' in operation && typeof operation.source !== 'string'
      ? { ...operation, source: operation.source.text }
      : operation,
  );

async function tableOf(name: string): Promise<unknown> {
  const { docs } = await sample.tenant.layout(name);
  return sample.tenant.read((connection) => allRows(connection, `SELECT * FROM ${docs} ORDER BY _doc`));
}

/** How many of these are read from their bytes. */
async function readFromBytes(name: string, given: readonly WriteOperation[]): Promise<number> {
  const layout = await sample.tenant.layout(name);
  const { mapping } = layout.definition.stored ?? {};
  const prepared = await Prepared.of(layout, given);
  return given.filter((_, place) => {
    const read = mapping && prepared.take(place, mapping);
    return read !== undefined && 'block' in read && read.block instanceof ByteBlock;
  }).length;
}

test('[IDX-09] rows handed over as bytes are those of the same documents read as texts, new ones and replaced ones', async () => {
  assert.equal(canShareTexts(), true, 'DuckDB keeps texts as they are put together here');
  await sample.index('bytes', PROPERTIES);
  await sample.index('texts', PROPERTIES);
  const all = Array.from({ length: 5000 }, (_, i) => i);
  const rounds = [
    operations(all.map(documentOf), all),
    // every other one again, some twice in one bulk, a few of another shape or with what only a text can tell
    operations(
      all.map((i) => (i % 500 === 7 ? '{"other1":"b"}' : i % 700 === 9 ? '{"kw1":"a\\nb"}' : documentOf(i + 1))),
      all.map((i) => (i % 2 === 0 ? i : 2 * (i % 100))),
    ),
  ];
  for (const round of rounds) {
    const bytes = await sample.tenant.documents.write('bytes', round);
    const texts = await sample.tenant.documents.write('texts', asTexts(round));
    assert.deepEqual(bytes, texts);
    assert.deepEqual(await tableOf('bytes'), await tableOf('texts'));
    assert.ok((await readFromBytes('bytes', round)) > 4900, 'nearly all are read from their bytes');
  }
  const ids = all.slice(0, 50).map((i) => `id-${'long'.repeat(i % 4)}-${i}`);
  const found = await sample.tenant.documents.get('bytes', ids);
  assert.deepEqual(found, await sample.tenant.documents.get('texts', ids));
});

test('[IDX-09] a field that becomes a list while documents wait for their turn keeps what was read from bytes', async () => {
  await sample.index('lists', { kw1: { type: 'keyword' }, num1: { type: 'long' } });
  const sources = [
    '{"kw1":"a","num1":1}',
    '{"kw1":"b","num1":2}',
    '{"kw1":["c","d"],"num1":3}',
    '{"kw1":"e","num1":4}',
  ];
  await sample.tenant.documents.write('lists', operations(sources.slice(0, 1), [9]));
  await sample.tenant.documents.write('lists', operations(sources, [0, 1, 2, 3]));
  const found = await sample.tenant.documents.get('lists', [
    'id--0',
    'id-long-1',
    'id-longlong-2',
    'id-longlonglong-3',
  ]);
  assert.deepEqual(
    found.map((each) => each?.source.text),
    sources,
  );
  assert.equal(
    await sample.ids('lists', { terms: { kw1: ['b', 'd', 'e'] } }),
    ['id-long-1', 'id-longlong-2', 'id-longlonglong-3'].join(''),
  );
});

test('[IDX-09] decimals of many digits and exponents are read from bytes where they come back as they were written', async () => {
  await sample.index('decimals', { num1: { type: 'double' } });
  const kept = [
    '40.852940000000004',
    '-74.04052999999999',
    '1.5e-7',
    '1.7976931348623157e+308',
    '0.1',
    '123456789012345.6',
  ];
  const others = ['40.8529400000000040', '1e-7.0', '1.50', '1E-7', '-0.0', '0.1e1', '12345678901234567.25'];
  const documents = (numbers: readonly string[]): readonly WriteOperation[] =>
    operations(
      numbers.map((number) => `{"num1":${number}}`),
      numbers.map((_, i) => i),
    );
  await sample.tenant.documents.write('decimals', documents(['0.5']));
  assert.equal(await readFromBytes('decimals', documents(kept)), kept.length);
  assert.equal(await readFromBytes('decimals', documents(others)), 0);
  const written = await sample.tenant.documents.write('decimals', documents(kept));
  const ids = written.map(({ id }) => String(id));
  assert.deepEqual(
    (await sample.tenant.documents.get('decimals', ids)).map((found) => found?.source.text),
    kept.map((number) => `{"num1":${number}}`),
  );
});

test('[IDX-09] decimals of which whole ones end in .0 are read from bytes, in few shapes, and come back so', async () => {
  for (const name of ['padded', 'unpadded']) await sample.index(name, PROPERTIES);
  const numbers = {
    dbl1: ['9.0', '0.0', '-3.0', '9.5', '123456789012345.0', '40.852940000000004', 'null'],
    flt1: ['1.0', '0.5', '16777216.0', '123456.0', '12.34', 'null'],
    half1: ['2.0', '-0.5', '2048.0'],
    scaled1: ['12.0', '12.34', 'null'],
    int1: ['5', '-7'],
  };
  const written = (i: number): string =>
    Object.entries(numbers)
      .map(([name, all], place) => `"${name}":${all[(i * (place + 3) + (i >> 3)) % all.length]}`)
      .join(',');
  const all = Array.from({ length: 3000 }, (_, i) => i);
  const padded = operations(
    all.map((i) => `{${written(i)}}`),
    all,
  );
  const odd = ['-0.0', '9', '9.00', '1e2', '16777217.0', '0.1e1', '1.0e0'].flatMap((number) =>
    ['dbl1', 'flt1', 'scaled1'].map((name) => `{"half1":2.0,"${name}":${number}}`),
  );
  for (const round of [padded, operations(odd, odd.keys().toArray()), padded]) {
    assert.deepEqual(
      await sample.tenant.documents.write('padded', round),
      await sample.tenant.documents.write('unpadded', asTexts(round)),
    );
    assert.deepEqual(await tableOf('padded'), await tableOf('unpadded'));
  }
  assert.equal(await readFromBytes('padded', padded), padded.length);
  const ids = padded.slice(0, 200).map((operation) => operation.id ?? '');
  assert.deepEqual(
    (await sample.tenant.documents.get('padded', ids)).map((found) => found?.source.text),
    all.slice(0, 200).map((i) => `{${written(i)}}`),
  );
  const { id } = await sample.tenant.layout('padded');
  const shapes = await sample.tenant.read((connection) =>
    allRows(connection, 'SELECT template FROM shapes WHERE id = $id AND contains(template, $field)', {
      id,
      field: 'int1',
    }),
  );
  assert.ok(shapes.length <= 2, `${shapes.length} shapes`);
});

test('[IDX-09] documents that are read in different ways, in turns and in runs, stand in the table as they came', async () => {
  await sample.index('mixed', PROPERTIES);
  await sample.index('unmixed', PROPERTIES);
  const kinds: readonly ((i: number) => string)[] = [
    documentOf,
    (i) => `{"kw1":"a\\n${i}","dbl1":1.50}`,
    (i) => `{"kw1":["a","${i}"],"int1":${i}}`,
    (i) => `{"int1":${i}}`,
    (i) => `{"other1":"o${i}","ts1":"2024-01-02T03:04:05+02:00"}`,
  ];
  const all = Array.from({ length: 6000 }, (_, i) => i);
  // one after the other, then in runs shorter and longer than those that are worth being handed over alone
  const kindOf = (i: number): number => Math.trunc(i / (i < 2000 ? 1 : i < 4000 ? 37 : 90)) % kinds.length;
  const given = operations(
    all.map((i) => kinds[kindOf(i)]?.(i) ?? ''),
    all,
  );
  assert.deepEqual(
    await sample.tenant.documents.write('mixed', given),
    await sample.tenant.documents.write('unmixed', asTexts(given)),
  );
  assert.deepEqual(await tableOf('mixed'), await tableOf('unmixed'));
  const { docs } = await sample.tenant.layout('mixed');
  const order = await sample.tenant.read((connection) => allRows(connection, `SELECT _doc FROM ${docs}`));
  assert.deepEqual(
    order.map(({ _doc }) => Number(_doc)),
    all,
  );
});

test('[IDX-09] documents behind one that brings a field are left to be read by the mapping it makes', async () => {
  await sample.index('growing', PROPERTIES);
  const layout = await sample.tenant.layout('growing');
  const { mapping } = layout.definition.stored ?? {};
  assert.ok(mapping);
  const sources = ['{"long1":1}', '{"nobody_mapped":1}', '{"long1":2}'];
  const given = sources.map((source, i): WriteOperation => ({ kind: 'index', id: `g${i}`, source }));
  const prepared = await Prepared.of(layout, given);
  assert.deepEqual(
    given.map((_, place) => prepared.take(place, mapping) !== undefined),
    [true, true, false],
  );
  assert.deepEqual(
    (await sample.tenant.documents.write('growing', given)).map((result) => 'error' in result),
    [false, false, false],
  );
});
