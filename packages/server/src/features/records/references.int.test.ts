import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { systemScope } from '../../access/system-scope.ts';
import { createCipher, openSqliteRecords, type RecordChange } from '../../stores/records/index.ts';
import { toRec } from '../../stores/records/told-record.ts';
import { GROUP_MEMBER } from './computed.ts';
import { declareRecordKinds } from './kinds.ts';
import { resolveReferences } from './references.ts';

const SCOPE = systemScope('c', 't');
const PLAIN = { keys: [], keyword: '', from: 0 };

test('records with their references take as many statements for 1,000 as for 10', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-records-'));
  const cipher = createCipher(Buffer.alloc(32, 3));
  const store = await openSqliteRecords({ file: path.join(folder, 'r.sqlite'), cipher });
  t.after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  declareRecordKinds(store);
  // The template kind belongs to another feature; a group can be asked for its templates without it.
  store.declareKind('data.template', 'tenant');
  const numbers = Array.from({ length: 1000 }, (_, at) => at);
  await store.write(SCOPE, [
    ...numbers.flatMap((at): RecordChange[] => [
      { op: 'add', kind: 'user', id: `u${at}`, doc: { full_name: `person ${at}`, password: 'p' } },
      { op: 'add', kind: 'user.group', id: `g${at}`, doc: { name: `group ${at}`, owner: { id: `u${at}` } } },
      { op: 'link', label: GROUP_MEMBER, from: `g${at}`, to: `u${at}` },
    ]),
  ]);
  const cost = async (to: number): Promise<number> => {
    const before = store.statements;
    const { records } = await store.search(SCOPE, 'user.group', { ...PLAIN, to });
    const recs = await resolveReferences(store, SCOPE, 'user.group', records.map(toRec));
    assert.equal(recs.length, to);
    for (const rec of recs) {
      const at = String(rec.id).slice(1);
      assert.deepEqual(rec.users, [{ id: `u${at}`, full_name: `person ${at}`, status: 'Active' }]);
      assert.deepEqual(rec.owner, { id: `u${at}`, full_name: `person ${at}`, status: 'Active' });
      assert.deepEqual(rec.templates, []);
    }
    return store.statements - before;
  };
  // Small and large pages are read by two connections; each learns the bucket on first use.
  await cost(1);
  await cost(300);
  const few = await cost(10);
  assert.equal(await cost(1000), few);
});
