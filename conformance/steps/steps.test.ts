import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, WrittenNumber } from '../suite/exact-json.ts';
import { assertStep } from './assertions.ts';
import { javaRegex, javaText } from './java-text.ts';
import { Memory } from './memory.ts';
import { isSame, valueAt } from './values.ts';

function answered(text: string): Memory {
  const memory = new Memory();
  memory.answer = { method: 'GET', url: '/', status: 200, text, json: readJson(text), warnings: [] };
  return memory;
}

test('numbers are the same by what they count, whole ones to the last digit', () => {
  assert.ok(isSame(1, new WrittenNumber('1.0')));
  assert.ok(isSame(9007199254740993n, 9007199254740993n));
  assert.ok(!isSame(9007199254740992n, 9007199254740993n));
  assert.ok(isSame({ a: [1, null], b: 'x' }, { b: 'x', a: [1, null] }));
  assert.ok(!isSame({ a: 1, b: 2 }, { a: 1 }));
  assert.ok(!isSame('1', 1));
});

test('paths go through lists, names with dots and any key', () => {
  const value = readJson('{"a":[{"b.c":1}],"k":{"only":{"x":2}}}');
  assert.equal(valueAt(value, 'a.0.b\\.c'), 1);
  assert.equal(valueAt(value, 'k._arbitrary_key_'), 'only');
  assert.equal(valueAt(value, 'a.0.nothing'), undefined);
  assert.throws(() => valueAt(value, 'a.3'), /has no 3/);
});

test('what holds passes and what does not fails, for every step', () => {
  const memory = answered('{"n":5,"s":"text","none":null,"list":[{"a":1,"b":2},{"a":3}],"f":false}');
  const cases: readonly (readonly [string, Parameters<typeof assertStep>[1], Parameters<typeof assertStep>[1]])[] = [
    ['match', { n: 5 }, { n: 6 }],
    ['match', { s: '/t . x t/' }, { s: '/^tex$/' }],
    ['length', { list: 2 }, { list: 3 }],
    ['gt', { n: 4 }, { n: 5 }],
    ['gte', { n: 5 }, { n: 6 }],
    ['lt', { n: 6 }, { n: 5 }],
    ['lte', { n: 5 }, { n: 4 }],
    ['contains', { list: { a: 1 } }, { list: { a: 2 } }],
    ['close_to', { n: { value: 5.1, error: 0.2 } }, { n: { value: 6, error: 0.2 } }],
    ['is_true', 'n', 'f'],
    ['is_false', 'f', 'n'],
    ['exists', 's', 'absent'],
    ['not_exists', 'absent', 's'],
    ['text_has', '"n":5', '"n": 5'],
  ];
  for (const [op, holds, fails] of cases) {
    assertStep(op, holds, memory);
    assert.throws(() => assertStep(op, fails, memory), new RegExp(`^Error: ${op} `), op);
  }
});

test('values are put aside and filled in, in keys and within texts', () => {
  const memory = answered('{"id":"x7","n":{"deep":1}}');
  assertStep('set', { id: 'name', n: 'all' }, memory);
  assert.deepEqual(memory.fill({ $name: ['$all', `a-\${name}-b`] }), { x7: [{ deep: 1 }, 'a-x7-b'] });
  assert.throws(() => memory.fill('$unknown'), /nothing was kept as unknown/);
});

test('expressions are Java’s: comments and white space mean nothing where they are switched on', () => {
  assert.ok(javaRegex('^ a \\s b # the end\n $', true).test('a b'));
  assert.ok(javaRegex('(?i)ABC', false).test('abc'));
  assert.equal(javaText({ type: 'x', list: [1, 'a'] }), '{type=x, list=[1, a]}');
});
