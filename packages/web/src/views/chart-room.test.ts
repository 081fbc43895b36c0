import assert from 'node:assert/strict';
import test from 'node:test';
import * as echarts from 'echarts';
import { chartOption } from './chart-option.ts';
import { newView, type ViewDefinition, type Visual } from './definition.ts';
import { fitWords } from './fit-words.ts';
import { heatmap } from './heatmap.ts';
import type { ResultTable } from './result-table.ts';

const WIDTH = 480;
const HEIGHT = 300;

interface Letters {
  readonly text: string;
  /** Of its middle. */
  readonly x: number;
  readonly y: number;
}

const key = (label: string) => ({ label, value: label });

const twoGroups = (visual: Visual, options: ViewDefinition['options']): ViewDefinition => ({
  ...newView('t1'),
  visual,
  buckets: [
    { id: 'b1', function: 'terms', field: 'txt1' },
    { id: 'b2', function: 'terms', field: 'txt2' },
  ],
  options,
});

const found = ({ buckets, metrics }: ViewDefinition): ResultTable => ({
  buckets,
  metrics,
  total: 36,
  leftOut: 0,
  others: 0,
  rows: ['AMERICA WEST AIRLINES', 'MILITARY'].flatMap((first) =>
    ['Small', 'Large'].map((second) => ({ keys: [key(first), key(second)], figures: [12], documents: 12 })),
  ),
});

/** Every text of a drawing, and where it stands. */
function lettersOf(view: ViewDefinition): readonly Letters[] {
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
  drawing.setOption(chartOption(view, found(view), true));
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  return [...svg.matchAll(/<text[^>]*transform="\w+\(([^)]*)\)"[^>]*>([^<]*)/g)].map(([, at = '', text = '']) => {
    const [x = 0, y = 0] = at.split(/[ ,]+/).map(Number).slice(-2);
    return { text, x, y };
  });
}

const AXES = { leftAxis: 'Strikes reported', bottomAxis: 'Operator' } as const;
const VISUALS = ['Vertical Bar', 'Horizontal Bar', 'Line', 'Area'] as const;

test('[VIS-05] titles of both axes stand inside the drawing and beside the names, not on them', () => {
  for (const visual of VISUALS)
    for (const legend of ['top', 'bottom', 'none'] as const) {
      const letters = lettersOf(twoGroups(visual, { ...AXES, legend }));
      const at = (text: string): Letters => {
        const one = letters.find((each) => each.text === text);
        assert.ok(one, `${visual} draws ${text}`);
        assert.ok(one.x > 4 && one.x < WIDTH - 4 && one.y > 4 && one.y < HEIGHT - 4, `${text} of ${visual} is seen`);
        return one;
      };
      const [value, group, zero, name] = [at(AXES.leftAxis), at(AXES.bottomAxis), at('0'), at('MILITARY')];
      if (visual === 'Horizontal Bar') {
        assert.ok(value.y > zero.y + 8, `${visual}, legend ${legend}`);
        assert.ok(group.x < name.x - 8 * 6, `${visual}, legend ${legend}`);
      } else {
        assert.ok(group.y > name.y + 8, `${visual}, legend ${legend}`);
        assert.ok(value.x < zero.x - 8, `${visual}, legend ${legend}`);
      }
    }
});

test('[VIS-05] the first and the last name below a line stand within its ends, clear of the lowest figure', () => {
  for (const visual of ['Line', 'Area'] as const) {
    const view: ViewDefinition = { ...twoGroups(visual, {}), buckets: twoGroups(visual, {}).buckets.slice(0, 1) };
    const labels = ['January 1990', 'February 1990', 'March 1990'];
    const rows = labels.map((label, at) => ({ keys: [key(label)], figures: [at], documents: at }));
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
    drawing.setOption(chartOption(view, { ...found(view), rows }, true));
    const svg = drawing.renderToSVGString();
    drawing.dispose();
    const stands = (text: string) => {
      const [, anchor, x] =
        new RegExp(`<text[^>]*text-anchor="(\\w+)"[^>]*translate\\(([\\d.]+) [^>]*>${text}<`).exec(svg) ?? [];
      return { anchor, x: Number(x) };
    };
    const [zero, first, last] = [stands('0'), stands('January 1990'), stands('March 1990')];
    assert.deepEqual([zero.anchor, first.anchor, last.anchor], ['end', 'start', 'end'], visual);
    assert.ok(first.x - zero.x >= 6, `${visual}: ${first.x - zero.x} px between them`);
  }
});

test('[VIS-05] a legend below stands under the names of the groups and the title of their axis', () => {
  for (const visual of VISUALS) {
    const letters = lettersOf(twoGroups(visual, { ...AXES, legend: 'bottom' }));
    const legend = letters.find(({ text }) => text === 'Small');
    const others = letters.filter(({ text }) => text !== 'Small' && text !== 'Large');
    assert.ok(legend);
    assert.ok(Math.max(...others.map(({ y }) => y)) < legend.y - 8, visual);
  }
});

test('[VIS-09] bars and areas stack, lines do not: one would be read as higher than it is', () => {
  const stacked = (visual: Visual): boolean => {
    const view = twoGroups(visual, { stack: true });
    const { series } = chartOption(view, found(view), true) as { readonly series: readonly { stack?: string }[] };
    return series.every(({ stack }) => stack === 'all');
  };
  assert.deepEqual(VISUALS.map(stacked), [true, true, false, true]);
});

test('[VIS-11] columns of a heatmap have each its name, a long one among them too', () => {
  const view = twoGroups('Heatmap', {});
  const names = ['Alpha', 'A name that goes on and on until nobody reads it', 'Gamma', 'Beta'];
  const rows = names.map((name) => ({ keys: [key(name), key('January')], figures: [3], documents: 3 }));
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 760, height: HEIGHT });
  drawing.setOption(heatmap(view, { ...found(view), rows }));
  fitWords(drawing, names.length, { width: 760, height: HEIGHT });
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  for (const word of ['Alpha', 'A name that goes on', 'Gamma', 'Beta']) assert.ok(svg.includes(`>${word}`), word);
});

test('[VIS-11] columns of a heatmap keep their names while a phone is turned', () => {
  const view = twoGroups('Heatmap', {});
  const names = ['Day', 'Night', 'Dusk', 'Dawn'];
  const rows = names.map((name) => ({ keys: [key(name), key('Landing Roll')], figures: [3], documents: 3 }));
  for (const widths of [[330], [330, 790, 330], [1060, 330]]) {
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: widths[0] ?? 0, height: HEIGHT });
    drawing.setOption(heatmap(view, { ...found(view), rows }));
    for (const width of widths) {
      drawing.resize({ width });
      fitWords(drawing, names.length, { width, height: HEIGHT });
      drawing.renderToSVGString();
    }
    const svg = drawing.renderToSVGString();
    drawing.dispose();
    for (const name of names) assert.ok(svg.includes(`>${name}<`), `${name} after ${widths.join(', ')}`);
  }
});

test('[VIS-05] figures upwards stand apart on a low chart, and are four or five on a high one', () => {
  const view: ViewDefinition = { ...twoGroups('Vertical Bar', { legend: 'none' }), buckets: [] };
  for (const [height, least, most] of [
    [112, 2, 4],
    [300, 4, 7],
  ] as const)
    for (const figure of [14, 35, 58, 62, 99, 140, 580, 1440]) {
      const rows = [{ keys: [key('one')], figures: [figure], documents: figure }];
      const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
      drawing.setOption(
        chartOption(view, { ...found(view), buckets: twoGroups('Pie', {}).buckets.slice(0, 1), rows }, true),
      );
      fitWords(drawing, undefined, { width: WIDTH, height });
      const svg = drawing.renderToSVGString();
      drawing.dispose();
      const ticks = [...svg.matchAll(/<text[^>]*translate\([\d.]+ ([\d.]+)\)[^>]*>[\d,]+</g)].map(([, y]) => Number(y));
      assert.ok(
        ticks.length >= least && ticks.length <= most,
        `${ticks.length} figures up to ${figure} in ${height} px`,
      );
      const [first = 0, second = 0] = ticks;
      assert.ok(Math.abs(first - second) >= 20, `${Math.abs(first - second)} px between figures up to ${figure}`);
    }
});

test('[VIS-10] the words of a slice that lies below stand clear of it', () => {
  const view: ViewDefinition = { ...newView('t1'), visual: 'Pie', buckets: twoGroups('Pie', {}).buckets.slice(0, 1) };
  const rows = [1, 98, 1].map((figure, at) => ({ keys: [key(`part ${at}`)], figures: [figure], documents: figure }));
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 400, height: 400 });
  drawing.setOption(chartOption(view, { ...found(view), rows }, true));
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  const y = Number(/<text[^>]*translate\([\d.]+ ([\d.]+)\)[^>]*>part 1/.exec(svg)?.[1]);
  // 54 % of half the height around the middle, which lies at 54 %; letters of two lines reach 13 px above where they stand
  assert.ok(y - 13 >= 216 + 108, `they stand at ${y}`);
});

/** The picture of one figure by group, as large as it is asked for. */
function pictureOf(visual: Visual, groups: readonly (readonly [string, number | null])[], width = 760): string {
  const only = twoGroups(visual, { legend: 'none' });
  const view: ViewDefinition = { ...only, buckets: only.buckets.slice(0, 1) };
  const rows = groups.map(([label, figure]) => ({ keys: [key(label)], figures: [figure], documents: figure ?? 0 }));
  const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: HEIGHT });
  drawing.setOption(chartOption(view, { ...found(view), rows }, true));
  fitWords(drawing, visual === 'Vertical Bar' ? groups.length : undefined, { width, height: HEIGHT });
  const svg = drawing.renderToSVGString();
  drawing.dispose();
  return svg;
}

test('[VIS-06] one very long name among twenty takes none of the others away', () => {
  const groups = Array.from({ length: 20 }, (_, i) => [i === 9 ? 'x'.repeat(300) : `group ${i}`, i] as const);
  for (const visual of ['Vertical Bar', 'Line'] as const) {
    const named = pictureOf(visual, groups).match(/>group \d+</g) ?? [];
    assert.ok(named.length >= 4, `${visual}: ${named.length} of 19`);
  }
});

test('[VIS-06] a name of several lines stands on one, on every axis', () => {
  const groups = [['first\nsecond', 1] as const, ['third', 2] as const];
  for (const visual of ['Vertical Bar', 'Horizontal Bar', 'Line'] as const)
    assert.match(pictureOf(visual, groups), />first second</, visual);
});

test('[VIS-06] every point that no line leads to is marked, whichever groups have room for their names', () => {
  const groups = Array.from({ length: 100 }, (_, i) => [`month ${i}`, i % 12 === 1 ? i : null] as const);
  const marks = pictureOf('Line', groups).match(/<path d="M1 0A1 1/g) ?? [];
  assert.equal(marks.length, 9);
});

test('[VIS-10] words beside slices end within the drawing of a phone', () => {
  const groups = ['Donaudampfschifffahrtselektrizität', 'x'.repeat(300), 'short', 'Landing Roll'].map(
    (name) => [name, 1] as const,
  );
  const svg = pictureOf('Pie', groups, 330);
  const lines = [...svg.matchAll(/<text[^>]*text-anchor="(\w+)"[^>]*translate\(([\d.]+) [^>]*>([^<]+)</g)];
  assert.ok(lines.length >= 8, svg);
  for (const [, anchor, at, words = ''] of lines) {
    const long = words.length * 5.5;
    const x = Number(at);
    assert.ok(anchor === 'end' ? x - long > 0 : x + long < 330, `${words} at ${x}`);
  }
});

test('[VIS-06] names beside twenty lying bars of a low drawing stand apart, and are not smaller than need be', () => {
  const view: ViewDefinition = {
    ...twoGroups('Horizontal Bar', {}),
    buckets: twoGroups('Line', {}).buckets.slice(0, 1),
  };
  const rows = Array.from({ length: 20 }, (_, i) => ({ keys: [key(`group ${i}`)], figures: [i], documents: i }));
  for (const [height, letters] of [
    [320, 12],
    [240, 9],
  ] as const) {
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height });
    drawing.setOption(chartOption(view, { ...found(view), rows }, true));
    fitWords(drawing, undefined, { width: WIDTH, height });
    const names = [...drawing.renderToSVGString().matchAll(/font-size:(\d+)px[^>]*>group \d+</g)];
    drawing.dispose();
    assert.equal(names.length, 20, `${height}`);
    assert.deepEqual([...new Set(names.map(([, size]) => Number(size)))], [letters], `${height}`);
  }
});

test('[VIS-11] cells tell their figures where all of them have room, not the small ones alone', () => {
  const view = twoGroups('Heatmap', { labels: true });
  const columns = Array.from({ length: 20 }, (_, i) => i);
  const rows = columns.map((i) => ({
    keys: [key(`c${i}`), key('line')],
    figures: [i === 0 ? 12_345 : 7],
    documents: 7,
  }));
  for (const [width, told] of [
    [480, 0],
    [1440, 20],
  ] as const) {
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: HEIGHT });
    drawing.setOption(heatmap({ ...view, options: { labels: true, legend: 'none' } }, { ...found(view), rows }));
    const figures = drawing.renderToSVGString().match(/>(?:7|12,345)</g) ?? [];
    drawing.dispose();
    assert.equal(figures.length, told, `${width}`);
  }
});

test('[VIS-06] seven names have room below seven bars, however wide the figures beside these are', () => {
  const names = ['Approach', 'Climb', 'Take-off run', 'Landing Roll', 'Descent', 'Taxi', 'Parked'];
  const only = twoGroups('Vertical Bar', { legend: 'none' });
  const cost = { id: 'm1', function: 'sum', field: 'num1', label: 'Cost', unit: '$' } as const;
  for (const metrics of [[cost], [...only.metrics, cost]]) {
    const view: ViewDefinition = { ...only, buckets: only.buckets.slice(0, 1), metrics };
    const rows = names.map((name) => ({ keys: [key(name)], figures: metrics.map(() => 16_000_000), documents: 1 }));
    const size = { width: 540, height: HEIGHT };
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, ...size });
    drawing.setOption(chartOption(view, { ...found(view), rows }, true));
    fitWords(drawing, names.length, size);
    const svg = drawing.renderToSVGString();
    drawing.dispose();
    for (const name of ['Climb', 'Taxi', 'Parked'])
      assert.ok(svg.includes(`>${name}<`), `${name} of ${metrics.length}`);
  }
});

test('[VIS-09] figures stand in the parts of a stack that have room for them, and nowhere else', () => {
  for (const [visual, width] of [
    ['Vertical Bar', 480],
    ['Horizontal Bar', 480],
    ['Vertical Bar', 120],
  ] as const) {
    const view = twoGroups(visual, { stack: true, labels: true, legend: 'none' });
    const parts = { large: 907, thin: 7, middle: 311 };
    const rows = ['one', 'two', 'three'].flatMap((group) =>
      Object.entries(parts).map(([name, figure]) => ({
        keys: [key(group), key(name)],
        figures: [figure],
        documents: figure,
      })),
    );
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: HEIGHT });
    drawing.setOption(chartOption(view, { ...found(view), rows }, true));
    const named = visual === 'Vertical Bar' ? 3 : undefined;
    for (const _ of ['drawn', 'at another size']) fitWords(drawing, named, { width, height: HEIGHT });
    const figures = () =>
      drawing
        .renderToSVGString()
        .match(/(?<=>)(?:907|7|311)(?=<)/g)
        ?.sort() ?? [];
    const roomy = width > 200 ? ['311', '311', '311', '907', '907', '907'] : [];
    assert.deepEqual(figures(), roomy, visual);
    for (const name of ['large', 'middle']) drawing.dispatchAction({ type: 'legendUnSelect', name });
    if (width > 200) assert.deepEqual(figures(), ['7', '7', '7'], `${visual}, once the others are taken away`);
    drawing.dispose();
  }
});

test('[VIS-09] figures beyond bars and points stand within the drawing, however far these reach', () => {
  const figures = [49.9, 12_345_678_901];
  for (const most of figures)
    for (const visual of VISUALS) {
      const view: ViewDefinition = {
        ...twoGroups(visual, { labels: true, legend: 'none', gridLines: false }),
        buckets: twoGroups(visual, {}).buckets.slice(0, 1),
      };
      const rows = [most / 3, most].map((figure, at) => ({ keys: [key(`g${at}`)], figures: [figure], documents: 1 }));
      const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
      drawing.setOption(chartOption(view, { ...found(view), rows }, true));
      fitWords(drawing, undefined, { width: WIDTH, height: HEIGHT });
      const svg = drawing.renderToSVGString();
      drawing.dispose();
      const words = most.toLocaleString('en');
      const [, anchor = '', x, y] =
        new RegExp(`<text[^>]*text-anchor="(\\w+)"[^>]*translate\\(([\\d.]+) ([\\d.]+)\\)[^>]*>${words}<`).exec(svg) ??
        [];
      const half = words.length * 2.75;
      assert.ok(Number(y) >= 8, `${words} of ${visual} at ${y}`);
      assert.ok(Number(x) + (anchor === 'start' ? 2 * half : half) <= WIDTH, `${words} of ${visual} at ${x}`);
    }
});

test('[VIS-11] names below many columns of a heatmap end within the drawing', () => {
  const dates = { id: 'b1', function: 'date_histogram', field: 'ts1', calendar: 'hour' } as const;
  const view: ViewDefinition = {
    ...twoGroups('Heatmap', {}),
    buckets: [dates, ...twoGroups('Heatmap', {}).buckets.slice(1)],
  };
  for (let count = 12; count < 60; count++) {
    const rows = Array.from({ length: count }, (_, at) => ({
      keys: [key(`${at} Nov, 00:00`), key('A line')],
      figures: [3],
      documents: 3,
    }));
    const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width: WIDTH, height: HEIGHT });
    drawing.setOption(heatmap(view, { ...found(view), rows }));
    fitWords(drawing, undefined, { width: WIDTH, height: HEIGHT });
    const svg = drawing.renderToSVGString();
    drawing.dispose();
    for (const [, x, name = ''] of svg.matchAll(
      /text-anchor="middle"[^>]*translate\(([\d.]+) [^>]*>(\d+ Nov, 00:00)</g,
    ))
      assert.ok(Number(x) + name.length * 2.5 <= WIDTH, `${name} of ${count} at ${x}`);
  }
});

test('[VIS-09] the figure of a bar below zero stands at its end, within the drawing and beside the names', () => {
  for (const visual of ['Vertical Bar', 'Horizontal Bar'] as const)
    for (const width of [330, WIDTH]) {
      const view: ViewDefinition = {
        ...twoGroups(visual, { labels: true, legend: 'none' }),
        buckets: twoGroups(visual, {}).buckets.slice(0, 1),
      };
      const rows = [49.2, -149.7].map((figure, at) => ({ keys: [key(`g${at}`)], figures: [figure], documents: 1 }));
      const drawing = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: HEIGHT });
      drawing.setOption(chartOption(view, { ...found(view), rows }, true));
      fitWords(drawing, undefined, { width, height: HEIGHT });
      const svg = drawing.renderToSVGString();
      const [end = 0, zero = 0] = [-149.7, 0].map((figure) =>
        Number(drawing.convertToPixel(visual === 'Vertical Bar' ? { yAxisIndex: 0 } : { xAxisIndex: 0 }, figure)),
      );
      drawing.dispose();
      const stands = (text: string) => {
        const [, x, y] = new RegExp(`translate\\(([\\d.]+) ([\\d.]+)\\)[^>]*>${text}<`).exec(svg) ?? [];
        return { x: Number(x), y: Number(y) };
      };
      const [figure, name] = [stands('-149.7'), stands('g1')];
      if (visual === 'Vertical Bar') assert.ok(figure.y > end && end > zero && figure.y < name.y - 8, `at ${figure.y}`);
      else assert.ok(figure.x < end && end < zero && figure.x - 6 * 5.5 > name.x, `at ${figure.x} of ${width}`);
    }
});
