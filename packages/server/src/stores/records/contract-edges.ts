import assert from 'node:assert/strict';
import { test } from 'node:test';
import { add, KIND, type OpenStore, refusedWith, scopeOf, withStore } from './contract-store.ts';

const A = scopeOf('a');

/** Edges between records, and what follows them. */
export function edgeContract(open: OpenStore): void {
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
