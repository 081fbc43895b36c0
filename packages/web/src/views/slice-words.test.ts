import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as echarts from 'echarts';
import { chartOption } from './chart-option.ts';
import { newView, type ViewDefinition } from './definition.ts';
import { fitWords } from './fit-words.ts';
import { onPaper } from './on-paper.ts';
import type { ResultTable } from './result-table.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  visual: 'Doughnut',
  buckets: [{ id: 'b1', function: 'terms', field: 'txt1' }],
  options: { legend: 'none' },
};
const rows = [
  ['Day', 6],
  ['Night', 3],
  ['Dawn', 1],
].map(([label = '', documents]) => ({
  keys: [{ label: String(label), value: label }],
  figures: [Number(documents)],
  documents: Number(documents),
}));
const { buckets, metrics } = view;
const table: ResultTable = { buckets, metrics, total: 10, leftOut: 0, others: 0, rows };

const wordsIn = (svg: string): readonly string[] =>
  [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, words = '']) => words);

test('[VIS-10] slices too narrow for words beside them are told by a list below, until there is room again', () => {
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 184, height: 250 });
  drawing.setOption(chartOption(view, table, true));
  const wordsAt = (width: number): readonly string[] => {
    drawing.resize({ width, height: 250 });
    fitWords(drawing, undefined, { width, height: 250 });
    return wordsIn(drawing.renderToSVGString());
  };
  assert.deepEqual(wordsAt(184), ['Day 60 %', 'Night 30 %', 'Dawn 10 %']);
  assert.deepEqual(wordsAt(480), ['Day', '60 %', 'Night', '30 %', 'Dawn', '10 %']);
  assert.deepEqual(wordsAt(184), ['Day 60 %', 'Night 30 %', 'Dawn 10 %']);
  drawing.dispose();
});

test('[VIS-06] names below bars are ink on paper, too', () => {
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 480, height: 250 });
  drawing.setOption(Object(onPaper(chartOption({ ...view, visual: 'Vertical Bar' }, table, true))));
  fitWords(drawing, rows.length, { width: 480, height: 250 });
  const svg = drawing.renderToSVGString();
  assert.match(svg, /fill="#333333"[^>]*>Night</i);
  drawing.dispose();
});
