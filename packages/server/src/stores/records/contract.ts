import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { edgeContract } from './contract-edges.ts';
import { lifeContract } from './contract-life.ts';
import { propertyContract } from './contract-property.ts';
import { searchContract } from './contract-search.ts';
import { add, declareKinds, KIND, type OpenStore, refusedWith, scopeOf, withStore } from './contract-store.ts';
import type { RecordChange, RecordSearch } from './port.ts';

const A = scopeOf('a');
const B = scopeOf('b');

/** What every adapter of the record port must do (design §3). */
export function recordStoreContract(name: string, open: OpenStore): void {
  describe(name, () => {
    writeContract(open);
    lifeContract(open);
    scopeContract(open);
    edgeContract(open);
    restContract(open);
    searchContract(open);
    propertyContract(open);
  });
}

function writeContract(open: OpenStore): void {
  test(
    '[REC-20] [REC-36] an added record is read back, stamped by the store',
    withStore(open, async ({ store }) => {
      const [added] = await store.write(A, [add('r1', { txt1: 'one', num1: 1.5, list1: ['x'], obj1: { txt3: null } })]);
      assert.deepEqual(await store.get(A, KIND, 'r1'), added);
      assert.deepEqual(added?.doc, { txt1: 'one', num1: 1.5, list1: ['x'], obj1: { txt3: null } });
      assert.deepEqual([added?.version, added?.status, added?.ts_removed, added?.tenant], [1, 'Active', null, 'a']);
      assert.ok(added && added.ts > 0 && added.ts === added.ts_modified && added.ts === added.ts_status);
      assert.equal(await store.get(A, KIND, 'r2'), null);
    }),
  );

  test(
    'the stamp of the store is another after every kind of change, of any tenant, and the same after reads',
    withStore(open, async ({ store }) => {
      const changes: readonly RecordChange[] = [
        add('r1'),
        add('r2'),
        { op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'b' } },
        { op: 'link', label: 'near', from: 'r1', to: 'r2' },
        { op: 'unlink', label: 'near', from: 'r1', to: 'r2' },
        { op: 'remove', kind: KIND, id: 'r1' },
        { op: 'restore', kind: KIND, id: 'r1' },
        { op: 'erase', kind: KIND, id: 'r1' },
      ];
      const stamps = [store.stamp()];
      for (const change of changes) {
        await store.write(A, [change]);
        stamps.push(store.stamp());
        await store.get(B, KIND, 'r1');
        await store.search(A, KIND, { keys: [], keyword: '', from: 0, to: 5 });
        assert.equal(store.stamp(), stamps.at(-1), change.op);
      }
      await store.write(B, [add('r1')]);
      stamps.push(store.stamp());
      assert.equal(new Set(stamps).size, changes.length + 2);
    }),
  );

  test(
    '[API-10] an id in use is a conflict, also when its record is archived',
    withStore(open, async ({ store }) => {
      await store.write(A, [add('r1')]);
      await assert.rejects(store.write(A, [add('r1')]), refusedWith('conflict'));
      await store.write(A, [{ op: 'remove', kind: KIND, id: 'r1' }]);
      await assert.rejects(store.write(A, [add('r1')]), refusedWith('conflict'));
    }),
  );

  test(
    '[REC-38] a stale base is a conflict carrying the current record',
    withStore(open, async ({ store }) => {
      const [first] = await store.write(A, [add('r1', { txt1: 'a' })]);
      const change = { op: 'update', kind: KIND, id: 'r1' } as const;
      const [second] = await store.write(A, [{ ...change, doc: { txt1: 'b' }, basedOn: 1 }]);
      assert.equal(second?.version, 2);
      for (const base of [{ basedOn: 1 }, { basedOnModified: first?.ts_modified ?? 0 }])
        await assert.rejects(store.write(A, [{ ...change, doc: { txt1: 'c' }, ...base }]), (error) => {
          assert.ok(error instanceof PlatformError && error.detail.type === 'conflict');
          assert.deepEqual(error.detail.data, second);
          return true;
        });
      const based = { ...change, doc: { txt1: 'c' }, basedOnModified: second?.ts_modified ?? 0 };
      assert.equal((await store.write(A, [based]))[0]?.version, 3);
    }),
  );

  test(
    '[REC-38] of many changes made on one state at the same time exactly one is taken',
    withStore(open, async ({ store }) => {
      await store.write(A, [add('r1')]);
      const tries = Array.from({ length: 20 }, (_, num1) =>
        store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc: { num1 }, basedOn: 1 }]),
      );
      const settled = await Promise.allSettled(tries);
      assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal((await store.get(A, KIND, 'r1'))?.version, 2);
    }),
  );

  test(
    '[REC-20] of large batches and single writes made at the same time each gets its own answer, and a refusal alone',
    withStore(open, async ({ store }) => {
      const batch = (name: string) => Array.from({ length: 2000 }, (_, at) => add(`${name}${at}`, { num1: at }));
      const writes = [batch('a'), [add('one')], batch('b'), [...batch('c'), add('a7')], [add('one')], batch('d')];
      const settled = await Promise.allSettled(writes.map((changes) => store.write(A, changes)));
      assert.deepEqual(
        settled.map((outcome) =>
          outcome.status === 'fulfilled' ? outcome.value.map((record) => record?.id) : outcome.reason.message,
        ),
        writes.map((changes, at) => {
          if (at === 3) return `The id 'a7' is already used by another ${KIND}`;
          if (at === 4) return `The id 'one' is already used by another ${KIND}`;
          return changes.map((change) => ('id' in change ? change.id : null));
        }),
      );
      assert.equal(await store.count(A, KIND), 6001);
      assert.equal(await store.get(A, KIND, 'c0'), null);
    }),
  );

  test(
    '[REC-31] ts_modified grows with every change, ts_status with the status alone',
    withStore(open, async ({ store }) => {
      const change = { op: 'update', kind: KIND, id: 'r1' } as const;
      const written = await store.write(A, [
        add('r1', { num1: 1 }),
        { ...change, doc: { num1: 2 } },
        { ...change, doc: { num1: 2 }, status: 'Inactive' },
        { ...change, doc: { num1: 2 } },
      ]);
      const [one, two, three, four] = written;
      assert.ok(one && two && three && two.ts_modified > one.ts_modified && three.ts_modified > two.ts_modified);
      assert.equal(two.ts_status, one.ts_status);
      assert.equal(three.ts_status, three.ts_modified);
      assert.deepEqual(four, three, 'without differences nothing is written');
    }),
  );

  test(
    'a write is all or nothing, and a refused one leaves those beside it alone',
    withStore(open, async ({ store }) => {
      await store.write(A, [add('r1')]);
      const [broken, fine] = await Promise.allSettled([
        store.write(A, [add('r2'), add('r1'), add('r3')]),
        store.write(A, [add('r4')]),
      ]);
      assert.deepEqual([broken.status, fine.status], ['rejected', 'fulfilled']);
      assert.deepEqual(await store.getMany(A, KIND, ['r2', 'r3']), []);
      assert.equal(await store.count(A, KIND), 2);
      assert.deepEqual(await store.write(A, []), []);
    }),
  );

  test(
    'a unique value is taken once per tenant, and free again after an erase',
    withStore(open, async ({ store }) => {
      await store.write(A, [add('r1', { key1: 'k' })]);
      await store.write(B, [add('r1', { key1: 'k' })]);
      await assert.rejects(store.write(A, [add('r2', { key1: 'k' })]), refusedWith('conflict'));
      const own = { op: 'update', kind: KIND, id: 'r1', doc: { key1: 'k', num1: 1 } } as const;
      assert.equal((await store.write(A, [own]))[0]?.version, 2);
      await store.write(A, [{ op: 'erase', kind: KIND, id: 'r1' }, add('r2', { key1: 'k' })]);
    }),
  );

  test(
    'an undeclared kind is refused',
    withStore(open, async ({ store }) => {
      await assert.rejects(store.write(A, [add('r1', {}, 'nothing')]), refusedWith('not_found'));
      await assert.rejects(store.get(A, '__proto__', 'r1'), refusedWith('not_found'));
    }),
  );
}

function scopeContract(open: OpenStore): void {
  test(
    "[SEC-02] another tenant's records are absent from every call",
    withStore(open, async ({ store }) => {
      await store.write(A, [add('r1', { txt1: 'secret plan', key1: 'k' }), add('r2')]);
      await store.write(A, [{ op: 'link', label: 'near', from: 'r1', to: 'r2' }]);
      await store.write(B, [add('b1')]);
      assert.equal(await store.get(B, KIND, 'r1'), null);
      assert.deepEqual(await store.getMany(B, KIND, ['r1', 'r2', 'b1', '']), [await store.get(B, KIND, 'b1')]);
      const all = { keys: [], keyword: '', from: 0, to: 100 };
      const linked = { label: 'near', id: 'r1', direction: 'out' } as const;
      for (const more of [{}, { keyword: 'secret' }, { where: { key1: 'k' } }, { ids: ['r1'] }, { linked }]) {
        const { records } = await store.search(B, KIND, { ...all, ...more });
        assert.deepEqual(
          records.filter(({ id }) => id !== 'b1'),
          [],
        );
      }
      assert.equal(await store.count(B, KIND), 1);
      assert.equal((await store.edges(B, ['r1'], 'near', 'out')).size, 0);
      for (const op of ['remove', 'restore', 'erase'] as const)
        await assert.rejects(store.write(B, [{ op, kind: KIND, id: 'r1' }]), refusedWith('not_found'));
      await assert.rejects(store.write(B, [{ op: 'update', kind: KIND, id: 'r1', doc: {} }]), refusedWith('not_found'));
      await assert.rejects(
        store.write(B, [{ op: 'link', label: 'near', from: 'b1', to: 'r1' }]),
        refusedWith('not_found'),
      );
      await store.write(B, [{ op: 'unlink', label: 'near', from: 'r1', to: 'r2' }]);
      assert.equal((await store.edges(A, ['r1'], 'near', 'out')).size, 1);
      await store.write(B, [add('r1', { txt1: 'own' })]);
      assert.equal((await store.get(A, KIND, 'r1'))?.doc.txt1, 'secret plan');
      assert.equal(await store.get({ ...A, cluster: 'other' }, KIND, 'r1'), null);
    }),
  );

  test(
    'records of the cluster realm are the same for all its tenants and absent for other clusters',
    withStore(open, async ({ store }) => {
      const [site] = await store.write(A, [add('s1', { name: 'north' }, 'site')]);
      assert.equal(site?.tenant, '');
      assert.deepEqual(await store.get(B, 'site', 's1'), site);
      assert.equal(await store.get({ ...A, cluster: 'other' }, 'site', 's1'), null);
    }),
  );
}

function restContract(open: OpenStore): void {
  const SECRETS = { password: 'hunter2-plain', nested: [{ token: 'tok-plain' }], api_key: { inner: 'obj-plain' } };

  test(
    '[SEC-01] secrets are read as written, masked in history and conflicts, unreadable at rest',
    withStore(open, async ({ store, atRest }) => {
      await store.write(A, [add('r1', { ...SECRETS, txt1: 'in the clear' })]);
      assert.deepEqual((await store.get(A, KIND, 'r1'))?.doc, { ...SECRETS, txt1: 'in the clear' });
      const doc = { ...SECRETS, password: 'changed-plain' };
      await store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc }]);
      const [row] = await store.history(A, KIND, 'r1', { from: 0, to: 1 });
      assert.deepEqual(
        row?.changes.map(({ path }) => path),
        ['password', 'txt1'],
        'a secret that stayed is no difference',
      );
      const stale = { op: 'update', kind: KIND, id: 'r1', doc, basedOn: 1 } as const;
      const error: unknown = await store.write(A, [stale]).catch((thrown: unknown) => thrown);
      assert.ok(error instanceof PlatformError && !JSON.stringify([error.detail, row]).includes('plain'));
      await store.close();
      const bytes = await atRest();
      assert.ok(bytes.includes('in the clear'));
      for (const text of ['hunter2-plain', 'changed-plain', 'tok-plain', 'obj-plain'])
        assert.ok(!bytes.includes(text), text);
    }),
  );

  test(
    'what was written is there after the store was closed and opened again',
    withStore(open, async ({ store, reopen }) => {
      await store.write(A, [add('r1', { txt1: 'one' })]);
      const [before] = await store.write(A, [{ op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'two' } }]);
      const again = await reopen();
      declareKinds(again);
      assert.deepEqual(await again.get(A, KIND, 'r1'), before);
      const [after] = await again.write(A, [
        { op: 'update', kind: KIND, id: 'r1', doc: { txt1: 'three' }, basedOn: 2 },
      ]);
      assert.ok(after && before && after.ts_modified > before.ts_modified);
    }),
  );

  test(
    'a kind declared with other options finds what was written before',
    withStore(open, async ({ store, reopen }) => {
      await store.write(A, [
        add('p1', { name: 'harbour', code: 7 }, 'place'),
        add('p2', { name: 'hill', code: 8 }, 'place'),
      ]);
      const again = await reopen();
      again.declareKind('place', 'tenant', { searchable: ['name'], indexes: [{ path: 'code' }] });
      const all = { keys: ['name'], keyword: '', from: 0, to: 10 };
      const byKeyword = await again.search(A, 'place', { ...all, keyword: 'arbou' });
      const byIndex = await again.search(A, 'place', { ...all, where: { code: 8 } });
      assert.deepEqual([byKeyword.records[0]?.id, byKeyword.total, byIndex.records[0]?.id], ['p1', 1, 'p2']);
      const last = await reopen();
      last.declareKind('place', 'tenant', { searchable: ['name'], indexes: [{ path: 'name' }] });
      await last.write(A, [{ op: 'update', kind: 'place', id: 'p2', doc: { name: 'harbour', code: 9 } }]);
      const found = async (more: Partial<RecordSearch>) =>
        (await last.search(A, 'place', { ...all, ...more })).records.map(({ id }) => id);
      assert.deepEqual(await found({ keyword: 'arbou' }), ['p2', 'p1']);
      assert.deepEqual(await found({ where: { name: 'harbour' } }), ['p2', 'p1']);
      assert.deepEqual(await found({ where: { code: 8 } }), []);
    }),
  );

  test(
    'writes asked for before close are kept, later ones refused',
    withStore(open, async ({ store, reopen }) => {
      const writes = Array.from({ length: 50 }, (_, at) => store.write(A, [add(`r${at}`)]));
      const closing = store.close();
      await Promise.all(writes);
      await closing;
      await assert.rejects(store.write(A, [add('late')]));
      const again = await reopen();
      declareKinds(again);
      assert.equal(await again.count(A, KIND), 50);
    }),
  );
}
