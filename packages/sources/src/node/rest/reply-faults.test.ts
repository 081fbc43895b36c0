import assert from 'node:assert/strict';
import { test } from 'node:test';
import { restLines } from './rest-pages.ts';
import type { RestReply, RestSettings } from './rest-settings.ts';

const URL_OF_DATA = 'https://data.example/rows';

interface Answer {
  readonly says: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The rows of a server that answers so, one answer to each request, the last one again to all others. */
async function rowsOf(settings: Partial<RestSettings>, ...answers: readonly Answer[]): Promise<readonly unknown[]> {
  let asked = 0;
  const send = async (): Promise<RestReply> => {
    const { says, status = 200, headers = {} } = answers[Math.min(asked++, answers.length - 1)] ?? { says: [] };
    return { status, headers, body: Buffer.from(JSON.stringify(says)) };
  };
  const rows: unknown[] = [];
  for await (const lines of restLines({ url: URL_OF_DATA, ...settings }, send, false))
    for (const line of Buffer.from(lines).toString().trimEnd().split('\n')) rows.push(JSON.parse(line));
  return rows;
}

const next = { kind: 'next' } as const;
const items = [{ a: 1 }];

test('[SRC-20] an answer of success that says that something went wrong is no row', async () => {
  for (const [says, sentence] of [
    [{ error: { code: 400, message: 'Invalid query', details: [] } }, /says at 'error' that .* wrong: Invalid query/],
    [{ help: 'h', success: false, error: { message: 'Not found' } }, /at 'error' .*: Not found/],
    [{ ok: false, error: 'invalid_auth' }, /at 'error' .*: invalid_auth/],
    [{ success: false, message: 'No such table' }, /at 'success' .*: No such table/],
    [{ errors: [{ message: 'Bad field' }], data: null }, /at 'errors' .*: Bad field/],
    [{ data: { items }, errors: [{ message: 'Timeout' }] }, /at 'errors' .*: Timeout/],
  ] as const)
    await assert.rejects(rowsOf({}, { says }), sentence);
  for (const row of [
    { device: 'a', error: 'E12' },
    { id: 1, error: { message: 'no ink' } },
    { status: 'ok', error: null },
    { id: 1, ok: false },
  ])
    assert.deepEqual(await rowsOf({}, { says: row }), [row]);
  assert.deepEqual(await rowsOf({}, { says: { items, errors: ['row 7'] } }), items);
  await assert.rejects(
    rowsOf({ paging: next }, { says: { items, next: '?page=2' } }, { says: { error: 'gone' } }),
    /gone/,
  );
});

test('[SEC-07] what a server says of an error is told without what signs in', async () => {
  const auth = { type: 'API Key', name: 'key', api_key: 'abc-hidden', in: 'query' } as const;
  const headers = [{ name: 'x-token', value: 'also-hidden' }];
  await assert.rejects(
    rowsOf({ auth, headers }, { says: { error: 'Key abc-hidden of also-hidden is no key' } }),
    (cause: Error) => /wrong: Key … of … is no key/.test(cause.message),
  );
});

test('[SRC-20] an answer whose server gave up on rows, or works on them still, is not taken for all', async () => {
  for (const [answer, sentence] of [
    [
      { says: { timed_out: true, hits: { hits: [{ _id: '1', _source: { a: 1 } }] } } },
      /at 'timed_out' that it gave up/,
    ],
    [{ says: { total_count: 1, incomplete_results: true, items } }, /at 'incomplete_results'/],
    [{ says: { elements: items, remark: 'runtime error: Query timed out in "query"' } }, /at 'remark'/],
    [{ says: { status: 'running' }, status: 202 }, /status 202: it works on the rows, and has them later\./],
    [{ says: {}, status: 202, headers: { location: '/jobs/1' } }, /later at another address \(Location\)/],
  ] as const)
    await assert.rejects(rowsOf({}, answer), sentence);
  assert.deepEqual(await rowsOf({}, { says: items, status: 202 }), items);
  assert.deepEqual(await rowsOf({}, { says: { items, timed_out: false, remark: 'of 2026' } }), items);
});

test('[SRC-20] rows that follow a page no link leads on from are not passed over', async () => {
  for (const [said, sentence] of [
    [{ exceededTransferLimit: true }, /at 'exceededTransferLimit' that more rows follow/],
    [{ properties: { exceededTransferLimit: true } }, /at 'properties\.exceededTransferLimit'/],
    [{ isLast: false }, /at 'isLast'/],
    [{ last: false, number: 0 }, /at 'last'/],
    [{ offset: 'itr1/rec1' }, /There is a cursor at 'offset'/],
    [{ startAt: 0, total: 3 }, /says there are 3 rows and gave 1, and the paging finds no way to the others/],
    [{ numberMatched: 2 }, /there are 2 rows and gave 1/],
  ] as const)
    await assert.rejects(rowsOf({ paging: next }, { says: { items, ...said } }), sentence);
  for (const said of [{ offset: '0' }, { offset: 0, total: 1 }, { isLast: true }, { last: 'x' }])
    assert.deepEqual(await rowsOf({ paging: next }, { says: { items, ...said } }), items);
  const linked = { says: { items, paging: { next: { after: 'x', link: `${URL_OF_DATA}?after=x` } } } };
  assert.deepEqual(
    await rowsOf({ paging: next }, linked, { says: { items } }),
    [...items, ...items],
    'as HubSpot links',
  );
});

test('[SRC-20] a catalogue that leads on for ever (CKAN) ends with its last row', async () => {
  const page = (records: readonly object[], at: number): Answer => ({
    says: {
      success: true,
      result: { fields: [{ id: 'a' }], records, total: 3, _links: { next: `/rows?offset=${at}` } },
    },
  });
  const all = [{ a: 1 }, { a: 2 }, { a: 3 }];
  assert.deepEqual(await rowsOf({ paging: next }, page(all.slice(0, 2), 2), page(all.slice(2), 4), page([], 6)), all);
});

test('[SRC-20] rows are found where OpenSearch, SCIM and connections of GraphQL have them; statistics by places are refused by name', async () => {
  const hits = [{ _id: '1', _source: { a: 1 } }];
  for (const [says, rows] of [
    [{ took: 1, timed_out: false, _shards: {}, hits: { total: { value: 1 }, hits } }, hits],
    [{ schemas: ['s'], totalResults: 1, Resources: items }, items],
    [
      { data: { repository: { issues: { totalCount: 1, edges: [{ node: { a: 1 } }], pageInfo: {} } } } },
      [{ node: { a: 1 } }],
    ],
  ] as const)
    assert.deepEqual(await rowsOf({}, { says }), rows);
  for (const [says, name] of [
    [{ class: 'dataset', id: ['geo'], size: [2], dimension: { geo: {} }, value: [1, 2] }, 'JSON-stat'],
    [{ data: { dataSets: [{ series: { '0:0': { observations: {} } } }], structures: [{}] } }, 'SDMX-JSON'],
    [{ dataSets: [{ observations: { '0:0': [1] } }], structure: {} }, 'SDMX-JSON'],
  ] as const)
    await assert.rejects(rowsOf({}, { says }), new RegExp(`The answer is ${name}, .* ask its server for CSV`));
});

test('[SRC-20] a server that gives its last cursor again, and says that no more rows follow, has come to its end', async () => {
  const paging = { kind: 'cursor', param: 'after', path: 'next' } as const;
  const first = { says: { items, has_more: true, next: 't1' } };
  assert.deepEqual(await rowsOf({ paging }, first, { says: { items: [], has_more: false, next: 't1' } }), items);
  await assert.rejects(rowsOf({ paging }, first, { says: { items: [], next: 't1' } }), /leads from page 2 back to/);
});
