import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';
import { readVersion } from '../versions.ts';
import { ColumnMemory } from './column-memory.ts';
import { IndexColumns } from './index-columns.ts';

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
