import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Changes, type Waited } from './changes.ts';

const never = (): AbortSignal => new AbortController().signal;

test('[VIS-17] a cursor is told what changed after it, in its own tenant, and nothing twice', () => {
  const changes = new Changes();
  const start = changes.since('a', undefined);
  assert.deepEqual([start.names, start.missed], [[], false]);
  changes.tell('a', 't1');
  changes.tell('b', 't9');
  changes.tell('a', 't2');
  changes.tell('a', 't1');
  const found = changes.since('a', start.cursor);
  assert.deepEqual([found.names, found.missed], [['t2', 't1'], false]);
  assert.deepEqual(changes.since('a', found.cursor).names, []);
  assert.deepEqual(changes.since('b', start.cursor).names, ['t9']);
});

test('[VIS-17] a cursor of before a restart, or older than what is remembered, is told that it missed something', () => {
  const before = new Changes().since('a', undefined).cursor;
  const changes = new Changes({ names: 2 });
  const old = changes.since('a', undefined).cursor;
  assert.equal(changes.since('a', before).missed, true);
  assert.equal(changes.since('a', 'nonsense').missed, true);
  for (const name of ['t1', 't2']) changes.tell('a', name);
  assert.deepEqual(changes.since('a', old).names, ['t1', 't2']);
  changes.tell('a', 't3');
  assert.equal(changes.since('a', old).missed, true);
  assert.equal(changes.since('b', old).missed, false, 'another tenant lost nothing');
});

test('[VIS-17] [SEC-02] a cursor does not count what happens in other tenants', () => {
  const changes = new Changes();
  const { cursor } = changes.since('a', undefined);
  changes.tell('b', 't9');
  assert.equal(changes.since('a', cursor).cursor, cursor);
  assert.equal(changes.since('a', undefined).cursor, cursor);
});

test('[VIS-17] a burst is told once, to those of its tenant only', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const changes = new Changes({ gather: 300 });
  const { cursor } = changes.since('a', undefined);
  const heard: string[] = [];
  const wait = async (tenant: string): Promise<void> => {
    heard.push(`${tenant} ${await changes.wait(tenant, 's', cursor, never())}`);
  };
  const waits = [wait('a'), wait('a')];
  void wait('b');
  for (let i = 0; i < 50; i++) changes.tell('a', `t${i % 3}`);
  mock.timers.tick(299);
  assert.equal(changes.waiting('a'), 2);
  changes.tell('a', 't0');
  mock.timers.tick(1);
  await Promise.all(waits);
  assert.deepEqual(heard, ['a changed', 'a changed']);
  assert.equal(changes.waiting('b'), 1);
  const next = changes.since('a', cursor);
  assert.deepEqual([...next.names].sort(), ['t0', 't1', 't2']);
  changes.tell('a', 't1');
  const late = changes.wait('a', 's', next.cursor, never());
  mock.timers.tick(300);
  assert.equal(await late, 'changed', 'what came before the wait is heard too');
});

test('[VIS-17] waits are bounded, end with their signal, and end when the platform stops', async () => {
  const changes = new Changes({ ofSession: 2, ofTenant: 3 });
  const { cursor } = changes.since('a', undefined);
  const leaving = new AbortController();
  const wait = (tenant: string, who: string, signal = never()): Promise<Waited> =>
    changes.wait(tenant, who, cursor, signal);
  const first = wait('a', 's1', leaving.signal);
  const second = wait('a', 's1');
  assert.equal(await wait('a', 's1'), 'full');
  const third = wait('a', 's2');
  assert.equal(await wait('a', 's3'), 'full');
  const other = wait('b', 's1');
  leaving.abort();
  assert.equal(await first, 'ended');
  assert.equal(await wait('a', 's3', leaving.signal), 'ended');
  assert.equal(changes.waiting('a'), 2);
  changes.close();
  assert.deepEqual(await Promise.all([second, third, other]), ['ended', 'ended', 'ended']);
  assert.equal(await wait('a', 's1'), 'ended');
});
