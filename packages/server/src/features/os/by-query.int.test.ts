import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door, foreign } = await doorsForFile();

async function filled(index: string, count: number, body: object = {}): Promise<void> {
  await door('PUT', `/${index}`, body);
  const lines = Array.from({ length: count }, (_, n) => `{"index":{"_id":"${n}"}}\n{"n":${n},"word":"w${n % 3}"}\n`);
  await door('POST', `/${index}/_bulk`, lines.join(''));
}

const count = async (index: string, query: object = { match_all: {} }): Promise<number> =>
  (await door('POST', `/${index}/_count`, { query })).json.count;

test('a delete by query takes what matches, batch by batch, and nothing else', async () => {
  await filled('del', 25);
  const { status, json } = await door('POST', '/del/_delete_by_query?scroll_size=4', {
    query: { range: { n: { lt: 10 } } },
  });
  assert.equal(status, 200);
  const { took: _, ...rest } = json;
  assert.deepEqual(rest, {
    timed_out: false,
    total: 10,
    deleted: 10,
    batches: 3,
    version_conflicts: 0,
    noops: 0,
    retries: { bulk: 0, search: 0 },
    throttled_millis: 0,
    requests_per_second: -1,
    throttled_until_millis: 0,
    failures: [],
  });
  assert.equal(await count('del'), 15);
  const some = await door('POST', '/del/_delete_by_query?max_docs=2', {
    query: { match_all: {} },
    sort: [{ n: 'desc' }],
  });
  assert.equal(some.json.deleted, 2);
  assert.equal(await count('del', { range: { n: { gte: 23 } } }), 0);
  assert.equal((await door('POST', '/del/_delete_by_query?q=n:12')).json.deleted, 1);
  const one = await door('POST', '/del/_delete_by_query?size=1', { query: { match_all: {} } });
  assert.equal(one.json.deleted, 1, 'size of the address is the older name of max_docs');
  const all = await door('POST', '/del/_delete_by_query', { query: { match_all: {} }, size: 5 });
  assert.deepEqual([all.json.deleted, all.json.batches], [11, 3], 'size of the body is that of a batch');
});

test('[IDX-09] a batch is as many documents as were asked for, whichever indexes they are in', async () => {
  await filled('two-1', 3);
  await filled('two-2', 4);
  const found = [
    await door('POST', '/two-1,two-2/_update_by_query?scroll_size=5'),
    await door('POST', '/_reindex', { source: { index: ['two-1', 'two-2'], size: 5 }, dest: { index: 'of-two' } }),
    await door('POST', '/two-*/_delete_by_query?scroll_size=100', { query: { match_all: {} } }),
  ];
  assert.deepEqual(
    found.map(({ json }) => [json.total, json.batches]),
    [
      [7, 2],
      [7, 2],
      [7, 1],
    ],
  );
});

test('an update by query brings documents under a field that was mapped after them', async () => {
  await filled('upd', 7, { mappings: { dynamic: false, properties: { n: { type: 'integer' } } } });
  await door('PUT', '/upd/_doc/r?routing=cat', { n: 99, word: 'w1' });
  await door('PUT', '/upd/_mapping', { properties: { word: { type: 'keyword' } } });
  assert.equal(await count('upd', { term: { word: 'w1' } }), 0);
  const { json } = await door('POST', '/upd/_update_by_query?slices=2');
  assert.equal(json.updated, 8);
  assert.equal(json.slices.length, 2);
  assert.equal(json.slices[0].updated + json.slices[1].updated, 8);
  assert.equal(await count('upd', { term: { word: 'w1' } }), 3);
  const routed = await door('GET', '/upd/_doc/r?routing=cat');
  assert.equal(routed.json._version, 2);
  assert.equal(routed.json._routing, 'cat');
});

test('what only pages of hits have is refused by query, so that no other documents are changed than meant', async () => {
  await filled('pages', 10);
  const refused: readonly (readonly [address: string, body: object, reason: RegExp])[] = [
    ['?from=3', {}, /using \[from\] is not allowed in a scroll context;2: from is not supported in this context/],
    ['', { from: 0 }, /1: from is not supported in this context/],
    ['', { search_after: [3], sort: ['n'] }, /`search_after` cannot be used in a scroll context/],
    ['', { collapse: { field: 'n' } }, /cannot use `collapse` in a scroll context/],
    ['', { rescore: { query: { rescore_query: { match_all: {} } } } }, /using \[rescore\] is not allowed/],
    ['?terminate_after=1', {}, /\[terminate_after\] ends no search here: say with \[max_docs\]/],
  ];
  for (const [address, body, reason] of refused) {
    for (const call of ['_delete_by_query', '_update_by_query']) {
      const { status, json } = await door('POST', `/pages/${call}${address}`, { query: { match_all: {} }, ...body });
      assert.equal(status, 400);
      assert.match(json.error.reason, reason);
    }
  }
  assert.equal(await count('pages'), 10);
});

test('a reindex carries documents over, with their numbers digit for digit, under another type', async () => {
  await door('PUT', '/from/_doc/1', '{"code":"007","big":9007199254740993,"drop":1}');
  await door('PUT', '/from/_doc/2', '{"code":"8","big":1.10,"drop":2}');
  await door('PUT', '/to', { mappings: { properties: { code: { type: 'integer' } } } });
  const { status, json } = await door('POST', '/_reindex', {
    source: { index: 'from', _source: ['code', 'big'], query: { match_all: {} } },
    dest: { index: 'to' },
  });
  assert.equal(status, 200);
  assert.equal(json.created, 2);
  assert.equal(await count('to', { term: { code: 7 } }), 1);
  assert.match((await door('GET', '/to/_doc/1')).text, /"_source":\{"code":"007","big":9007199254740993\}/);
  assert.match((await door('GET', '/to/_doc/2')).text, /"big":1\.10\}/);
});

test('what a reindex cannot write is told with its reason; conflicts stop it or are counted', async () => {
  await filled('src', 3);
  await door('PUT', '/strict', { mappings: { properties: { word: { type: 'integer' } } } });
  const bad = await door('POST', '/_reindex', { source: { index: 'src' }, dest: { index: 'strict' } });
  assert.equal(bad.status, 400);
  assert.equal(bad.json.failures.length, 3);
  assert.equal(bad.json.failures[0].cause.type, 'mapper_parsing_exception');
  assert.equal(await count('strict'), 0);
  const body = { source: { index: 'src' }, dest: { index: 'kept', op_type: 'create' } };
  await door('PUT', '/kept/_doc/1', { n: 'mine' });
  const stopped = await door('POST', '/_reindex', body);
  assert.equal(stopped.status, 409);
  assert.equal(stopped.json.version_conflicts, 1);
  assert.equal(stopped.json.failures[0].id, '1');
  const gone = await door('POST', '/_reindex', { ...body, conflicts: 'proceed' });
  assert.equal(gone.status, 200);
  assert.equal(gone.json.version_conflicts, 3);
  assert.deepEqual(gone.json.failures, []);
  assert.equal((await door('GET', '/kept/_doc/1')).json._source.n, 'mine');
});

test('[IDX-09] documents in conflict leave their places among those that are enough to others', async () => {
  await filled('many', 5);
  await door('PUT', '/some/_doc/0', {});
  await door('PUT', '/some/_doc/1', {});
  const body = { source: { index: 'many', size: 2 }, dest: { index: 'some', op_type: 'create' }, conflicts: 'proceed' };
  const { json } = await door('POST', '/_reindex?max_docs=2', body);
  assert.deepEqual([json.total, json.created, json.version_conflicts, json.batches], [2, 2, 2, 2]);
  const last = (await door('POST', '/_reindex', { ...body, max_docs: 2 })).json;
  assert.deepEqual([last.total, last.created, last.version_conflicts], [2, 1, 4]);
});

test('external versions let a reindex bring only what is newer', async () => {
  await door('PUT', '/newer/_doc/1', { n: 1 });
  await door('PUT', '/newer/_doc/1', { n: 2 });
  await door('PUT', '/newer/_doc/2', { n: 1 });
  const body = { source: { index: 'newer' }, dest: { index: 'copy', version_type: 'external' }, conflicts: 'proceed' };
  assert.equal((await door('POST', '/_reindex', body)).json.created, 2);
  await door('PUT', '/newer/_doc/2', { n: 5 });
  const again = (await door('POST', '/_reindex', body)).json;
  assert.equal(again.updated, 1);
  assert.equal(again.version_conflicts, 1);
  assert.equal((await door('GET', '/copy/_doc/2')).json._version, 2);
});

test('a wrong request is refused in OpenSearch’s words before anything is touched', async () => {
  await filled('keep', 2);
  const cases: readonly (readonly [path: string, body: object, type: string, reason: RegExp])[] = [
    ['/keep/_delete_by_query', {}, 'action_request_validation_exception', /^Validation Failed: 1: query is missing;$/],
    [
      '/keep/_update_by_query?conflicts=x',
      {},
      'illegal_argument_exception',
      /^conflicts may only be "proceed" or "abort" but was \[x\]$/,
    ],
    [
      '/keep/_update_by_query?slices=0',
      {},
      'illegal_argument_exception',
      /^\[slices\] must be a positive integer or the string "auto", but was \[0\]$/,
    ],
    [
      '/keep/_update_by_query?slices=2',
      { slice: { id: 0, max: 2 } },
      'action_request_validation_exception',
      /1: can't specify both manual and automatic slicing at the same time;$/,
    ],
    ['/keep/_update_by_query?max_docs=0', {}, 'illegal_argument_exception', /^\[max_docs\] should be >= \[slices\]$/],
    [
      '/keep/_update_by_query?max_docs=1',
      { max_docs: 2 },
      'illegal_argument_exception',
      /^\[max_docs\] set to two different values \[2\] and \[1\]$/,
    ],
    [
      '/keep/_update_by_query?size=1&max_docs=2',
      {},
      'illegal_argument_exception',
      /^\[max_docs\] set to two different values \[1\] and \[2\]$/,
    ],
    [
      '/keep/_update_by_query?size=-1',
      {},
      'illegal_argument_exception',
      /^\[max_docs\] parameter cannot be negative, found \[-1\]$/,
    ],
    [
      '/keep/_update_by_query?requests_per_second=0',
      {},
      'illegal_argument_exception',
      /^\[requests_per_second\] must be a float greater than 0\./,
    ],
    [
      '/keep/_update_by_query?scroll_size=0',
      {},
      'action_request_validation_exception',
      /\[size\] cannot be \[0\] in a scroll context/,
    ],
    [
      '/keep/_update_by_query?what=1',
      {},
      'illegal_argument_exception',
      /^request \[\/keep\/_update_by_query\] contains unrecognized parameter: \[what\]$/,
    ],
    [
      '/keep/_update_by_query',
      { script: { source: 'ctx._source.n++' } },
      'illegal_argument_exception',
      /^Scripts are not run here/,
    ],
    [
      '/_reindex',
      { source: { index: 'keep' }, dest: { index: 'keep' } },
      'action_request_validation_exception',
      /reindex cannot write into an index its reading from \[keep\]/,
    ],
    ['/_reindex', { source: { index: 'keep' } }, 'action_request_validation_exception', /index must be specified/],
    [
      '/_reindex',
      { dest: { index: 'k' } },
      'action_request_validation_exception',
      /use _all if you really want to copy/,
    ],
    [
      '/_reindex',
      { source: { index: 'keep' }, dest: { index: 'k', op_type: 'x' } },
      'x_content_parse_exception',
      /failed to parse field \[op_type\]/,
    ],
    [
      '/_reindex',
      { source: { index: 'keep' }, dest: { index: 'k', pipeline: 'p' } },
      'illegal_argument_exception',
      /pipeline with id \[p\] does not exist/,
    ],
    [
      '/_reindex',
      { source: { index: 'keep', remote: { host: 'http://else:9200' } }, dest: { index: 'k' } },
      'illegal_argument_exception',
      /not allowlisted/,
    ],
    [
      '/_reindex',
      { source: { index: 'keep' }, dest: { index: 'k', routing: 'x' } },
      'action_request_validation_exception',
      /routing must be unset/,
    ],
  ];
  for (const [path, body, type, reason] of cases) {
    const { status, json } = await door('POST', path, body);
    assert.equal(status, 400, path);
    assert.equal(json.error.type, type, path);
    assert.match(json.error.reason ?? '', reason);
  }
  assert.equal((await door('POST', '/nowhere/_delete_by_query', { query: { match_all: {} } })).status, 404);
  assert.equal((await door('HEAD', '/k')).status, 404);
  assert.equal((await door('GET', '/keep/_doc/0')).json._version, 1);
});

test('[TSK-06] work nobody waits for is a task: asked after, hurried, ended, and kept', async () => {
  await filled('slow', 5);
  const body = { source: { index: 'slow', size: 1 }, dest: { index: 'slow-copy' } };
  const begun = await door('POST', '/_reindex?wait_for_completion=false&requests_per_second=0.001', body);
  const task: string = begun.json.task;
  assert.match(task, /:\d+$/);
  const seen = await door('GET', `/_tasks/${task}`);
  assert.equal(seen.json.completed, false);
  assert.equal(seen.json.task.action, 'indices:data/write/reindex');
  assert.equal(seen.json.task.description, 'reindex from [slow] to [slow-copy]');
  assert.equal(seen.json.task.cancellable, true);
  const listed = await door('GET', '/_tasks?actions=*reindex&detailed&group_by=none');
  assert.equal(listed.json.tasks.length, 1);
  assert.equal(listed.json.tasks[0].status.requests_per_second, 0.001);
  assert.deepEqual((await door('GET', '/_tasks?actions=*byquery')).json, { nodes: {} });
  for (const [method, path] of [
    ['GET', `/_tasks/${task}`],
    ['GET', `/_tasks/${task}?wait_for_completion=true`],
  ] as const) {
    assert.equal((await foreign(method, path)).status, 404, 'of another tenant');
  }
  assert.deepEqual((await foreign('GET', '/_tasks')).json, { nodes: {} });
  assert.deepEqual((await foreign('POST', '/_tasks/_cancel')).json, { nodes: {} });
  for (const path of [`/_tasks/${task}/_cancel`, `/_reindex/${task}/_rethrottle?requests_per_second=-1`]) {
    const { json } = await foreign('POST', path);
    assert.equal(json.node_failures[0].caused_by.type, 'resource_not_found_exception');
  }
  const faster = await door('POST', `/_reindex/${task}/_rethrottle?requests_per_second=-1`);
  assert.equal(Object.values<Record<string, never>>(faster.json.nodes).length, 1);
  const done = await door('GET', `/_tasks/${task}?wait_for_completion=true`);
  assert.equal(done.json.completed, true);
  assert.equal(done.json.response.created, 5);
  assert.equal(done.json.response.batches, 5);
  assert.deepEqual((await door('GET', `/_tasks/${task}`)).json, done.json);
  assert.equal((await foreign('GET', `/_tasks/${task}`)).status, 404);
  assert.equal(await count('slow-copy'), 5);
});

test('[TSK-06] a cancelled task stops between two batches and says so', async () => {
  await filled('stop', 5);
  const begun = await door(
    'POST',
    '/stop/_delete_by_query?wait_for_completion=false&requests_per_second=0.001&scroll_size=2',
    {
      query: { match_all: {} },
    },
  );
  const ended = await door('POST', `/_tasks/${begun.json.task}/_cancel`);
  const [node] = Object.values<{ tasks: Record<string, { cancelled: boolean }> }>(ended.json.nodes);
  assert.equal(Object.values(node?.tasks ?? {})[0]?.cancelled, true);
  const { json } = await door('GET', `/_tasks/${begun.json.task}?wait_for_completion`);
  assert.equal(json.response.canceled, 'by user request');
  assert.equal(await count('stop'), 5 - json.response.deleted);
  assert.ok(json.response.deleted < 5);
  assert.equal((await door('POST', `/_tasks/${begun.json.task}/_cancel`)).json.node_failures.length, 1);
  assert.equal((await door('GET', '/_tasks/nonsense')).status, 400);
});

test('[TSK-06] a task that fails keeps its error', async () => {
  await filled('fails', 1);
  const begun = await door('POST', '/fails/_update_by_query?wait_for_completion=false', {
    query: { match: { n: { query: 'x', fuzziness: 1 } } },
  });
  const { json } = await door('GET', `/_tasks/${begun.json.task}?wait_for_completion`);
  assert.equal(json.completed, true);
  assert.equal(typeof json.error.reason, 'string');
});

test('[SEC-02] no work by query reads or changes an index of another tenant', async () => {
  await filled('mine', 3);
  for (const index of ['mine', '*', '_all']) {
    await foreign('POST', `/${index}/_delete_by_query`, { query: { match_all: {} } });
    await foreign('POST', `/${index}/_update_by_query`, {});
    await foreign('POST', '/_reindex', { source: { index }, dest: { index: 'stolen' } });
  }
  assert.equal(await count('mine'), 3);
  assert.equal((await door('GET', '/mine/_doc/1')).json._version, 1);
  assert.notEqual((await foreign('GET', '/stolen/_count')).json.count, 3);
});
