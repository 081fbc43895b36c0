import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VALUE_TYPES, ValueType } from '@datasarana/schema';
import { isCalled, itemLabel, lookOf, typeIcons, valueKind } from './value-kind.ts';

test('[SCR-15] every value type has its icon and a label', () => {
  for (const row of VALUE_TYPES) {
    assert.ok(typeIcons[row.icon], `${row.name} wants ${row.icon}`);
    assert.ok(lookOf({ value_type: row.code }).label);
  }
});

test('[SCR-07] [TPL-29] a field is found by its key and by its label, in whichever case', () => {
  const names = ['flight_date', 'Day of the Flight'];
  for (const word of ['', 'DATE', 'day of', ' the flight ']) assert.ok(isCalled(word, ...names), word);
  assert.ok(!isCalled('month', ...names));
});

test('[TPL-39] allowed values make a choice, a relationship a link', () => {
  assert.equal(valueKind({ value_type: ValueType.Keyword }), 'text');
  assert.equal(valueKind({ value_type: ValueType.Keyword, allowed_values: [{ value: 'a' }] }), 'choice');
  assert.equal(valueKind({ value_type: ValueType.Array, allowed_values: [{ value: 'a' }] }), 'choices');
  assert.equal(valueKind({ value_type: ValueType.Keyword, relationship: 'user' }), 'link');
});

test('[SCH-06] [SCH-09] numbers stand right, a long named ts is a date', () => {
  assert.equal(lookOf({ value_type: ValueType.Integer }).align, 'right');
  assert.equal(valueKind({ value_type: ValueType.Long, name: 'ts_modified' }), 'date');
});

test('[SCH-22] a label is the display name, else the name in words', () => {
  assert.equal(itemLabel({ name: 'date_of_birth' }), 'Date of birth');
  assert.equal(itemLabel({ name: 'x', display_name: 'Cost' }), 'Cost');
});
