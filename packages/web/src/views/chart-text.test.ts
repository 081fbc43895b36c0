import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartOption } from './chart-option.ts';
import { shortName } from './chart-text.ts';
import { newView, type ViewDefinition } from './definition.ts';
import { resultTable } from './result-table.ts';
import { sliceWords } from './slice-words.ts';

const LONG = `Directorate ${'x'.repeat(200)}`;

test('[VIS-06] a long name is cut where no axis cuts it, a short one stays', () => {
  assert.equal(shortName('Approach'), 'Approach');
  assert.equal(shortName('a'.repeat(28)), 'a'.repeat(28));
  assert.equal(shortName('a'.repeat(29)), `${'a'.repeat(27)}…`);
  assert.equal(shortName(`${'a'.repeat(26)} bcd`), `${'a'.repeat(26)}…`);
  assert.equal([...shortName('😀'.repeat(40))].length, 28);
  const family = '👨‍👩‍👧‍👦';
  assert.equal(shortName(family.repeat(28)), family.repeat(28));
  assert.equal(shortName(family.repeat(29)), `${family.repeat(27)}…`);
  assert.equal(shortName('e\u0301'.repeat(29)), `${'e\u0301'.repeat(27)}…`);
});

test('[VIS-10] words beside a slice are broken between emoji, not inside them', () => {
  const [family, flag] = ['👨‍👩‍👧‍👦', '🇮🇩'];
  const words = (name: string, width: number) => sliceWords(width)({ name, percent: 5 });
  assert.equal(words(`${family} family ${flag}`, 84), `${family} family ${flag}\n5 %`);
  assert.equal(words(`${family} family ${flag}`, 60), `${family} family\n${flag}\n5 %`);
  assert.equal(words(family.repeat(6), 36), `${family.repeat(2)}\n${family.repeat(2)}…\n5 %`);
  assert.equal(words('Landing Roll', 36), 'Landing Roll\n5 %', 'other names are broken where they are measured');
});

test('[VIS-06] [VIS-09] long names leave room for what is drawn: axes, legend and slices cut them', () => {
  const view: ViewDefinition = {
    ...newView('t'),
    visual: 'Horizontal Bar',
    buckets: [{ id: 'b1', function: 'terms', field: 'kw1' }],
  };
  const table = resultTable(view, {
    took: 1,
    hits: { total: { value: 3, relation: 'eq' }, hits: [] },
    aggregations: { b1: { buckets: [{ key: LONG, doc_count: 3 }] } },
  });
  const lying = chartOption(view, table, true) as { yAxis: { data: string[]; axisLabel: Record<string, unknown> } };
  assert.deepEqual(lying.yAxis.data, [LONG], 'the whole name stays, for the pointer and for filters');
  assert.equal(lying.yAxis.axisLabel.overflow, 'truncate');
  assert.ok(Number(lying.yAxis.axisLabel.width) <= 140);
  const pie = chartOption({ ...view, visual: 'Pie' }, table, true) as {
    legend: { formatter: (name: string) => string };
    series: { label: { formatter: (part: object) => string } }[];
  };
  assert.ok(pie.legend.formatter(LONG).length <= 28);
  assert.ok((pie.series[0]?.label.formatter({ name: LONG, percent: 100 }) ?? LONG).length < 40);
});

test('[VIS-05] [VIS-06] the title of an axis that is longer than a phone is wide ends in an ellipsis', () => {
  const view: ViewDefinition = {
    ...newView('t'),
    visual: 'Vertical Bar',
    buckets: [{ id: 'b1', function: 'terms', field: 'kw1' }],
    options: { leftAxis: LONG, bottomAxis: LONG },
  };
  const found = { took: 1, hits: { total: { value: 3, relation: 'eq' }, hits: [] } };
  const drawn = chartOption(view, resultTable(view, found), true) as Record<'xAxis' | 'yAxis', object>;
  for (const axis of [drawn.xAxis, drawn.yAxis]) {
    assert.equal(Reflect.get(axis, 'name'), LONG);
    assert.deepEqual(Reflect.get(axis, 'nameTruncate'), { maxWidth: 280, ellipsis: '…' });
  }
});
