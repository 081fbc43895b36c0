import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseQuery } from '../search/search-request.ts';
import { escapeSlashes, parseKeywordOperator } from './keyword.ts';
import { createLeaf, leafDsl, leavesDsl } from './leaf.ts';
import { barDsl } from './search-bar.ts';
import { removeSort, sortDsl } from './sorts.ts';
import { dayRange, HISTOGRAM_DATE_FORMAT, NO_DAY_RANGE, QUICK_RANGES } from './time-range.ts';

test('[QRY-03] [QRY-04] a new leaf has the defaults', () => {
  const { clause, type, operator, boost, max_expansion, multi_match_type, fuzziness, prefix_length, max_expansions } =
    createLeaf();
  assert.deepEqual(
    { clause, type, operator, boost, max_expansion, multi_match_type, fuzziness, prefix_length, max_expansions },
    {
      clause: 'must',
      type: 'term',
      operator: 'and',
      boost: 1,
      max_expansion: 10,
      multi_match_type: 'best_fields',
      fuzziness: 'AUTO',
      prefix_length: 0,
      max_expansions: 50,
    },
  );
});

test('[QRY-05] AND and OR are the keyword operators, in any case', () => {
  assert.deepEqual(['AND', 'or', ' And '].map(parseKeywordOperator), ['and', 'or', 'and']);
  for (const other of ['XOR', '', 'NOT', 'ANDOR']) {
    assert.throws(() => parseKeywordOperator(other), /Keyword operator \[.*\] is not valid/);
    assert.throws(() => leafDsl(createLeaf({ type: 'match', fields: ['a'], operator: other })), /not valid/);
  }
});

test('[QRY-06] slashes are escaped once', () => {
  assert.equal(escapeSlashes('a/b'), 'a\\/b');
  assert.equal(escapeSlashes('a\\/b'), 'a\\/b');
  assert.equal(escapeSlashes('a\\\\/b'), 'a\\\\\\/b');
  const leaf = leafDsl(createLeaf({ type: 'keyword', keyword: 'and/or', operator: 'OR' }));
  assert.deepEqual(leaf, { query_string: { query: 'and\\/or', default_operator: 'or' } });
  assert.equal(parseQuery(leaf).kind, 'query_string');
});

test('[QRY-02] leaves become clauses of one search', () => {
  const leaves = [
    createLeaf({ fields: ['kw1'], keyword: 'a' }),
    createLeaf({ clause: 'must_not', type: 'range', fields: ['num1'], ranges: [{ from: 1, to: 2 }, { from: 5 }] }),
    createLeaf({ clause: 'should', type: 'terms', fields: ['kw1', 'kw2'], keywords: ['a', 'b'], boost: 2 }),
  ];
  const dsl = leavesDsl(leaves);
  assert.deepEqual(dsl, {
    bool: {
      must: [{ term: { kw1: { value: 'a' } } }],
      must_not: [
        {
          bool: {
            should: [{ range: { num1: { gte: 1, lt: 2 } } }, { range: { num1: { gte: 5 } } }],
            minimum_should_match: 1,
          },
        },
      ],
      should: [
        {
          bool: {
            should: [{ terms: { kw1: ['a', 'b'], boost: 2 } }, { terms: { kw2: ['a', 'b'], boost: 2 } }],
            minimum_should_match: 1,
          },
        },
      ],
    },
  });
  assert.equal(parseQuery(dsl).kind, 'bool');
  assert.deepEqual(leavesDsl([]), { match_all: {} });
  assert.throws(() => leafDsl(createLeaf({ keyword: 'a' })), /needs at least one field/);
});

test('[QRY-07] [QRY-08] a sort is asc or desc; taking one away checks it', () => {
  const sorts = [
    { field: 'a', order: 'asc' },
    { field: 'b', order: 'desc' },
  ] as const;
  assert.deepEqual(sortDsl(sorts), [{ a: { order: 'asc' } }, { b: { order: 'desc' } }]);
  assert.deepEqual(removeSort(sorts, sorts[0]), [sorts[1]]);
  assert.throws(() => removeSort(sorts, { field: 'c', order: 'asc' }), /^PlatformError: Sort is not valid$/);
  for (const other of ['a', null, { field: 'a' }, { field: 'a', order: 'up' }]) {
    assert.throws(() => removeSort(sorts, other), /^PlatformError: Sort parameter type is not valid$/);
  }
});

test('[QRY-18] [QRY-19] [QRY-20] quick ranges, no day range by default, histogram dates', () => {
  assert.deepEqual(
    QUICK_RANGES.map(({ id }) => id),
    ['hour', 'day', 'week', 'month', 'year'],
  );
  assert.equal(dayRange('ts1', NO_DAY_RANGE), undefined);
  assert.deepEqual(dayRange('ts1', 7), { field: 'ts1', from: 'now-7d' });
  assert.equal(HISTOGRAM_DATE_FORMAT, 'dd/MM/yy hh:mm:ss');
});

test('[QRY-22] the search bar’s text, pills and time are one clause', () => {
  const dsl = barDsl({
    text: ' a/b ',
    filters: [
      { field: 'kw1', operator: 'is', value: 'x' },
      { field: 'kw1', operator: 'is not', value: 'y' },
      { field: 'kw2', operator: 'is missing' },
      { field: 'num1', operator: 'between', from: 1, to: 2 },
      { field: 'kw3', operator: 'exists', disabled: true },
    ],
    time: { field: 'ts1', from: 'now-1d' },
  });
  assert.deepEqual(dsl, {
    bool: {
      must: [{ query_string: { query: 'a\\/b', default_operator: 'and' } }],
      filter: [
        { range: { ts1: { gte: 'now-1d' } } },
        { term: { kw1: { value: 'x' } } },
        { range: { num1: { gte: 1, lt: 2 } } },
      ],
      must_not: [{ term: { kw1: { value: 'y' } } }, { exists: { field: 'kw2' } }],
    },
  });
  assert.equal(parseQuery(dsl).kind, 'bool');
  assert.deepEqual(barDsl({ text: ' ', filters: [] }), { match_all: {} });
});
