import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newView, type ViewBucket } from './definition.ts';
import { discoverAddress, excluding, pillsOf, pillsText } from './picked.ts';

const row = (...values: readonly (string | number)[]) => ({
  keys: values.map((value) => ({ value, label: String(value) })),
  figures: [],
  documents: 1,
});
const view = (...buckets: readonly ViewBucket[]) => ({ ...newView('t1'), buckets });

test('[VIS-16] a bar of values, numbers or ranges is a filter for exactly its records', () => {
  const terms = view(
    { id: 'a', function: 'terms', field: 'key1' },
    { id: 'b', function: 'histogram', field: 'num1', interval: 10 },
  );
  assert.deepEqual(pillsOf(terms, row('x', 20)), [
    { field: 'key1', operator: 'is', value: 'x' },
    { field: 'num1', operator: 'between', from: 20, to: 30 },
  ]);
  const ranges = view({ id: 'a', function: 'range', field: 'num1' });
  assert.deepEqual(
    ['0.0-10.0', '*-5.0', '5.0-*', '-20.0--5.0'].map((key) => pillsOf(ranges, row(key))[0]),
    [
      { field: 'num1', operator: 'between', from: 0, to: 10 },
      { field: 'num1', operator: 'between', to: 5 },
      { field: 'num1', operator: 'between', from: 5 },
      { field: 'num1', operator: 'between', from: -20, to: -5 },
    ],
  );
});

test('[VIS-16] a bar of time ends where the next one begins, whatever the month is long', () => {
  const at = (calendar: 'month' | 'quarter' | 'year' | 'week', from: Date) => {
    const [pill] = pillsOf(view({ id: 'a', function: 'date_histogram', field: 'ts1', calendar }), row(from.getTime()));
    return pill?.to;
  };
  const february = new Date(2000, 1, 1);
  assert.deepEqual(
    (['month', 'quarter', 'year', 'week'] as const).map((calendar) => at(calendar, february)),
    [new Date(2000, 2, 1), new Date(2000, 4, 1), new Date(2001, 0, 1), new Date(2000, 1, 8)].map((d) =>
      d.toISOString(),
    ),
  );
});

test('[VIS-16] one value can be excluded, a combination or a span cannot', () => {
  const is = { field: 'key1', operator: 'is', value: 'x' } as const;
  assert.deepEqual(excluding([is]), [{ field: 'key1', operator: 'is not', value: 'x' }]);
  assert.equal(excluding([is, is]), null);
  assert.equal(excluding([{ field: 'num1', operator: 'between', from: 1 }]), null);
});

test('[VIS-16] the records of a group open in Discover with the view’s own search', () => {
  const search = { text: 'a:1', filters: [], time: { field: 'ts1', from: 'now-1d' } };
  assert.deepEqual(discoverAddress({ ...newView('t1'), search }, [{ field: 'k', operator: 'is', value: 'x' }]), {
    template: 't1',
    q: 'a:1',
    f: '[{"field":"k","operator":"is","value":"x"}]',
    time: 'ts1',
    range: 'now-1d..',
  });
  assert.equal(
    pillsText([
      { field: 'k', operator: 'is not', value: 'say "x"' },
      { field: 'n', operator: 'between', from: 1, to: 5 },
    ]),
    'NOT k:"say \\"x\\"" AND n:[1 TO 5}',
  );
  assert.equal(pillsText([{ field: 'n', operator: 'is', value: -150 }]), 'n:"-150"');
  assert.equal(pillsText([{ field: 'n', operator: 'between', from: -20, to: -5 }]), 'n:["-20" TO "-5"}');
  const others = view({ id: 'a', function: 'terms', field: 'k' });
  const left = { ...row('others'), keys: [{ value: 'others', label: 'Others', besides: ['x', -1] }] };
  assert.equal(pillsText(pillsOf(others, left)), '_exists_:k AND NOT k:"x" AND NOT k:"-1"');
});

test('[VIS-17] a value with line ends is filtered by with their numbers, since a line of text takes none', () => {
  const is = (value: string) => pillsText([{ field: 'k', operator: 'is', value }]);
  assert.equal(is('line\nend'), 'k:"line\\u000aend"');
  assert.equal(is('say "x"*\r\n(and) more'), 'k:"say \\"x\\"*\\u000d\\u000a(and) more"');
  assert.equal(pillsText([{ field: 'k', operator: 'is not', value: 'a\nb' }]), 'NOT k:"a\\u000ab"');
});
