import assert from 'node:assert/strict';
import { appendFile, mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { until } from '@datasarana/testkit';
import { plainWorkbook, zipOf } from '@datasarana/testkit/corpus';
import { csvSource, lines, openWorkplace, type Workplace } from './testing/bench-of-tests.ts';

let here: Workplace;
before(async () => {
  here = await openWorkplace();
});
after(() => here.close());

test('[ING-08] [SEC-12] [ERR-25] an uploaded file is read like a watched one; features must be features', async () => {
  const template = await here.makeTemplate('Upload');
  await here.local('POST', 'add', { template, source: csvSource('u1', path.join(here.watched, 'u-*.csv')) });
  await here.local('POST', 'start', { id: template.id });
  const send = (type: string, text: string, id = 'u1', name = 'up.csv') => {
    const form = new FormData();
    form.set('type', type);
    form.set('id', id);
    form.set('ids', '');
    form.set('file', new Blob([text]), `../../${name}`);
    return here.local('POST', 'upload', form);
  };
  const sent = await send('csv', 'num1,txt1\n1,a\n2,b\n');
  assert.deepEqual([sent.code, sent.data?.name, sent.data?.size], [30, 'up.csv', 18]);
  assert.match(sent.data.sha256, /^[0-9a-f]{64}$/);
  await until(
    () => here.taskOf(template.id),
    (task) => task.counts.accepted === 2,
  );
  const spatial = await send('spatial', '{"type":"Topology"}', 'u1', 'up.json');
  assert.deepEqual([spatial.code, spatial.error?.message], [1010, 'Not a valid GeoJSON file']);
  assert.equal((await send('csv', 'x', 'nope')).code, 991);
  await here.local('POST', 'stop', { id: template.id });
});

test('[SRC-17] [SRC-18] an uploaded file must be of a kind that its type names; a workbook is read as one', async () => {
  const template = await here.makeTemplate('Kinds');
  await here.local('POST', 'add', { template, source: csvSource('kinds', path.join(here.watched, 'kinds-*.csv')) });
  await here.local('POST', 'start', { id: template.id });
  const send = async (type: string, name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ type, id: 'kinds', ids: '' })) form.set(field, value);
    form.set('file', new Blob([bytes]), name);
    return here.local('POST', 'upload', form);
  };
  const text = new TextEncoder().encode('num1,txt1\n');
  const refused = async (type: string, name: string) => {
    const { http, code, error } = await send(type, name, text);
    assert.deepEqual([http, code], [422, 31], `${type} ${name}`);
    return JSON.stringify(error);
  };
  assert.match(
    await refused('csv', 'report.pdf'),
    /A file of the type csv must be \.xls, \.xlsx or \.csv; 'report\.pdf'/,
  );
  assert.match(await refused('spatial', 'map.csv'), /must be \.json or \.geojson/);
  assert.equal((await send('pictures', 'a.csv', text)).code, 32);
  const rows = [
    ['num1', 'txt1'],
    [1, 'of a sheet'],
  ];
  for (const [name, bookType] of [
    ['new.XLSX', 'xlsx'],
    ['old.xls', 'biff8'],
  ] as const)
    assert.equal((await send('csv', name, plainWorkbook({ One: rows }, bookType))).code, 30, name);
  const task = await until(
    () => here.taskOf(template.id),
    (one) => one.counts.accepted === 2,
  );
  assert.deepEqual(task.counts, { read: 2, accepted: 2, replaced: 0, unchanged: 0, rejected: 0 });
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] [SRC-37] JSON, lines, packed files and UTF-16 are read like CSV; what cannot be read is counted', async () => {
  const template = await here.makeTemplate('Formats');
  const { gzipSync } = await import('node:zlib');
  const write = (name: string, bytes: string | Uint8Array) => writeFile(path.join(here.watched, `m-${name}`), bytes);
  await write(
    '1.json',
    JSON.stringify([
      { num1: 1, txt1: 'a' },
      { num1: 2, txt1: 'b, "c"' },
    ]),
  );
  await write('2.ndjson', '{"num1":3,"txt1":"d"}\nno json\n{"num1":4,"txt1":null}\n');
  await write('3.csv.gz', gzipSync(`num1,txt1\n${lines(5, 1205)}`));
  await write('4.csv', Buffer.from('\ufeffnum1,txt1\n2000,\u00e9\n', 'utf16le'));
  const source = {
    ...csvSource('m1', '', { mode: 'Once' }),
    format: 'json',
    csv: undefined,
    file_json: { file: path.join(here.watched, 'm-*') },
  };
  await here.local('POST', 'add', { template, source });
  await here.local('POST', 'start', { id: template.id });
  const task = await until(
    () => here.taskOf(template.id),
    (one) => one.state === 'Stopped',
  );
  assert.deepEqual(task.counts, { read: 1206, accepted: 1205, replaced: 0, unchanged: 0, rejected: 1 });
  const rows = await here.rowsOf(template.id);
  const cells = rows.map(({ num1, txt1 }) => [num1, txt1 ?? null]);
  assert.deepEqual(
    [cells[0], cells[1], cells[3], cells.at(-1)],
    [
      [1, 'a'],
      [2, 'b, "c"'],
      [4, null],
      [2000, 'é'],
    ],
  );
  const engineer = await here.at.a.as('data engineer');
  const { data: batches } = await engineer.call('POST', '/data/batch', { body: { template: template.id } });
  const refused = batches.filter(({ rejected }: { readonly rejected: number }) => rejected > 0);
  assert.equal(refused.length, 1, 'it is in the ledger of one batch');
  const [{ id, read, accepted }] = refused;
  const { data: told } = await engineer.call('GET', `/data/batch/${id}/rejected`);
  assert.equal(read - accepted, 1);
  assert.deepEqual(
    told.map(({ raw }: { readonly raw: string }) => raw),
    ['no json'],
  );
  assert.match(JSON.stringify(told), /The line is not JSON/);
  const mended = { rows: [{ line: told[0].line, raw: { num1: '99', txt1: 'mended' } }] };
  const replayed = await engineer.call('POST', `/data/batch/${id}/replay`, { body: mended });
  assert.equal(replayed.data?.accepted, 1, JSON.stringify(replayed));
});

test('[TSK-06] with Stop lines end at one that is no JSON: what stands before it is stored, nothing behind it', async () => {
  const template = await here.makeTemplate('Stop at no JSON');
  const file = path.join(here.watched, 'stop.ndjson');
  await writeFile(file, '{"num1":1}\n{"num1":2}\nno json\n{"num1":4}\n');
  const task = { mode: 'Once', on_error: 'Stop' };
  const source = { ...csvSource('stop1', '', task), format: 'json', csv: undefined, file_json: { file } };
  const { error } = await here.local('POST', 'add', { template, source });
  assert.equal(error, null);
  await here.local('POST', 'start', { id: template.id });
  const stopped = await until(
    () => here.taskOf(template.id),
    (one) => one.state === 'Stopped',
  );
  assert.match(stopped.sources[0].fault ?? '', /stop\.ndjson, line 3: The line is not JSON/);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ num1 }) => num1),
    [1, 2],
  );
});

test('[TSK-07] [SRC-37] a workbook or packed files under the name of CSV are read for what they are; a picture is set aside', async () => {
  const { gzipSync } = await import('node:zlib');
  const write = (name: string, bytes: Uint8Array) => writeFile(path.join(here.watched, `misnamed-${name}.csv`), bytes);
  await write(
    '1',
    plainWorkbook(
      {
        One: [
          ['num1', 'txt1'],
          [0, 'of a sheet'],
        ],
      },
      'xlsx',
    ),
  );
  await write('2', Buffer.concat([`num1,txt1\n${lines(1, 3)}`, lines(3, 5)].map((text) => gzipSync(text))));
  await write('3', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'));
  const { template, read, numbers } = await watch('Misnamed', path.join(here.watched, 'misnamed-*'));
  const { counts } = await read(5);
  assert.deepEqual([counts.read, counts.accepted], [5, 5]);
  assert.deepEqual(await numbers(), upTo(5));
  const { sources } = await until(
    () => here.taskOf(template.id),
    (task) => task.sources[0].inputs.some(({ state }: { readonly state: string }) => state === 'aside'),
  );
  const [aside] = sources[0].inputs.filter(({ state }: { readonly state: string }) => state === 'aside');
  assert.match(aside.fault, /The file is a PNG picture/);
  await here.local('POST', 'stop', { id: template.id });
});

const watch = async (name: string, pattern: string) => {
  const template = await here.makeTemplate(name);
  const added = await here.local('POST', 'add', { template, source: csvSource(name, pattern) });
  assert.equal(added.code, 30, added.error?.message);
  await here.local('POST', 'start', { id: template.id });
  const read = (rows: number) =>
    until(
      () => here.taskOf(template.id),
      ({ counts }) => counts.read >= rows,
    );
  const numbers = async () => (await here.rowsOf(template.id)).map(({ num1 }) => num1);
  return { template, read, numbers };
};
const upTo = (end: number): readonly number[] => Array.from({ length: end }, (_, i) => i);

test('[TSK-07] [SRC-37] KML in a watched folder is read as features, and not as lines of text', async () => {
  const placemark = (num1: number): string =>
    `<Placemark>\n<ExtendedData><Data name="num1"><value>${num1}</value></Data></ExtendedData>\n</Placemark>`;
  await writeFile(
    path.join(here.watched, 'places-1.kml'),
    `<?xml version="1.0"?>\n<kml>${placemark(0)}${placemark(1)}</kml>`,
  );
  await writeFile(path.join(here.watched, 'places-2.kml'), `<kml>${placemark(2)}</kml>`);
  const { template, read, numbers } = await watch('Places', path.join(here.watched, 'places-*'));
  const { counts } = await read(3);
  assert.deepEqual([counts.read, counts.accepted], [3, 3]);
  assert.deepEqual(await numbers(), upTo(3));
  await here.local('POST', 'stop', { id: template.id });
});

test('[TSK-07] [SRC-37] waypoints of GPX in a watched folder are rows, and one that is none is refused', async () => {
  await writeFile(
    path.join(here.watched, 'walk-1.gpx'),
    '<?xml version="1.0"?>\n<gpx version="1.1">\n<wpt lat="1" lon="2"><num1>0</num1></wpt>\n<wpt lat="91" lon="2"><num1>9</num1></wpt>\n<wpt lat="1" lon="2"><num1>1</num1></wpt>\n</gpx>\n',
  );
  const template = await here.makeTemplate('Waypoints');
  const columns = ['num1', 'kind', 'geometry'].map((name, index) => ({
    name,
    index,
    value_type: 8,
    item_id: index === 0 ? name : null,
    selected: index === 0,
    format: null,
    transform: [],
    sample: [],
  }));
  const source = { ...csvSource('walks', path.join(here.watched, 'walk-*')), columns };
  assert.equal((await here.local('POST', 'add', { template, source })).code, 30);
  await here.local('POST', 'start', { id: template.id });
  const { counts } = await until(
    () => here.taskOf(template.id),
    (task) => task.counts.read >= 3,
  );
  assert.deepEqual([counts.read, counts.accepted, counts.rejected], [3, 2, 1]);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map(({ num1 }) => num1),
    upTo(2),
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[ING-19] [TSK-07] a file that gets another name, while it is read or later, is the same file: its rows come once', async () => {
  const folder = path.join(here.watched, 'renamed');
  await mkdir(folder);
  const at = (name: string) => path.join(folder, name);
  await writeFile(at('one.csv'), `num1,txt1\n${lines(0, 5000)}`);
  const { template, read, numbers } = await watch('Renamed', `${folder}/*.csv`);
  await read(1);
  await rename(at('one.csv'), at('two.csv'));
  await read(5000);
  await rename(at('two.csv'), at('three.csv'));
  await appendFile(at('three.csv'), lines(5000, 5100));
  await writeFile(at('one.csv'), `num1,txt1\n${lines(5100, 5200)}`);
  const { counts } = await read(5200);
  assert.deepEqual([counts.read, counts.rejected], [5200, 0]);
  assert.deepEqual(await numbers(), upTo(5200));
  const { sources } = await here.taskOf(template.id);
  const names = sources[0].inputs.map(({ name }: { readonly name: string }) => path.basename(name));
  assert.deepEqual(names.sort(), ['one.csv', 'three.csv']);
  await here.local('POST', 'stop', { id: template.id });
});

test('[ING-19] a link that leads nowhere is named with its fault and holds up no other file; any name is a name', async () => {
  const folder = path.join(here.watched, 'links');
  await mkdir(folder);
  const names = ['a\nb.csv', '🐟 100%.csv', '[x].csv', 'it\'s "it".csv', '#h?.csv'];
  for (const [i, name] of names.entries())
    await writeFile(path.join(folder, name), `num1,txt1\n${lines(i * 10, i * 10 + 10)}`);
  await symlink('circle.csv', path.join(folder, 'circle.csv'));
  await symlink('nothing.csv', path.join(folder, 'broken.csv'));
  const { template, read, numbers } = await watch('Links', `${folder}/*.csv`);
  await read(50);
  assert.deepEqual(await numbers(), upTo(50));
  const told = async () => (await here.taskOf(template.id)).sources[0];
  const { state, inputs } = await until(told, (source) =>
    source.inputs.some(({ state: now }: { readonly state: string }) => now === 'aside'),
  );
  const [circle] = inputs.filter(({ fault }: { readonly fault: string | null }) => fault !== null);
  assert.deepEqual([state, path.basename(circle.name)], ['Started', 'circle.csv']);
  assert.match(circle.fault, /ELOOP/);
  await until(told, ({ idle }) => /circle\.csv is tried again: ELOOP/.test(idle ?? ''));
  await here.local('POST', 'stop', { id: template.id });
  const itself = await watch('Itself', path.join(folder, '[x].csv'));
  await itself.read(10);
  assert.deepEqual(
    await itself.numbers(),
    upTo(30).slice(20),
    'a file whose own name reads like a pattern is that file',
  );
  await here.local('POST', 'stop', { id: itself.template.id });
});

test('[SRC-26] [ING-19] letters of an old encoding are read as what they are, or as was chosen, also as the file grows', async () => {
  const koi8 = (base64: string): Buffer => Buffer.from(base64, 'base64');
  const file = path.join(here.watched, 'koi8.csv');
  const header = Buffer.from('num1,txt1\n');
  // Москва, Санкт-Петербург; Нижний Новгород
  await writeFile(file, Buffer.concat([header, koi8('MSztz9PL18EKMizzwc7L1C3wxdTF0sLV0scK')]));
  const template = await here.makeTemplate('Koi8');
  await here.local('POST', 'add', { template, source: csvSource('k', file) });
  await here.local('POST', 'start', { id: template.id });
  const told = () => here.taskOf(template.id);
  await until(told, (task) => task.counts.accepted === 2);
  await appendFile(file, koi8('MyzuydbOycog7s/Xx8/Sz8QK'));
  await until(told, (task) => task.counts.accepted === 3);
  assert.deepEqual(
    (await here.rowsOf(template.id)).map((row) => row.txt1),
    ['Москва', 'Санкт-Петербург', 'Нижний Новгород'],
  );
  const odd = await here.local('POST', 'add', {
    template: await here.makeTemplate('Odd'),
    source: { ...csvSource('o', file), csv: { file, encoding: 'utf-7' } },
  });
  assert.equal(odd.http, 422);
  assert.match(JSON.stringify(odd.error), /encoding 'utf-7' is none of utf-8/);
  await here.local('POST', 'stop', { id: template.id });
});

test('[SRC-26] rows with pipes between letters whose second byte may be a pipe are cut where the letters end', async () => {
  const file = path.join(here.watched, 'pipes.csv');
  // ポ is 83 7C in Shift-JIS: a pipe behind 83
  const row = (number: number): Buffer =>
    Buffer.concat([Buffer.from(`${number}|`), Buffer.from([0x83, 0x7c, 0x83, 0x58, 0x83, 0x67]), Buffer.from('\n')]);
  await writeFile(file, Buffer.concat([Buffer.from('num1|txt1\n'), row(1), row(2)]));
  const template = await here.makeTemplate('Pipes');
  const csv = { file, encoding: 'shift_jis', delimiter: '|' };
  await here.local('POST', 'add', { template, source: { ...csvSource('p', file), csv } });
  await here.local('POST', 'start', { id: template.id });
  await until(
    () => here.taskOf(template.id),
    (task) => task.counts.accepted === 2,
  );
  assert.deepEqual(
    (await here.rowsOf(template.id)).map((one) => one.txt1),
    ['ポスト', 'ポスト'],
  );
  await here.local('POST', 'stop', { id: template.id });
});

test('[SRC-03] [TSK-07] of an archive of several files the chosen one is read, and what stands beside a list of JSON goes along', async () => {
  const write = (name: string, parts: Readonly<Record<string, string>>) => {
    const files = Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
    return writeFile(path.join(here.watched, name), zipOf(files));
  };
  await write('chosen-1.zip', { 'first.csv': 'num1,txt1\n9,no\n', 'rows.csv': 'num1,txt1\n0,a\n1,b\n' });
  await write('beside-1.zip', { 'a.json': '{"txt1":"all","rows":[{"num1":2},{"num1":3}]}', 'b.json': '[]' });
  const json = { file: path.join(here.watched, 'beside-*'), path: 'rows', beside: true, entry: 'a.json' };
  const csv = { file: path.join(here.watched, 'chosen-*'), entry: 'rows.csv' };
  for (const [name, block, rows] of [
    ['Chosen', { csv }, ['0 a', '1 b']],
    ['Beside', { format: 'json', csv: undefined, file_json: json }, ['2 all', '3 all']],
  ] as const) {
    const template = await here.makeTemplate(name);
    const source = { ...csvSource(name, '', { mode: 'Once' }), ...block };
    assert.equal((await here.local('POST', 'add', { template, source })).code, 30);
    await here.local('POST', 'start', { id: template.id });
    await until(
      () => here.taskOf(template.id),
      (task) => task.state === 'Stopped',
    );
    const found = await here.rowsOf(template.id);
    assert.deepEqual(
      found.map(({ num1, txt1 }) => `${num1} ${txt1}`),
      rows,
    );
  }
});
