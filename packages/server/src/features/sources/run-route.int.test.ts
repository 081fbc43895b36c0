import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deployTemplate, until } from '@datasarana/testkit';
import { ROWS } from './data-server.fixture.ts';
import { openSourceBench } from './testing/source-bench.ts';

const { engineer, outside, address, allow, save, saved, run, template, stop } = await openSourceBench();
after(stop);

await allow([`127.0.0.1:${outside.port}`]);

test('[SRC-20] rows of a data server come in page by page: next link, Link header, offset, cursor; the ledger is that of an import', async () => {
  const id = await template('Paged');
  const take = async (ds: object, query: object = {}) => run(await saved({ format: 'json', ds }), id, query);
  const pages: readonly object[] = [
    { url: address('/next'), path: 'items', paging: { kind: 'next', path: 'links.next' } },
    { url: address('/link'), paging: { kind: 'next' } },
    { url: address('/offset'), paging: { kind: 'offset', param: 'skip', limit: 2, limit_param: 'take' } },
    { url: address('/cursor'), path: 'data', paging: { kind: 'cursor', param: 'after', path: 'next' } },
    {
      url: address('/cursor-in-body'),
      verb: 'POST',
      body: { kind: 'raw', raw: 'json', text: '{"page":{"size":2}}' },
      path: 'data',
      paging: { kind: 'cursor', in: 'body', param: 'page.after', path: 'next' },
    },
    { url: address('/basic'), auth: { type: 'Basic', username: 'ann', password: 'p:ß' } },
  ];
  for (const ds of pages) {
    const { data, error } = await take(ds);
    assert.deepEqual(
      [data?.read, data?.accepted, data?.rejected],
      [5, 5, 0],
      `${JSON.stringify(ds)} ${error?.message}`,
    );
    const { data: ledger } = await engineer.call('GET', `/data/batch/${data.batch}`);
    assert.deepEqual([ledger.state, ledger.read, ledger.accepted, ledger.file], ['done', 5, 5, 'Outside']);
  }
  const dry = await take(pages[0] ?? {}, { dry_run: true });
  assert.deepEqual([dry.data.batch, dry.data.read], [null, 5]);
  const circle = await take({ url: address('/circle'), path: 'items', paging: { kind: 'next', path: 'next' } });
  assert.match(circle.error?.message ?? '', /back to/);
  const { data } = await engineer.call('POST', '/data/user', {
    query: { template: id },
    body: { size: 0, aggs: { codes: { terms: { field: 'code' } } } },
  });
  assert.deepEqual(
    data.aggregations.codes.buckets.map(({ key, doc_count }: { key: string; doc_count: number }) => [key, doc_count]),
    ROWS.map(({ code }) => [code, pages.length]),
    'each page once; nothing of what was tried or refused',
  );
});

test('[SRC-32] the address of a GeoJSON data server is reached with POST, another only by choice', async () => {
  const id = await template('From a data server');
  const asked = async (settings: object) => {
    const { data, error } = await run(await saved({ format: 'spatial', ...settings }), id);
    assert.equal(data?.read, 2, error?.message);
    const last = outside.seen.at(-1);
    return [last?.method, last?.url];
  };
  assert.deepEqual(await asked({ ds: { url: address('/geo') } }), ['POST', '/geo']);
  assert.deepEqual(await asked({ spatial: { url: address('/geo') } }), ['POST', '/geo']);
  assert.deepEqual(await asked({ ds: { url: address('/geo'), verb: 'GET' } }), ['GET', '/geo']);
});

test('[SRC-22] [ERR-25] a data server’s reply that is not a FeatureCollection is refused, and nothing of it is stored', async () => {
  const id = await template('Features of a server');
  const columns = [{ name: 'code', item_id: 'code' }];
  const paged = { url: address('/second-page'), paging: { kind: 'next', path: 'next' } };
  const whole = ['/feature', '/objects', '/no-features', '/text'].map((path) => ({ url: address(path) }));
  for (const ds of [...whole, paged]) {
    const source = await saved({ format: 'spatial', ds });
    const refused = await run(source, id);
    assert.deepEqual(
      [refused.http, refused.code, refused.error?.message],
      [422, 1010, 'Not a valid GeoJSON data'],
      ds.url,
    );
    if (ds === paged) continue;
    const preview = await engineer.call('PUT', '/schema/source/converter', {
      body: { source, columns, preview: true },
    });
    assert.deepEqual([preview.code, preview.error?.message], [1010, 'Not a valid GeoJSON data'], ds.url);
  }
  const count = async () =>
    (await engineer.call('POST', '/data/user', { query: { template: id }, body: { size: 0 } })).data.hits.total.value;
  assert.equal(await count(), 0, 'the first page of a server whose second is refused included');
  const objects = await saved({ format: 'json', ds: { url: address('/objects') } });
  assert.equal((await run(objects, id)).data.accepted, 5, 'as objects it is taken');
});

test('[SRC-19] [ERR-25] a file behind an address that is asked for as features must be a FeatureCollection', async () => {
  const id = await template('Features of a url');
  const columns = [{ name: 'code', item_id: 'code' }];
  const made = (path: string) => saved({ format: 'spatial', provider: 'url', ds: { url: address(path) }, columns });
  const preview = (source: string) =>
    engineer.call('PUT', '/schema/source/converter', { body: { source, columns, preview: true } });
  for (const path of ['/feature', '/objects', '/text', '/file.csv']) {
    const source = await made(path);
    for (const refused of [await run(source, id), await preview(source)])
      assert.deepEqual(
        [refused.http, refused.code, refused.error?.message],
        [422, 1010, 'Not a valid GeoJSON file'],
        path,
      );
  }
  const good = await made('/geo');
  assert.deepEqual((await preview(good)).data.rows, [{ code: 'f1' }, { code: 'f2' }]);
  assert.equal((await run(good, id)).data.accepted, 2);
});

test('[SRC-20] a data server that has no rows for now is read: none came', async () => {
  const id = await template('No rows');
  for (const path of ['/none', '/no-content']) {
    const { data, error } = await run(await saved({ format: 'json', ds: { url: address(path) } }), id);
    assert.deepEqual([data?.read, data?.accepted, data?.rejected], [0, 0, 0], `${path} ${error?.message}`);
    const columns = [{ name: 'code', index: 0, value_type: 8, item_id: 'code', selected: true, transform: [] }];
    const mapped = await run(await saved({ format: 'json', ds: { url: address(path) }, columns }), id);
    assert.deepEqual([mapped.data?.read, mapped.data?.accepted], [0, 0], `${path} ${mapped.error?.message}`);
  }
});

test('[SRC-33] a Url is downloaded and read like an upload; a missing one says so', async () => {
  const id = await template('From a url');
  const take = async (path: string, columns: readonly object[] = [], query: object = {}) =>
    run(await saved({ format: 'csv', provider: 'url', ds: { url: address(path) }, columns }), id, query);
  const { data } = await take('/file.csv', [
    { name: 'Code', item_id: 'code', transform: [{ kind: 'upper' }] },
    { name: 'Num 1', item_id: 'num1' },
  ]);
  assert.deepEqual([data.read, data.accepted, data.rejected, data.errors[0].line], [3, 2, 1, 3]);
  assert.match((await take('/missing')).error?.message ?? '', /status 404/);
  const slow = await take('/slow.csv', [], { wait: 'started' });
  assert.equal(slow.http, 202);
  const watched = await engineer.call('GET', `/data/batch/${slow.data.batch}`);
  assert.equal(watched.data.state, 'running');
  assert.equal((await engineer.call('POST', `/data/batch/${slow.data.batch}/cancel`)).data.state, 'cancelled');
});

test('[SRC-33] of a source without columns nothing is left out without a word: what fits no field refuses file or row', async () => {
  const id = await deployTemplate(engineer, 'Codes alone', [{ name: 'code', value_type: 8 }]);
  const url = await run(await saved({ format: 'csv', provider: 'url', ds: { url: address('/file.csv') } }), id);
  assert.match(url.error?.message ?? '', /columns that match no field of the template: 'Num 1'/);
  const server = await run(await saved({ format: 'json', ds: { url: address('/next'), path: 'items' } }), id);
  assert.deepEqual([server.data.accepted, server.data.rejected > 0], [0, true]);
  assert.equal(server.data.errors[0].reason, '"num1" is not a field of this template');
});

test('[SRC-33] a Url is read in the encoding, by the delimiter and from the row that were chosen, or its server names', async () => {
  const read = async (path: string, ds: object) => {
    const id = await template('In other letters');
    const columns = [{ name: 'Code', item_id: 'code' }];
    const source = await saved({ format: 'csv', provider: 'url', ds: { url: address(path), ...ds }, columns });
    const { data, error } = await run(source, id);
    assert.equal(data?.accepted, 1, JSON.stringify(error));
    const { data: found } = await engineer.call('POST', '/data/user', { query: { template: id }, body: {} });
    return found.hits.hits[0]._source.code;
  };
  const chosen = { delimiter: '|', header_row: 2 };
  assert.equal(await read('/koi8.csv', { ...chosen, encoding: 'koi8-r' }), 'Нет');
  assert.equal(await read('/koi8.csv?charset=KOI8-R', chosen), 'Нет');
  assert.equal(await read('/koi8.csv?charset=iso-8859-1', { ...chosen, encoding: 'koi8-r' }), 'Нет');
  assert.equal(await read('/100%.csv', {}), 'x1', 'a name that is no UTF-8 behind its %');
  const source = { name: 'Odd', type: 'Data', format: 'csv', provider: 'url', columns: [] };
  const ds = { url: address('/koi8.csv'), encoding: 'klingon', delimiter: '::', escapes: 'some', header_row: -1 };
  const faults = Object.keys((await save({ ...source, ds })).error?.error.fields ?? {});
  assert.deepEqual(faults, ['ds.encoding', 'ds.delimiter', 'ds.escapes', 'ds.header_row']);
});

test('[SRC-03] [SRC-33] of an archive behind a Url the chosen file is read, with what stands beside its rows', async () => {
  const id = await template('From an archive');
  const ds = { url: address('/beside.zip'), entry: 'rows.json', beside: true };
  const columns = ['code', 'num1'].map((name) => ({ name, item_id: name }));
  const { data, error } = await run(await saved({ format: 'json', provider: 'url', ds, columns }), id);
  assert.deepEqual([data?.read, data?.accepted], [2, 2], error?.message);
  const { data: found } = await engineer.call('POST', '/data/user', { query: { template: id }, body: {} });
  const rows = found.hits.hits.map(({ _source }: { readonly _source: object }) => _source);
  assert.deepEqual(
    rows.map(({ code, num1 }: { readonly code: string; readonly num1: number }) => `${code} ${num1}`).toSorted(),
    ['x1 1', 'x1 2'],
  );
});

test('[SRC-03] [SRC-33] [SRC-37] a Url leads to an export of this platform, chosen or found; another file is not read as one', async () => {
  const id = await template('From an export');
  const take = async (path: string, format: string) =>
    run(await saved({ format, provider: 'url', ds: { url: address(path) } }), id);
  for (const format of ['datasarana', 'json'])
    assert.equal((await take('/export.json', format)).data?.accepted, ROWS.length, format);
  const other = await take('/next', 'datasarana');
  assert.notEqual(other.code, 30, JSON.stringify(other.data));
  assert.match(other.error?.message ?? '', /records/);
});

test('[SRC-02] [SRC-35] the type decides: a schema gives no rows, an archive comes once, a replica needs a key and brings changes', async () => {
  const keyless = await template('Without a key');
  const keyed = await template('With a key', true);
  const ds = { url: address('/bearer'), auth: { type: 'Bearer Token', token: 't1' } };
  const source = (type: string) => saved({ type, format: 'json', ds });
  const faultsOf = async (id: string, into: string) => (await run(id, into)).error?.error.fields ?? {};

  assert.match((await faultsOf(await source('Schema'), keyed)).type ?? '', /gives columns only/);

  const archive = await source('Archive');
  assert.equal((await run(archive, keyless, { dry_run: true })).data.accepted, 5);
  const taken = await run(archive, keyless);
  assert.equal(taken.data.accepted, 5);
  assert.match(
    (await faultsOf(archive, keyless)).type ?? '',
    new RegExp(`taken already, by the batch ${taken.data.batch}`),
  );
  await saved({ type: 'Archive', format: 'json', ds, id: archive, name: 'Archive, renamed' });
  assert.match((await faultsOf(archive, keyless)).type ?? '', /taken already/, 'an edit does not make it new');
  assert.equal((await engineer.call('POST', `/data/batch/${taken.data.batch}/undo`, { body: {} })).code, 30);
  assert.equal((await run(archive, keyless)).data.accepted, 5, 'what was undone may be taken again');

  const replica = await source('Replica');
  assert.match((await faultsOf(replica, keyless)).template ?? '', /choose a template with a key field/);
  assert.equal((await run(replica, keyed)).data.accepted, 5);
  assert.equal((await run(replica, keyed)).data.unchanged, 5);
});

test('[SRC-35] an archive that is being taken is not taken a second time, also not in the same instant', async () => {
  const into = await template('Taken once');
  const archive = await saved({ type: 'Archive', format: 'json', ds: { url: address('/held') } });
  const take = (query: object = {}) => run(archive, into, query);
  const both = await Promise.all([take({ wait: 'started' }), take({ wait: 'started' })]);
  const [first, ...others] = both.filter(({ code }) => code === 30);
  assert.equal(others.length, 0, 'one of the two is refused');
  const taken = new RegExp(`taken already, by the batch ${first?.data.batch}`);
  const refused = both.find(({ code }) => code !== 30);
  assert.match(refused?.error?.error.fields?.type ?? '', taken);
  assert.match((await take()).error?.error.fields?.type ?? '', taken, 'its rows are still to come');
  outside.letGo();
  const state = async () => (await engineer.call('GET', `/data/batch/${first?.data.batch}`)).data.state;
  await until(state, (now) => now === 'done');
  assert.match((await take()).error?.error.fields?.type ?? '', taken);
  const { data } = await engineer.call('POST', '/data/user', { query: { template: into }, body: {} });
  assert.equal(data.hits.total.value, 5);
});
