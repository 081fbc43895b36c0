import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import fc from 'fast-check';
import { newView } from '../../views/definition.ts';
import { writeFilters } from '../discover/discover-state.ts';
import type { DesignField } from './designer-fields.ts';
import { viewOfAddress, viewOfField, widthFor } from './start-view.ts';

const field = (value_type: ValueType, more: Partial<DesignField> = {}): DesignField => ({
  name: 'f1',
  label: 'f1',
  value_type,
  ...more,
});
const drawn = (one: DesignField, span: { min: number; max: number } | null = null) => {
  const { visual, buckets, metrics, point } = viewOfField(newView('t1'), one, span);
  return { visual, bucket: buckets[0], metric: metrics[0]?.function, point };
};
const year = 365 * 86_400_000;

test('[VIS-09] [SCR-07] a field is drawn as most people would draw it first', () => {
  assert.deepEqual(drawn(field(ValueType.Keyword)), {
    visual: 'Horizontal Bar',
    bucket: { id: 'b1', function: 'terms', field: 'f1', size: 10 },
    metric: 'count',
    point: undefined,
  });
  assert.equal(drawn(field(ValueType.Boolean)).visual, 'Doughnut');
  const date = drawn(field(ValueType.Date), { min: 0, max: 10 * year });
  assert.deepEqual([date.visual, date.bucket?.calendar], ['Area', 'month']);
  const number = drawn(field(ValueType.Integer), { min: 0, max: 360 });
  assert.deepEqual([number.visual, number.bucket?.interval], ['Vertical Bar', 20]);
  assert.deepEqual(drawn(field(ValueType.GeoPoint)).point, 'f1');
  const text = drawn(field(ValueType.Text));
  assert.deepEqual([text.visual, text.bucket?.function], ['WordCloud', 'significant_text']);
});

test('[TPL-01] the first visual and figure of a field are its template’s where they are known', () => {
  assert.equal(drawn(field(ValueType.Keyword, { visual: 'Pie' })).visual, 'Pie');
  const metric = drawn(field(ValueType.Integer, { visual: 'Metric', aggregation: 'sum' }));
  assert.deepEqual([metric.visual, metric.bucket, metric.metric], ['Metric', undefined, 'sum']);
  assert.equal(drawn(field(ValueType.Keyword, { visual: 'Heatmap' })).visual, 'Horizontal Bar');
});

test('[QRY-18] [SCR-14] a view made of a search keeps text, filters and time', () => {
  const filters = [{ field: 'key1', operator: 'is' as const, value: 'x' }];
  const address = { q: 'a AND b', f: writeFilters(filters) ?? '', range: 'week' };
  const date = { ...field(ValueType.Date), name: 'day1' };
  assert.deepEqual(viewOfAddress('t1', address, [date]).search, {
    text: 'a AND b',
    filters,
    time: { field: 'day1', from: 'now-1w' },
  });
});

test('[VIS-09] a width cuts any span into 8 to 20 groups, and is 1, 2 or 5 times a power of ten', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-6, max: 1e12, noNaN: true }), (max) => {
      const width = widthFor({ min: 0, max }, false);
      const groups = max / width;
      assert.ok(groups <= 20.000001 && groups >= 7.9, `${groups} groups`);
      assert.match(width.toExponential(), /^[125]e/);
    }),
  );
  assert.equal(widthFor({ min: 0, max: 3 }, true), 1);
  assert.equal(widthFor({ min: 4, max: 4 }, false), 1);
});
