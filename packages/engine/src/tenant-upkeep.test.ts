import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IndexLayout } from './index/layout.ts';
import type { LazyStore } from './store/lazy-store.ts';
import { TenantUpkeep } from './tenant-upkeep.ts';

test('[IDX-08] work behind the backs of writers that a close comes between is not told as a fault, any other is', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const [isClosed, told] of [
    [true, []],
    [false, ['The engine is closed']],
  ] as const) {
    const errors: string[] = [];
    const refused = Promise.withResolvers<void>();
    const lazy = {
      isOpen: true,
      use: () => refused.promise,
    } as unknown as LazyStore;
    const upkeep = new TenantUpkeep(
      lazy,
      () => false,
      (error) => errors.push((error as Error).message),
    );
    upkeep.tidy('flights');
    t.mock.timers.tick(1000);
    if (isClosed) upkeep.close();
    refused.reject(new Error('The engine is closed'));
    await refused.promise.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([...new Set(errors)], told);
    upkeep.close();
  }
});

test('[IDX-10] a merge that words kept waiting for is made once they are written, without another write', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const asked: string[] = [];
  const lazy = {
    isOpen: true,
    use: (work: (open: unknown) => Promise<unknown>) => {
      const catalogue = { find: (name: string) => void asked.push(name) };
      const run = (step: () => Promise<unknown>) => step();
      const store = { read: run, write: run, isTidyDue: async () => false };
      return work({ store, catalogue });
    },
  } as unknown as LazyStore;
  const upkeep = new TenantUpkeep(
    lazy,
    () => false,
    (error) => assert.fail(String(error)),
  );
  const layoutOf = (name: string, waiting: number | null) =>
    ({ name, state: { waiting, deferring: waiting === null } }) as unknown as IndexLayout;
  await upkeep.withTexts(layoutOf('words wait', 3));
  await upkeep.withTexts(layoutOf('none wait', null));
  assert.deepEqual(asked, ['words wait', 'none wait']);
  t.mock.timers.tick(1000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked.slice(2), ['words wait']);
  upkeep.close();
});

test('[IDX-10] the writer is asked for only where there is something to do behind a write', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  for (const isDue of [false, true]) {
    const steps: string[] = [];
    const store = {
      read: (step: () => Promise<unknown>) => step(),
      write: (step: () => Promise<unknown>) => step(),
      isTidyDue: async () => isDue,
      tidy: async () => void steps.push('tidy'),
    };
    const lazy = {
      isOpen: true,
      use: (work: (open: unknown) => Promise<unknown>) => work({ store, catalogue: { find: () => undefined } }),
    } as unknown as LazyStore;
    const upkeep = new TenantUpkeep(
      lazy,
      () => false,
      (error) => assert.fail(String(error)),
    );
    upkeep.tidy('flights');
    t.mock.timers.tick(500);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(steps, isDue ? ['tidy'] : []);
    upkeep.close();
  }
});
