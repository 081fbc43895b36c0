import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { restLines } from './rest-pages.ts';
import type { RestPaging, RestRequest } from './rest-settings.ts';

type Row = { readonly num1: number; readonly hidden?: true };
type Offset = Extract<RestPaging, { readonly kind: 'offset' }>;
interface Answer {
  readonly status?: number;
  readonly rows?: readonly Row[];
  readonly total?: number;
}

const rowsTo = (count: number): readonly Row[] => Array.from({ length: count }, (_, num1) => ({ num1 }));

async function sendByHttp({ method, url, headers }: RestRequest) {
  const reply = await fetch(url, { method, headers });
  return { status: reply.status, headers: Object.fromEntries(reply.headers), body: await reply.bytes() };
}

/** The numbers of all rows that are read of a server which answers so, and how often it was asked. */
async function readAll(paging: Omit<Offset, 'kind'>, answer: (at: number, limit: number) => Answer) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked++;
    const { searchParams } = new URL(request.url ?? '/', 'http://x');
    const { status = 200, ...says } = answer(Number(searchParams.get(paging.param)), Number(searchParams.get('take')));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(says));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows`;
    const settings = { url, paging: { kind: 'offset', limit_param: 'take', ...paging } } as const;
    const read: unknown[] = [];
    for await (const lines of restLines(settings, sendByHttp, false)) {
      for (const line of Buffer.from(lines).toString().trimEnd().split('\n')) read.push(JSON.parse(line).num1);
    }
    return { read, asked };
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const numbers = (rows: readonly Row[]): readonly number[] => rows.map(({ num1 }) => num1);

test('[SRC-20] a server that gives at most a hundred rows of the five hundred asked for loses none, whatever its last page is', async () => {
  for (const count of [100, 250, 300, 7]) {
    const all = rowsTo(count);
    const byRows = await readAll({ param: 'skip', limit: 500 }, (at, limit) => ({
      rows: all.slice(at, at + Math.min(limit, 100)),
    }));
    assert.deepEqual(byRows.read, numbers(all), `${count} rows`);
    const byPages = await readAll({ param: 'page', by: 'pages', limit: 500 }, (page) => ({
      rows: all.slice((page - 1) * 100, page * 100),
    }));
    assert.deepEqual(byPages.read, numbers(all), `${count} rows by pages`);
  }
});

test('[SRC-20] pages that are cut at a size, each at another place, are read to the end without a total', async () => {
  const all = rowsTo(60);
  const { read } = await readAll({ param: 'skip', limit: 20 }, (at) => ({ rows: all.slice(at, at + 20 - (at % 7)) }));
  assert.deepEqual(read, numbers(all));
});

test('[SRC-20] rows that a server counts and hides neither end the reading nor double others', async () => {
  const all: readonly Row[] = rowsTo(100).map((row) => (row.num1 % 13 === 12 ? { ...row, hidden: true } : row));
  const seen = all.filter(({ hidden }) => !hidden);
  const served = (total: object) => (at: number, limit: number) => ({
    rows: all.slice(at, at + limit).filter(({ hidden }) => !hidden),
    ...total,
  });
  for (const total of [{}, { total: 100 }, { total: seen.length }])
    assert.deepEqual((await readAll({ param: 'skip', limit: 10 }, served(total))).read, numbers(seen));
  const stretch = (at: number, limit: number) => ({
    rows: all.slice(at, at + limit).filter(({ num1 }) => num1 < 20 || num1 >= 70),
    total: 100,
  });
  const { read } = await readAll({ param: 'skip', limit: 10 }, stretch);
  assert.deepEqual(read, [...numbers(all).slice(0, 20), ...numbers(all).slice(70)]);
});

test('[SRC-20] what stands behind the last page doubles nothing: the first again, the last again, a status, and a told total is not asked beyond', async () => {
  const all = rowsTo(25);
  const pages = [all.slice(0, 10), all.slice(10, 20), all.slice(20)];
  const paging = { param: 'page', by: 'pages', limit: 10 } as const;
  for (const behind of [{ rows: pages[0] ?? [] }, { rows: pages[2] ?? [] }, { status: 404 }, { status: 400 }])
    assert.deepEqual(await readAll(paging, (page) => (pages[page - 1] ? { rows: pages[page - 1] ?? [] } : behind)), {
      read: numbers(all),
      asked: 4,
    });
  const told = (page: number) => ({ rows: pages[page - 1] ?? [], total: 25 });
  assert.deepEqual(await readAll(paging, told), { read: numbers(all), asked: 3 });
  const whole = (page: number) => (page > 2 ? { status: 404 } : { rows: pages[page - 1] ?? [], total: 20 });
  assert.deepEqual((await readAll(paging, whole)).read, numbers(all.slice(0, 20)), 'the last page was a whole one');
});

test('[SRC-20] rows that nothing tells from each other are all read, also where pages of them are alike', async () => {
  const all = Array.from({ length: 35 }, () => ({ num1: 0 }));
  const { read } = await readAll({ param: 'skip', limit: 500 }, (at) => ({ rows: all.slice(at, at + 10) }));
  assert.deepEqual(read, numbers(all));
});

test('[SRC-20] a server that counts pages from 0 and tells only how many rows there are is found out: its first page would be missing', async () => {
  const paging = { param: 'page', by: 'pages', limit: 10 } as const;
  const served = (count: number) => (page: number) => ({
    rows: rowsTo(count).slice(page * 10, page * 10 + 10),
    total: count,
  });
  for (const [count, missing] of [
    [25, 10],
    [20, 10],
    [7, 7],
  ] as const) {
    await assert.rejects(
      readAll(paging, served(count)),
      new RegExp(`there are ${missing} rows more than it gave: it may count its pages from 0`),
    );
    assert.deepEqual((await readAll({ ...paging, start: 0 }, served(count))).read, numbers(rowsTo(count)));
  }
  const { read } = await readAll({ ...paging, start: 1 }, served(25));
  assert.equal(read.length, 15, 'where it was said that they are counted from 1');
});

test('[SRC-20] of a server that takes page 0 for page 1 no row comes twice; one that takes row 0 for row 1 is found out by its total', async () => {
  for (const count of [7, 10, 25, 30])
    for (const total of [{}, { total: count }]) {
      const clamped = (page: number) => ({
        rows: rowsTo(count).slice((Math.max(page, 1) - 1) * 10, Math.max(page, 1) * 10),
        ...total,
      });
      const { read } = await readAll({ param: 'page', by: 'pages', limit: 10, start: 0 }, clamped);
      assert.deepEqual(read, numbers(rowsTo(count)), `${count} rows`);
    }
  const byRows = (at: number, limit: number) => {
    const from = Math.max(at, 1) - 1;
    return { rows: rowsTo(25).slice(from, from + limit), total: 25 };
  };
  await assert.rejects(readAll({ param: 'startIndex', limit: 10 }, byRows), /counts its rows from 1\. Begin at 1/);
  assert.deepEqual((await readAll({ param: 'startIndex', limit: 10, start: 1 }, byRows)).read, numbers(rowsTo(25)));
});
