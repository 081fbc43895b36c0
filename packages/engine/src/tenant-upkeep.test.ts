import assert from 'node:assert/strict';
import { test } from 'node:test';
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
