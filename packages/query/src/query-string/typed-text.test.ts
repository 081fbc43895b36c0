import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { typedText } from './typed-text.fixture.ts';
import { faultOfText, namedParts } from './typed-text.ts';

/** Text with the part at fault in « », what is wrong and what to do. */
function told(text: string): string | null {
  const fault = faultOfText(text);
  if (!fault) return null;
  const { at, length, problem, remedy } = fault;
  return `${text.slice(0, at)}«${text.slice(at, at + length)}» ${problem}. ${remedy}`;
}

test('[QRY-21] [ERR-29] a fault of typed text says where, what and what to do', () => {
  assert.equal(told('kw1:a AND num1:>5'), null);
  assert.equal(
    told('kw1:(a OR b'),
    'kw1:(a OR b«» expected a closing ). Add the ), or write \\( to search for that character.',
  );
  assert.equal(told('kw1:"a b'), 'kw1:«"a b» the quotation mark is not closed. Add the closing ".');
  assert.equal(
    told('a AND'),
    'a AND«» expected a word, phrase, range or group. Write what to search for, or take out what stands before.',
  );
  assert.equal(told('kw1:a:b'), 'kw1:a«:b» expected a word, phrase, range or group. Write \\: to search for a colon.');
  assert.equal(
    told('num1:[1 TO'),
    'num1:«[1 TO» the range is not complete. Write it as [1 TO 5], or \\[ to search for that character.',
  );
  assert.equal(
    told('spe*:1'),
    '«spe*:1» expected \\ before * and ? in the name of a field. Write spe\\*: for all fields whose names are like that.',
  );
  assert.equal(told('spe\\*:1'), null);
  assert.equal(told('a~5 b'), null);
  assert.equal(told('a b\\'), 'a b«\\» the backslash stands before nothing. Write \\\\ to search for a backslash.');
  assert.equal(told('^'), '«^» ^ is out of place. Write \\ before ^ to search for that character.');
});

test('[QRY-06] slashes are escaped on the way, the place is that of the typed text', () => {
  assert.equal(told('a/b/c "d'), 'a/b/c «"d» the quotation mark is not closed. Add the closing ".');
  assert.equal(told('a\\/b "d'), 'a\\/b «"d» the quotation mark is not closed. Add the closing ".');
});

test('[QRY-21] the fields that a text names, with the values they have to hold', () => {
  const named = (text: string) =>
    namedParts(text).map(({ field, at, length, values }) => [
      field,
      text.slice(at, at + length),
      ...values.map((value) => `${value.kind} ${value.held} «${text.slice(value.at, value.at + value.length)}»`),
    ]);
  assert.deepEqual(named('word kw1:a/b AND num1:>=5 ts1:[2020-01-01 TO *}'), [
    ['kw1', 'kw1', 'value a/b «a/b»'],
    ['num1', 'num1', 'value 5 «>=5»'],
    ['ts1', 'ts1', 'value 2020-01-01 «[2020-01-01 TO *}»'],
  ]);
  assert.deepEqual(named('kw1:(a OR (b* c) num1:5) kw2:x~1 k\\:w:*'), [
    ['kw1', 'kw1', 'value a «a»', 'pattern  «b*»', 'value c «c»'],
    ['num1', 'num1', 'value 5 «5»'],
    ['kw2', 'kw2', 'fuzzy x «x~1»'],
    ['k:w', 'k\\:w'],
  ]);
  assert.deepEqual(named('_exists_:kw1 _exists_:"kw 2"'), [
    ['kw1', 'kw1'],
    ['_exists_', '_exists_', 'value kw 2 «"kw 2"»'],
  ]);
  assert.deepEqual(named('kw1:(a'), []);
});

test('[QRY-21] whatever is typed, a place lies within the text', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      const fault = faultOfText(text);
      const places = [...(fault ? [fault] : []), ...namedParts(text).flatMap((part) => [part, ...part.values])];
      for (const { at, length } of places) assert.ok(at >= 0 && length >= 0 && at + length <= text.length, text);
    }),
    { numRuns: 2000 },
  );
});
