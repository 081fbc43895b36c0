import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RejectedRow } from '@datasarana/engine';
import { ruled } from './mended-rows.ts';

const row = (raw: RejectedRow['raw']): RejectedRow => ({ line: 1, raw, cells: [] });

test('[TSK-06] a rule changes its value of a line of JSON alone: long numbers beside it keep every digit', () => {
  const comma = ruled({ column: 'num1', transforms: [{ kind: 'number', decimal: ',' }] });
  assert.deepEqual(comma(row('{"id": 9007199254740993, "num1": "1,5", "in": {"id": 9223372036854775807}}')), {
    line: 1,
    raw: '{"id":9007199254740993,"num1":"1.5","in":{"id":9223372036854775807}}',
  });
  const copied = ruled({ column: 'num1', transforms: [{ kind: 'template', text: '{{id}}' }] });
  assert.equal(
    copied(row('{"id": 9007199254740993, "num1": "x"}'))?.raw,
    '{"id":9007199254740993,"num1":"9007199254740993"}',
  );
});

test('[TSK-06] a rule mends NaN of a line of JSON, as Python writes it', () => {
  const replaced = ruled({ column: 'num1', transforms: [{ kind: 'replace', find: 'NaN', by: '' }] });
  assert.equal(replaced(row('{"code": "A", "num1": NaN}'))?.raw, '{"code":"A","num1":""}');
});
