import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, KIND, type OpenStore, refusedWith, scopeOf, withStore } from './contract-store.ts';
import type { RecordChange } from './port.ts';

const A = scopeOf('a');
const B = scopeOf('b');

/** What becomes of a record: archived, brought back, erased. */
export function lifeContract(open: OpenStore): void {
  const of = (op: 'remove' | 'restore' | 'erase', id = 'r1') => ({ op, kind: KIND, id }) as const;

  test(
    '[REC-39] removal archives, restore gives the status back, erase takes all away',
    withStore(open, async ({ store }) => {
      await store.write(A, [{ ...add('r1', { txt1: 'kept' }), status: 'Blocked' } as RecordChange]);
      const [removed] = await store.write(A, [of('remove')]);
      assert.equal(removed?.status, 'Archived');
      assert.equal(removed?.ts_removed, removed?.ts_modified);
      assert.deepEqual(await store.get(A, KIND, 'r1'), removed);
      assert.deepEqual([await store.count(A, KIND), await store.count(A, KIND, { removed: 'only' })], [0, 1]);
      await assert.rejects(store.write(A, [of('remove')]), refusedWith('not_found'));
      const change = { op: 'update', kind: KIND, id: 'r1', doc: {} } as const;
      await assert.rejects(store.write(A, [change]), refusedWith('not_found'));
      const [restored] = await store.write(A, [of('restore')]);
      assert.deepEqual([restored?.status, restored?.ts_removed, restored?.doc], ['Blocked', null, { txt1: 'kept' }]);
      await assert.rejects(store.write(A, [of('restore')]), refusedWith('conflict'));
      assert.deepEqual(await store.write(A, [of('erase')]), [null]);
      assert.equal(await store.get(A, KIND, 'r1'), null);
      await assert.rejects(store.write(A, [of('erase')]), refusedWith('not_found'));
    }),
  );

  test(
    '[SEC-08] history says who changed what, newest first, and survives an erase without values',
    withStore(open, async ({ store }) => {
      const eve = { ...scopeOf('a', 'eve'), token: 'token-1' };
      await store.write(A, [add('r1', { txt1: 'one', list1: ['a', 'b'], obj1: { txt3: 'x', num: 1 } })]);
      const doc = { txt1: 'two', list1: ['a', 'c'], obj1: { txt3: 'x' } };
      await store.write(eve, [{ op: 'update', kind: KIND, id: 'r1', doc, status: 'Inactive' }]);
      const rows = await store.history(A, KIND, 'r1', { from: 0, to: 10 });
      assert.deepEqual(
        rows.map((row) => [row.op, row.user, row.version, row.request_id, row.changes]),
        [
          [
            'update',
            'eve',
            2,
            'req-1',
            [
              { path: 'txt1', before: 'one', after: 'two' },
              { path: 'list1.1', before: 'b', after: 'c' },
              { path: 'obj1.num', before: 1, after: null },
              { path: 'status', before: 'Active', after: 'Inactive' },
            ],
          ],
          ['add', 'u', 1, 'req-1', []],
        ],
      );
      assert.deepEqual(
        rows.map(({ token }) => token),
        ['token-1', undefined],
      );
      assert.deepEqual(await store.history(A, KIND, 'r1', { from: 1, to: 2 }), rows.slice(1));
      assert.deepEqual(await store.history(B, KIND, 'r1', { from: 0, to: 10 }), []);
      await store.write(A, [of('erase')]);
      const left = await store.history(A, KIND, 'r1', { from: 0, to: 10 });
      assert.deepEqual(
        left.map((row) => [row.op, row.changes]),
        [
          ['erase', []],
          ['update', []],
          ['add', []],
        ],
      );
    }),
  );
}
