import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FoundDocument } from '@datasarana/engine';
import { readTogether } from './read-together.ts';

const documentOf = (id: string): FoundDocument => ({ id }) as FoundDocument;

test('[API-31] what is asked for in one turn is read once an index; what fails fails for its index alone', async () => {
  const statements: string[] = [];
  const read = readTogether(async (name, ids) => {
    statements.push(`${name}: ${ids.join(' ')}`);
    if (name === 'broken') throw new Error('broken');
    return ids.map((id) => (id === 'none' ? null : documentOf(id)));
  });
  const asked = ['a', 'none', 'a', 'b'].map((id) => read('one', id));
  const broken = assert.rejects(read('broken', 'a'), /broken/);
  assert.deepEqual(
    (await Promise.all(asked)).map((found) => found?.id ?? null),
    ['a', null, 'a', 'b'],
  );
  await broken;
  assert.equal((await read('one', 'c'))?.id, 'c');
  assert.deepEqual(statements, ['one: a none b', 'broken: a', 'one: c']);
});
