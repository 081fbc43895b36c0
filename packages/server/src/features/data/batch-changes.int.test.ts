import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Caller, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;
let foreigner: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
  foreigner = await platform.b.as('data engineer');
});
after(() => platform.stop());

async function template(key: boolean): Promise<string> {
  const items = [
    { name: 'id', value_type: 2, is_key: key, mandatory: key },
    { name: 'ts1', value_type: 9 },
    { name: 'num1', value_type: 6 },
  ];
  const body = { name: `Mended ${randomUUID()}`, items };
  const { data, error } = await engineer.call('PUT', '/schema/data/template', { body });
  assert.ok(data, error?.message);
  const deployed = await engineer.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: data.id },
  });
  assert.equal(deployed.code, 30, deployed.error?.message);
  return data.id;
}

type Query = Readonly<Record<string, string | number | boolean>>;
interface Shown {
  readonly line: number;
  readonly raw: Readonly<Record<string, string>>;
  readonly origin?: unknown;
  readonly cells: readonly { readonly field: string }[];
  readonly changed: readonly string[];
}
type Json = Readonly<Record<string, unknown>>;
const load = async (into: string, body: string, query: Query = {}) =>
  (await engineer.call('POST', '/data/csv', { query: { template: into, ...query }, body })).data;
const counts = ({ read, accepted, replaced, unchanged, rejected }: Record<string, number>) => [
  read,
  accepted,
  replaced,
  unchanged,
  rejected,
];
const get = async (batch: string) => (await engineer.call('GET', `/data/batch/${batch}`)).data;
const rejected = async (batch: string, query: Query = {}) =>
  engineer.call('GET', `/data/batch/${batch}/rejected`, { query });
const replay = (batch: string, body: object, query: Query = {}, requestId: string = randomUUID()) =>
  engineer.call('POST', `/data/batch/${batch}/replay`, { query, body, requestId });
const undo = (batch: string, query: Query = {}, caller = engineer) =>
  caller.call('POST', `/data/batch/${batch}/undo`, { query });
const found = async (into: string): Promise<number> =>
  (await engineer.call('POST', '/data/user', { query: { template: into }, body: { size: 0 } })).data.hits.total.value;

const BROKEN =
  'id,ts1,num1\n1,2024-03-01,1.5\n2,2024-03-02,"2,5"\n3,2024-03-03,"3,5"\n4,soon,4\n5,2024-03-05,5,extra\n';

test('[SCR-08] mended rows go in by hand and by rule, and the ledger of their batch keeps adding up', async () => {
  const into = await template(false);
  const { batch, ...ledger } = await load(into, BROKEN);
  assert.deepEqual(counts(ledger), [5, 1, 0, 0, 4]);
  const { data: causes } = await engineer.call('GET', `/data/batch/${batch}/causes`);
  assert.deepEqual(
    causes.map(({ field, rule, rows }: Record<string, unknown>) => [field, rule, rows]),
    [
      ['num1', 'type', 2],
      ['', 'columns', 1],
      ['ts1', 'date', 1],
    ],
  );
  const rule = { column: 'num1', field: 'num1', rule: 'type', transforms: [{ kind: 'number', decimal: ',' }] };
  const dry = await replay(batch, { rule }, { dry_run: true });
  assert.deepEqual([counts(dry.data), dry.data.dry_run], [[2, 2, 0, 0, 0], true]);
  assert.deepEqual(counts(await get(batch)), [5, 1, 0, 0, 4], 'asking changes nothing');

  const requestId = randomUUID();
  assert.deepEqual(counts((await replay(batch, { rule }, {}, requestId)).data), [2, 2, 0, 0, 0]);
  assert.deepEqual(
    counts((await replay(batch, { rule }, {}, requestId)).data),
    [2, 2, 0, 0, 0],
    'sent twice, done once',
  );
  assert.deepEqual(counts(await get(batch)), [5, 3, 0, 0, 2]);

  const rows = [
    { line: 5, raw: { id: '4', ts1: '2024-03-04', num1: '4' } },
    { line: 6, raw: '5,2024-03-05,five' },
  ];
  const others = await replay(batch, { rows }, {}, requestId);
  assert.deepEqual(counts(others.data), [2, 1, 0, 0, 1], 'other rows under the same request_id are sent, too');
  const left = await rejected(batch);
  assert.deepEqual(
    left.data.map(({ line, raw, origin, cells }: Shown) => [line, raw.num1 ?? raw, origin, cells[0]?.field]),
    [[6, 'five', '5,2024-03-05,5,extra', 'num1']],
  );
  const state = await get(batch);
  assert.deepEqual(counts(state), [5, 4, 0, 0, 1]);
  assert.deepEqual(
    state.timeline.map(({ what }: { what: string }) => what),
    ['received', 'durable', 'applied', 'replayed', 'replayed'],
  );
  assert.equal(state.sha256, createHash('sha256').update(BROKEN).digest('hex'));
  assert.equal(await found(into), 4);
  const again = await replay(batch, { rows: rows.slice(0, 1) });
  assert.deepEqual([again.http, again.code], [409, 31]);
  assert.match(again.error?.message ?? '', /mended by somebody else meanwhile/);
});

test('[SCR-08] a row that somebody else wrote anew meanwhile is not overwritten, and one they mended is named', async () => {
  const { batch } = await load(await template(false), BROKEN);
  const was = { id: '2', ts1: '2024-03-02', num1: '2,5' };
  const other = { id: '3', ts1: '2024-03-03', num1: '3,5' };
  const theirs = { ...was, ts1: '2024-05-02' };
  const first = [
    { line: 3, was, raw: theirs },
    { line: 4, was: other, raw: { ...other, num1: '3.5' } },
  ];
  assert.deepEqual(counts((await replay(batch, { rows: first })).data), [2, 1, 0, 0, 1]);
  const mine = [
    { line: 3, was, raw: { ...was, num1: '2.5' } },
    { line: 4, was: other, raw: { ...other, num1: '35' } },
  ];
  for (const query of [{ dry_run: true }, {}]) {
    const late = await replay(batch, { rows: mine }, query);
    assert.deepEqual([late.http, late.code], [409, 31]);
    assert.match(late.error?.message ?? '', /mended by somebody else.*rewritten by somebody else/);
    assert.deepEqual(late.data.gone, [4]);
    assert.deepEqual(
      late.data.rewritten.map(({ line, raw }: Shown) => [line, raw]),
      [[3, theirs]],
    );
  }
  assert.deepEqual(counts(await get(batch)), [5, 2, 0, 0, 3], 'nothing of what came late was taken');
  const both = [{ line: 3, was: theirs, raw: { ...theirs, num1: '2.5' } }];
  assert.deepEqual(counts((await replay(batch, { rows: both })).data), [1, 1, 0, 0, 0]);
});

test('[SCR-08] of two who send the same row at once the second is told what the first made of it', async () => {
  const { batch } = await load(await template(false), BROKEN);
  const was = { id: '2', ts1: '2024-03-02', num1: '2,5' };
  const days = ['2024-05-01', '2024-05-02', '2024-05-03'];
  const sent = await Promise.all(days.map((ts1) => replay(batch, { rows: [{ line: 3, was, raw: { ...was, ts1 } }] })));
  assert.deepEqual(sent.map(({ http }) => http).sort(), [200, 409, 409]);
  const taken = days[sent.findIndex(({ http }) => http === 200)];
  for (const { data } of sent.filter(({ http }) => http === 409)) assert.equal(data.rewritten[0].raw.ts1, taken);
});

test('[SCR-08] a replay that would change nothing, or is none, says so', async () => {
  const { batch } = await load(await template(false), BROKEN);
  const trim = { column: 'num1', transforms: [{ kind: 'upper' }] };
  assert.equal((await replay(batch, { rule: trim })).http, 422);
  assert.deepEqual(counts((await replay(batch, { rule: trim }, { dry_run: true })).data), [0, 0, 0, 0, 0]);
  const none = { ...trim, field: 'num1', rule: 'range' };
  assert.deepEqual(counts((await replay(batch, { rule: none }, { dry_run: true })).data), [0, 0, 0, 0, 0]);
  assert.equal((await replay(batch, {})).code, 32);
  assert.equal((await replay(batch, { rule: { ...trim, transforms: [{ kind: 'nonsense' }] } })).code, 32);
  const twice = [
    { line: 3, raw: {} },
    { line: 3, raw: {} },
  ];
  assert.equal((await replay(batch, { rows: twice })).code, 32);
  assert.equal((await replay('none', { rows: [{ line: 1, raw: '' }] })).code, 34);
  assert.deepEqual(counts(await get(batch)), [5, 1, 0, 0, 4]);
});

test('[SCR-08] a mended row or a rule that names a column the file has not is refused, and nothing of it is taken', async () => {
  const { batch } = await load(await template(false), BROKEN);
  const [row] = (await engineer.call('GET', `/data/batch/${batch}/rejected`)).data;
  for (const dry_run of [true, false]) {
    const reply = await replay(batch, { rows: [{ line: row.line, raw: { ...row.raw, nope: '7' } }] }, { dry_run });
    assert.deepEqual([reply.http, reply.code], [422, 31]);
    assert.match(reply.error?.error.fields?.['rows.0.raw.nope'] ?? '', /^'nope' is none of the columns of the file: /);
    const rule = { column: 'nope', transforms: [{ kind: 'upper' }] };
    const ruled = await replay(batch, { rule }, { dry_run });
    assert.deepEqual(Object.keys(ruled.error?.error.fields ?? {}), ['rule.column']);
  }
  assert.deepEqual(counts(await get(batch)), [5, 1, 0, 0, 4]);
});

test('[SCR-08] a mended row fills a field that no column of the file does, as one that became mandatory since', async () => {
  const into = await template(false);
  const { batch } = await load(into, 'id,num1\n1,x\n2,2\n');
  const { name, version, items } = (await engineer.call('GET', `/schema/data/template/${into}`)).data;
  const more = [...items, { name: 'must1', value_type: 8, mandatory: true }];
  const changed = await engineer.call('PATCH', '/schema/data/template', {
    body: { id: into, name, version, items: more },
  });
  assert.equal(changed.error, null, JSON.stringify(changed));
  const deployed = await engineer.call('PATCH', '/schema/data/template', {
    query: { mode: 'deploy' },
    body: { id: into },
  });
  assert.equal(deployed.error, null, JSON.stringify(deployed));
  const [row] = (await rejected(batch)).data;
  const mended = { ...row.raw, num1: '1' };
  const without = await replay(batch, { rows: [{ line: row.line, raw: mended }] });
  assert.deepEqual(counts(without.data), [1, 0, 0, 0, 1]);
  assert.deepEqual(
    without.data.errors.map(({ field }: { readonly field: string }) => field),
    ['must1'],
  );
  for (const other of ['_user_id', 'nope']) {
    const raw = { ...mended, [other]: 'a' };
    assert.equal((await replay(batch, { rows: [{ line: row.line, raw }] })).http, 422, other);
  }
  const rows = [{ line: row.line, raw: { ...mended, must1: 'a' } }];
  assert.deepEqual(counts((await replay(batch, { rows }, { dry_run: true })).data), [1, 1, 0, 0, 0]);
  assert.deepEqual(counts((await replay(batch, { rows })).data), [1, 1, 0, 0, 0]);
  const { hits } = (
    await engineer.call('POST', '/data/user', { query: { template: into }, body: { query: { term: { id: 1 } } } })
  ).data;
  const { num1, must1 } = hits.hits[0]._source;
  assert.deepEqual([num1, must1], [1, 'a']);
});

test('[SRC-36] a batch is undone once: added rows go, replaced ones come back; the stream does not bring it back', async () => {
  const into = await template(true);
  await load(into, 'id,num1\n1,1\n2,2\n');
  const { batch } = await load(into, 'id,num1\n1,10\n3,30\n');
  const asked = await undo(batch, { dry_run: true });
  assert.deepEqual([asked.data.removed, asked.data.restored, asked.data.kept, asked.data.ts], [1, 1, 0, null]);
  assert.equal((await get(batch)).state, 'done');
  const done = await undo(batch);
  assert.deepEqual([done.data.removed, done.data.restored, done.data.kept], [1, 1, 0]);
  assert.deepEqual((await undo(batch)).data.ts, done.data.ts);
  const state = await get(batch);
  assert.equal(state.state, 'undone');
  assert.equal(state.undone.user_name, done.data.user_name);
  assert.equal(state.timeline.at(-1).what, 'undone');
  assert.equal(await found(into), 2);
  const body = { id: into, partitions: [{ partition: 0, last_offset: 0 }] };
  const reset = await engineer.call('POST', '/schema/data/template/stream/reset', { body });
  assert.equal(reset.data.batches, 0);
  assert.equal(await found(into), 2);
  const listed = await engineer.call('POST', '/data/batch', { body: { template: into, state: 'undone' } });
  assert.deepEqual(
    listed.data.map((one: { batch: string }) => one.batch),
    [batch],
  );
  assert.equal((await replay(batch, { rows: [{ line: 2, raw: {} }] })).http, 409);
});

test('[SCR-08] [SCR-01] batches are listed by the time they came in, and by whether rows are still rejected', async () => {
  const into = await template(true);
  const sound = (await load(into, 'id,num1\n1,1\n')).batch;
  const { batch } = await load(into, 'id,num1\n2,none\n');
  const list = async (body: object) => {
    const { data, total, error } = await engineer.call('POST', '/data/batch', { body: { template: into, ...body } });
    return error ?? [total, data.map((one: { batch: string }) => one.batch)];
  };
  assert.deepEqual(await list({}), [2, [batch, sound]]);
  assert.deepEqual(await list({ rejects: true }), [1, [batch]]);
  const { ts } = await get(sound);
  assert.deepEqual(await list({ since: ts }), [2, [batch, sound]]);
  assert.deepEqual(await list({ since: Date.now() + 1 }), [0, []]);
  assert.deepEqual(await list({ since: ts, to: 0 }), [2, []]);
  assert.deepEqual(await list({ since: ts, rejects: true, to: 0 }), [1, []]);
  await replay(batch, { rows: [{ line: 2, raw: { id: '2', num1: '5' } }] });
  assert.deepEqual(await list({ rejects: true }), [0, []]);
  assert.deepEqual(await list({ since: Date.now() + 1, state: 'done' }), [0, []]);
});

test('[SRC-36] later edits stand in the way with their list, unless they are to be kept', async () => {
  const into = await template(true);
  const { batch } = await load(into, 'id,num1\n1,1\n2,2\n');
  await engineer.call('PUT', '/data/user', { query: { template: into }, body: { id: 2, num1: 22 } });
  const refused = await undo(batch);
  assert.deepEqual([refused.http, refused.code], [409, 31]);
  assert.match(refused.error?.message ?? '', /^1 record was edited after this batch/);
  const asked = await undo(batch, { dry_run: true });
  assert.deepEqual([asked.data.kept, asked.data.later[0].what], [1, 'changed']);
  assert.deepEqual([(await undo(batch, { keep_later: true })).data.removed, await found(into)], [1, 1]);
});

test('[SEC-02] batches of another tenant can be neither mended nor undone nor read', async () => {
  const into = await template(false);
  const { batch } = await load(into, BROKEN);
  assert.equal((await undo(batch, {}, foreigner)).code, 34);
  const body = { rows: [{ line: 3, raw: { id: '2', ts1: '', num1: '2' } }] };
  assert.equal((await foreigner.call('POST', `/data/batch/${batch}/replay`, { body })).code, 34);
  for (const what of ['causes', 'original', 'rejected']) {
    assert.equal((await foreigner.call('GET', `/data/batch/${batch}/${what}`)).data, null, what);
  }
  assert.equal(await found(into), 1);
});

test('[SCR-08] the file of a dry run can be had again from the batch made of it', async () => {
  const into = await template(false);
  const { upload } = await load(into, BROKEN, { dry_run: true, keep: true });
  const { batch } = await load(into, '', { upload });
  assert.equal((await get(batch)).original, true);
  const { batch: sent } = await load(into, BROKEN);
  assert.equal((await get(sent)).original, false);
});

test('[SRC-36] a dry run shows pairs before and after, rows of one key, and causes', async () => {
  const into = await template(true);
  await load(into, 'id,num1\n1,1\n2,2\n');
  const { look, ...ledger } = await load(into, 'id,num1\n1,10\n2,2\n7,7\n7,8\n9,x\n', { dry_run: true });
  assert.deepEqual(counts(ledger), [5, 1, 2, 1, 1]);
  assert.deepEqual(
    look.replaced.map(({ line, changed }: Shown) => [line, changed]),
    [[2, ['num1']]],
  );
  assert.deepEqual([look.duplicates.by, look.duplicates.rows, look.duplicates.first[0].lines], ['key', 2, [4, 5]]);
  assert.deepEqual(
    look.causes.map(({ field, rows }: Json) => [field, rows]),
    [['num1', 1]],
  );
});
