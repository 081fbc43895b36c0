import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import {
  addField,
  changeField,
  type DraftField,
  draftOf,
  duplicateField,
  faultsOf,
  findField,
  itemsOf,
  labelField,
  moveField,
  placeField,
  removeField,
  waitableFor,
  withUidsOf,
} from './draft.ts';

const item = (name: string, value_type: number = ValueType.Keyword, items: readonly SchemaItem[] = []): SchemaItem =>
  ({ id: name, name, value_type, mandatory: false, can_search: true, items }) as SchemaItem;

const names = (fields: readonly DraftField[]): string[] => fields.map((field) => field.name);
const at = (fields: readonly DraftField[], i: number): string => fields[i]?.uid ?? '';

test('[TPL-05] a new field is a Keyword named new_field, the second new_field_1', () => {
  const one = addField([], null);
  const two = addField(one.fields, null);
  assert.deepEqual(names(two.fields), ['new_field', 'new_field_1']);
  assert.equal(findField(two.fields, two.added)?.value_type, ValueType.Keyword);
});

test('[TPL-29] fields are moved, dragged, duplicated, removed and numbered 1…n', () => {
  const fields = draftOf([item('a'), item('b'), item('c')]);
  assert.deepEqual(names(moveField(fields, at(fields, 2), -1)), ['a', 'c', 'b']);
  assert.deepEqual(names(placeField(fields, at(fields, 2), at(fields, 0))), ['c', 'a', 'b']);
  assert.deepEqual(names(duplicateField(fields, at(fields, 0))), ['a', 'a_copy', 'b', 'c']);
  const left = removeField(fields, at(fields, 1));
  assert.deepEqual(
    itemsOf(left).map(({ name, sequence }) => [name, sequence]),
    [
      ['a', 1],
      ['c', 2],
    ],
  );
});

test('[TPL-29] nested fields are edited in place', () => {
  const fields = draftOf([item('o', ValueType.Object, [item('x')])]);
  const more = addField(fields, at(fields, 0));
  const renamed = changeField(more.fields, more.added, { name: 'y' });
  assert.deepEqual(
    itemsOf(renamed)[0]?.items.map(({ name }) => name),
    ['x', 'y'],
  );
});

test('[TPL-29] fields that come back from a save keep their uids, nested ones too', () => {
  const before = draftOf([item('a'), item('o', ValueType.Object, [item('x')])]);
  const after = withUidsOf(draftOf([item('o', ValueType.Object, [item('x'), item('y')]), item('b')]), before);
  assert.deepEqual(names(after), ['o', 'b']);
  assert.equal(at(after, 0), at(before, 1));
  assert.equal(after[0]?.items[0]?.uid, before[1]?.items[0]?.uid);
  assert.equal(findField(before, at(after, 1)), undefined);
});

test('[TPL-28] a wrong or repeated name is told where it stands', () => {
  const fields = draftOf([item('a'), item('a'), item('B'), item('o', ValueType.Nested)]);
  const faults = faultsOf(fields);
  assert.equal(faults.has(at(fields, 0)), false);
  assert.match(faults.get(at(fields, 1)) ?? '', /another field/);
  assert.match(faults.get(at(fields, 2)) ?? '', /lower snake_case/);
  assert.match(faults.get(at(fields, 3)) ?? '', /at least one field/);
});

test('[SCH-21] a field waits for one beside it by whatever name, and never in a circle', () => {
  let fields = draftOf([item('pets'), item('species'), item('breed')]);
  const [pets, species, breed] = fields.map(({ uid }) => uid) as [string, string, string];
  fields = changeField(fields, species, { dependency: 'pets' });
  fields = changeField(fields, breed, { dependency: 'species' });
  assert.deepEqual(
    waitableFor(fields, species).map(({ name }) => name),
    ['pets'],
  );
  assert.deepEqual(waitableFor(fields, pets), []);
  fields = changeField(fields, pets, { name: 'animals' });
  assert.deepEqual(
    fields.map(({ dependency }) => dependency ?? null),
    [null, 'animals', 'species'],
  );
  fields = removeField(fields, pets);
  assert.deepEqual(
    fields.map(({ dependency }) => dependency ?? null),
    [null, 'species'],
  );
});

test('[TPL-10] system fields are left out of what is sent', () => {
  assert.deepEqual(
    itemsOf(draftOf([{ ...item('_id'), system: true }, item('a')])).map(({ name }) => name),
    ['a'],
  );
});

test('[TPL-05] [TPL-28] the key of a new field follows its label until it is written by hand or stored', () => {
  const { fields, added } = addField([], null);
  const keys = (list: typeof fields) => list.map(({ name }) => name);
  const named = labelField(fields, added, 'Grösse in m', false);
  assert.deepEqual([named[0]?.display_name, ...keys(named)], ['Grösse in m', 'grosse_in_m']);
  assert.deepEqual(keys(labelField(named, added, '', false)), ['new_field']);
  const second = addField(named, null);
  assert.deepEqual(keys(labelField(second.fields, second.added, 'Grösse in m', false)), [
    'grosse_in_m',
    'grosse_in_m_1',
  ]);
  const byHand = changeField(named, added, { name: 'size' });
  assert.deepEqual(keys(labelField(byHand, added, 'Height', false)), ['size']);
  assert.deepEqual(keys(labelField(named, added, 'Height', true)), ['grosse_in_m']);
});
