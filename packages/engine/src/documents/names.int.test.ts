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
