import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { Turns } from './turns.ts';

/** Work that ends when it is told to, and says when it began. */
function works(turns: Turns) {
  const began: string[] = [];
  const open: { readonly name: string; readonly end: () => void }[] = [];
  const ask = (tenant: string, name: string, signal?: AbortSignal) =>
    turns.run(
      tenant,
      () => {
        began.push(name);
        return new Promise<void>((end) => open.push({ name, end }));
      },
      signal,
    );
  /** Lets everything that waits on nothing but promises go on, and what goes on a step later. */
  const settle = async (): Promise<void> => {
    for (let step = 0; step < 2; step++) await new Promise((resolve) => setImmediate(resolve));
  };
  const end = async (name: string): Promise<void> => {
    const at = open.findIndex((each) => each.name === name);
    assert.ok(at >= 0, `${name} is at work`);
    open.splice(at, 1)[0]?.end();
    await settle();
  };
  return { began, ask, end, settle };
}

test('[SEC-02] a tenant alone leaves a place for whoever comes, and who comes begins at once', async () => {
  const { began, ask, settle } = works(new Turns({ atOnce: 3, waiting: 10 }, () => 0));
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
  await settle();
  assert.deepEqual(began, ['a1', 'a2']);
  void ask('b', 'b1');
  await settle();
  assert.deepEqual(began, ['a1', 'a2', 'b1']);
});

test('[SEC-02] while another tenant asks, a heavy one keeps to its share', async () => {
  let now = 0;
  const { began, ask, end, settle } = works(new Turns({ atOnce: 2, waiting: 10 }, () => now));
  for (let i = 1; i <= 5; i++) void ask('heavy', `h${i}`);
  void ask('light', 'l1');
  await settle();
  assert.deepEqual(began, ['h1', 'l1']);
  now = 1000;
  await end('h1');
  now = 1010;
  await end('l1');
  void ask('light', 'l2');
  await settle();
  assert.deepEqual(began, ['h1', 'l1', 'h2', 'l2']);
  now = 5000;
  await end('l2');
  await end('h2');
  now = 9000;
  await end('h3');
  assert.deepEqual(began.slice(4), ['h3', 'h4'], 'who is gone no longer counts');
});

test('[TSK-06] who leaves while waiting is never begun and holds nobody up', async () => {
  const { began, ask, end, settle } = works(new Turns({ atOnce: 1, waiting: 10 }));
  void ask('a', 'a1');
  const stop = new AbortController();
  const gone = assert.rejects(ask('a', 'a2', stop.signal), { name: 'AbortError' });
  void ask('a', 'a3');
  await settle();
  stop.abort();
  await gone;
  await end('a1');
  assert.deepEqual(began, ['a1', 'a3']);
  await assert.rejects(ask('a', 'a4', stop.signal), { name: 'AbortError' });
});

test('[SEC-10] more searches than may wait are refused with 429, those of others are not', async () => {
  const { began, ask, end, settle } = works(new Turns({ atOnce: 1, waiting: 2 }));
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  await assert.rejects(ask('a', 'a4'), (error) => {
    assert.ok(error instanceof PlatformError);
    assert.equal(error.detail.http, 429);
    assert.deepEqual(error.detail.openSearch, { type: 'rejected_execution_exception' });
    return true;
  });
  void ask('b', 'b1');
  await settle();
  await end('a1');
  assert.equal(began.includes('a4'), false);
  assert.equal(began.length, 2);
});

test('[SEC-02] work that fails gives its place on', async () => {
  const turns = new Turns({ atOnce: 1, waiting: 1 });
  await assert.rejects(
    turns.run('a', () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await turns.run('a', async () => 7), 7);
});

test('[SEC-02] beside a short write a single search of its tenant is at work, beside a long one as many as else', async () => {
  let now = 0;
  const turns = new Turns({ atOnce: 4, waiting: 10 }, () => now);
  const { began, ask, end, settle } = works(turns);
  const written = Promise.withResolvers<void>();
  const write = turns.write('a', () => written.promise);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask('a', name);
  await settle();
  assert.deepEqual(began, ['a1']);
  now = 1001;
  await end('a1');
  assert.deepEqual(began, ['a1', 'a2', 'a3', 'a4']);
  await end('a2');
  await end('a3');
  await end('a4');
  written.resolve();
  await write;
  const next = turns.write('a', async () => {
    for (const name of ['a5', 'a6']) void ask('a', name);
    await settle();
  });
  await next;
  await settle();
  assert.deepEqual(began.slice(4), ['a5', 'a6'], 'who waited begins when the write has ended');
});

test('[SEC-02] searches that never wait for anything let all else go on in between', async () => {
  const turns = new Turns({ atOnce: 4, waiting: 30 }, () => 0);
  let [steps, asked] = [0, 0];
  const other = (async () => {
    for (; steps < 5; steps++) await new Promise((resolve) => setImmediate(resolve));
  })();
  const searches = Array.from({ length: 20 }, () =>
    turns.run('a', async () => {
      asked++;
    }),
  );
  await other;
  assert.ok(asked < 20, `${asked} searches were asked before five steps of something else`);
  await Promise.all(searches);
});

test('[SEC-02] a tenant is told of its own searches: those at work, that wait, that ended and were refused', async () => {
  const turns = new Turns({ atOnce: 3, waiting: 1 });
  const { ask, end, settle } = works(turns);
  for (const name of ['a1', 'a2', 'a3']) void ask('a', name);
  await assert.rejects(ask('a', 'a4'));
  await settle();
  const limits = { places: 3, mayWait: 1 };
  assert.deepEqual(turns.of('a'), { ...limits, running: 2, waiting: 1, mostRunning: 2, done: 0, refused: 1 });
  for (const name of ['a1', 'a2', 'a3']) await end(name);
  assert.deepEqual(turns.of('a'), { ...limits, running: 0, waiting: 0, mostRunning: 2, done: 3, refused: 1 });
  assert.deepEqual(turns.of('b'), { ...limits, running: 0, waiting: 0, mostRunning: 0, done: 0, refused: 0 });
});
