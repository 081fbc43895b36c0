import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startHostileServer } from './testing/hostile-server.ts';
import { openSourceBench } from './testing/source-bench.ts';

const { engineer, allow, saved, run, template, stop } = await openSourceBench();
const hostile = await startHostileServer();
after(async () => {
  hostile.close();
  await stop();
});
await allow([`127.0.0.1:${hostile.port}`]);

const NEXT = { path: 'items', paging: { kind: 'next', path: 'next' } };
const CURSOR = { path: 'items', paging: { kind: 'cursor', path: 'next', param: 'after' } };
const OFFSET = { path: 'items', paging: { kind: 'offset', param: 'skip', limit: 2 } };

const sourceOf = (provider: string, path: string, paging: object) =>
  saved({ provider, format: 'json', ds: { url: hostile.address(path), ...paging } });

const stored = async (id: string): Promise<number> =>
  (await engineer.call('POST', '/data/user', { query: { template: id }, body: { size: 0 } })).data.hits.total.value;

/** Each is refused in a sentence of this kind, leaves no row behind, and no batch that seems to run. */
async function refused(cases: readonly (readonly [string, string, object, RegExp])[]): Promise<void> {
  const id = await template(`Refused ${cases[0]?.[1]}`);
  for (const [provider, path, paging, sentence] of cases) {
    const source = await sourceOf(provider, path, paging);
    const { http, error } = await run(source, id);
    assert.ok(http >= 400 && http !== 500, `${provider} ${path}: ${http}`);
    assert.match(`${error?.message} ${error?.hint}`, sentence, `${provider} ${path}`);
  }
  assert.equal(await stored(id), 0);
  const { data, code } = await engineer.call('POST', '/data/batch', {
    body: { template: id, state: ['running', 'done'] },
  });
  assert.deepEqual([code, data], [30, []]);
}

test('[SEC-07] redirects to a file, to a private address, also at the end of a chain, are refused for both providers', () =>
  refused(
    ['rest', 'url'].flatMap((provider) => [
      [provider, '/to-file', {}, /'file:\/\/\/etc\/passwd' is no address that begins with http/],
      [provider, '/to-private', {}, /169\.254\.169\.254 is the local link.*Outbound addresses/],
      [provider, '/chain', {}, /169\.254\.169\.254 is the local link.*Outbound addresses/],
    ]),
  ));

test('[SRC-20] [STR-04] a server that fails in the middle of its pages is told with the page, and nothing of it is stored', () =>
  refused([
    ['rest', '/fails-later', NEXT, /answered with status 500 for page 3/],
    ['rest', '/signs-out', NEXT, /answered with status 401 for page 2: it does not let these credentials in/],
    ['rest', '/breaks-off', NEXT, /^Page 2: .*it announced 5000 bytes \(Content-Length\) and sent 23/],
    ['rest', '/says-less-later', NEXT, /^Page 2: .*it announced \d+ bytes \(Content-Length\) and sent at least 4 more/],
    ['rest', '/later-deep', NEXT, /Page 2 is not JSON: it is nested deeper than/],
    ['rest', '/no-address', NEXT, /After page 1 the server leads to no address: 'http:\/\/\['/],
    ['rest', '/long-address', NEXT, /address of page 2 is longer than 8192 characters/],
    ['rest', '/elsewhere', NEXT, /next page is at another server \(169\.254\.169\.254\)/],
  ]));

test('[SRC-20] pages that never end are left: the same cursor, the same page, and no rows at all', async () => {
  await refused([
    ['rest', '/same-cursor', CURSOR, /leads from page 2 back to/],
    ['rest', '/same-pages', OFFSET, /1000 pages in a row were empty or the same as the one before/],
    ['rest', '/empty-pages', NEXT, /1000 pages in a row were empty/],
  ]);
  assert.ok(hostile.asked('/empty-pages') <= 1001);
});

test('[SEC-07] [LIM-11] bodies that are cut, packed wrongly, packed bombs, deep or no JSON are refused', () =>
  refused([
    ['url', '/says-more', {}, /it announced 1000 bytes \(Content-Length\) and sent 20/],
    ['url', '/says-less', {}, /it announced 15 bytes \(Content-Length\) and sent at least 5 more/],
    ['url', '/says-less-once', {}, /it announced 15 bytes \(Content-Length\) and sent at least 5 more/],
    ['url', '/says-less-packed', {}, /it announced \d+ bytes \(Content-Length\) and sent at least 25 more/],
    ['rest', '/deep', {}, /The answer is not JSON: it is nested deeper than 256 levels/],
    ['rest', '/sorry', {}, /The answer is a web page \(HTML\), not JSON/],
    ['url', '/sorry', {}, /web page \(HTML\) without a table/],
    ['rest', '/bomb', {}, /larger than 64 MB/],
    ...(['rest', 'url'] as const).flatMap(
      (provider) =>
        [
          [provider, '/half-packed', {}, /unexpected end of file/],
          [provider, '/not-packed', {}, /incorrect header check/],
        ] as const,
    ),
  ]));

test('[SRC-33] an answer with a wrong content type or without a length is read whole', async () => {
  const id = await template('As they are');
  for (const [provider, path, rows] of [
    ['rest', '/as-html', 2],
    ['url', '/as-html', 2],
    ['url', '/says-nothing', 2],
    ['url', '/says-all', 60_000],
  ] as const)
    assert.equal((await run(await sourceOf(provider, path, {}), id)).data?.accepted, rows, `${provider} ${path}`);
  const deep = await run(await sourceOf('url', '/deep', {}), id);
  assert.deepEqual([deep.data?.read, deep.data?.rejected], [1, 1]);
  assert.match(deep.data?.errors[0].reason, /nested deeper/);
});

test('[SRC-20] a server that asks to be left alone is asked again then; for too long, or too often, the run says so', async () => {
  const id = await template('Busy');
  const { data, error } = await run(await sourceOf('rest', '/wait-a-little', NEXT), id);
  assert.deepEqual([data?.read, data?.accepted], [5, 5], error?.message);
  const file = await run(await sourceOf('url', '/wait-for-file', {}), id);
  assert.deepEqual([file.data?.read, file.data?.accepted], [1, 1], file.error?.message);
  await refused([
    ['rest', '/wait-long', NEXT, /status 429, and asks to be left alone for 86400 seconds/],
    ['url', '/wait-long', {}, /status 429, and asks to be left alone for 86400 seconds/],
    ['rest', '/wait-always', NEXT, /status 503: it has too much to do/],
  ]);
  const untold = await run(await sourceOf('rest', '/wait-untold', NEXT), id);
  assert.deepEqual([untold.data?.read, hostile.asked('/wait-untold')], [1, 2], untold.error?.message);
});
