import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readBar } from './read-bar.ts';
import { type BarSearch, barDsl, type FilterPill } from './search-bar.ts';

const field = fc.constantFrom('kw1', 'num1', 'obj.kw2');
const nested = fc.option(fc.constant('obj'), { nil: undefined });
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const bound = fc.oneof(fc.integer(), fc.constantFrom('2024-01-01', 'now-1d'));
const made = (pill: object): FilterPill => JSON.parse(JSON.stringify(pill));
const chosen = fc.oneof(
  fc.record({ field, nested, operator: fc.constant('is'), value }),
  fc.record({ field, nested, operator: fc.constant('exists') }),
  fc.record({ field, nested, operator: fc.constant('between'), from: bound, to: bound }),
  fc.record({ field, nested, operator: fc.constant('between'), from: bound }),
);
const excluded = fc.oneof(
  fc.record({ field, nested, operator: fc.constant('is not'), value }),
  fc.record({ field, nested, operator: fc.constant('is missing') }),
);
const search: fc.Arbitrary<BarSearch> = fc
  .record({
    text: fc.constantFrom('', 'quick fox', 'a/b', 'kw1:"x y" AND num1:>5'),
    chosen: fc.array(chosen, { maxLength: 3 }),
    excluded: fc.array(excluded, { maxLength: 2 }),
    time: fc.constantFrom(undefined, { field: 'ts1', from: 'now-1d' }, { field: 'ts1', from: '2024', to: '2025' }),
  })
  .map(({ text, time, ...pills }) => ({
    text,
    filters: [...pills.chosen, ...pills.excluded].map(made),
    ...(time && { time }),
  }));

test('[QRY-22] what is set on the search bar and its clause convert both ways without loss', () => {
  fc.assert(
    fc.property(search, (given) => {
      assert.deepEqual(readBar(JSON.parse(JSON.stringify(barDsl(given))), 'ts1'), given);
    }),
  );
});

test('[QRY-22] a clause that says more than the bar can show is not read', () => {
  const term = { term: { kw1: 'a' } };
  for (const more of [
    term,
    { bool: { should: [term] } },
    { bool: { must: [term] } },
    { bool: { must: [{ query_string: { query: 'a', default_operator: 'or' } }] } },
    { bool: { filter: [{ term: { kw1: { value: 'a', boost: 2 } } }] } },
    { bool: { filter: [{ range: { num1: { gt: 1 } } }] } },
    { bool: { must_not: [{ range: { num1: { gte: 1 } } }] } },
    { bool: { filter: [{ match: { txt1: 'a' } }] } },
  ]) {
    assert.equal(readBar(more), null, JSON.stringify(more));
  }
  assert.throws(() => readBar({ nothing: {} }), /nothing/);
});
