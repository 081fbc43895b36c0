import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
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

function lifeContract(open: OpenStore): void {
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
      const eve = scopeOf('a', 'eve');
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

function edgeContract(open: OpenStore): void {
  test(
    'edges lead both ways, carry props, and are written once',
    withStore(open, async ({ store }) => {
      await store.write(
        A,
        ['r1', 'r2', 'r3'].map((id) => add(id)),
      );
      const link = { op: 'link', label: 'near', from: 'r1', to: 'r2', props: { tag: 't' } } as const;
      await store.write(A, [link, link, { ...link, to: 'r3', props: {} }, { ...link, label: 'far' }]);
      const edge = { label: 'near', from: 'r1', to: 'r2', props: { tag: 't' } };
      const out = await store.edges(A, ['r1', 'r2'], 'near', 'out');
      assert.deepEqual([...out], [['r1', [edge, { ...edge, to: 'r3', props: {} }]]]);
      assert.deepEqual([...(await store.edges(A, ['r2', 'r1'], 'near', 'in'))], [['r2', [edge]]]);
      await store.write(A, [{ ...link, props: { tag: 'new' } }]);
      assert.deepEqual((await store.edges(A, ['r2'], 'near', 'in')).get('r2')?.[0]?.props, { tag: 'new' });
      const unlink = { op: 'unlink', label: 'near', from: 'r1', to: 'r2' } as const;
      await store.write(A, [unlink, unlink]);
      assert.equal((await store.edges(A, ['r2'], 'near', 'in')).size, 0);
      const ops = (await store.history(A, KIND, 'r1', { from: 0, to: 10 })).map((row) => [
        row.op,
        row.changes[0]?.path,
      ]);
      assert.deepEqual(ops.slice(0, 2), [
        ['unlink', 'near'],
        ['link', 'near'],
      ]);
      await store.write(A, [{ op: 'erase', kind: KIND, id: 'r3' }]);
      assert.equal((await store.edges(A, ['r1'], 'near', 'out')).size, 0);
      await assert.rejects(store.write(A, [{ ...link, to: 'r9' }]), refusedWith('not_found'));
    }),
  );

  test(
    'a list of 1,000 records with their references takes as many statements as one of 10',
    withStore(open, async ({ store, statements }) => {
      await store.write(
        A,
        Array.from({ length: 1000 }, (_, at) => add(`r${at}`, { txt1: 'listed' })),
      );
      await store.write(A, [add('hub')]);
      await store.write(
        A,
        Array.from({ length: 1000 }, (_, at) => ({ op: 'link', label: 'in', from: `r${at}`, to: 'hub' }) as const),
      );
      const cost = async (to: number): Promise<number> => {
        const before = statements();
        const { records } = await store.search(A, KIND, { keys: [], keyword: 'listed', from: 0, to });
        assert.equal(records.length, to);
        const edges = await store.edges(
          A,
          records.map(({ id }) => id),
          'in',
          'out',
        );
        assert.equal(edges.size, to);
        await store.getMany(
          A,
          KIND,
          [...edges.values()].flat().map((edge) => edge.to),
        );
        return statements() - before;
      };
      await cost(1);
      const few = await cost(10);
      assert.ok(few > 0);
      assert.equal(await cost(1000), few);
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
