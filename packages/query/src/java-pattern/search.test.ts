import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { javaReplacement } from './replacement.ts';
import { javaMatcher } from './search.ts';

const found = (pattern: string, text: string, flags?: string) =>
  Array.from(javaMatcher(pattern, flags).findAll(text), ({ start, end }) => text.slice(start, end));

const replaced = (pattern: string, replacement: string, text: string): string => {
  const matcher = javaMatcher(pattern);
  const put = javaReplacement(replacement, matcher.parsed);
  let at = 0;
  let made = '';
  for (const each of matcher.findAll(text)) {
    made += text.slice(at, each.start) + put(each);
    at = each.end;
  }
  return made + text.slice(at);
};

test('[TPL-31] patterns of Java are found one behind the other, the preferred way first', () => {
  assert.deepEqual(found('a|ab', 'abab'), ['a', 'a']);
  assert.deepEqual(found('(a|b)+?c', 'abcac'), ['abc', 'ac']);
  assert.deepEqual(found('a*', 'aab'), ['aa', '', '']);
  assert.deepEqual(found('[a-z&&[^aeiou]]+', 'hello'), ['h', 'll']);
  assert.deepEqual(found('\\p{Lu}\\p{Ll}+|\\p{Punct}', 'Été! Öl'), ['Été', '!', 'Öl']);
  assert.deepEqual(found('(?i)FOX', 'fox Fox'), ['fox', 'Fox']);
  assert.deepEqual(found('^b.$', 'ab\nbc', 'MULTILINE'), ['bc']);
  assert.deepEqual(found('(?<=\\d)(?!x)[a-z]{2}', '1ab 2xy ab'), ['ab']);
  assert.deepEqual(found('\\Qa.b\\E\\u0041\\x42', 'a.bAB axbAB'), ['a.bAB']);
  assert.deepEqual(found('a.b', 'a.b axb', 'LITERAL'), ['a.b']);
});

test('[TPL-31] what is put in names groups by number and name', () => {
  assert.equal(replaced('([a-z])([A-Z])', '$1 $2', 'fooBarBaz'), 'foo Bar Baz');
  assert.equal(replaced('(?<day>\\d+)-(\\d+)', '$2\\$${day}', '1-2'), '2$1');
  assert.equal(replaced('(a)(b)?', '[$1$2]', 'aba'), '[ab][a]');
  assert.equal(replaced('a', '$0$0', 'ba'), 'baa');
  assert.throws(() => replaced('a', '$1', 'a'), /No group 1/);
});

test('[TPL-31] what cannot be found in time that grows with the text alone is refused with its place', () => {
  for (const pattern of [
    '(a)\\1',
    'a++',
    '(?>a)',
    '(?=a+)b',
    '(',
    'a)',
    '[a',
    '*a',
    'a{2,1}',
    '\\p{Nope}',
    '[b-a]',
    '\\',
  ]) {
    assert.throws(() => javaMatcher(pattern), /at character \d+: expected/, pattern);
  }
  assert.throws(() => javaMatcher('a', 'NOPE'), /Unknown regex flag \[NOPE\]/);
});

test('[SEC-10] a pattern that tries all ways on a long text comes to an end', () => {
  const long = 'x'.repeat(100_000);
  assert.deepEqual(found('(x+x+)+y', long), []);
  assert.deepEqual(found('(x|xx)*y', long), []);
  assert.equal(
    found('a(.*b)?', 'a'.repeat(20_000)).every((each) => each === 'a'),
    true,
  );
  assert.throws(() => javaMatcher('((a{1000}){1000}){10}'), /more than 2000 steps/);
  assert.throws(() => javaMatcher('(?:){1000}{1000}{1000}'), /more than 2000 steps/);
});

test('[SEC-10] looking around costs what it looks at, and patterns are not larger than that they can be read', () => {
  const look = `(?!${'a'.repeat(19)}b|${'a'.repeat(19)}c)`;
  assert.deepEqual(found(`${look.repeat(5)}z`, `${'a'.repeat(10_000)}z`), ['z']);
  assert.deepEqual(found(`(?:${look.repeat(100)}a)*z`, 'a'.repeat(100_000)), []);
  assert.throws(() => javaMatcher('['.repeat(200)), /at character \d+: expected at most 100 classes/);
  assert.throws(() => javaMatcher('(a)'.repeat(101)), /at character \d+: expected at most 100 groups/);
  assert.throws(() => javaMatcher('a'.repeat(10_001)), /10001 characters is too long/);
});

test('[TPL-31] patterns find what JavaScript’s own expressions find', () => {
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('a', 'b', '[ab]', '[^a]', '\\b', '(?=b)', '(?<!a)'),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}|${b})`),
      fc
        .constantFrom('a', 'b', 'ab')
        .chain((of) => fc.constantFrom('*', '+', '?', '{2}', '*?', '+?').map((n) => `(?:${of})${n}`)),
    ),
  }));
  fc.assert(
    fc.property(expression, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 }), (pattern, text) => {
      const expected = Array.from(text.matchAll(new RegExp(pattern, 'gv')), (match) => [match.index, ...match]);
      const matcher = javaMatcher(pattern);
      const own = Array.from(matcher.findAll(text), (each) => [
        each.start,
        ...Array.from({ length: matcher.parsed.groups + 1 }, (_, i) => (each.places(i) ? each.group(i) : undefined)),
      ]);
      assert.deepEqual(own, expected);
    }),
    { numRuns: 500 },
  );
});
