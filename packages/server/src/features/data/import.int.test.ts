import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { newId } from '@datasarana/schema';
import { type Caller, deployTemplate, startPlatform, type TestPlatform, until } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let other: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  other = await platform.b.as('data engineer');
});
after(() => platform.stop());

const KEYED = [
  { name: 'code', value_type: 8, is_key: true, mandatory: true },
  { name: 'txt1', value_type: 7 },
  { name: 'num1', value_type: 2 },
  { name: 'day1', value_type: 9 },
];
const FREE = [
  { name: 'name', value_type: 8 },
  { name: 'num1', value_type: 2 },
  { name: 'at', value_type: 30 },
  { name: 'area', value_type: 31 },
];

async function deployed(items: readonly unknown[] = KEYED, caller = engineer): Promise<string> {
  return deployTemplate(caller, 'Strikes', items);
}

type More = Readonly<Record<string, string | boolean>>;
const csv = (template: string, body: string | Uint8Array, more: More = {}, requestId?: string) =>
  engineer.call('POST', '/data/csv', { query: { template, ...more }, body, ...(requestId && { requestId }) });
const lines = (template: string, body: string, more: More = {}) =>
  engineer.call('POST', '/feature/data', { query: { template, ...more }, body, type: 'application/x-ndjson' });
const search = (template: string, body: unknown = {}) =>
  engineer.call('POST', '/data/user', { query: { template }, body });
const total = async (template: string): Promise<number> => (await search(template)).data.hits.total.value;
const countsOf = (data: Record<string, unknown>) => [
  data.read,
  data.accepted,
  data.replaced,
  data.unchanged,
  data.rejected,
];
const rowsOf = (count: number, prefix = 'k') =>
  `code,num1\n${Array.from({ length: count }, (_, i) => `${prefix}${i},${i}`).join('\n')}\n`;

describe('CSV', () => {
  test('[SRC-03] the line that names the columns is chosen, sent as CSV or as a file; lines are those of the file', async () => {
    const body = 'Strikes, of June\n\ncode;num1\nA;1\nB;x\n';
    for (const path of ['/data/csv', '/data/file']) {
      const template = await deployed();
      const query = { template, header_row: 3 };
      const { data } = await engineer.call('POST', path, { query, body });
      assert.deepEqual([...countsOf(data), data.errors[0].line], [2, 1, 0, 0, 1, 5]);
      const empty = await engineer.call('POST', path, { query: { ...query, header_row: 2 }, body });
      assert.match(empty.error?.message ?? '', /Line 2, which was to name the columns, is empty/);
    }
  });

  test('[STR-03] [SRC-36] rows with too few cells are told, with their lines, before the import and after', async () => {
    const template = await deployed();
    const body = 'code;txt1;num1;day1\nA;one;1;2024-01-01\nB;two\n\nC;three;3\nD;four;4;2024-01-04\nE;five;5;;more\n';
    const short = { rows: 2, lines: [3, 5] };
    const trim = { transforms: JSON.stringify({ txt1: [{ kind: 'trim' }] }) };
    for (const more of [{}, trim]) {
      const { data: foretold } = await csv(template, body, { dry_run: true, ...more });
      assert.deepEqual([foretold.read, foretold.rejected, foretold.short], [5, 1, short], 'also cell by cell');
      assert.deepEqual(
        foretold.errors.map((e: { line: number; rule: string }) => [e.line, e.rule]),
        [[7, 'columns']],
      );
    }
    const twice = newId();
    const { data } = await csv(template, body, {}, twice);
    assert.deepEqual([...countsOf(data), data.short], [5, 4, 0, 0, 1, short]);
    const again = await csv(template, body, {}, twice);
    assert.deepEqual([again.data.batch, again.data.short], [data.batch, short]);
    const batch = await engineer.call('GET', `/data/batch/${data.batch}`);
    assert.deepEqual(batch.data.short, short);
    const full = await csv(template, 'code;txt1\nF;six\n');
    assert.equal('short' in full.data, false, 'nothing is said of a file without such rows');
  });

  test('[STR-02] [STR-03] a CSV is stored and found, its bad rows are counted with line, field and reason', async () => {
    const template = await deployed();
    const reply = await csv(template, 'code,num1,txt1\nA,1,hello world\nB,x,two\n\nC,3,three\n,4,no key\n');
    const { batch, errors, ...counts } = reply.data;
    assert.deepEqual(counts, { read: 4, accepted: 2, replaced: 0, unchanged: 0, rejected: 2 });
    assert.deepEqual(
      errors.map((e: { line: number; field: string }) => [e.line, e.field]),
      [
        [3, 'num1'],
        [6, 'code'],
      ],
    );
    const found = await search(template, { query: { match: { txt1: 'hello' } } });
    assert.equal(found.data.hits.hits[0]._source.num1, 1);
    const ledger = await engineer.call('GET', `/data/batch/${batch}`);
    assert.deepEqual([ledger.data.state, ledger.data.rejected, ledger.data.source], ['done', 2, 'csv']);
    const rejected = await engineer.call('GET', `/data/batch/${batch}/rejected`, { query: { from: 1, to: 2 } });
    assert.deepEqual([rejected.total, rejected.data.length, rejected.data[0].line], [2, 1, 6]);
    const download = await engineer.raw('GET', `/data/batch/${batch}/rejected`, { query: { format: 'csv' } });
    assert.match(await download.text(), /^line,field,rule,reason,code,num1,txt1\r\n3,num1,/);
  });

  test('[STR-03] the same keys again replace or leave unchanged', async () => {
    const template = await deployed();
    assert.deepEqual(countsOf((await csv(template, 'code,num1\nA,1\nB,2\n')).data), [2, 2, 0, 0, 0]);
    assert.deepEqual(countsOf((await csv(template, 'code,num1\nA,1\nB,3\nC,4\n')).data), [3, 1, 1, 1, 0]);
    assert.equal(await total(template), 3);
  });

  test('[STR-04] the same request_id again answers the same and stores nothing, also while the first runs', async () => {
    const template = await deployed(FREE);
    const body = 'name,num1\nA,1\nB,2\n';
    const [first, second] = await Promise.all([csv(template, body, {}, 'again-1'), csv(template, body, {}, 'again-1')]);
    const third = await csv(template, 'name\nother\n', {}, 'again-1');
    const told = [first, second].sort(
      (one, other) => Number(one?.data.repeated ?? 0) - Number(other?.data.repeated ?? 0),
    );
    assert.deepEqual(told[1]?.data, { ...told[0]?.data, repeated: true });
    assert.deepEqual(
      [third.http, third.error?.error.type],
      [409, 'conflict'],
      'rows of another body do not go unnoticed',
    );
    assert.equal(await total(template), 2);
    assert.equal((await csv(template, body, {}, 'again-2')).data.accepted, 2);
    assert.equal(await total(template), 4);
  });

  test('[STR-04] wait=durable answers the batch id, whose ledger is read by GET', async () => {
    const template = await deployed();
    const reply = await csv(template, rowsOf(3000), { wait: 'durable' });
    assert.equal(reply.http, 202);
    const batch = await until(
      () => engineer.call('GET', `/data/batch/${reply.data.batch}`),
      ({ data }) => data.state !== 'running',
    );
    assert.deepEqual([batch.data.state, batch.data.accepted, batch.data.total], ['done', 3000, 3000]);
    assert.equal(await total(template), 3000);
  });

  test('[SRC-36] a dry run tells the ledger and keeps nothing', async () => {
    const template = await deployed();
    await csv(template, 'code,num1\nA,1\n');
    const reply = await csv(template, 'code,num1\nA,1\nA,2\nB,x\nC,3\n', { dry_run: true });
    assert.deepEqual(countsOf(reply.data), [4, 1, 1, 1, 1]);
    assert.equal(await total(template), 1);
    const stats = await engineer.call('GET', '/schema/data/template/stats', {
      query: { id: template, metric: 'kafka-stats' },
    });
    assert.equal(stats.data.messages, 1);
    const batches = await engineer.call('POST', '/data/batch', { body: { template } });
    assert.equal(batches.total, 1);
  });

  test('[SRC-28] columns are matched by name, by snake_case and by the mapping sent along', async () => {
    const template = await deployed();
    const body = 'NUM1;CODE;Remark;Left\n1;A;fine;x\n';
    const refused = await csv(template, body);
    assert.deepEqual([refused.http, refused.code], [422, 31]);
    assert.deepEqual(Object.keys(refused.error?.error.fields ?? {}), ['Remark', 'Left']);
    assert.match(refused.error?.hint ?? '', /ignore_unknown=true/);
    const columns = JSON.stringify({ Remark: 'txt1', Left: null });
    assert.equal((await csv(template, body, { columns })).data.accepted, 1, 'mapped');
    assert.deepEqual((await search(template)).data.hits.hits[0]._source.txt1, 'fine');
    assert.equal((await csv(template, 'code,more\nB,1\n', { ignore_unknown: true })).data.accepted, 1);
    const wrong = await csv(template, body, { columns: JSON.stringify({ Remark: 'nothing', Nope: null }) });
    assert.match(wrong.error?.message ?? '', /no field 'nothing'.*no column 'Nope'/s);
  });

  test('[SRC-34] dates are read in the format found in the file or chosen', async () => {
    const template = await deployed();
    assert.equal((await csv(template, 'code,day1\nA,25/12/2020\nB,03/04/2020\n')).data.accepted, 2);
    const sorted = await search(template, { sort: [{ code: 'asc' }] });
    assert.deepEqual(
      sorted.data.hits.hits.map((hit: { _source: { day1: number } }) =>
        new Date(hit._source.day1).toISOString().slice(0, 10),
      ),
      ['2020-12-25', '2020-04-03'],
    );
    await csv(template, 'code,day1\nC,03/04/2020\n', { formats: JSON.stringify({ day1: 'MM/dd/yyyy' }) });
    const chosen = await search(template, { query: { term: { code: 'C' } } });
    assert.equal(new Date(chosen.data.hits.hits[0]._source.day1).toISOString().slice(0, 10), '2020-03-04');
  });

  test('[SRC-29] a file of our own download goes back in: system columns are the platform’s', async () => {
    const template = await deployed();
    await csv(template, rowsOf(5));
    const text = await (
      await engineer.raw('POST', '/data/user/bulk', { query: { template, format: 'csv' }, body: {} })
    ).text();
    assert.deepEqual(countsOf((await csv(template, text)).data), [5, 0, 0, 5, 0]);
  });

  test('[STR-01] features, meta with data and plain objects come line by line; bad lines are rejected alone', async () => {
    const template = await deployed(FREE);
    const body = [
      '{"type":"Feature","geometry":{"type":"Point","coordinates":[101.6,3.1]},"properties":{"Name":"a","num1":1}}',
      '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]},"properties":{"name":"b"}}',
      '',
      '{"meta":{},"data":{"name":"c","num1":3}}',
      '{"name":"d","num1":"x"}',
      'not json',
      '{"name":"e","colour":"red"}',
      '[1]',
    ].join('\n');
    const reply = await lines(template, body);
    assert.deepEqual(countsOf(reply.data), [7, 3, 0, 0, 4], JSON.stringify(reply));
    assert.deepEqual(
      reply.data.errors.map((e: { line: number }) => e.line),
      [5, 6, 7, 8],
    );
    const near = await search(template, { query: { exists: { field: 'at' } } });
    assert.deepEqual(near.data.hits.hits[0]._source.at, { lat: 3.1, lon: 101.6 });
  });

  test('[STR-04] an upload that breaks off leaves nothing, and its request_id can be used again', async () => {
    const template = await deployed();
    const url = new URL(`${platform.url}/api/data/csv?template=${template}`);
    const headers = { authorization: `Bearer ${engineer.token}`, 'content-type': 'text/csv', request_id: 'broken-off' };
    await new Promise<void>((resolve) => {
      const upload = httpRequest(url, { method: 'POST', headers });
      upload.on('error', () => resolve());
      upload.write(rowsOf(200_000), () => upload.destroy());
      upload.on('close', () => resolve());
    });
    const reply = await csv(template, rowsOf(2), {}, 'broken-off');
    assert.deepEqual(countsOf(reply.data), [2, 2, 0, 0, 0]);
    assert.equal(await total(template), 2);
    assert.equal((await engineer.call('POST', '/data/batch', { body: { template } })).total, 1);
  });

  test('[ERR-06] an upload whose sender goes away is noted as that, packed or not, and is no unforeseen error', async () => {
    const { log } = platform.platform.services;
    const { level } = log;
    log.level = 'info';
    const child = log.child.bind(log);
    const noted: string[] = [];
    const note = (_fields: object, message?: string): void => void noted.push(message ?? '');
    log.child = ((...how: Parameters<typeof child>) =>
      Object.assign(child(...how), { error: note, info: note })) as typeof log.child;
    const url = new URL(`${platform.url}/api/data/csv?template=${await deployed()}`);
    const sent = { authorization: `Bearer ${engineer.token}`, 'content-type': 'text/csv' };
    const rows = Buffer.from(rowsOf(20_000));
    for (const [headers, body] of [
      [sent, rows],
      [{ ...sent, 'content-encoding': 'gzip' }, gzipSync(rows).subarray(0, -20)],
    ] as const) {
      const upload = httpRequest(url, { method: 'POST', headers });
      upload.on('error', () => {});
      upload.write(body, () => upload.destroy());
    }
    const told = 'the sender went away before all was here';
    await until(
      async () => noted,
      (messages) => messages.filter((message) => message === told).length === 2,
    ).finally(() => Object.assign(log, { child, level }));
    assert(!noted.includes('unforeseen error'), noted.join());
  });

  test('[API-15] a large file that is refused at its header still hears why', async () => {
    const template = await deployed();
    const body = `code,colour\n${'A,a colour that fills the line\n'.repeat(500_000)}`;
    const reply = await csv(template, body);
    assert.deepEqual([reply.http, reply.code], [422, 31]);
    assert.equal((await csv(template, 'code\nA\n')).data.accepted, 1);
  });

  test('[LIM-11] more than 1 GB is refused before it is read', async () => {
    const template = await deployed();
    const url = new URL(`${platform.url}/api/data/csv?template=${template}`);
    const headers = {
      authorization: `Bearer ${engineer.token}`,
      'content-type': 'text/csv',
      'content-length': 2 ** 31,
    };
    const status = await new Promise((resolve, reject) => {
      const upload = httpRequest(url, { method: 'POST', headers }, (response) => {
        resolve(response.statusCode);
        upload.destroy();
      });
      upload.on('error', reject);
      upload.write('code\n');
    });
    assert.equal(status, 413);
  });

  test('[TSK-06] a batch is cancelled whole: nothing of it is stored', async () => {
    const template = await deployed();
    const started = await csv(template, rowsOf(150_000), { wait: 'durable' });
    const ended = await engineer.call('POST', `/data/batch/${started.data.batch}/cancel`);
    assert.ok(['cancelled', 'done'].includes(ended.data.state));
    assert.equal(await total(template), ended.data.state === 'done' ? 150_000 : 0);
    const later = await csv(template, rowsOf(3, 'later'));
    assert.equal(later.data.accepted, 3);
  });

  test('[STR-04] batches of a template are served one after another, whatever comes at once', async () => {
    const template = await deployed();
    const replies = await Promise.all(Array.from({ length: 12 }, (_, i) => csv(template, rowsOf(200, `p${i % 4}-`))));
    const sum = replies
      .map((reply) => countsOf(reply.data))
      .reduce((a, b) => a.map((n, i) => Number(n) + Number(b[i])));
    assert.deepEqual(sum, [2400, 800, 0, 1600, 0]);
    assert.equal(await total(template), 800);
  });
});

describe('two tenants', () => {
  test('[SEC-02] batches, records and templates of another tenant are not there', async () => {
    const template = await deployed();
    const { data } = await csv(template, 'code\nA\n');
    const id = (await search(template)).data.hits.hits[0]._id;
    const tries: readonly [string, string, Record<string, unknown>?][] = [
      ['POST', `/data/csv?template=${template}`, { body: 'code\nB\n' }],
      ['PUT', `/data/user?template=${template}`, { body: { data: { code: 'B' } } }],
      ['DELETE', `/data/user?template=${template}&id=${id}`],
      ['POST', `/data/batch/${data.batch}/cancel`],
    ];
    for (const [method, path, options] of tries) {
      const reply = await other.call(method, path, options);
      assert.deepEqual([reply.http, reply.code], [404, 34], `${method} ${path}`);
    }
    for (const path of [
      `/data/user?template=${template}&id=${id}`,
      `/data/batch/${data.batch}`,
      `/data/batch/${data.batch}/rejected`,
    ]) {
      const reply = await other.call('GET', path);
      assert.deepEqual([reply.http, reply.code, reply.data], [200, 34, null], path);
    }
    for (const path of ['/data/user', '/data/user/bulk']) {
      const found = await other.call('POST', path, { query: { template }, body: {} });
      assert.deepEqual([found.http, found.code, found.data], [200, 34, null], path);
    }
    assert.equal((await other.call('POST', '/data/batch', { body: { template } })).total, 0);
    assert.equal(await total(template), 1);
  });
});

describe('templates that cannot take data', () => {
  test('[API-06] [ERR-05] an unknown template is 404/34, one not deployed 409/31 with a hint', async () => {
    const unknown = await csv('nothing', 'a\n1\n');
    assert.deepEqual([unknown.http, unknown.code], [404, 34]);
    const { data } = await engineer.call('PUT', '/schema/data/template', { body: { name: 'Draft', items: KEYED } });
    const draft = await csv(data.id, 'code\nA\n');
    assert.deepEqual([draft.http, draft.code], [409, 31]);
    assert.match(draft.error?.hint ?? '', /Deploy/);
  });

  test('[API-06] [ERR-03] a body of another content type is 415/32', async () => {
    const template = await deployed();
    const reply = await engineer.call('POST', '/data/csv', {
      query: { template },
      body: '{}',
      type: 'application/json',
    });
    assert.deepEqual([reply.http, reply.code], [415, 32]);
  });
});
