import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatListDate } from '../records/format.ts';
import { chartOption } from './chart-option.ts';
import {
  type CalendarInterval,
  COUNT_METRIC,
  newView,
  typeOfVisual,
  VISUALS,
  type ViewBucket,
  type ViewDefinition,
} from './definition.ts';
import { missingFor } from './missing.ts';
import { pillsOf } from './picked.ts';
import { viewRequest, within } from './request.ts';
import { resultCsv } from './result-csv.ts';
import { dateLabel, resultTable } from './result-table.ts';
import { seriesTable, slices } from './series.ts';

const view: ViewDefinition = {
  ...newView('t1'),
  buckets: [
    { id: 'by_year', function: 'date_histogram', field: 'ts1', calendar: 'year' },
    { id: 'by_kind', function: 'terms', field: 'key1', size: 3 },
  ],
  metrics: [{ id: 'mean', function: 'avg', field: 'num1' }],
};

const years = (...pairs: readonly (readonly [number, number, number | null])[]) => ({
  buckets: pairs.map(([year, doc_count, value]) => ({ key: Date.UTC(year, 6), doc_count, mean: { value } })),
});

const answer = {
  took: 1,
  hits: { total: { value: 10, relation: 'eq' }, hits: [] },
  aggregations: {
    by_kind: {
      buckets: [
        { key: 'b', doc_count: 7, by_year: years([2000, 1, 2], [2002, 6, 4]) },
        { key: 'a', doc_count: 3, by_year: years([2000, 3, 1.5]) },
      ],
    },
  },
};

const byYear = { date_histogram: { field: 'ts1', calendar_interval: 'year', time_zone: 'UTC' } };
const byKind = { terms: { field: 'key1', size: 3, order: { _count: 'desc' } } };
const mean = { avg: { field: 'num1' } };

test('[VIS-09] buckets nest in order and carry the metrics at the end', () => {
  assert.deepEqual(viewRequest({ ...view, visual: 'Table' }, 'UTC').aggs, {
    by_year: { ...byYear, aggs: { mean, by_kind: { ...byKind, aggs: { mean } } } },
  });
});

test('[VIS-09] series over spans are the largest of all that is found, not of each span', () => {
  const held = { date_histogram: { ...byYear.date_histogram, min_doc_count: 1 } };
  const turned = { by_kind: { ...byKind, aggs: { mean, by_year: { ...held, aggs: { mean } } } } };
  for (const visual of ['Vertical Bar', 'Horizontal Bar', 'Line', 'Area', 'Heatmap'] as const)
    assert.deepEqual(viewRequest({ ...view, visual }, 'UTC').aggs, turned, visual);
  const [along, split] = view.buckets;
  assert.ok(along && split);
  const asIs: readonly (readonly ViewBucket[])[] = [
    [split, along],
    [along, { ...split, function: 'significant_terms' }],
    [along, { ...split, nested: ['items'], count: 'parents' }],
    [along],
  ];
  for (const buckets of asIs)
    assert.deepEqual(Object.keys(viewRequest({ ...view, buckets }, 'UTC').aggs ?? {}), [buckets[0]?.id]);
});

test('[VIS-09] the first bucket is the category axis, the second makes the series, gaps stay gaps', () => {
  const data = seriesTable(resultTable(view, answer));
  assert.deepEqual(
    data.categories.map((c) => c.label),
    ['2000', '2001', '2002'],
  );
  assert.deepEqual(data.series, [
    { name: 'b', metric: 0, figures: [2, null, 4] },
    { name: 'a', metric: 0, figures: [1.5, null, null] },
  ]);
});

test('[VIS-09] a series counts nothing where it has no documents, before its first and behind its last', () => {
  const counts = seriesTable(resultTable({ ...view, metrics: [COUNT_METRIC] }, answer)).series;
  assert.deepEqual(
    counts.map(({ figures }) => figures),
    [
      [1, 0, 6],
      [3, 0, 0],
    ],
  );
});

test('[VIS-09] spans of numbers stand in their order, and ranges in that of the view, whichever series has them', () => {
  const along = (bucket: ViewBucket, ...found: readonly (readonly (readonly [number | string, number])[])[]) => {
    const buckets = found.map((spans, at) => ({
      key: `k${at}`,
      doc_count: 1,
      n: { buckets: spans.map(([key, doc_count]) => ({ key, doc_count })) },
    }));
    const given: ViewDefinition = { ...view, buckets: [bucket, ...view.buckets.slice(1)], metrics: [COUNT_METRIC] };
    const { axis, rows } = resultTable(given, { ...answer, aggregations: { by_kind: { buckets } } });
    return [axis?.map(({ value }) => value), rows.map(({ keys }) => keys.map(({ value }) => value).join())];
  };
  const histogram: ViewBucket = { id: 'n', function: 'histogram', field: 'num1', interval: 5 };
  assert.deepEqual(
    along(
      histogram,
      [[10, 2]],
      [
        [-5, 1],
        [5, 3],
      ],
    ),
    [
      [-5, 0, 5, 10],
      ['-5,k1', '5,k1', '10,k0'],
    ],
  );
  const range: ViewBucket = { id: 'n', function: 'range', field: 'num1', ranges: [{ from: 5 }, { to: 5 }] };
  assert.deepEqual(
    along(
      range,
      [
        ['5.0-*', 0],
        ['*-5.0', 1],
      ],
      [
        ['5.0-*', 2],
        ['*-5.0', 0],
      ],
    ),
    [
      ['5.0-*', '*-5.0'],
      ['5.0-*,k1', '*-5.0,k0'],
    ],
  );
});

test('[VIS-12] every bucket path is a row of the table', () => {
  const rows = resultTable(view, answer).rows.map((row) => [...row.keys.map((key) => key.label), ...row.figures]);
  assert.deepEqual(rows, [
    ['2000', 'b', 2],
    ['2000', 'a', 1.5],
    ['2002', 'b', 4],
  ]);
});

test('[VIS-06] [FMT-03] groups of numbers are named as figures are written; what they hold stays for filters', () => {
  const labels = (bucket: Omit<ViewBucket, 'id' | 'field'>, keys: readonly (string | number)[]) =>
    resultTable(
      { ...newView('t1'), buckets: [{ id: 'b', field: 'num1', ...bucket }] },
      {
        ...answer,
        aggregations: { b: { buckets: keys.map((key) => ({ key, doc_count: 1 })) } },
      },
    ).rows.map(({ keys: [key] }) => key);
  assert.deepEqual(labels({ function: 'histogram' }, [14_000, 0.1 + 0.2]), [
    { label: '14,000', value: 14_000 },
    { label: '0.3', value: 0.1 + 0.2 },
  ]);
  assert.deepEqual(labels({ function: 'terms' }, [1.00001]), [{ label: '1.00001', value: 1.00001 }]);
  assert.deepEqual(
    labels({ function: 'range' }, ['*-5.0', '-20.0--5.0', '5.0-1.0E7', '1.0E7-*', '*-*']).map((key) => key?.label),
    ['Below 5', '-20 to -5', '5 to 10,000,000', 'From 10,000,000', 'All'],
  );
});

test('[VIS-16] [FMT-06] [FMT-09] booleans and moments are named as in lists, filter as they are stored, and leave as such', () => {
  const kinds: ViewDefinition = { ...newView('t1'), buckets: [{ id: 'b', function: 'terms', field: 'any1' }] };
  const groups = [
    { key: 1, key_as_string: 'true' },
    { key: 0, key_as_string: 'false' },
    { key: Date.UTC(1999, 9, 19), key_as_string: '1999-10-19T00:00:00.000Z' },
    { key: 1, key_as_string: '1970-01-01T00:00:00.001Z' },
    { key: 1, key_as_string: '1.0' },
  ].map((group) => ({ ...group, doc_count: 1 }));
  const table = resultTable(kinds, { ...answer, aggregations: { b: { buckets: groups } } });
  const moment = formatListDate(1);
  assert.deepEqual(
    table.rows.map(({ keys: [key] }) => [key?.label, key?.value]),
    [
      ['yes', 'true'],
      ['no', 'false'],
      ['1999-10-19', '1999-10-19T00:00:00.000Z'],
      [`${moment}.001`, '1970-01-01T00:00:00.001Z'],
      ['1.0', 1],
    ],
  );
  assert.deepEqual(
    table.rows.slice(0, 1).map((row) => pillsOf(kinds, row)),
    [[{ field: 'any1', operator: 'is', value: 'true' }]],
  );
  assert.equal(
    resultCsv(table),
    'any1,Count\r\ntrue,1\r\nfalse,1\r\n1999-10-19T00:00:00.000Z,1\r\n1970-01-01T00:00:00.001Z,1\r\n1,1\r\n',
  );
});

test('[VIS-19] [FMT-08] spans of time leave as ISO 8601: by their day, month or year, hours and minutes by their moment', (t) => {
  const { TZ } = process.env;
  t.after(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Europe/Berlin';
  const cell = (calendar: CalendarInterval, key: string): string | undefined => {
    const spans: ViewDefinition = {
      ...newView('t1'),
      buckets: [{ id: 'b', function: 'date_histogram', field: 'ts1', calendar }],
    };
    const table = resultTable(spans, {
      ...answer,
      aggregations: { b: { buckets: [{ key: Date.parse(key), doc_count: 2 }] } },
    });
    return resultCsv(table).split('\r\n')[1];
  };
  assert.equal(cell('year', '2026-12-31T23:00:00Z'), '2027,2');
  assert.equal(cell('quarter', '2026-09-30T22:00:00Z'), '2026-10,2');
  assert.equal(cell('month', '2026-09-30T22:00:00Z'), '2026-10,2');
  assert.equal(cell('week', '2026-10-25T23:00:00Z'), '2026-10-26,2');
  assert.equal(cell('day', '2026-10-24T22:00:00Z'), '2026-10-25,2');
  assert.equal(cell('hour', '2026-10-25T01:00:00Z'), '2026-10-25T01:00:00.000Z,2');
  assert.equal(cell('minute', '2026-10-25T00:24:00Z'), '2026-10-25T00:24:00.000Z,2');
  assert.match(dateLabel(Date.parse('2026-10-25T00:24:00Z'), 'minute'), /^25 Oct/, 'a minute is one of a day');
});

test('[VIS-19] numbers that groups are named by leave as numbers', () => {
  const byNumber: ViewDefinition = { ...newView('t1'), buckets: [{ id: 'b', function: 'histogram', field: 'num1' }] };
  const table = resultTable(byNumber, {
    ...answer,
    aggregations: { b: { buckets: [{ key: 14_000, doc_count: 2 }] } },
  });
  assert.equal(resultCsv(table), 'num1,Count\r\n14000,2\r\n');
});

test('[VIS-10] a pie has a slice for what the shown terms leave over', () => {
  const pie: ViewDefinition = {
    ...newView('t1'),
    visual: 'Pie',
    buckets: [{ id: 'k', function: 'terms', field: 'key1' }],
  };
  const table = resultTable(pie, {
    took: 1,
    hits: { total: { value: 9, relation: 'eq' }, hits: [] },
    aggregations: { k: { sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 5 }] } },
  });
  assert.deepEqual(slices(table), [
    { name: 'a', figure: 5, others: false },
    { name: 'Others', figure: 4, others: true },
  ]);
});

test('[VIS-10] every slice says its share in percent; a doughnut has a hole', () => {
  const one: ViewDefinition = { ...newView('t1'), buckets: [{ id: 'k', function: 'terms', field: 'key1' }] };
  const table = resultTable(one, {
    took: 1,
    hits: { total: { value: 9, relation: 'eq' }, hits: [] },
    aggregations: { k: { sum_other_doc_count: 4, buckets: [{ key: 'a', doc_count: 5 }] } },
  });
  const drawn = (visual: 'Pie' | 'Doughnut') => {
    const [series] = chartOption({ ...one, visual }, table, true).series as readonly Record<string, unknown>[];
    return series;
  };
  const pie = drawn('Pie');
  const words = Reflect.get(Object(pie?.label), 'formatter') as (part: object) => string;
  assert.equal(words({ name: 'a', percent: 55.56 }), 'a\n55.56 %');
  assert.deepEqual([pie?.radius, drawn('Doughnut')?.radius], ['54%', ['36%', '54%']]);
});

test('[VIS-20] a visual that cannot be drawn says what is missing', () => {
  assert.match(missingFor(newView('t1')) ?? '', /group by/);
  assert.match(missingFor({ ...newView('t1'), visual: 'Map' }) ?? '', /point field/);
  assert.equal(missingFor({ ...newView('t1'), visual: 'Metric' }), null);
  assert.equal(missingFor(view), null);
});

test('[VIS-06, VIS-07] charts carry the stated font, durations and large-series limits', () => {
  const option = chartOption(view, resultTable(view, answer), false);
  assert.equal(option.animationDuration, 1000);
  assert.equal(option.animationDurationUpdate, 300);
  assert.deepEqual(option.textStyle, { color: '#D2D2D2', fontFamily: 'Roboto Condensed', fontSize: 12 });
  const [series] = option.series as readonly Record<string, unknown>[];
  assert.deepEqual([series?.largeThreshold, series?.progressive, series?.progressiveThreshold], [400, 5000, 3000]);
});

test('[VIS-02] [VIS-08] a figure is of type metric, a map of type map, everything else a chart', () => {
  assert.deepEqual(Object.fromEntries(VISUALS.map((visual) => [visual, typeOfVisual(visual)])), {
    'Vertical Bar': 'chart',
    'Horizontal Bar': 'chart',
    Line: 'chart',
    Area: 'chart',
    Pie: 'chart',
    Doughnut: 'chart',
    Heatmap: 'chart',
    WordCloud: 'chart',
    Table: 'chart',
    Metric: 'metric',
    Map: 'map',
  });
});

test('[VIS-13] a metric of a view with groups is that of all its records, not of the first group', () => {
  const metric: ViewDefinition = { ...view, visual: 'Metric' };
  assert.deepEqual(viewRequest(metric, 'UTC').aggs, { [view.metrics[0]?.id ?? '']: { avg: { field: 'num1' } } });
  const all = { ...answer, aggregations: { [view.metrics[0]?.id ?? '']: { value: 2.5 } } };
  assert.deepEqual(resultTable(metric, all).rows, [{ keys: [], figures: [2.5], documents: answer.hits.total.value }]);
  assert.equal(metric.buckets.length, 2, 'a chart has them again');
});

test('[VIS-19] [SEC-04] the rows behind a view go out as they are shown, no cell is a formula', () => {
  const table = resultTable(view, answer);
  assert.equal(resultCsv(table), 'ts1,key1,Mean num1\r\n2000,b,2\r\n2000,a,1.5\r\n2002,b,4\r\n');
  const [row] = table.rows;
  const hostile = { ...table, rows: row ? [{ ...row, keys: [{ label: '=1+1', value: '=1+1' }] }] : [] };
  assert.doesNotMatch(resultCsv(hostile), /(^|,)=/m);
});

interface Drawn {
  readonly xAxis: { readonly name: string };
  readonly yAxis: { readonly name: string; readonly splitLine: { readonly show: boolean } };
  readonly legend: { readonly show: boolean };
  readonly tooltip: { readonly show: boolean };
  readonly series: readonly {
    readonly name: string;
    readonly stack: string;
    readonly label: { readonly show: boolean };
    readonly itemStyle: { readonly color?: string };
  }[];
}

test('[VIS-05] grid lines, legend, axis titles, tooltip, stacking, figures and colours of a chart are as chosen', () => {
  const options = {
    gridLines: false,
    legend: 'none',
    leftAxis: 'Strikes',
    bottomAxis: 'Year',
    stack: true,
    labels: true,
    tooltip: false,
    colours: { a: 'FF8A65' },
  } as const;
  const option = chartOption({ ...view, options }, resultTable(view, answer), true);
  const { xAxis, yAxis, legend, tooltip, series } = option as unknown as Drawn;
  assert.equal(tooltip.show, false);
  assert.equal((chartOption(view, resultTable(view, answer), true) as unknown as Drawn).tooltip.show, true);
  assert.deepEqual([xAxis.name, yAxis.name, yAxis.splitLine.show, legend.show], ['Year', 'Strikes', false, false]);
  assert.deepEqual(
    series.map(({ name, stack, label, itemStyle }) => [name, stack, label.show, itemStyle.color]),
    [
      ['b', 'all', true, '#01B7CD'],
      ['a', 'all', true, '#FF8A65'],
    ],
  );
});

test('[MAP-15] a map that was moved asks for what is in sight only', () => {
  const map: ViewDefinition = { ...newView('t1'), visual: 'Map', point: 'at' };
  const request = within(viewRequest(map, 'UTC'), 'at', [-200, -10, 20.5, 95]);
  assert.deepEqual(request.query, {
    bool: {
      filter: [
        { match_all: {} },
        {
          geo_bounding_box: {
            // 20 degrees of it lie beyond the 180th meridian
            at: { top_left: { lat: 90, lon: 160 }, bottom_right: { lat: -10, lon: 20.5 } },
          },
        },
      ],
    },
  });
});

test('[VIS-06] the last of many moments below bars is read whole; that of few stands in the middle of its bar', () => {
  const lastName = (calendar: 'hour' | 'year', groups: number): unknown => {
    const over: ViewDefinition = {
      ...newView('t1'),
      visual: 'Vertical Bar',
      buckets: [{ id: 'by_time', function: 'date_histogram', field: 'ts1', calendar }],
    };
    const keys = Array.from({ length: groups }, (_, i) =>
      calendar === 'hour' ? Date.UTC(2000, 6, 1, i) : Date.UTC(2000 + i, 6),
    );
    const found = { by_time: { buckets: keys.map((key) => ({ key, doc_count: 1 })) } };
    const table = resultTable(over, { ...answer, aggregations: found });
    const { xAxis }: { readonly xAxis: { readonly axisLabel: object } } = Object(chartOption(over, table, true));
    return Object(xAxis.axisLabel).alignMaxLabel;
  };
  assert.deepEqual([lastName('hour', 24), lastName('hour', 60), lastName('year', 13)], ['right', 'right', undefined]);
});
