import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Caller, deployTemplate, startPlatform, type TestPlatform } from '@datasarana/testkit';

let platform: TestPlatform;
let engineer: Caller;

before(async () => {
  platform = await startPlatform();
  engineer = await platform.a.as('data engineer');
});
after(() => platform.stop());

const deployed = () => deployTemplate(engineer, 'Earlier', [{ name: 'num1', value_type: 2 }]);

const send = async (template: string, body: string, more: Readonly<Record<string, string>> = {}) => {
  const reply = await engineer.call('POST', '/data/csv', { query: { template, file: 'rows.csv', ...more }, body });
  assert.equal(reply.error, null, JSON.stringify(reply));
  return reply.data;
};

test('[SRC-36] a file that was loaded before is told by dry run and by import, with its batch, and goes in all the same', async () => {
  const template = await deployed();
  const rows = 'num1\n1\n2\n';
  assert.equal((await send(template, rows, { dry_run: 'true' })).earlier, undefined);
  const first = await send(template, rows);
  assert.equal(first.earlier, undefined);
  const look = await send(template, rows, { dry_run: 'true', keep: 'true' });
  const { ts, ...told } = look.earlier;
  assert.deepEqual(told, { batch: first.batch, user_name: 'a data engineer', file: 'rows.csv' });
  assert.ok(Math.abs(ts - Date.now()) < 60_000, String(ts));
  const second = await send(template, '', { upload: look.upload });
  assert.deepEqual([second.earlier.batch, second.accepted], [first.batch, 2]);
  assert.equal((await send(template, rows, { wait: 'durable' })).earlier.batch, second.batch, 'the latest');
});

test('[SRC-36] of other rows, another template, a batch that was undone or refused whole nothing is told', async () => {
  const [template, other] = [await deployed(), await deployed()];
  const { batch } = await send(template, 'num1\n1\n');
  assert.equal((await send(template, 'num1\n2\n')).earlier, undefined);
  assert.equal((await send(other, 'num1\n1\n')).earlier, undefined);
  await engineer.call('POST', `/data/batch/${batch}/undo`, { body: {} });
  assert.equal((await send(template, 'num1\n1\n')).earlier, undefined);
  assert.equal((await send(template, 'num1\nx\n')).rejected, 1);
  assert.equal((await send(template, 'num1\nx\n')).earlier, undefined);
});

test('[STR-04] a request that is sent again is no second load', async () => {
  const template = await deployed();
  const once = () =>
    engineer.call('POST', '/data/csv', { query: { template }, body: 'num1\n1\n', requestId: `once-${template}` });
  await once();
  const { repeated, earlier } = (await once()).data;
  assert.deepEqual([repeated, earlier], [true, undefined]);
});
