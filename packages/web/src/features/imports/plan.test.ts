import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SchemaItem, ValueType } from '@datasarana/schema';
import { previewCsv } from '@datasarana/sources';
import { faultsOf, newItems, planExisting, planNew, planOptions } from './plan.ts';

const preview = previewCsv(
  new TextEncoder().encode('Airport Name,Flight Date,Cost\nX,1/8/1990 0:00,12\nY,1/31/1990 0:00,3\n'),
  true,
);

const item = (name: string, value_type: number, more: Partial<SchemaItem> = {}): SchemaItem =>
  ({ id: name, name, value_type, mandatory: false, display_name: null, items: [], ...more }) as SchemaItem;

test('[TPL-35, SRC-29] a new template takes names and types from the columns', () => {
  assert.deepEqual(
    newItems(planNew(preview)).map(({ name, display_name, value_type }) => [name, display_name, value_type]),
    [
      ['airport_name', 'AIRPORT NAME', ValueType.Keyword],
      ['flight_date', 'FLIGHT DATE', ValueType.Date],
      ['cost', 'COST', ValueType.Integer],
    ],
  );
  assert.deepEqual(planOptions(planNew(preview)).formats, { 'Flight Date': 'MM/dd/yyyy' });
});

test('[SRC-28] columns find the fields of a template, the rest is left out and said', () => {
  const items = [item('airport_name', ValueType.Keyword), item('speed', ValueType.Integer, { mandatory: true })];
  const plan = planExisting(preview, items);
  assert.deepEqual(planOptions(plan).columns, { 'Airport Name': 'airport_name', 'Flight Date': null, Cost: null });
  assert.deepEqual(faultsOf(plan, items), ['"speed" must not be empty, but no column fills it.']);
});

test('[SRC-34] a plan with two columns for one field is refused', () => {
  const plan = planNew(preview).map((column) => ({ ...column, field: 'cost' }));
  assert.deepEqual(faultsOf(plan, null), ['Two columns go into "cost": leave one of them out.']);
});
