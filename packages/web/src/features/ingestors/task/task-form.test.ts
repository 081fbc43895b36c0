import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SchemaItem } from '@datasarana/schema';
import { formOfTask, NEW_TASK, noteOfTemplate, placeOfForm, type TaskForm } from './task-form.ts';

const item = (is_key: boolean) => ({ name: 'code', is_key }) as SchemaItem;

test('[TSK-07] who chooses a template without a key is told that what is read anew comes once more', () => {
  const watching = { ...NEW_TASK, mode: 'Continuous' } as const;
  assert.match(noteOfTemplate(watching, [item(false)]) ?? '', /^It has no key: .* brings its rows once more\.$/);
  assert.equal(noteOfTemplate(watching, [item(false), item(true)]), null);
  assert.equal(noteOfTemplate({ ...watching, mode: 'Once' }, [item(false)]), null, 'it reads nothing anew');
  assert.equal(noteOfTemplate(watching, null), null);
});

test('[SRC-03] a task keeps which file of an archive has the rows, and that what stands beside them goes along', () => {
  const formed: TaskForm = { ...NEW_TASK, file: '/in/a.zip', entry: 'a.json', format: 'json', beside: true };
  const place = placeOfForm(formed);
  assert.deepEqual('file_json' in place && place.file_json, { file: '/in/a.zip', beside: true, entry: 'a.json' });
  const held = formOfTask({ id: 't', template: { id: 'x', name: 'x' }, sources: [place] });
  assert.deepEqual([held.entry, held.beside], ['a.json', true]);
  const text = placeOfForm({ ...NEW_TASK, file: '/in/a.zip', entry: 'a.csv', format: 'csv' });
  assert.deepEqual('csv' in text && text.csv, { file: '/in/a.zip', entry: 'a.csv' });
});

test('[SRC-03] a task keeps what a backslash is in its files', () => {
  const place = placeOfForm({ ...NEW_TASK, file: '/in/a.txt', escapes: 'text' });
  assert.deepEqual('csv' in place && place.csv, { file: '/in/a.txt', escapes: 'text' });
  assert.equal(formOfTask({ id: 't', template: { id: 'x', name: 'x' }, sources: [place] }).escapes, 'text');
});
