import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';
import { double, name, sql, TRUE } from '../sql.ts';
import { readVersion } from '../versions.ts';
import { ColumnMemory } from './column-memory.ts';
import { IndexColumns } from './index-columns.ts';
import { documentsWhere } from './matching.ts';
import { FEW } from './read-columns.ts';

test('[AGG-28] a column of texts is read once its own index was asked enough, whatever is asked of others', async (t) => {
  const sample = await StoredSample.open();
  t.after(() => sample.close());
  const memory = new ColumnMemory({ asks: 1, mostKeys: 1 });
  const asked = async (name: string): Promise<string | undefined> => {
    const layout = await sample.tenant.layout(name);
    const [column = ''] = layout.fields.get('kw1')?.columns ?? [];
    return sample.tenant.read(async (connection) => {
      const version = await readVersion(connection, layout);
      const columns = new IndexColumns({ memory, connection, layout, version, mostKeys: memory.mostKeys });
      return (await columns.column(column))?.kind;
    });
  };
  for (const name of ['one', 'other']) {
    await sample.index(name, { kw1: { type: 'keyword' } });
    await sample.put(name, { a: { kw1: 'x' }, b: { kw1: 'y' }, c: { kw1: 'z' } });
  }
  for (let i = 0; i < 3; i++) assert.equal(await asked('one'), undefined);
  assert.equal(await asked('other'), undefined);
  assert.equal(await asked('one'), 'texts');
});

test('[AGG-28] a kept column goes on over few new documents and over many, known values and new ones', async (t) => {
  const sample = await StoredSample.open();
  t.after(() => sample.close());
  await sample.index('x', { kw1: { type: 'keyword' }, int1: { type: 'integer' } });
  const expected = new Map<string, number>();
  let next = 0;
  const add = async (count: number, kinds: number): Promise<void> => {
    const added: Record<string, Readonly<Record<string, unknown>>> = {};
    for (let i = 0; i < count; i++, next++) {
      const kw1 = next % 7 === 0 ? null : `k${next % kinds}`;
      added[`d${next}`] = { kw1, int1: next % kinds };
      if (kw1 !== null) expected.set(kw1, (expected.get(kw1) ?? 0) + 1);
    }
    await sample.put('x', added);
  };
  for (const [count, kinds] of [
    [100, 5],
    [1, 5],
    [300, 300],
    [FEW + 500, 400],
    [10, 500],
  ] as const) {
    await add(count, kinds);
    for (let again = 0; again < 3; again++) {
      const { aggregations } = await sample.search('x', {
        size: 0,
        aggs: { a: { terms: { field: 'kw1', size: 1000 } }, b: { missing: { field: 'kw1' } } },
      });
      const buckets = aggregations?.a?.buckets as readonly { readonly key: string; readonly doc_count: number }[];
      assert.deepEqual(new Map(buckets.map(({ key, doc_count }) => [key, doc_count])), expected);
      assert.equal(aggregations?.b?.doc_count, Math.ceil(next / 7));
    }
  }
});

test('[AGG-28] long texts are not numbered, however few there are of them', async (t) => {
  const sample = await StoredSample.open();
  t.after(() => sample.close());
  await sample.index('x', { txt1: { type: 'text' }, kw1: { type: 'keyword' } });
  const texts = ['short', 'long '.repeat(200)];
  await sample.put('x', Object.fromEntries(texts.flatMap((txt1, i) => [[`a${i}`, { txt1, kw1: txt1.slice(0, 5) }]])));
  const layout = await sample.tenant.layout('x');
  const kinds = await sample.tenant.read(async (connection) => {
    const version = await readVersion(connection, layout);
    const columns = new IndexColumns({ memory: new ColumnMemory(), connection, layout, version, mostKeys: 100 });
    const found: unknown[] = [];
    for (const path of ['txt1', 'kw1'])
      found.push((await columns.column(layout.fields.get(path)?.columns[0] ?? '', true))?.kind);
    return found;
  });
  assert.notEqual(kinds[0], 'coded');
  assert.equal(kinds[1], 'coded');
});

test('[IDX-09] documents come back as they were sent once one brings a list to a field whose values are kept in memory', async (t) => {
  const sample = await StoredSample.open();
  t.after(() => sample.close());
  await sample.index('x', { int1: { type: 'integer' }, kw1: { type: 'keyword' } });
  const sent = Array.from({ length: 20 }, (_, i) => ({ int1: i, kw1: `k${i}` }));
  await sample.put('x', Object.fromEntries(sent.entries()));
  const sources = async (more: string): Promise<unknown> => {
    const { hits } = await sample.search('x', { size: 50, sort: ['_doc'], _source: ['int1', 'kw1', more] });
    return hits.hits.map(({ _source }) => _source);
  };
  // another part each time, since documents that were shown are kept too
  for (let i = 0; i < 60; i++) assert.deepEqual(await sources(`some${i}`), sent);
  const list = { int1: [5, 5], kw1: ['a', 'b'] };
  await sample.put('x', { list });
  assert.deepEqual(await sources('other'), [...sent, list]);
});

test('[QRY-21] [AGG-28] the table is asked what a distance is true of, not 5,000 points one after the other', async (t) => {
  const sample = await StoredSample.open();
  t.after(() => sample.close());
  await sample.index('x', { point1: { type: 'geo_point' } });
  await sample.put(
    'x',
    Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`a${i}`, { point1: [i / 100, 10] }])),
  );
  const layout = await sample.tenant.layout('x');
  const columns = layout.fields.get('point1')?.columns ?? [];
  const [lat, lon] = columns.map((column) => name(column));
  const far = sql`sqrt(${lat ?? TRUE} * ${lat ?? TRUE} + ${lon ?? TRUE} * ${lon ?? TRUE}) > ${double(20)}`;
  const known = await sample.tenant.read(async (connection) => {
    const version = await readVersion(connection, layout);
    const memory = new ColumnMemory({ asks: 1 });
    const kept = new IndexColumns({ memory, connection, layout, version, mostKeys: memory.mostKeys });
    for (let asked = 0; asked < 4; asked++) await kept.coded(far);
    const other = sql`${far} AND TRUE`;
    const filters = [far, other, sql`${lon ?? TRUE} > ${double(20)}`];
    return {
      sets: [await documentsWhere(far, kept), await documentsWhere(other, kept)],
      tests: await Promise.all(filters.map(async (filter) => (await kept.test(filter)) !== null)),
    };
  });
  assert.equal(known.sets[0]?.size, 5000 - 1733);
  assert.equal(known.sets[1], null);
  // what was worked out before is known, and a comparison hands nothing over
  assert.deepEqual(known.tests, [true, false, true]);
});
