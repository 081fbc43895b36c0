import assert from 'node:assert/strict';
import test from 'node:test';
import { onPaper } from './on-paper.ts';

test('[VIS-06] on paper letters and lines are ink, colours of the data and the figures stay', () => {
  const data = ['#D2D2D2', 12];
  const drawn = onPaper({
    color: ['#01B7CD'],
    textStyle: { color: '#D2D2D2', fontSize: 12 },
    series: [{ data, itemStyle: { color: '#75DDD3' }, renderItem: () => ({ style: { fill: '#D2D2D2' } }) }],
  }) as { readonly series: readonly { readonly renderItem: () => unknown; readonly data: unknown }[] };
  const [series] = drawn.series;
  assert.deepEqual(series?.renderItem(), { style: { fill: '#333333' } });
  assert.equal(series?.data, data);
  assert.deepEqual(JSON.parse(JSON.stringify(drawn)), {
    color: ['#01B7CD'],
    textStyle: { color: '#333333', fontSize: 12 },
    series: [{ data, itemStyle: { color: '#75DDD3' } }],
  });
});
