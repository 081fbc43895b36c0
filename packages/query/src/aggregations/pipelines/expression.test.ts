import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { evaluate, parseExpression } from './expression.ts';

const params = new Map([
  ['a', 7],
  ['b', 2],
]);
const value = (source: string, values: readonly number[] = []) =>
  evaluate(parseExpression(source, 'script'), { params, values });

const CASES: readonly (readonly [source: string, expected: unknown])[] = [
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['params.a % params.b', 1],
  ["params['a'] - -params.b", 9],
  ['a / b', 3.5],
  ['10 - 4 - 3', 3],
  ['params.a > 5 && !(params.b >= 3) || false', true],
  ['params.a == 7 ? params.b != 2 ? 1 : 2 : 3', 2],
  ['Math.pow(params.b, 3) + Math.PI * 0', 8],
  ['return params.a;', 7],
  ['if (values.length > 1) { return 1; } else { 2 }', 2],
  ['MovingFunctions.unweightedAvg(values)', 4],
  ['1e3d + .5', 1000.5],
];

for (const [source, expected] of CASES) {
  test(`[AGG-28] script: ${source}`, () => assert.equal(value(source, [4]), expected));
}

const REFUSED = [
  '',
  'params.a +',
  '(1',
  'a b',
  'process.exit()',
  'System.exit(1)',
  'params.constructor()',
  'Math.constructor',
  'a = 1',
  '[1, 2]',
  '`x`',
  'for (;;) {}',
  'new Date()',
  `${'('.repeat(500)}1${')'.repeat(500)}`,
  '1+'.repeat(3000),
];

test('[AGG-28] a name nobody gave a value is found out when it is computed with', () => {
  const computed = (source: string) => () =>
    evaluate(parseExpression(source, 'script'), { params: new Map([['a', 1]]) });
  for (const source of ['params.nobody + 1', 'this', 'a > nobody']) assert.throws(computed(source), /runtime error/);
  assert.equal(computed('a < 2 ? a : nobody')(), 1);
});

for (const source of REFUSED) {
  test(`[SEC-05] refused as a script: ${source.slice(0, 40)}`, () => {
    assert.throws(() => parseExpression(source, 'script'), PlatformError);
  });
}
