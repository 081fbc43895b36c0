import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyTransforms } from '@datasarana/sources';
import { RULES, suggestRule } from './mending-rules.ts';

const applied = (key: string | null, cell: string, given: readonly string[] = []) => {
  const rule = RULES.find((one) => one.key === key);
  assert.ok(rule, String(key));
  return applyTransforms(cell, rule.make(given), () => undefined);
};

test('[SCR-08] the rule that reads most of the refused values is offered first', () => {
  const cases = [
    ['type', ['2,5', '1.234,75', 'x'], '1.234,75', '1234.75'],
    ['type', ['1,234', '2,000.5'], '2,000.5', '2000.5'],
    ['type', ['12 km', '7.5 km', '$9 '], '7.5 km', '7.5'],
    ['type', ['12 km', '9 km', '1,200.5 km'], '1,200.5 km', '1,200.5'],
    ['type', ['n.v.t. 153.92', 'Rp. 5', '€ 7'], 'n.v.t. 153.92', '153.92'],
    ['type', ['(100)', '(1,200.50)', '7-'], '(1,200.50)', '-1200.50'],
    ['type', ['(1.200,50)', '3,5'], '(1.200,50)', '-1200.50'],
    ['date', ['25/12/2020', '13/01/2021'], '25/12/2020', '2020-12-25'],
    ['date', ['25.12.2020', 'soon', '13.01.2021'], '13.01.2021', '2021-01-13'],
  ] as const;
  for (const [rule, values, value, expected] of cases)
    assert.equal(applied(suggestRule({ rule }, values), value), expected, value);
  assert.equal(suggestRule({ rule: 'type' }, ['many', 'few']), null);
  assert.equal(suggestRule({ rule: 'type' }, ['Row A12', 'XY-7']), null, 'codes');
  assert.equal(suggestRule({ rule: 'mandatory' }, ['', null]), null);
});

test('[SCR-08] only the number is kept where what is beside it does not make it another one', () => {
  for (const text of ['(100)', '100-', '5-7 km', '1.2.3', '.5 km', 'Rp.500', '10,5 km', '12 of 20', '1,23,456 m'])
    assert.equal(applied('digits', text), text);
  for (const [text, number] of [
    ['about 12.5 km', '12.5'],
    ['$-3', '-3'],
    ['Fr. 12.50', '12.50'],
    ['7 at least', '7'],
  ] as const)
    assert.equal(applied('digits', text), number);
});

test('[SCR-08] rules with settings take them', () => {
  assert.equal(applied('replace', 'n/a', ['n/a', '0']), '0');
  assert.equal(applied('static', 'x', ['7']), '7');
});
