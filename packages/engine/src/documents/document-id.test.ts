import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MadeIds, makeId } from './document-id.ts';

test('[IDX-09] ids that are made are twenty characters, one like no other, however far the count goes', () => {
  const ids = Array.from({ length: 20_000 }, makeId);
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.filter((id) => !/^[\w-]{20}$/.test(id)),
    [],
  );
});

test('[IDX-09] ids that are made together are like those made one by one, and none of them is another', () => {
  const [some, more] = [new MadeIds(70_000), new MadeIds(5)];
  assert.equal(some.bytes.length, 70_000 * MadeIds.LENGTH);
  const ids = [makeId(), ...Array.from({ length: 70_000 }, (_, place) => some.at(place)), makeId()];
  ids.push(...Array.from({ length: 5 }, (_, place) => more.at(place)));
  assert.equal(new Set(ids).size, ids.length);
  assert.deepEqual(
    ids.filter((id) => !/^[\w-]{20}$/.test(id)),
    [],
  );
});
