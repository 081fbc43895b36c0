import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { typeFault } from '../columns/type-fault.ts';
import { previewTransforms } from './preview.ts';
import type { Transform } from './transform.ts';

const column = (values: readonly (string | null)[], ...transforms: readonly Transform[]) =>
  previewTransforms(
    ['v'],
    values.map((value) => [value]),
    0,
    transforms,
  );
const faultsOf = (values: readonly (string | null)[], transform: Transform) =>
  column(values, transform).values.map(({ fault = null }) => fault);

test('[SRC-07] a preview holds ten values before and after, in list order', () => {
  const rows = Array.from({ length: 30 }, (_, i) => [`k${i}`, ` v${i} `]);
  const {
    values,
    failing,
    rows: sampled,
  } = previewTransforms(['k', 'v'], rows, 1, [{ kind: 'trim' }, { kind: 'template', text: '{{k}}:{{value}}' }]);
  assert.deepEqual([values.length, failing, sampled], [10, 0, 30]);
  assert.deepEqual(values[1], { row: 1, before: ' v1 ', after: 'k1:v1' });
});

test('[SRC-07] each value is shown once while there are others, and one that fails is among the ten', () => {
  const values = [...Array.from({ length: 50 }, (_, i) => (i < 40 ? 'same' : `other ${i}`)), 'no date'];
  const dates = values.map((value) => (value === 'no date' ? value : '21.11.2026'));
  const shown = column(values).values.map(({ before }) => before);
  assert.equal(new Set(shown).size, 10);
  const { values: read, failing } = column(dates, { kind: 'date', from: 'dd.MM.yyyy' });
  assert.equal(failing, 1);
  assert.deepEqual(read.at(-1), {
    row: 50,
    before: 'no date',
    after: 'no date',
    fault: "'no date' is no date written as dd.MM.yyyy",
    step: 0,
  });
});

test('[SRC-07] a value that a function cannot read says so; an empty one is none', () => {
  assert.deepEqual(faultsOf(['1.234,5', '12 km', '', null], { kind: 'number', decimal: ',', group: '.' }), [
    null,
    "'12 km' is no number with a decimal comma",
    null,
    null,
  ]);
  assert.deepEqual(faultsOf(['a-b', 'a'], { kind: 'split', by: '-', take: 1 }), [
    null,
    "'a' has no such part between '-'",
  ]);
  assert.deepEqual(faultsOf(['4.02, 108.21', '400, 2'], { kind: 'point' }), [null, "'400,2' is no point on the map"]);
  assert.deepEqual(faultsOf(['(', 'b'], { kind: 'map', pairs: [['b', 'c']] }), [null, null]);
});

test('[SRC-07] the function that failed first is named; the field is asked about what comes out', () => {
  const list: readonly Transform[] = [{ kind: 'trim' }, { kind: 'number', decimal: ',' }, { kind: 'upper' }];
  assert.equal(column([' x '], ...list).values[0]?.step, 1);
  const { values } = previewTransforms(['v'], [['1'], ['1.5'], ['']], 0, [{ kind: 'trim' }], (after) =>
    typeFault(after, ValueType.Integer),
  );
  assert.deepEqual(
    values.map(({ fault = null }) => fault),
    [null, "'1.5' is no whole number", null],
  );
});

test('[TPL-06] a value that would grow beyond 4 MB has its fault', () => {
  const { values } = column(['a'.repeat(1000)], { kind: 'replace', find: 'a', by: 'x'.repeat(60_000) });
  assert.match(values[0]?.fault ?? '', /4 MB/);
});

test('[SRC-34] types say why they do not take a text', () => {
  assert.equal(typeFault('abc', ValueType.Double), "'abc' is no number");
  assert.equal(typeFault('LINESTRING (0 0, 1 1)', ValueType.GeoShape), null);
  assert.equal(
    typeFault('LINESTRING (0 0)', ValueType.GeoShape),
    "'LINESTRING (0 0)' is no shape: a line has at least 2 entries",
  );
  assert.equal(typeFault('31/12/2020', ValueType.Date, 'dd/MM/yyyy'), null);
  assert.equal(typeFault('31/12/2020', ValueType.Date), "'31/12/2020' is no date written as iso");
  assert.equal(typeFault('maybe', ValueType.Boolean), "'maybe' is neither yes nor no");
  assert.equal(typeFault('1', ValueType.GeoPoint), "'1' is no point");
  assert.equal(typeFault('', ValueType.Integer), null);
  assert.equal(typeFault('anything', ValueType.Keyword), null);
});
