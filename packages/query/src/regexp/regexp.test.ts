import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { regexpMatcher } from './matcher.ts';
import { parseRegexp, REGEXP_FLAGS } from './parse.ts';
import { re2Of } from './re2.ts';

const matches = (text: string, value: string, caseInsensitive = false) =>
  regexpMatcher(parseRegexp(text, REGEXP_FLAGS, 'value', caseInsensitive))(value);

test('[QRY-21] an expression stands for the whole text', () => {
  assert.ok(matches('ab+c?', 'abb'));
  assert.ok(!matches('b', 'abc'));
  assert.ok(matches('', ''));
  assert.ok(matches('a.c', 'a\nc') && matches('a.c', 'a🎉c'));
});

test('[QRY-21] Lucene’s own operators: complement, intersection, interval, any and empty', () => {
  assert.ok(matches('~(ab.*)', 'b') && !matches('~(ab.*)', 'abc'));
  assert.ok(matches('@&~(foo.+)', 'foo') && !matches('@&~(foo.+)', 'foot'));
  assert.ok(matches('.*a.*&.*b.*', 'xbxa') && !matches('.*a.*&.*b.*', 'xbx'));
  assert.ok(matches('a<1-100>', 'a100') && matches('a<1-100>', 'a007') && !matches('a<1-100>', 'a101'));
  assert.ok(matches('<01-31>', '07') && !matches('<01-31>', '7'));
  assert.ok(matches('#|a', 'a') && !matches('#', ''));
  assert.ok(matches('"a.b"', 'a.b') && !matches('"a.b"', 'axb'));
  assert.ok(matches('\\d{2,3}\\w', '12_') && !matches('\\d{2,3}', '1'));
  assert.ok(matches('[^a-c]x', 'dx') && !matches('[^a-c]x', 'ax'));
});

test('[QRY-21] switched off operators are plain characters', () => {
  const plain = (text: string, value: string) => regexpMatcher(parseRegexp(text, [], 'value'))(value);
  assert.ok(plain('a~b', 'a~b') && plain('a&b', 'a&b') && plain('<1-2>', '<1-2>') && plain('#@', '#@'));
});

test('[QRY-21] without regard to case ASCII letters match both', () => {
  assert.ok(matches('aB[c]', 'AbC', true) && !matches('é', 'É', true));
});

test('[QRY-21] a broken expression says where', () => {
  for (const broken of ['(a', 'a)', '[a', 'a{2', 'a{3,2}', '"a', '<a-b>', '[b-a]', 'a\\']) {
    assert.throws(() => matches(broken, ''), /^PlatformError: value: character \d+: expected/, broken);
  }
});

test('[QRY-21] numbers of an interval are the ones between its ends', () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(3000), fc.nat(4000), (a, b, n) => {
      const inside = n >= Math.min(a, b) && n <= Math.max(a, b);
      const sameLength = String(a).length === String(b).length;
      assert.equal(matches(`<${a}-${b}>`, String(n)), inside && (!sameLength || String(n).length === String(a).length));
    }),
  );
});

test('[QRY-21] derivatives answer as JavaScript’s own expressions do', () => {
  const { expression } = fc.letrec<{ expression: string }>((tie) => ({
    expression: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '()'),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => a + b),
      fc.tuple(tie('expression'), tie('expression')).map(([a, b]) => `(${a}|${b})`),
      fc.tuple(tie('expression'), fc.constantFrom('*', '+', '?', '{2}', '{1,2}')).map(([a, b]) => `(${a})${b}`),
    ),
  }));
  fc.assert(
    fc.property(expression, fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 }), (text, value) => {
      const expected = new RegExp(`^(?:${text})$`, 'su').test(value);
      assert.equal(matches(text, value), expected);
      const re2 = re2Of(parseRegexp(text, [], 'value')) ?? '';
      const spelled = re2.replaceAll('\\x{', '\\u{').replaceAll('(?s:.)', '[\\s\\S]');
      assert.equal(new RegExp(`^(?:${spelled})$`, 'su').test(value), expected);
    }),
    { numRuns: 500 },
  );
});

test('[SEC-10] an expression that would need endless states is refused, not tried', () => {
  let seed = 7;
  const text = Array.from({ length: 40_000 }, () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed > 1_073_741_824 ? 'a' : 'b';
  }).join('');
  assert.throws(() => matches('(.*a.{14}&.*b.{13}.*)|~(.*a.{15})', text), /more than 10000 states/);
  assert.equal(matches('(a|aa)*b', 'a'.repeat(5000)), false);
});
