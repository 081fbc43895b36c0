import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client, errors } from '@opensearch-project/opensearch';
import { type Door, openDoor } from '../door.ts';

let door: Door;
let client: Client;

before(async () => {
  door = await openDoor();
  client = new Client({ node: door.url, auth: { username: 'any', password: door.token } });
});
after(async () => {
  await client?.close();
  await door?.stop();
});

/** The error a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<errors.ResponseError> {
  const error: unknown = await call.then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.ok(error instanceof errors.ResponseError, `a ResponseError, got ${error}`);
  return error;
}

test('the JavaScript client says who it speaks to and checks that it is alive', async () => {
  const { body } = await client.info();
  assert.equal(body.version.distribution, 'opensearch');
  assert.match(body.version.number, /^2\.19\./);
  assert.equal((await client.ping()).body, true);
  assert.match((await client.cluster.health()).body.status, /^(green|yellow)$/);
});

test('documents are made, read, changed and removed', async () => {
  const made = await client.index({ index: 'books', id: '1', body: { title: 'Laskar Pelangi', year: 2005 } });
  assert.equal(made.statusCode, 201);
  assert.equal(made.body.result, 'created');
  assert.equal((await client.exists({ index: 'books', id: '1' })).body, true);
  assert.equal((await client.exists({ index: 'books', id: '2' })).body, false);
  await client.update({ index: 'books', id: '1', body: { doc: { read: true } } });
  const { body } = await client.get({ index: 'books', id: '1' });
  assert.deepEqual(body._source, { title: 'Laskar Pelangi', year: 2005, read: true });
  assert.equal(body._version, 2);
  const found = await client.mget({ index: 'books', body: { ids: ['1', '9'] } });
  assert.deepEqual(
    found.body.docs.map((doc) => 'found' in doc && doc.found),
    [true, false],
  );
  assert.equal((await client.delete({ index: 'books', id: '1' })).body.result, 'deleted');
});

test('the bulk helper stores what fits and drops what does not', async () => {
  await client.indices.create({
    index: 'rows',
    body: { mappings: { properties: { n: { type: 'integer' }, name: { type: 'keyword' } } } },
  });
  const dropped: unknown[] = [];
  const rows = Array.from({ length: 2500 }, (_, n) => ({ n: n === 1234 ? 'not a number' : n, name: `name ${n % 10}` }));
  const stats = await client.helpers.bulk({
    datasource: rows,
    flushBytes: 20_000,
    refreshOnCompletion: 'rows',
    onDocument: () => ({ index: { _index: 'rows' } }),
    onDrop: ({ document }) => {
      dropped.push(document);
    },
  });
  assert.equal(stats.successful, 2499);
  assert.equal(stats.failed, 1);
  assert.deepEqual(dropped, [{ n: 'not a number', name: 'name 4' }]);
  assert.equal((await client.count({ index: 'rows' })).body.count, 2499);
});

test('searches and aggregations answer in the shapes the client is typed with', async () => {
  // the client's own types know fewer spellings than its server
  const asked: Record<string, unknown> = {
    size: 3,
    query: { range: { n: { gte: 10, lt: 20 } } },
    sort: [{ n: 'desc' }],
    aggs: { names: { terms: { field: 'name', size: 2 } }, n: { stats: { field: 'n' } } },
  };
  const { body } = await client.search({ index: 'rows', body: asked });
  assert.deepEqual(body.hits.total, { value: 10, relation: 'eq' });
  assert.deepEqual(
    body.hits.hits.map((hit) => hit._source?.n),
    [19, 18, 17],
  );
  const { names, n } = body.aggregations as unknown as {
    readonly names: { readonly buckets: readonly object[] };
    readonly n: { readonly avg: number };
  };
  assert.equal(names.buckets.length, 2);
  assert.equal(n.avg, 14.5);
});

test('the scroll helpers read every document once', async () => {
  const seen = new Set<number>();
  for await (const document of client.helpers.scrollDocuments<{ readonly n: number }>({ index: 'rows', size: 400 })) {
    seen.add(document.n);
  }
  assert.equal(seen.size, 2499);
  const { body } = await client.nodes.info();
  assert.equal(Object.keys(body.nodes ?? {}).length, 1);
});

test('points in time page with search_after', async () => {
  const { body: pit } = await client.createPit({ index: ['rows'], keep_alive: '1m' });
  const id = pit.pit_id ?? '';
  const page = (after?: readonly unknown[]) =>
    client.search({
      body: {
        size: 1000,
        pit: { id, keep_alive: '1m' },
        sort: [{ n: 'asc' }],
        ...(after && { search_after: [...after] as number[] }),
      },
    });
  await client.index({ index: 'rows', body: { n: 9999 } });
  let count = 0;
  for (
    let hits = (await page()).body.hits.hits;
    hits.length > 0;
    hits = (await page(hits.at(-1)?.sort)).body.hits.hits
  ) {
    count += hits.length;
  }
  assert.equal(count, 2499, 'what came after the point is not seen');
  await client.deletePit({ body: { pit_id: [id] } });
});

test('several searches are sent at once, each with its own fate', async () => {
  const { body } = await client.msearch({
    body: [
      { index: 'rows' },
      { size: 0, query: { term: { name: 'name 3' } } },
      { index: 'nothing-here' },
      { query: { match_all: {} } },
    ],
  });
  const [good, bad] = body.responses as unknown as readonly [
    { readonly hits: { readonly total: { readonly value: number } } },
    { readonly status: number; readonly error: { readonly type: string } },
  ];
  assert.equal(good.hits.total.value, 250);
  assert.equal(bad.status, 404);
  assert.equal(bad.error.type, 'index_not_found_exception');
});

test('aliases are swapped in one call', async () => {
  await client.indices.create({ index: 'v1' });
  await client.indices.create({ index: 'v2' });
  await client.indices.putAlias({ index: 'v1', name: 'current' });
  await client.indices.updateAliases({
    body: { actions: [{ remove: { index: 'v1', alias: 'current' } }, { add: { index: 'v2', alias: 'current' } }] },
  });
  assert.deepEqual(Object.keys((await client.indices.getAlias({ name: 'current' })).body), ['v2']);
  await client.index({ index: 'current', id: 'a', body: { x: 1 } });
  assert.equal((await client.get({ index: 'v2', id: 'a' })).body.found, true);
});

test('index templates shape the indexes that come after them', async () => {
  await client.indices.putIndexTemplate({
    name: 'logs',
    body: {
      index_patterns: ['logs-*'],
      template: { mappings: { properties: { level: { type: 'keyword' } } }, aliases: { logs: {} } },
    },
  });
  await client.index({ index: 'logs-2026', body: { level: 'WARN' } });
  const { body } = await client.indices.getMapping({ index: 'logs-2026' });
  assert.deepEqual(body['logs-2026']?.mappings.properties?.level, { type: 'keyword' });
  assert.equal((await client.count({ index: 'logs' })).body.count, 1);
});

test('refusals become the errors of the client', async () => {
  const absent = await errorOf(client.search({ index: 'nothing-here' }));
  assert.equal(absent.statusCode, 404);
  assert.equal(absent.message.split(':')[0], 'index_not_found_exception');
  await client.index({ index: 'books', id: '7', body: { title: 'x' } });
  const clash = await errorOf(client.create({ index: 'books', id: '7', body: { title: 'y' } }));
  assert.equal(clash.statusCode, 409);
  assert.equal(clash.body.error.type, 'version_conflict_engine_exception');
  const malformed = await errorOf(client.search({ index: 'books', body: { query: { no_such_clause: {} } as never } }));
  assert.equal(malformed.statusCode, 400);
  const stranger = new Client({ node: door.url });
  assert.equal((await errorOf(stranger.info())).statusCode, 401);
  await stranger.close();
});

test('requests may be packed', async () => {
  const packed = new Client({
    node: door.url,
    auth: { username: 'any', password: door.token },
    compression: 'gzip',
    suggestCompression: true,
  });
  await packed.index({ index: 'packed', id: '1', body: { text: 'x'.repeat(10_000) } });
  const { body, headers } = await packed.search({ index: 'packed' });
  assert.equal(body.hits.hits[0]?._source?.text.length, 10_000);
  assert.equal(headers?.['content-encoding'], 'gzip');
  await packed.close();
});
