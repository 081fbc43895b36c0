import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { pillWords } from '../features/discover/discover-state.ts';
import { typedValue } from '../features/discover/typed-value.ts';
import { dateFields, withDays } from './days.ts';
import { newView, type ViewDefinition } from './definition.ts';
import { pillsOf } from './picked.ts';
import { viewRequest } from './request.ts';
import { resultCsv } from './result-csv.ts';
import { resultTable } from './result-table.ts';
import { rangeOfBars } from './time/range-of-bars.ts';
import { boundsOf, rangeOn, rangeWords } from './time/time-range.ts';
import { viewOfText } from './view-of-text.ts';
import { withoutDays } from './without-days.ts';

const { TZ } = process.env;
before(() => {
  process.env.TZ = 'America/St_Johns';
});
after(() => {
  if (TZ === undefined) delete process.env.TZ;
  else process.env.TZ = TZ;
});

const byDay = (calendar: 'hour' | 'day' | 'month' | 'quarter'): ViewDefinition => ({
  ...newView('t1'),
  buckets: [{ id: 'd', function: 'date_histogram', field: 'day1', calendar }],
});
const answer = (...days: readonly string[]) => ({
  took: 1,
  hits: { total: { value: days.length, relation: 'eq' }, hits: [] },
  aggregations: { d: { buckets: days.map((day) => ({ key: Date.parse(`${day}T00:00:00Z`), doc_count: 1 })) } },
  days: ['day1'],
});

test('[FMT-08] [VIS-16] west of Greenwich a bar of days is called, asked for and exported as the day that the records have', () => {
  const view = byDay('day');
  assert.deepEqual(dateFields(view), ['day1']);
  assert.match(JSON.stringify(viewRequest(withDays(view, ['day1']), 'America/St_Johns')), /"time_zone":"UTC"/);
  assert.match(JSON.stringify(viewRequest(withDays(view, ['other']), 'America/St_Johns')), /St_Johns/);
  const table = resultTable(view, answer('2026-03-07', '2026-03-08', '2026-03-09'));
  assert.deepEqual(
    table.rows.map(({ keys: [key] }) => key?.label),
    ['7 Mar 2026', '8 Mar 2026', '9 Mar 2026'],
  );
  const [, second] = table.rows;
  assert.ok(second);
  assert.deepEqual(pillsOf(table, second), [
    { field: 'day1', operator: 'between', from: '2026-03-08', to: '2026-03-09' },
  ]);
  assert.equal(rangeOfBars(table, 0, 1), '2026-03-07..2026-03-09');
  assert.equal(rangeWords('2026-03-07..2026-03-09'), '7 Mar 2026 to 9 Mar 2026');
  assert.match(resultCsv(table), /^day1,.*\r?\n2026-03-07,1/);
});

test('[FMT-08] [VIS-16] an hour of days is picked as the hour that its bar counts, not as no time at all', () => {
  const view = byDay('hour');
  const table = resultTable(view, answer('2026-03-07', '2026-03-08'));
  const [first] = table.rows;
  assert.ok(first);
  const [from, to] = ['2026-03-07', '2026-03-07T01:00:00.000Z'];
  assert.deepEqual(pillsOf(table, first), [{ field: 'day1', operator: 'between', from, to }]);
  assert.equal(rangeOfBars(table, 0, 0), `${from}..${to}`);
});

test('[QRY-22] [FMT-08] the request of a view of days is read and changed as it is asked for', () => {
  const asked = withDays(byDay('day'), ['day1']);
  const text = JSON.stringify(viewRequest({ ...asked, ...withDays(byDay('month'), ['day1']) }, 'America/St_Johns'));
  const read = viewOfText(asked, text, 'America/St_Johns');
  assert.deepEqual(read && withoutDays(read), byDay('month'));
});

test('[FMT-08] months and quarters of days begin at no midnight of the viewer', () => {
  const months = resultTable(byDay('month'), answer('2026-03-01', '2026-04-01'));
  assert.deepEqual(
    months.rows.map(({ keys: [key] }) => key?.label),
    ['Mar 2026', 'Apr 2026'],
  );
  assert.equal(rangeOfBars(months, 0, 0), '2026-03-01..2026-04-01');
  const quarters = resultTable(byDay('quarter'), answer('2026-01-01'));
  assert.equal(quarters.rows[0]?.keys[0]?.label, 'Q1 2026');
  assert.equal(rangeOfBars(quarters, 0, 0), '2026-01-01..2026-04-01');
});

test('[FMT-08] [QRY-18] a time that is chosen by the clocks of the viewer finds the days and the moments that are shown', () => {
  const midnights = '2026-03-08T03:30:00.000Z..2026-03-09T02:30:00.000Z';
  assert.deepEqual(boundsOf(midnights, true), { from: '2026-03-08', to: '2026-03-09' });
  assert.deepEqual(boundsOf(midnights, false), { from: '2026-03-08T03:30:00.000Z', to: '2026-03-09T02:30:00.000Z' });
  assert.deepEqual(boundsOf('2026-03-08..2026-03-09', true), { from: '2026-03-08', to: '2026-03-09' });
  assert.deepEqual(boundsOf('2026-03-08..2026-03-09', false), boundsOf(midnights, false));
  assert.deepEqual(boundsOf('2026-03-08..', undefined), { from: '2026-03-08' });
  assert.deepEqual(boundsOf('week', true), boundsOf('week'));
  assert.deepEqual([rangeOn(midnights, true), rangeOn('week', true)], ['2026-03-08..2026-03-09', 'week']);
});

test('[QRY-02] [FMT-06] [FMT-08] a filter on a date is read and typed by the clocks of the viewer', () => {
  const fields = [{ name: 'ts1', label: 'ts1', value_type: ValueType.Date }];
  const pill = { field: 'ts1', operator: 'is' } as const;
  const noon = Date.parse('2026-03-07T12:00:00Z');
  assert.equal(pillWords({ ...pill, value: noon }, fields), 'ts1 is 2026-03-07 08:30:00');
  assert.equal(pillWords({ ...pill, value: '2026-03-07T12:00:00.250Z' }, fields), 'ts1 is 2026-03-07 08:30:00.250');
  assert.equal(pillWords({ ...pill, value: Date.parse('2026-03-07T00:00:00Z') }, fields), 'ts1 is 2026-03-07');
  assert.equal(
    pillWords({ field: 'ts1', operator: 'between', from: 'now-1w', to: '2026-03-08' }, fields),
    'ts1 from now-1w to 2026-03-08',
  );
  const typed = (text: string, days?: boolean) => typedValue(fields, 'ts1', text, days);
  assert.equal(typed('2026-03-07 08:30'), '2026-03-07T12:00:00.000Z');
  assert.equal(typed('2026-03-08', true), '2026-03-08');
  assert.equal(typed('2026-03-08', false), '2026-03-08T03:30:00.000Z');
  for (const kept of ['now-1d/d', '2026-03-07T12:00:00Z', '1772888400000', '2026']) assert.equal(typed(kept), kept);
});
