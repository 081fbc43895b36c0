import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { previewFile } from './preview-file.ts';

const file = (text: string): Blob => new Blob([text]);

test('[SRC-25] [LIM-06] a preview shows 100 rows, and every column the import of the file will know', async () => {
  const rows = Array.from({ length: 900 }, (_, i) =>
    JSON.stringify(i === 700 ? { code: 'x', late: 1 } : { code: 'a' }),
  );
  for (const text of [rows.join('\n'), `[${rows.join(',')}]`]) {
    const preview = await previewFile(file(text));
    assert.deepEqual([preview.columns, preview.rows.length], [['code', 'late'], 100]);
  }
});

test('[SRC-24] 100 features are shown', async () => {
  const feature = { type: 'Feature', properties: { code: 'a' }, geometry: { type: 'Point', coordinates: [1, 2] } };
  const features = Array.from({ length: 300 }, () => feature);
  const preview = await previewFile(file(JSON.stringify({ type: 'FeatureCollection', features })));
  assert.deepEqual([preview.columns, preview.rows.length], [['code', 'geometry'], 100]);
});

test('[SRC-18] features one on each line of a collection are no lines of JSON', async () => {
  const feature = JSON.stringify({ type: 'Feature', properties: { code: 'a' }, geometry: null });
  const preview = await previewFile(
    file(`{"type":"FeatureCollection","features":[${feature},\n${feature},\n${feature}]}`),
  );
  assert.deepEqual([preview.format, preview.rows.length], ['geojson', 3]);
  assert.equal((await previewFile(file(`${feature},\n${feature},\n`))).format, 'ndjson');
});

test('[SRC-18] a feature alone, or on each line, shows its properties and its place, as those of a collection do', async () => {
  const feature = JSON.stringify({
    type: 'Feature',
    properties: { code: 'a' },
    geometry: { type: 'Point', coordinates: [1, 2] },
  });
  for (const text of [feature, `${feature}\n${feature}\n`, `\u001e${feature}\n`, `[${feature}]`]) {
    const { columns, rows } = await previewFile(file(text));
    assert.deepEqual(
      [columns, rows[0]],
      [
        ['code', 'geometry'],
        ['a', '2,1'],
      ],
      text.slice(0, 20),
    );
  }
  const metres = feature.replace('{', '{"crs":{"type":"name","properties":{"name":"EPSG:3857"}},');
  assert.match(
    (await previewFile(file(`${feature}\n${metres}\n`))).setAside[0]?.reason ?? '',
    /'EPSG:3857', not degrees/,
  );
});

test('[SRC-19] TopoJSON and Arrow are named and refused with what to do', async () => {
  const geometries = [{ type: 'Polygon', arcs: [[0]] }];
  const topology = { objects: { land: { type: 'GeometryCollection', geometries } }, arcs: [] };
  for (const text of [
    { type: 'Topology', ...topology },
    { ...topology, type: 'Topology' },
  ])
    await assert.rejects(previewFile(file(JSON.stringify(text))), /TopoJSON.*Convert it to GeoJSON/);
  await assert.rejects(previewFile(file('ARROW1\0\0')), /Arrow \(Feather\) file/);
});

test('[SRC-18] statistics whose values stand by their places (JSON-stat, SDMX-JSON) are refused by name; a path that was chosen is read', async () => {
  const table = { class: 'dataset', id: ['geo', 'time'], size: [1, 2], dimension: { geo: {}, time: {} } };
  for (const value of [[1, 2], { 0: 1, 1: 2 }])
    await assert.rejects(previewFile(file(JSON.stringify({ ...table, value }))), /It is JSON-stat, .* for CSV/);
  const ofServer = { header: { id: 'x' }, dataSets: [{ action: 'I', observations: { '0:1': [1.5] } }], structure: {} };
  await assert.rejects(previewFile(file(JSON.stringify(ofServer))), /It is SDMX-JSON, .* for CSV/);
  const chosen = await previewFile(file(JSON.stringify(ofServer)), { path: 'dataSets' });
  assert.deepEqual(chosen.rows, [['I', '[1.5]']]);
  const plain = await previewFile(file(JSON.stringify({ value: [1], size: [2], dimension: { w: 1 } })));
  assert.equal(plain.rows.length, 1);
});

test('[SRC-25] [SRC-26] of packed text the preview shows what the import takes: archives one behind another, small ones to their last row', async () => {
  const whole = await previewFile(new Blob([gzipSync('code,num1\nA,1\nB,2\n')]));
  assert.deepEqual(
    [whole.format, whole.packed, whole.rows],
    [
      'csv',
      true,
      [
        ['A', '1'],
        ['B', '2'],
      ],
    ],
  );
  const first = await previewFile(new Blob([gzipSync('code,num1\nA,1\n'), gzipSync('B,2\n')]));
  assert.deepEqual([first.columns, first.rows], [['code', 'num1'], [['A', '1']]]);
  const plain = await previewFile(file('code,num1\nA,1\nB,2'));
  assert.deepEqual([plain.packed, plain.rows.length], [undefined, 2]);
  const cut = gzipSync(Array.from({ length: 5000 }, (_, i) => `${i},row ${Math.sin(i)}\n`).join('')).subarray(0, 9000);
  await assert.rejects(previewFile(new Blob([cut])), /^FileRefused: The gzip archive is cut or damaged/);
  for (const empty of [file(''), new Blob([gzipSync('')])])
    await assert.rejects(previewFile(empty), /^FileRefused: The file is empty/);
});

test('[SRC-23] bytes under a name of JSON are refused with what to do about JSON, other files with what helps them', async () => {
  const noise = Uint8Array.from({ length: 500 }, (_, i) => (i * 97) % 256);
  const asJson = (name: string) => previewFile(new Blob([noise]), { name });
  for (const name of ['noise.json', 'noise.geojson', 'noise.ndjson', 'noise.jsonl'])
    await assert.rejects(asJson(name), /is not text, as JSON is\. .*export it as JSON once more/, name);
  await assert.rejects(asJson('noise.csv'), /is not text\. Save it as CSV/);
});

test('[SRC-03] of several lists of objects the one called as rows are is read, and all are offered', async () => {
  const rows = [{ num1: 1 }, { num1: 2 }];
  const read = async (document: object, path?: string) => {
    const { columns, lists } = await previewFile(file(JSON.stringify(document)), { ...(path && { path }) });
    return { columns, lists };
  };
  assert.deepEqual(await read({ errors: [{ txt1: 'x' }], data: rows }), {
    columns: ['num1'],
    lists: ['data', 'errors'],
  });
  assert.deepEqual(await read({ errors: [{ txt1: 'x' }], data: rows }, 'errors'), {
    columns: ['txt1'],
    lists: ['errors', 'data'],
  });
  assert.deepEqual(await read({ meta: { tags: [{ txt1: 'x' }] }, reply: { Items: rows } }), {
    columns: ['num1'],
    lists: ['reply.Items', 'meta.tags'],
  });
  assert.deepEqual(await read({ nodes: rows, links: [{ txt1: 'x' }] }), {
    columns: ['num1'],
    lists: ['nodes', 'links'],
  });
  assert.deepEqual(await read({ data: [{ num1: 1, rows: [{ txt1: 'x' }] }] }), {
    columns: ['num1', 'rows'],
    lists: undefined,
  });
  assert.deepEqual(await read(rows), { columns: ['num1'], lists: undefined });
});

test('[SRC-03] [SRC-36] one object that is taken for a table is told', async () => {
  const read = async (text: string, path?: string) => {
    const { isTable, rows } = await previewFile(file(text), { ...(path && { path }) });
    return { isTable, height: rows.length };
  };
  const lists = '{"pets":["cat","dog"],"towns":["Ulm","Bonn"]}';
  assert.deepEqual(await read(lists), { isTable: true, height: 2 });
  assert.deepEqual(await read('{"num1":{"0":1,"1":2}}'), { isTable: true, height: 2 });
  assert.deepEqual(await read(lists, '.'), { isTable: undefined, height: 1 });
  assert.deepEqual(await read('{"pets":["cat","dog"]}'), { isTable: undefined, height: 1 });
  assert.deepEqual(await read('[{"a":1},{"a":2}]'), { isTable: undefined, height: 2 });
});

test('[SRC-36] of JSON that is one object of objects alike, each under its key, it is told by which path they are rows', async () => {
  const path = async (text: string) => (await previewFile(file(text))).members;
  const users = '{"a1":{"num1":1,"txt1":"x"},"b2":{"num1":2}}';
  assert.equal(await path(users), '*');
  assert.equal(await path(`{"users":${users}}`), 'users.*');
  for (const other of [
    '{"a":{"num1":1},"b":2}',
    '{"a":{"num1":1},"b":{"txt1":2},"c":{"x":1}}',
    '{"a":{"num1":1}}',
    '{"a":{},"b":{}}',
  ])
    assert.equal(await path(other), undefined, other);
  const point = '{"type":"Point","coordinates":[1,2]}';
  assert.equal(await path(`{"a":${point},"b":${point}}`), undefined);
  const { columns, rows, setAside, beside } = await previewFile(file(`{"users":{"c3":null,${users.slice(1)}}`), {
    path: 'users.*',
  });
  assert.deepEqual([columns, beside], [['key', 'num1', 'txt1'], undefined]);
  assert.deepEqual(rows, [
    ['a1', '1', 'x'],
    ['b2', '2', null],
  ]);
  assert.deepEqual(setAside, [{ line: 1, raw: 'null', rule: 'json', reason: "'c3' is not a JSON object" }]);
  await assert.rejects(previewFile(file(users), { path: 'users.*' }), /no object at 'users'/);
});

test('[SRC-36] of JSON that is one object of lists alike, each under its key, it is told by which path all their rows are read', async () => {
  const path = async (text: string) => (await previewFile(file(text))).members;
  const days = '{"2024-01-01":[{"num1":1},{"num1":2}],"2024-01-02":[{"num1":3}],"2024-01-03":[]}';
  assert.equal(await path(days), '*');
  for (const other of [
    '{"users":[{"num1":1}],"orders":[{"txt1":"x"}]}',
    '{"a":[{"num1":1}],"b":[{"num1":1}],"c":1}',
    '{"items":[{"num1":1}],"more":[{"num1":1}]}',
    '{"a":{"x":[{"num1":1}]},"b":{"x":[{"num1":1}]}}',
  ])
    assert.equal(await path(other), undefined, other);
  const { columns, rows, setAside } = await previewFile(file(days.replace('[]', '[7,{"num1":4}]')), { path: '*' });
  assert.deepEqual(columns, ['key', 'num1']);
  assert.deepEqual(rows, [
    ['2024-01-01', '1'],
    ['2024-01-01', '2'],
    ['2024-01-02', '3'],
    ['2024-01-03', '4'],
  ]);
  assert.deepEqual(setAside, [
    { line: 4, raw: '7', rule: 'json', reason: "The element of '2024-01-03' is not a JSON object" },
  ]);
});

test('[SRC-03] [SRC-36] what stands beside the list of the rows is told, and the whole document can be one row', async () => {
  const rows = [{ num1: 1 }, { num1: 2 }];
  const read = async (text: string | Uint8Array<ArrayBuffer>, path?: string) => {
    const { columns, rows: found, lists, beside } = await previewFile(new Blob([text]), { ...(path && { path }) });
    return { columns, height: found.length, lists, beside };
  };
  const single = JSON.stringify({ id: 7, owner: { name: 'x' }, tags: ['a'], items: rows, more: null });
  const fields = ['id', 'owner.name', 'tags', 'more'];
  const asRows = { columns: ['num1'], height: 2, lists: undefined, beside: { path: 'items', fields } };
  assert.deepEqual(await read(single), asRows);
  assert.deepEqual(await read(new Uint8Array(gzipSync(single))), asRows, 'also under gzip');
  assert.deepEqual(await read(single, '.'), {
    columns: ['id', 'owner.name', 'tags', 'items', 'more'],
    height: 1,
    lists: ['.', 'items'],
    beside: undefined,
  });
  const { beside } = await read(JSON.stringify({ data: { total: 2, items: rows }, errors: [{ txt1: 'x' }] }));
  assert.deepEqual(beside, { path: 'data.items', fields: ['data.total', 'errors'] });
  assert.deepEqual((await read(JSON.stringify({ data: { items: rows } }))).beside, undefined);
  for (const text of [JSON.stringify(rows), '{"num1":1}{"num1":2}'])
    assert.deepEqual(await read(text, '.'), { columns: ['num1'], height: 2, lists: undefined, beside: undefined });
});
