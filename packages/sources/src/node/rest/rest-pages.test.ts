import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restLines } from './rest-pages.ts';
import { refusalText } from './rest-patience.ts';
import type { RestReply, RestSettings } from './rest-settings.ts';

const URL_OF_DATA = 'https://data.example/rows';

type Answer = Partial<Omit<RestReply, 'body'>> & { readonly says?: unknown };

/** Reads all pages of a server that answers so; the rows, and how often it was asked. */
async function readAll(settings: Partial<RestSettings>, answer: (asked: number) => Answer) {
  let asked = 0;
  const send = async (): Promise<RestReply> => {
    const { status = 200, headers = {}, says = [] } = answer(asked++);
    return { status, headers, body: Buffer.from(JSON.stringify(says)) };
  };
  const rows: unknown[] = [];
  for await (const lines of restLines({ url: URL_OF_DATA, ...settings }, send, false)) {
    for (const line of Buffer.from(lines).toString().trimEnd().split('\n')) rows.push(JSON.parse(line));
  }
  return { rows, asked };
}

const byLink = (asked: number, last: number): Readonly<Record<string, string>> =>
  asked < last ? { link: `<${URL_OF_DATA}?page=${asked + 1}>; rel="next"` } : {};

test('[SRC-20] thousands of empty pages between others are passed over; a thousand in a row end the reading', async () => {
  const last = 2400;
  const paging = { kind: 'next' } as const;
  const sometimes = await readAll({ paging }, (asked) => ({
    headers: byLink(asked, last),
    says: asked % 600 === 0 ? [{ page: asked }] : [],
  }));
  assert.deepEqual(
    sometimes.rows,
    [0, 600, 1200, 1800, 2400].map((page) => ({ page })),
  );
  const never = readAll({ paging }, (asked) => ({
    headers: byLink(asked, last),
    says: asked === 0 ? [{ page: 0 }] : [],
  }));
  await assert.rejects(never, /1000 pages in a row were empty or the same as the one before/);
});

test('[SRC-20] a server that is busy is asked again when it says, in seconds or as a date', async () => {
  const inOneSecond = () => new Date(Date.now() + 1000).toUTCString();
  for (const after of ['0', inOneSecond(), 'Fri, 01 Jan 2021 00:00:00 GMT']) {
    const { rows, asked } = await readAll({}, (times) =>
      times === 0 ? { status: 429, headers: { 'retry-after': after } } : { says: [{ num1: 1 }] },
    );
    assert.deepEqual([rows, asked], [[{ num1: 1 }], 2], after);
  }
  const hours = { status: 503, headers: { 'retry-after': new Date(Date.now() + 7_200_500).toUTCString() } };
  await assert.rejects(
    readAll({}, () => hours),
    /data\.example answered with status 503, and asks to be left alone for 7(199|200|201) seconds/,
  );
  const silent = readAll({}, () => ({ status: 429, headers: { 'retry-after': 'soon' } }));
  await assert.rejects(silent, /answered with status 429: it has too much to do/);
});

test('[SRC-20] a refusal names the server, the status and, behind the first, the page', () => {
  const said = (status: number, page?: number) => refusalText('data.example', { status, headers: {} }, page);
  assert.equal(said(500), 'data.example answered with status 500.');
  assert.equal(said(404, 3), 'data.example answered with status 404 for page 3.');
  assert.equal(said(403), 'data.example answered with status 403: it does not let these credentials in.');
});

test('[SRC-20] the address of the next page is found in the places that are usual, and the rows where they are wrapped twice', async () => {
  const paging = { kind: 'next' } as const;
  const next = `${URL_OF_DATA}?page=1`;
  for (const place of [
    { next },
    { next: '?page=1' },
    { next_page_url: next },
    { '@odata.nextLink': next },
    { _links: { next: { href: next } } },
    { links: { next } },
    { meta: { next } },
  ]) {
    const pages = await readAll({ paging }, (asked) =>
      asked === 0 ? { says: { items: [{ page: 0 }], ...place } } : { says: { items: [{ page: 1 }], next: null } },
    );
    assert.deepEqual([pages.rows, pages.asked], [[{ page: 0 }, { page: 1 }], 2], JSON.stringify(place));
  }
  const wrapped = await readAll({}, () => ({ says: { data: { rows: [{ a: 1 }, { a: 2 }], total: 2 }, meta: {} } }));
  assert.deepEqual(wrapped.rows, [{ a: 1 }, { a: 2 }]);
  for (const one of [
    { name: 'Ann', next: 'Bob' },
    { data: { items: [1, 2] } },
    { data: { id: 1, lines: [{ a: 1 }] } },
    { data: { items: [{ a: 1 }] }, result: { rows: [{ b: 1 }] } },
  ])
    assert.deepEqual((await readAll({ paging }, () => ({ says: one }))).rows, [one]);
});
