import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Engine } from '../engine.ts';

let engine: Engine;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'names-'));
  engine = await Engine.open({ folder });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

test('[IDX-09] a name stored behind a write that fails is known at once, whoever looks names up between the two', async () => {
  const { documents } = engine.tenant('names');
  await documents.create('taken');
  for (let i = 0; i < 20; i++) {
    const alias = `alias-${i}`;
    const failing = documents.create('taken');
    const storing = documents.changeAliases([{ kind: 'add', index: 'taken', alias, options: {} }]);
    const looking = failing.then(
      () => assert.fail('there are two of one name'),
      () => documents.names(),
    );
    await Promise.all([storing, looking]);
    assert.notEqual((await documents.names()).get('alias', alias), null, alias);
    assert.equal(await documents.writeIndex(alias), 'taken');
  }
});

test('[IDX-09] a version goes on behind a removal, though another write fails before it', async () => {
  const { documents } = engine.tenant('versions');
  await documents.create('taken');
  const source = '{"num1":1}';
  await documents.write('taken', [{ kind: 'index', id: 'a', source }]);
  const [failed] = await Promise.allSettled([
    documents.create('taken'),
    documents.write('taken', [{ kind: 'delete', id: 'a' }]),
  ]);
  assert.equal(failed.status, 'rejected');
  const [again] = await documents.write('taken', [{ kind: 'index', id: 'a', source }]);
  assert.equal(again && 'version' in again ? again.version : null, 3);
});

test('[IDX-09] what is known of indexes is kept until something changes, and follows every change at once', async () => {
  const { documents } = engine.tenant('known');
  await documents.create('known-1', { aliases: { front: { filter: { term: { kw1: 'a' } } } } });
  const before = await documents.list();
  await documents.write('known-1', [{ kind: 'index', id: '1', source: '{}' }]);
  assert.equal(await documents.list(), before, 'a document without new fields changes nothing of it');
  await documents.write('known-1', [{ kind: 'index', id: '2', source: '{"num1":1}' }]);
  assert.deepEqual(Object.keys((await documents.info('known-1')).mapping.properties), ['num1']);
  await documents.setClosed('known-1', true);
  assert.equal((await documents.info('known-1')).closed, true);
  assert.deepEqual(await documents.resolve('known-*'), []);
  await documents.setClosed('known-1', false);
  await documents.putSettings('known-1', { 'index.hidden': true });
  assert.deepEqual(await documents.resolve('k*'), []);
  await documents.create('known-2');
  await documents.changeAliases([{ kind: 'add', index: 'known-2', alias: 'front', options: {} }]);
  assert.deepEqual(await documents.resolve('front'), ['known-1', 'known-2']);
  assert.deepEqual([...(await documents.filters('front')).keys()], ['known-1']);
  assert.equal(await documents.writeIndex('front'), '');
  await documents.remove(['known-1']);
  assert.equal(await documents.writeIndex('front'), 'known-2');
  await assert.rejects(documents.info('known-1'), /no such index \[known-1\]/);
});
