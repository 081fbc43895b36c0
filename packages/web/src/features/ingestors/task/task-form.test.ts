import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemaItem } from '@datasarana/schema';
import { NEW_TASK, noteOfTemplate } from './task-form.ts';

const item = (is_key: boolean) => ({ name: 'code', is_key }) as SchemaItem;

test('[TSK-07] who chooses a template without a key is told that what is read anew comes once more', () => {
  const watching = { ...NEW_TASK, mode: 'Continuous' } as const;
  assert.match(noteOfTemplate(watching, [item(false)]) ?? '', /^It has no key: .* brings its rows once more\.$/);
  assert.equal(noteOfTemplate(watching, [item(false), item(true)]), null);
  assert.equal(noteOfTemplate({ ...watching, mode: 'Once' }, [item(false)]), null, 'it reads nothing anew');
  assert.equal(noteOfTemplate(watching, null), null);
});
