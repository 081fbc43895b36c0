import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { scaleColour } from './colour-scale.ts';
import { newView, type ViewDefinition } from './definition.ts';
import { heatTable } from './heatmap.ts';
import { missingFor } from './missing.ts';
import { resultTable } from './result-table.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  visual: 'Heatmap',
  buckets: [
    { id: 'a', function: 'terms', field: 'key1' },
    { id: 'b', function: 'histogram', field: 'num1', interval: 10 },
  ],
};

const spans = (...pairs: readonly (readonly [number, number])[]) => ({
  buckets: pairs.map(([key, doc_count]) => ({ key, doc_count })),
});

const answer = {
  took: 1,
  hits: { total: { value: 12, relation: 'eq' }, hits: [] },
  aggregations: {
    a: {
      buckets: [
        { key: 'x', doc_count: 7, b: spans([10, 1], [20, 6]) },
        { key: 'y', doc_count: 5, b: spans([0, 5]) },
      ],
    },
  },
};

test('[VIS-11] a heatmap has the first group across, the second down in its own order, and no cell where nothing is', () => {
  const heat = heatTable(resultTable(view, answer));
  assert.deepEqual([heat.columns, heat.lines, heat.least, heat.most], [['x', 'y'], ['0', '10', '20'], 1, 6]);
  assert.deepEqual(
    heat.cells.map(({ column, line, figure, name }) => [column, line, figure, name]),
    [
      [1, 0, 5, 'y / 0'],
      [0, 1, 1, 'x / 10'],
      [0, 2, 6, 'x / 20'],
    ],
  );
});

test('[VIS-11] a heatmap over spans has a column for each of them, and no cell where nothing is', () => {
  const [a, b] = view.buckets;
  assert.ok(a && b);
  const found = { a: { buckets: [{ key: 'x', doc_count: 3, b: spans([0, 1], [20, 2]) }] } };
  const heat = heatTable(resultTable({ ...view, buckets: [b, a] }, { ...answer, aggregations: found }));
  assert.deepEqual([heat.columns, heat.lines], [['0', '10', '20'], ['x']]);
  assert.deepEqual(
    heat.cells.map(({ column, figure }) => [column, figure]),
    [
      [0, 1],
      [2, 2],
    ],
  );
});

test('[VIS-11] a heatmap draws the first figure only; values stand by weight', () => {
  const two: ViewDefinition = {
    ...view,
    buckets: [
      { id: 'a', function: 'terms', field: 'key1' },
      { id: 'b', function: 'terms', field: 'num1' },
    ],
    metrics: [...view.metrics, { id: 'm', function: 'avg', field: 'num2' }],
  };
  const heat = heatTable(resultTable(two, answer));
  assert.deepEqual(heat.lines, ['20', '0', '10']);
  assert.equal(heat.cells.length, 3);
});

test('[VIS-20] a heatmap without a second group says that it needs one', () => {
  assert.match(missingFor({ ...view, buckets: view.buckets.slice(0, 1) }) ?? '', /needs two groups/);
  assert.equal(missingFor(view), null);
});

const luminance = (hex: string): number => {
  const [r = 0, g = 0, b = 0] = (hex.match(/[0-9a-f]{2}/gi) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

test('[VIS-11] the colour scale begins and ends as designed, and every figure on it can be read', () => {
  assert.deepEqual(
    [scaleColour(0).colour, scaleColour(0.5).colour, scaleColour(1).colour],
    ['#3a3f40', '#0a7f8e', '#75ddd3'],
  );
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (share) => {
      const { colour, ink } = scaleColour(share);
      const [dark = 0, light = 0] = [luminance(colour), luminance(ink)].sort((a, b) => a - b);
      assert.ok((light + 0.05) / (dark + 0.05) >= 4.3, `${ink} on ${colour}`);
    }),
  );
});
