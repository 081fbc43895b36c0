import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restLines } from './rest-pages.ts';
import type { RestBody, RestReply, RestRequest, RestSettings } from './rest-settings.ts';

const URL_OF_DATA = 'https://data.example/rows';
const CURSOR = { kind: 'cursor', in: 'body', param: 'after', path: 'next' } as const;
const json = (text: string): RestBody => ({ kind: 'raw', raw: 'json', text });

interface Read extends Partial<RestSettings> {
  readonly start?: string;
}

/** The bodies a server is asked with that answers so, and the cursors that were told of. */
async function readAll({ start, ...settings }: Read, answers: readonly string[]) {
  const asked: RestRequest[] = [];
  const cursors: (string | null)[] = [];
  const send = async (request: RestRequest): Promise<RestReply> => {
    asked.push(request);
    return { status: 200, headers: {}, body: Buffer.from(answers[asked.length - 1] ?? answers.at(-1) ?? '') };
  };
  const all = { url: URL_OF_DATA, verb: 'POST', paging: CURSOR, ...settings } as const;
  const onPage = (cursor: string | null): unknown => cursors.push(cursor);
  for await (const _ of restLines(all, send, false, { ...(start && { cursor: start }), onPage }));
  return { bodies: asked.map(({ body }) => String(body)), urls: asked.map(({ url }) => url), cursors, asked };
}

const page = (next: string): string => `{"rows":[{"a":1}],"next":${next}}`;

test('[SRC-20] a cursor goes into a member of the JSON body as the answer has it; the rest of the body and the address stay', async () => {
  const query = [{ name: 'sort', value: 'a' }];
  for (const next of ['"t2"', '7', '1783467283648163841', '10.0', '[17,"x"]', '{"id":{"S":"k"}}']) {
    const body = json('{ "size": 2, "big": 12345678901234567890 }');
    const { bodies, urls, cursors } = await readAll({ body, query }, [page(next), page('null')]);
    assert.deepEqual(bodies, [
      '{ "size": 2, "big": 12345678901234567890 }',
      `{"size":2,"big":12345678901234567890,"after":${next}}`,
    ]);
    assert.deepEqual(urls, [`${URL_OF_DATA}?sort=a`, `${URL_OF_DATA}?sort=a`]);
    assert.deepEqual(cursors, [null, next]);
    const resumed = await readAll({ body, start: next }, [page('null')]);
    assert.deepEqual(resumed.bodies, bodies.slice(1), 'a later reading begins there');
  }
  await assert.rejects(readAll({ body: json('{}') }, [page('true')]), {
    message: "After page 1 there is no cursor at 'next', but true.",
  });
});

test('[SRC-20] a dotted path leads into the body: members that are missing are made, a name may hold the dot itself', async () => {
  const asked = async (param: string, text: string) =>
    (await readAll({ paging: { ...CURSOR, param }, body: json(text) }, [page('"t2"'), page('null')])).bodies[1];
  assert.equal(
    await asked('variables.after', '{"query":"q","variables":{"first":2,"after":null}}'),
    '{"query":"q","variables":{"first":2,"after":"t2"}}',
  );
  assert.equal(await asked('page.cursor', '{"a":[1]}'), '{"a":[1],"page":{"cursor":"t2"}}');
  assert.equal(await asked('page.cursor', '{"page":null}'), '{"page":{"cursor":"t2"}}');
  assert.equal(await asked('page.cursor', '{"page.cursor":""}'), '{"page.cursor":"t2"}');
  assert.equal(await asked('__proto__.cursor', '{}'), '{"__proto__":{"cursor":"t2"}}');
});

test('[SRC-20] a cursor goes into a field of a form', async () => {
  const fields = [
    { name: 'after', value: '' },
    { name: 'size', value: '2' },
  ];
  const form = (kind: 'form-data' | 'x-www-form-urlencoded') =>
    readAll({ body: { kind, fields } }, [page('"t&2"'), page('12345678901234567890'), page('null')]);
  const { bodies, cursors } = await form('x-www-form-urlencoded');
  assert.deepEqual(bodies, ['after=&size=2', 'after=t%262&size=2', 'after=12345678901234567890&size=2']);
  assert.deepEqual(cursors, [null, 't&2', '12345678901234567890']);
  assert.match((await form('form-data')).bodies[1] ?? '', /name="after"\r\n\r\nt&2\r\n/);
  await assert.rejects(readAll({ body: { kind: 'x-www-form-urlencoded', fields } }, [page('[1]')]), {
    message: "After page 1 there is no cursor at 'next', but [1].",
  });
});

test('[SRC-20] a cursor in the body that comes again ends the reading, as does an answer that says beside it that nothing more follows', async () => {
  await assert.rejects(readAll({ body: json('{}') }, [page('"t2"'), page('"t3"'), page('"t2"')]), {
    message: 'The server leads from page 3 back to https://data.example/rows with the cursor "t2".',
  });
  // Dropbox, GraphQL: the last page has a cursor, too
  const last = '{"rows":[{"a":2}],"info":{"hasNextPage":false,"end":"t3"},"has_more":false,"next":"t3"}';
  for (const path of ['info.end', 'next']) {
    const first = '{"rows":[{"a":1}],"info":{"hasNextPage":true,"end":"t2"},"has_more":true,"next":"t2"}';
    const { asked } = await readAll({ body: json('{}'), paging: { ...CURSOR, path } }, [first, last]);
    assert.equal(asked.length, 2, path);
  }
});

test('[SRC-20] what is counted up goes into the body, too, with the size of a page: a number of JSON, or a field of a form', async () => {
  const rows = (...values: readonly number[]): string => JSON.stringify({ rows: values.map((a) => ({ a })) });
  const answers = [rows(1, 2), rows(3, 4), rows()];
  const counted = { kind: 'offset', in: 'body', param: 'page.from', limit: 2, limit_param: 'size' } as const;
  const query = [{ name: 'q', value: 'x' }];
  const { bodies, urls } = await readAll(
    { body: json('{"size":500,"big":12345678901234567890}'), query, paging: counted },
    answers,
  );
  assert.deepEqual(
    bodies,
    [0, 2, 4].map((from) => `{"size":2,"big":12345678901234567890,"page":{"from":${from}}}`),
  );
  assert.deepEqual(new Set(urls), new Set([`${URL_OF_DATA}?q=x`]));
  const form = { kind: 'x-www-form-urlencoded', fields: [{ name: 'p', value: '' }] } as const;
  const byPages = { kind: 'offset', in: 'body', param: 'p', by: 'pages', limit: 2 } as const;
  assert.deepEqual((await readAll({ body: form, paging: byPages }, answers)).bodies, ['p=1', 'p=2', 'p=3']);
});

test('[SRC-20] the cursor may stand in the last element of a list (-1), as the sort of the last hit does for search_after', async () => {
  const hits = (...sorts: readonly string[]): string =>
    `{"took":1,"hits":{"total":{"value":3},"hits":[${sorts.map((sort) => `{"_id":"x","sort":${sort}}`).join(',')}]}}`;
  const { bodies } = await readAll(
    {
      body: json('{"size":2,"sort":["num1"]}'),
      paging: { kind: 'cursor', in: 'body', param: 'search_after', path: 'hits.hits.-1.sort' },
    },
    [hits('[1]', '[1783467283648163841,"b"]'), hits('[9]'), hits()],
  );
  assert.deepEqual(bodies.slice(1), [
    '{"size":2,"sort":["num1"],"search_after":[1783467283648163841,"b"]}',
    '{"size":2,"sort":["num1"],"search_after":[9]}',
  ]);
});
