import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { planNew, previewOf } from './plan.ts';
import { faultOfCell, rejectedIn, sayRejected } from './preview-faults.ts';

const preview = previewOf(
  ['Ordered', 'Amount', 'City'],
  [
    ['01/03/2026', '1000.50', 'Bogor'],
    ['31/02/2026', 'abc', ''],
    ['13/03/2026', '', 'Lima'],
  ],
);
const columns = planNew(preview).map((plan) =>
  plan.column === 'Amount' ? { ...plan, value_type: ValueType.Double } : plan,
);

test('[SRC-36] cells of the preview that will not be read as their column is planned say why', () => {
  const faultOf = faultOfCell(
    columns.map((plan) =>
      plan.column === 'Ordered' ? { ...plan, value_type: ValueType.Date, dateFormat: 'dd/MM/yyyy' } : plan,
    ),
  );
  assert.deepEqual(
    preview.rows.map((row) => row.map(faultOf)),
    [
      [null, null, null],
      ["'31/02/2026' is no date written as dd/MM/yyyy", "'abc' is no number", null],
      [null, null, null],
    ],
  );
  assert.equal(rejectedIn(preview, faultOf), 1);
});

test('[SRC-36] a cell that must not be empty says so, one of a column that is left out or has functions says nothing', () => {
  const planned = columns.map((plan) => {
    if (plan.column === 'Amount') return { ...plan, field: null };
    if (plan.column === 'City') return { ...plan, mandatory: true };
    return { ...plan, value_type: ValueType.Integer, transforms: [{ kind: 'trim' as const }] };
  });
  const faultOf = faultOfCell(planned);
  assert.deepEqual(
    preview.rows.map((row) => row.map(faultOf)),
    [
      [null, null, null],
      [null, null, 'Must not be empty'],
      [null, null, null],
    ],
  );
  assert.equal(rejectedIn({ ...preview, tooWide: [2] }, faultOf), 2);
});

test('[SRC-36] lines that are no rows are counted with those that will be rejected: they are told below a hundred rows', () => {
  const setAside = [
    { line: 2, raw: '1,"open', rule: 'quote', reason: 'A quote is opened in this line and never closed.' },
  ];
  const none = () => null;
  assert.equal(rejectedIn({ ...preview, setAside }, none), rejectedIn(preview, none) + 1);
});

test('[SRC-36] the preview promises no more than it looked at: what functions make of cells may be rejected, too', () => {
  const [first, ...others] = columns;
  assert.ok(first);
  const trimmed = { ...first, transforms: [{ kind: 'trim' as const }] };
  assert.equal(sayRejected(3, columns), ', 3 to be rejected');
  assert.equal(sayRejected(3, [trimmed, ...others]), ', at least 3 to be rejected');
  assert.equal(sayRejected(3, [{ ...trimmed, field: null }, ...others]), ', 3 to be rejected');
  assert.equal(sayRejected(0, [trimmed, ...others]), '');
});
