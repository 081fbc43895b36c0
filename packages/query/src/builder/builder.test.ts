import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTemplateField, type SchemaItem, ValueType } from '@datasarana/schema';
import { parseQuery } from '../search/search-request.ts';
import { escapeSlashes, parseKeywordOperator } from './keyword.ts';
import { createLeaf, LEAF_TYPES } from './leaf.ts';
import { leafDsl, leavesDsl } from './leaf-dsl.ts';
import { leafFields } from './leaf-fields.ts';
import { queryFieldsOf } from './nested-levels.ts';
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

test('[QRY-02] ranges hold numbers, dates hold dates; each has an end', () => {
  const dsl = (given: object) => leafDsl(createLeaf({ fields: ['a'], ...given }));
  assert.deepEqual(dsl({ type: 'date_range', dates: [{ from: 'now-1d', to: 'now' }] }), {
    range: { a: { gte: 'now-1d', lt: 'now' } },
  });
  assert.throws(() => dsl({ type: 'range', ranges: [{ from: '2024-01-01' }] }), /take a date_range/);
  assert.throws(() => dsl({ type: 'date_range', dates: [{ to: 5 }] }), /take a range/);
  for (const ranges of [[], [{}], [{ from: 1 }, {}]]) {
    assert.throws(() => dsl({ type: 'range', ranges }), /A range on a needs from, to or both/);
  }
  assert.throws(() => dsl({ type: 'prefix', keyword: 5 }), /A prefix condition needs a text, not \[5\]/);
});

test('[QRY-21] the conditions offered, those of places on points and on shapes', () => {
  assert.deepEqual(LEAF_TYPES, [
    ...['term', 'terms', 'match', 'match_phrase', 'multi_match', 'prefix', 'wildcard', 'fuzzy', 'exists'],
    ...['range', 'date_range', 'geo_distance', 'geo_box'],
  ]);
  const box = { top: 10, left: 1, bottom: -10, right: 2 };
  const near = createLeaf({ type: 'geo_distance', fields: ['place'], centre: { lat: 1, lon: 2 }, radius: 1500 });
  const inBox = createLeaf({ type: 'geo_box', fields: ['place'], box });
  assert.deepEqual(leafDsl(near), { geo_distance: { distance: '1500m', place: { lat: 1, lon: 2 } } });
  assert.deepEqual(leafDsl(inBox), {
    geo_bounding_box: { place: { top_left: { lat: 10, lon: 1 }, bottom_right: { lat: -10, lon: 2 } } },
  });
  const onShape = { fields: { nested: [], shapes: ['place'] }, level: '' };
  assert.deepEqual(leafDsl(near, onShape), {
    geo_shape: { place: { shape: { type: 'circle', coordinates: [2, 1], radius: 1500 } } },
  });
  assert.deepEqual(leafDsl(inBox, onShape), {
    geo_shape: {
      place: {
        shape: {
          type: 'envelope',
          coordinates: [
            [1, 10],
            [2, -10],
          ],
        },
      },
    },
  });
});

test('[QRY-21] a condition is offered queryable fields, those of places points and shapes', () => {
  const item = (name: string, value_type: ValueType, items: readonly SchemaItem[] = []): SchemaItem => ({
    ...newTemplateField({ name, id: name, sequence: 1, ts: 0 }),
    value_type,
    items,
  });
  const items = [
    item('num1', ValueType.Double),
    item('txt1', ValueType.Text),
    item('kw1', ValueType.Keyword),
    item('ts1', ValueType.Date),
    item('flag1', ValueType.Boolean),
    item('file1', ValueType.Binary),
    item('list1', ValueType.Array),
    item('obj', ValueType.Object, [item('kw2', ValueType.Keyword), item('area1', ValueType.GeoShape)]),
    item('parts', ValueType.Nested, [item('num2', ValueType.Integer), item('in', ValueType.Nested)]),
    item('pt1', ValueType.GeoPoint),
    item('head', ValueType.Header),
  ];
  const queryable = ['num1', 'txt1', 'kw1', 'ts1', 'flag1', 'obj.kw2', 'parts.num2'];
  for (const type of ['term', 'terms', 'match', 'match_phrase', 'multi_match', 'exists'] as const) {
    assert.deepEqual(leafFields(type, items), queryable, type);
  }
  for (const type of ['prefix', 'wildcard', 'fuzzy'] as const) {
    assert.deepEqual(leafFields(type, items), ['txt1', 'kw1', 'obj.kw2'], type);
  }
  assert.deepEqual(leafFields('range', items), ['num1', 'parts.num2']);
  assert.deepEqual(leafFields('date_range', items), ['ts1']);
  for (const type of ['geo_distance', 'geo_box'] as const) {
    assert.deepEqual(leafFields(type, items), ['obj.area1', 'pt1'], type);
  }
  assert.deepEqual(queryFieldsOf(items), { nested: ['parts', 'parts.in'], shapes: ['obj.area1'] });
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
    QUICK_RANGES.map(({ label, from }) => `${label}: ${from}`),
    ['Last hour: now-1h', 'Last day: now-1d', 'Last week: now-1w', 'Last month: now-1M', 'Last year: now-1y'],
  );
  assert.equal(NO_DAY_RANGE, -1);
  assert.equal(dayRange('ts1', NO_DAY_RANGE), undefined);
  assert.deepEqual(dayRange('ts1', 7), { field: 'ts1', from: 'now-7d' });
  assert.equal(HISTOGRAM_DATE_FORMAT, 'dd/MM/yy hh:mm:ss');
});

test('[QRY-23] a pill on a field under Nested finds records by one of their objects', () => {
  const pill = (operator: 'is' | 'is not') => ({ field: 'items.kw1', operator, value: 'x', nested: 'items' });
  const nested = { nested: { path: 'items', query: { term: { 'items.kw1': { value: 'x' } } } } };
  assert.deepEqual(barDsl({ text: '', filters: [pill('is'), pill('is not')] }), {
    bool: { filter: [nested], must_not: [nested] },
  });
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
