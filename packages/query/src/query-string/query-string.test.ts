import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { printQuery } from '../clauses/query.ts';
import { parseQueryStringClause } from '../clauses/query-string.ts';
import { expandQueryString } from './expand.ts';
import type { SearchableField } from './fields.ts';
import { typedText } from './typed-text.fixture.ts';

const FIELDS: readonly SearchableField[] = [
  { name: 'txt1', type: 'text', lowerCase: true },
  { name: 'kw1', type: 'keyword', lowerCase: false },
];
const dsl = (query: string, more: object = {}) =>
  printQuery(expandQueryString(parseQueryStringClause({ query, ...more }, 'query_string'), FIELDS));
const match = (field: string, query: string) => ({ match: { [field]: { query, lenient: true } } });

test('[QRY-21] words after each other are one text, looked for in every field', () => {
  assert.deepEqual(dsl('new york'), {
    multi_match: { fields: ['txt1', 'kw1'], query: 'new york', lenient: true },
  });
});

test('[QRY-21] a text asked of every field need not fit all of them, unless that is said', () => {
  const isLenient = (more: object) => Object(dsl('a', more).multi_match).lenient === true;
  assert.ok(isLenient({ fields: ['*'] }));
  assert.ok(isLenient({ fields: ['txt1', '*'] }));
  assert.ok(isLenient({ fields: ['txt1', 'kw1'], lenient: true }));
  assert.ok(!isLenient({ fields: ['txt1', 'kw1'] }));
  assert.ok(!isLenient({ lenient: false }));
  assert.ok(!isLenient({ fields: ['*'], lenient: 'false' }));
});

test('[QRY-21] where no fields are given, a text need not fit the one it names', () => {
  const found = (more: object) => dsl('num1:a', more);
  assert.deepEqual(found({}), match('num1', 'a'));
  assert.deepEqual(found({ fields: ['num1'] }), { match: { num1: { query: 'a' } } });
  assert.deepEqual(found({ lenient: false }), { match: { num1: { query: 'a' } } });
  assert.deepEqual(dsl('num1:a*'), { match_none: {} });
  assert.deepEqual(dsl('num1:a*', { default_field: 'txt1' }), { wildcard: { num1: { value: 'a*' } } });
});

test('[QRY-21] AND, OR, NOT, + and - have the meaning Lucene gives them', () => {
  assert.deepEqual(dsl('kw1:a AND kw1:b'), { bool: { must: [match('kw1', 'a'), match('kw1', 'b')] } });
  assert.deepEqual(dsl('kw1:a OR kw1:b'), { bool: { should: [match('kw1', 'a'), match('kw1', 'b')] } });
  assert.deepEqual(dsl('kw1:a AND NOT kw1:b'), { bool: { must: [match('kw1', 'a')], must_not: [match('kw1', 'b')] } });
  assert.deepEqual(dsl('+kw1:a kw1:b -kw1:c'), {
    bool: { must: [match('kw1', 'a')], should: [match('kw1', 'b')], must_not: [match('kw1', 'c')] },
  });
  assert.deepEqual(dsl('kw1:a && kw1:b || kw1:c'), {
    bool: { must: [match('kw1', 'a'), match('kw1', 'b')], should: [match('kw1', 'c')] },
  });
});

test('[QRY-21] a least number of words is asked of a text that only requires or excludes, too', () => {
  const asked = (query: string) => dsl(query, { fields: ['kw1'], minimum_should_match: 1 });
  const plain = { match: { kw1: { query: 'a' } } };
  for (const query of ['+a', '(+a)', '+kw1:a', '+(a)'])
    assert.deepEqual(asked(query), { bool: { must: [plain], minimum_should_match: 1 } }, query);
  assert.deepEqual(asked('-a'), { bool: { filter: [{ match_all: {} }], must_not: [plain], minimum_should_match: 1 } });
  assert.deepEqual(asked('(a)'), { match: { kw1: { query: 'a', minimum_should_match: 1 } } });
  assert.deepEqual(dsl('-a', { fields: ['kw1'] }), { bool: { must_not: [plain] } });
});

test('[QRY-21] a field stands before a word, a phrase, a group, a range and a comparison', () => {
  assert.deepEqual(dsl('kw1:(a OR b)'), { bool: { should: [match('kw1', 'a'), match('kw1', 'b')] } });
  assert.deepEqual(dsl('txt1:"new york"'), {
    multi_match: { fields: ['txt1'], query: 'new york', type: 'phrase', lenient: true },
  });
  assert.deepEqual(dsl('num1:[1 TO 5]'), { range: { num1: { gte: '1', lte: '5' } } });
  assert.deepEqual(dsl('num1:{1 TO *]'), { range: { num1: { gt: '1' } } });
  assert.deepEqual(dsl('ts1:["2020-01-01" TO now-1d/d}'), { range: { ts1: { gte: '2020-01-01', lt: 'now-1d/d' } } });
  assert.deepEqual(dsl('num1:>=10'), { range: { num1: { gte: '10' } } });
  assert.deepEqual(dsl('num1:<10'), { range: { num1: { lt: '10' } } });
  assert.deepEqual(dsl('kw1:*'), { exists: { field: 'kw1' } });
  assert.deepEqual(dsl('_exists_:kw1'), { exists: { field: 'kw1' } });
  assert.deepEqual(dsl('*'), { match_all: {} });
});

test('[QRY-21] a wildcard follows the case of the field and keeps its escapes', () => {
  assert.deepEqual(dsl('txt1:FO*'), { wildcard: { txt1: { value: 'fo*' } } });
  assert.deepEqual(dsl('kw1:F?O*'), { wildcard: { kw1: { value: 'F?O*' } } });
  assert.deepEqual(dsl('kw1:a\\*b*'), { wildcard: { kw1: { value: 'a\\*b*' } } });
  assert.deepEqual(dsl('kw1:a\\*b'), match('kw1', 'a*b'));
});

test('[QRY-06] an escaped slash is a slash, a bare one is refused with the remedy', () => {
  assert.deepEqual(dsl('kw1:a\\/b'), match('kw1', 'a/b'));
  assert.throws(() => dsl('kw1:a/b'), /a slash starts a regular expression, which has no end/);
});

test('[QRY-21] a sign may stand by its number', () => {
  assert.deepEqual(dsl('kw1:caf\\u00e9'), match('kw1', 'café'));
  assert.deepEqual(dsl('\\u006bw1:a'), match('kw1', 'a'));
  assert.deepEqual(dsl('kw1:\\\\u00e9'), match('kw1', '\\u00e9'), 'behind a backslash that is escaped there is none');
  assert.deepEqual(dsl('txt1:"a\\u0020b"'), {
    multi_match: { fields: ['txt1'], query: 'a b', type: 'phrase', lenient: true },
  });
  assert.deepEqual(dsl('kw1:\\u005fa*'), { wildcard: { kw1: { value: '\\_a*' } } });
  for (const broken of ['kw1:a\\u00', 'kw1:\\uzzzz', '"a\\u"'])
    assert.throws(() => dsl(broken), /\\u stands before no number of four hexadecimal digits/, broken);
});

test('[QRY-21] ~ makes a word fuzzy and a phrase loose, slashes hold a regular expression', () => {
  assert.deepEqual(dsl('txt1:FOX~'), { fuzzy: { txt1: { value: 'fox' } } });
  assert.deepEqual(dsl('kw1:Fox~1^2'), { fuzzy: { kw1: { value: 'Fox', fuzziness: 1, boost: 2 } } });
  assert.deepEqual(dsl('txt1:"a b"~3'), {
    multi_match: { fields: ['txt1'], query: 'a b', type: 'phrase', slop: 3, lenient: true },
  });
  assert.deepEqual(dsl('kw1:/a\\/[bc]+/'), { regexp: { kw1: { value: 'a/[bc]+' } } });
  assert.deepEqual(dsl('fox~'), {
    dis_max: { queries: [{ fuzzy: { txt1: { value: 'fox' } } }, { fuzzy: { kw1: { value: 'fox' } } }] },
  });
  assert.deepEqual(dsl('kw1:a~5'), { fuzzy: { kw1: { value: 'a', fuzziness: 2 } } });
  assert.deepEqual(dsl('kw1:a~1.9'), { fuzzy: { kw1: { value: 'a', fuzziness: 1 } } });
});

test('[QRY-21] what stands behind ~ is read as Lucene reads it: no number is refused for a word, and says nothing for a phrase', () => {
  const loose = (text: string, node = {}) => Object(dsl(text, node)).multi_match.slop;
  assert.equal(loose('txt1:"a b"~2x', { phrase_slop: 3 }), 3);
  assert.equal(loose('txt1:"a b"~', { phrase_slop: 3 }), 3);
  assert.deepEqual(dsl('kw1:a~1e1'), { fuzzy: { kw1: { value: 'a', fuzziness: 2 } } });
  assert.deepEqual(dsl('kw1:a~-0.5'), dsl('kw1:a~0'));
  for (const text of ['kw1:fox~-1', 'kw1:fox~x', 'kw1:fox~1,5', 'kw1:fox~-'])
    assert.throws(() => dsl(text), /expected 0, 1 or 2 letters that may differ at character 8/, text);
  assert.throws(() => dsl('txt1:"a b"~-1'), /expected no less than 0 words between those of a phrase at character 11/);
});

test('[QRY-21] a broken text says where', () => {
  assert.throws(() => dsl('a AND'), /expected a word, phrase, range or group at the end/);
  assert.throws(() => dsl('AND a'), /expected something before AND or OR at character 1/);
  assert.throws(() => dsl('a)'), /expected an opening \( before this \) at character 2/);
  assert.throws(() => dsl('"a'), /the quotation mark is not closed/);
});

test('[SEC-10] a text of more than a hundred thousand characters is refused, whatever it is made of', () => {
  for (const unit of ['a', '*', '"a', '\\a', '/'])
    assert.throws(
      () => dsl(unit.repeat(20_000_000 / unit.length)),
      /20000000 characters, more than the 100000 that/,
      unit,
    );
  assert.doesNotThrow(() => dsl('a'.repeat(100_000)));
});

test('[QRY-21] any text either parses or is refused as the caller’s error', () => {
  fc.assert(
    fc.property(typedText, (text) => {
      try {
        dsl(text);
      } catch (error) {
        assert.match(String(error), /^PlatformError/);
      }
    }),
    { numRuns: 2000 },
  );
});

test('[QRY-21] more than 1,024 clauses of a text are refused, beside each other or in all its fields', () => {
  const words = (count: number) => Array.from({ length: count }, (_, i) => `w${i}`).join(' OR ');
  const told = (query: string, more: object = {}): unknown => {
    try {
      dsl(query, more);
      return null;
    } catch (error) {
      return Object(Object(error).detail).openSearch;
    }
  };
  assert.equal(told(words(1024), { fields: ['txt1'] }), null);
  assert.deepEqual(Object(told(words(1025), { fields: ['txt1'] })).caused_by.caused_by, {
    type: 'too_many_clauses',
    reason: 'maxClauseCount is set to 1024',
  });
  assert.equal(told(words(512)), null);
  assert.deepEqual(told(words(513)), { type: 'too_many_nested_clauses' });
});
