import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_AGGREGATIONS, DEFAULT_VISUALS, newTemplateField, ValueType } from '@datasarana/schema';
import fc from 'fast-check';
import { newView, VISUALS } from '../../views/definition.ts';
import { writeFilters } from '../discover/discover-state.ts';
import { type DesignField, designFields } from './designer-fields.ts';
import { placeField } from './slots.ts';
import { firstFigures, firstVisuals, viewOfAddress, viewOfField, widthFor } from './start-view.ts';

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
  const metric = drawn(field(ValueType.Integer, { visual: 'Metric', aggregation: 'Sum' }));
  assert.deepEqual([metric.visual, metric.bucket, metric.metric], ['Metric', undefined, 'sum']);
  assert.equal(drawn(field(ValueType.Keyword, { visual: 'Heatmap' })).visual, 'Horizontal Bar');
});

test('[AGG-29] None, Count, Sum, Average, Min/Max and Terms of a field are its first figures', () => {
  const asked = (aggregation: string, type: ValueType = ValueType.Integer) => {
    const { buckets, metrics } = viewOfField(newView('t1'), field(type, { aggregation }), null);
    return [buckets[0]?.function, ...metrics.map((one) => (one.field ? `${one.function} ${one.field}` : one.function))];
  };
  assert.deepEqual(
    DEFAULT_AGGREGATIONS.map((name) => asked(name)),
    [
      ['histogram', 'count'],
      ['histogram', 'count'],
      ['histogram', 'sum f1'],
      ['histogram', 'avg f1'],
      ['histogram', 'min f1', 'max f1'],
      ['terms', 'count'],
    ],
  );
  assert.deepEqual(asked('Sum', ValueType.Keyword), ['terms', 'count'], 'words have no sum');
  assert.deepEqual(asked('Terms', ValueType.Date), ['terms', 'count']);
});

test('[VIS-13] [TPL-31] a figure is in the unit of its field', () => {
  const [speed] = designFields([
    { ...newTemplateField({ name: 'speed', id: 'f', sequence: 1, ts: 0 }), value_type: ValueType.Integer, unit: 'kn' },
  ]);
  assert.ok(speed);
  assert.equal(viewOfField(newView('t1'), { ...speed, aggregation: 'Average' }, null).metrics[0]?.unit, 'kn');
  assert.deepEqual(
    placeField(newView('t1'), speed, 'values').metrics.map(({ unit }) => unit),
    [undefined, 'kn'],
  );
});

test('[AGG-29] [VIS-01] a picker offers all, and lets choose what the field can fill', () => {
  const open = (choices: ReturnType<typeof firstVisuals>) =>
    choices.filter((one) => !one.disabled).map((one) => one.value);
  const number = field(ValueType.Double);
  const word = field(ValueType.Keyword);
  assert.deepEqual(
    firstFigures(number).map(({ value }) => value),
    [...DEFAULT_AGGREGATIONS],
  );
  assert.deepEqual(open(firstFigures(number)), [...DEFAULT_AGGREGATIONS]);
  assert.deepEqual(open(firstFigures(word)), ['None', 'Count', 'Terms']);
  assert.deepEqual(open(firstFigures(field(ValueType.Date))), ['None', 'Count', 'Min/Max', 'Terms']);
  const drawn = ['None', 'Horizontal Bar', 'Vertical Bar', 'Line', 'Pie', 'Doughnut', 'Area', 'Table', 'Metric'];
  assert.deepEqual(open(firstVisuals(number)), drawn);
  assert.deepEqual(open(firstVisuals(word)), [...drawn, 'WordCloud']);
});

test('[VIS-01] a field may name every drawing there is as its first', () => {
  assert.deepEqual([...DEFAULT_VISUALS].toSorted(), ['None', ...VISUALS].toSorted());
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
  assert.equal(widthFor({ min: -1.7e308, max: 1.7e308 }, false), 2e307, 'a span beyond the largest number');
});
