import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { restLines } from './rest-pages.ts';
import { refusalText, waitBefore } from './rest-patience.ts';
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
});

test('[SRC-20] a server that asks for fewer requests and does not say when is asked again ever later, whatever the request', async () => {
  for (const headers of [{}, { 'retry-after': 'soon' }])
    for (const method of ['GET', 'POST'])
      assert.deepEqual(
        [1, 2, 3, 4, 5, 6].map((sent) => waitBefore(method, { status: 429, headers }, sent)),
        [1, 3, 10, 30, 60, null],
      );
  assert.equal(waitBefore('POST', { status: 503, headers: {} }, 1), null, 'it may have begun with it');
  const { rows, asked } = await readAll({ verb: 'POST' }, (times) =>
    times === 0 ? { status: 429 } : { says: [{ num1: 1 }] },
  );
  assert.deepEqual([rows, asked], [[{ num1: 1 }], 2]);
  assert.match(refusalText('data.example', { status: 429, headers: {} }), /status 429: it has too much to do/);
});

test('[SRC-20] a token at the path of the next address is told as one; what leads somewhere is followed', async () => {
  const page = (next: unknown) =>
    readAll({ paging: { kind: 'next', path: 'next' } }, () => ({ says: { items: [{ a: 1 }], next } }));
  for (const token of ['eyJpZCI6MTB9', 'abc==', '2'])
    await assert.rejects(
      page(token),
      /After page 1 there is no address at 'next', but '.*': choose paging by a cursor/,
    );
  for (const next of ['?page=2', '/rows/2', 'rows/2', 'https://data.example/2', 'two.json']) {
    const read = await readAll({ paging: { kind: 'next', path: 'next' } }, (asked) => ({
      says: { items: [{ a: asked }], next: asked === 0 ? next : null },
    }));
    assert.equal(read.asked, 2, next);
  }
});

test('[SRC-20] a page a server fails at is asked for again, three times in all; what may change something there is not', async () => {
  const { rows, asked } = await readAll({}, (times) => (times === 0 ? { status: 502 } : { says: [{ num1: 1 }] }));
  assert.deepEqual([rows, asked], [[{ num1: 1 }], 2]);
  let sent = 0;
  const failing = () => {
    sent++;
    return { status: 500 };
  };
  await assert.rejects(readAll({}, failing), /data\.example answered with status 500\./);
  assert.equal(sent, 3);
  await assert.rejects(readAll({ verb: 'POST' }, failing), /status 500/);
  assert.equal(sent, 4);
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

test('[SRC-20] the next page is found in the links of OGC API, STAC and FHIR; an answer that says there are more is not taken for the last', async () => {
  const paging = { kind: 'next' } as const;
  const next = `${URL_OF_DATA}?page=1`;
  const self = { rel: 'self', href: URL_OF_DATA };
  for (const place of [
    { links: [self, { rel: 'next', href: next }] },
    { meta: { links: [self, { rel: 'next', href: next }] } },
    { link: [{ relation: 'next', url: next }] },
    { d: { __next: next } },
    { nextRecordsUrl: '/rows?page=1', done: false },
    { pagination: { next_page: next } },
    { next: next.replace('https:', 'http:') },
  ]) {
    const says = (page: number) => ({ items: [{ page }], ...(page === 0 ? place : { links: [self] }) });
    const { rows, asked } = await readAll({ paging, path: 'items' }, (page) => ({ says: says(page) }));
    assert.deepEqual([rows, asked], [[{ page: 0 }, { page: 1 }], 2], JSON.stringify(place));
  }
  const cursor = { kind: 'cursor', param: 'after', path: 'nextpagetoken' } as const;
  const items = [{ a: 1 }];
  for (const [way, said, sentence] of [
    [paging, { has_more: true }, /Page 1 says at 'has_more' that more rows follow.*Look how its server pages/],
    [paging, { meta: { hasNext: true } }, /at 'meta\.hasNext'/],
    [paging, { meta: { next: 't2' } }, /There is a cursor at 'meta\.next'/],
    [paging, { nextPageToken: 't2' }, /There is a cursor at 'nextPageToken': choose paging by it/],
    [cursor, { nextPageToken: 't2' }, /There is a cursor at 'nextPageToken'/],
    [cursor, { pageInfo: { hasNextPage: true, endCursor: 'x' } }, /at 'pageInfo\.hasNextPage'/],
  ] as const)
    await assert.rejects(
      readAll({ paging: way }, () => ({ says: { items, ...said } })),
      sentence,
    );
  for (const said of [{ has_more: false, next_cursor: 'x' }, { next_cursor: '' }, { nextPageToken: null }])
    assert.equal((await readAll({ paging }, () => ({ says: { items, ...said } }))).asked, 1);
});

test('[SRC-20] a page of number 1 that says another one stands before it is refused: the server counts from 0', async () => {
  const paging = { kind: 'offset', param: 'page', by: 'pages', limit: 1 } as const;
  const items = [{ a: 1 }];
  for (const said of [{ first: false }, { previous: `${URL_OF_DATA}?page=0` }, { _links: { prev: { href: '/rows' } } }])
    await assert.rejects(
      readAll({ paging }, () => ({ says: { items, ...said } })),
      /The page of page=1 says that another one stands before it: count the pages from 0/,
    );
  const read = (start: number, said: object) =>
    readAll({ paging: { ...paging, start } }, (asked) => ({ says: asked === 0 ? { items, ...said } : { items: [] } }));
  assert.deepEqual((await read(5, { first: false })).rows, items);
  assert.deepEqual((await read(1, { first: true, previous: null })).rows, items);
});

test('[SRC-20] rows are found among other lists, within what GraphQL answers, as lists of values and by their columns, as in files', async () => {
  const two = [{ a: 1 }, { a: 2 }];
  for (const [says, path] of [
    [{ data: two, included: [{ b: 1 }], errors: [] }],
    [{ errors: [], items: two }],
    [[{ page: 1, total: 2 }, two]],
    [{ data: { users: two } }],
    [{ data: { users: { nodes: two, pageInfo: { hasNextPage: false } } } }],
    [[['a'], [1], [2]]],
    [{ columns: [{ name: 'a', type: 'int' }], rows: [[1], [2]] }],
    [{ result: { fields: ['a'], list: [[1], [2]] } }, 'result.list'],
    [{ hourly: { a: [1, 2], b: [3, 4] }, units: { a: 'm' } }, 'hourly'],
  ] as const) {
    const { rows } = await readAll(path ? { path } : {}, () => ({ says }));
    const known = path === 'hourly' ? two.map((row, i) => ({ ...row, b: i + 3 })) : two;
    assert.deepEqual(rows, known, JSON.stringify(says));
  }
  for (const one of [
    { id: 1, lists: ['a'], more: ['b'] },
    { data: { id: 1, lines: [{ a: 1 }] }, tags: ['a'], x: [1] },
  ])
    assert.deepEqual((await readAll({}, () => ({ says: one }))).rows, [one]);
});

test('[SRC-20] a list that is null is no row; one beside an error is refused', async () => {
  const nothing = async (says: unknown, path?: string) => {
    const send = async (): Promise<RestReply> => ({
      status: 200,
      headers: {},
      body: Buffer.from(JSON.stringify(says)),
    });
    let bytes = 0;
    for await (const lines of restLines({ url: URL_OF_DATA, ...(path && { path }) }, send, false))
      bytes += lines.length;
    return bytes === 0;
  };
  assert.equal(await nothing({ items: null, total: 0 }), true);
  assert.equal(await nothing({ data: { items: null } }, 'data.items'), true);
  assert.equal(await nothing({ id: 1, data: null }), false, 'an object');
  await assert.rejects(
    nothing({ data: null, errors: [{ message: 'no' }] }, 'data'),
    /says at 'errors' that something went wrong: no/,
  );
});

test('[SRC-20] a page whose connection is cut is asked for again; what may change something there is not', async () => {
  const cut = Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' });
  const read = async (verb: 'GET' | 'POST', failing: number, cause: Error) => {
    let asked = 0;
    const send = async (): Promise<RestReply> => {
      if (asked++ < failing) throw new Error('no answer', { cause });
      return { status: 200, headers: {}, body: Buffer.from('[{"a":1}]') };
    };
    for await (const _ of restLines({ url: URL_OF_DATA, verb }, send, false));
    return asked;
  };
  assert.equal(await read('GET', 1, cut), 2);
  await assert.rejects(read('POST', 1, cut), /no answer/);
  await assert.rejects(read('GET', 1, new Error('not packed')), /no answer/);
});

test('[SRC-20] [SRC-36] a letter of an answer that is no UTF-8 refuses its row; another sign for what cannot be read is a letter', async () => {
  const read = async (body: Buffer) => {
    const send = async (): Promise<RestReply> => ({ status: 200, headers: {}, body });
    const lines: Uint8Array[] = [];
    for await (const piece of restLines({ url: URL_OF_DATA }, send, false)) lines.push(piece);
    return Buffer.concat(lines);
  };
  const broken = Buffer.concat([Buffer.from('[{"a":"Zürich 🙂"},{"a":"x'), Buffer.of(0xc3, 0x28), Buffer.from('"}]')]);
  const [first, second] = (await read(broken)).toString('latin1').split('\n');
  assert.equal(Buffer.from(first ?? '', 'latin1').toString(), '{"a":"Zürich 🙂"}');
  assert.equal(second, '{"a":"x\xff("}');
  assert.equal((await read(Buffer.from('[{"a":"\uFFFD"}]'))).toString(), '{"a":"\uFFFD"}\n');
});

test('[SRC-20] a server that allows fewer rows than a page is said to have loses none', async () => {
  const all = Array.from({ length: 7 }, (_, num1) => ({ num1 }));
  const capped = (most: number, beyond: Answer) => {
    let at = 0;
    return (): Answer => {
      const says = all.slice(at, at + most);
      at += most;
      return says.length > 0 ? { says } : beyond;
    };
  };
  const paging = { kind: 'offset', param: 'skip', limit: 1000 } as const;
  for (const beyond of [{ says: [] }, { status: 404 }, { status: 204 }, { says: { message: 'no more' } }])
    for (const [most, asked] of [
      [3, 4],
      [7, 2],
      [1, 8],
    ] as const)
      assert.deepEqual(await readAll({ paging }, capped(most, beyond)), { rows: all, asked });
  assert.deepEqual(await readAll({ paging }, () => ({ says: all })), { rows: all, asked: 2 }, 'it knows no pages');
  await assert.rejects(readAll({ paging }, capped(3, { status: 500 })), /status 500 for page 4/);
  await assert.rejects(readAll({ paging }, capped(7, { status: 500 })), /status 500 for page 2/);
});

test('[SRC-20] a page that is empty, or shortened, in the middle is not the last where the server says how many rows there are', async () => {
  const pages = [[1, 2, 3], [4], [], [5, 6, 7], [8]].map((page) => page.map((num1) => ({ num1 })));
  const all = pages.flat();
  const paging = { kind: 'offset', param: 'page', by: 'pages', limit: 3 } as const;
  const served =
    (total: object, headers = {}) =>
    (asked: number) => ({ headers, says: { rows: pages[asked] ?? [], ...total } });
  for (const answer of [
    served({ total: 8 }),
    served({ meta: { total_count: 8 } }),
    served({}, { 'x-total-count': '8' }),
  ])
    assert.deepEqual(await readAll({ paging }, answer), { rows: all, asked: 5 });
  assert.deepEqual(
    await readAll({ paging }, served({ total: 1000 })),
    { rows: all, asked: 25 },
    'twenty empty pages end it',
  );
  assert.deepEqual(await readAll({ paging }, served({ total: 4 })), { rows: all.slice(0, 4), asked: 2 });
  assert.deepEqual(await readAll({ paging }, served({})), { rows: all.slice(0, 4), asked: 3 }, 'an empty page ends it');
  const beyond = (asked: number) => (asked < 5 ? served({ total: 1000 })(asked) : { status: 404 });
  assert.deepEqual(await readAll({ paging }, beyond), { rows: all, asked: 6 });
});

test('[SRC-20] a next page is never passed over: names with dots, links with commas, objects; what is none is refused', async () => {
  const next = `${URL_OF_DATA}?page=1`;
  const second = { says: { items: [{ page: 1 }] } };
  const read = (first: Answer, path?: string) =>
    readAll({ paging: { kind: 'next', ...(path && { path }) } }, (asked) => (asked === 0 ? first : second));
  const items = [{ page: 0 }];
  const places: readonly (readonly [Answer, string?])[] = [
    [{ says: { items, '@odata.nextLink': next } }, '@odata.nextLink'],
    [{ says: { items, meta: { 'a.b': { 'u.rl': next } } } }, 'meta.a.b.u.rl'],
    [{ says: { items, more: { href: next } } }, 'more'],
    [
      {
        says: { items },
        headers: { link: `<${URL_OF_DATA}?a=1,2>; title="a, b; c"; rel="last", <${next}>; title="x, y"; rel=next` },
      },
    ],
    [{ says: { items }, headers: { link: `<${next}>; rel="last NEXT"` } }],
  ];
  for (const [first, path] of places) assert.equal((await read(first, path)).asked, 2, JSON.stringify(first));
  const archive = { says: { items }, headers: { link: `<${next}>; rel="next-archive"` } };
  assert.equal((await read(archive)).asked, 1);
  await assert.rejects(read({ says: { items, page: 2 } }, 'page'), /After page 1 the server leads to no address: '2'/);
});

test('[SRC-20] a cursor that is a number goes back by the digits it came with; what is none is refused', async () => {
  const read = async (cursor: string) => {
    const asked: (string | null)[] = [];
    const send = async ({ url }: { readonly url: string }): Promise<RestReply> => {
      asked.push(new URL(url).searchParams.get('after'));
      const next = asked.length === 1 ? cursor : 'null';
      return { status: 200, headers: {}, body: Buffer.from(`{"rows":[{"a":${asked.length}}],"next":${next}}`) };
    };
    const paging = { kind: 'cursor', param: 'after', path: 'next' } as const;
    for await (const _ of restLines({ url: URL_OF_DATA, paging }, send, false));
    return asked;
  };
  for (const cursor of ['7', '0', '1783467283648163841', '10.0', '1e21'])
    assert.deepEqual(await read(cursor), [null, cursor]);
  for (const cursor of ['true', '{"id":1}', '[1]'])
    await assert.rejects(read(cursor), { message: `After page 1 there is no cursor at 'next', but ${cursor}.` });
});

test('[SRC-20] [SRC-23] NaN of an answer is a cell, as that of a file; what is no JSON is told with its place', async () => {
  const read = async (body: string | Uint8Array, headers: RestReply['headers'] = {}) => {
    const send = async (): Promise<RestReply> => ({ status: 200, headers, body: Buffer.from(body) });
    const lines: string[] = [];
    for await (const piece of restLines({ url: URL_OF_DATA }, send, false)) lines.push(Buffer.from(piece).toString());
    return lines.join('').trim();
  };
  assert.equal(await read('[{"a":NaN,"b":1.10}]'), '{"a":"NaN","b":1.10}');
  await assert.rejects(read(' \n'), /The answer is empty\./);
  await assert.rejects(read('<rows>'), /The answer is not JSON: character 1: <rows> is no value/);
  await assert.rejects(
    read('\n<!DOCTYPE html><html>'),
    /The answer is a web page \(HTML\), not JSON: look at the address/,
  );
  await assert.rejects(
    read('a,b\n1,2\n', { 'content-type': 'text/csv' }),
    /a table, not JSON: take the source for a Url/,
  );
  await assert.rejects(read(gzipSync('[{"a":1}]')), /a packed file \(gzip\), not JSON: .* a Url/);
  await assert.rejects(read('<?xml version="1.0"?><rows/>'), /The answer is XML, not JSON: ask the server for JSON/);
});

test('[SEC-07] what signs in by an address is left out of what is said of it', async () => {
  const paging = { kind: 'next' } as const;
  const auth = { type: 'API Key', name: 'acme', api_key: 'hidden1', in: 'query' } as const;
  const link = `<${URL_OF_DATA}?ACME=hidden1&access_token=hidden2&page=1>; rel="next"`;
  await assert.rejects(
    readAll({ paging, auth }, (asked) => ({ headers: { link }, says: [{ asked }] })),
    (cause: Error) => /page=1/.test(cause.message) && !/hidden/.test(cause.message),
  );
});

test('[SRC-20] an answer is read in the encoding it says or shows', async () => {
  const read = async (body: Uint8Array, type: string) => {
    const send = async (): Promise<RestReply> => ({ status: 200, headers: { 'content-type': type }, body });
    const lines: string[] = [];
    for await (const piece of restLines({ url: URL_OF_DATA }, send, false)) lines.push(Buffer.from(piece).toString());
    return lines.join('').trim();
  };
  const latin = Buffer.from('[{"a":"Zürich, Genève"}]', 'latin1');
  const expected = '{"a":"Zürich, Genève"}';
  assert.equal(await read(latin, 'application/json; charset=ISO-8859-1'), expected);
  assert.equal(await read(latin, 'application/json'), expected);
  assert.equal(await read(Buffer.from(`[${expected}]`), 'application/json; charset=iso-8859-1'), expected);
  assert.equal(await read(Buffer.from(`\uFEFF[${expected}]`, 'utf16le'), 'application/json'), expected);
  assert.equal(
    await read(Buffer.from('5b7b2261223a22cde5f2227d5d', 'hex'), 'text/json;charset="windows-1251"'),
    '{"a":"Нет"}',
  );
});

test('[SRC-20] an answer of lines of JSON is read as the list of them, by its content type or without one', async () => {
  const read = async (body: string, type = 'application/json', spatial = false) => {
    const send = async (): Promise<RestReply> => ({
      status: 200,
      headers: { 'content-type': type },
      body: Buffer.from(body),
    });
    const lines: string[] = [];
    for await (const piece of restLines({ url: URL_OF_DATA }, send, spatial)) lines.push(Buffer.from(piece).toString());
    return lines.join('').trim();
  };
  const two = '{"a":1.10,"tags":[1]}\n{"a":12345678901234567890}';
  for (const type of ['application/x-ndjson', 'application/jsonl; charset=utf-8', 'text/plain', 'application/json'])
    for (const body of [two, `${two}\n`, `\uFEFF${two.replaceAll('\n', '\r\n\r\n')}\r\n`])
      assert.equal(await read(body, type), two, `${type}: ${JSON.stringify(body)}`);
  assert.equal(await read('{"a":1,"tags":[1]}\n', 'application/x-ndjson'), '{"a":1,"tags":[1]}');
  assert.equal(await read('[{"a":1},\n{"a":2}]', 'application/x-ndjson'), '{"a":1}\n{"a":2}');
  assert.equal(await read('\u001e{"a":1}\n\u001e{\n"a":2}\n', 'application/json-seq'), '{"a":1}\n{"a":2}');
  const feature = '{"type":"Feature","properties":{"a":1},"geometry":null}';
  for (const body of [`${feature}\n${feature}\n`, `\u001e${feature}\n\u001e${feature}\n`])
    assert.equal(await read(body, 'application/geo+json-seq', true), `${feature}\n${feature}`);
  await assert.rejects(read('{"a":1}\n{"a":2\n', 'application/x-ndjson'), /The answer is not JSON in line 2: /);
  await assert.rejects(read(two, 'application/x-ndjson', true), /Not a valid GeoJSON data/);
});

test('[SRC-22] features of a data server in another system than degrees are refused', async () => {
  const answer = (name: string) => () => ({
    says: { type: 'FeatureCollection', crs: { type: 'name', properties: { name } }, features: [{ type: 'Feature' }] },
  });
  assert.equal((await readAll({}, answer('urn:ogc:def:crs:OGC:1.3:CRS84'))).rows.length, 1);
  await assert.rejects(readAll({}, answer('urn:ogc:def:crs:EPSG::25832')), /system '.*25832', not degrees.*Convert it/);
});
