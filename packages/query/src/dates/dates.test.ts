import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateFormat } from './format.ts';
import { readDate } from './math.ts';
import { nextDate, roundDate } from './rounding.ts';
import { UTC, zoneOf } from './zone.ts';

const NOW = Date.UTC(2024, 4, 15, 10, 20, 30, 400);
const iso = (utc: number) => new Date(utc).toISOString();
const read = (text: string | number, more: { zone?: string; roundUp?: boolean; format?: string } = {}) =>
  iso(
    readDate(text, 'ts1', { zone: zoneOf(more.zone), now: NOW, roundUp: more.roundUp ?? false, format: more.format }),
  );

test('[AGG-11] date math moves and rounds from now or from a date', () => {
  assert.equal(read('now'), '2024-05-15T10:20:30.400Z');
  assert.equal(read('now-1d/d'), '2024-05-14T00:00:00.000Z');
  assert.equal(read('now/w'), '2024-05-13T00:00:00.000Z');
  assert.equal(read('now+1M-2h/m'), '2024-06-15T08:20:00.000Z');
  assert.equal(read('2020-01-01||+1M/d'), '2020-02-01T00:00:00.000Z');
  assert.equal(read('2020-01-31||+1M'), '2020-02-29T00:00:00.000Z');
  assert.equal(read('now/d', { roundUp: true }), '2024-05-15T23:59:59.999Z');
  assert.equal(read('now/d', { zone: 'Asia/Jakarta' }), '2024-05-14T17:00:00.000Z');
});

test('[AGG-11] what a date leaves out is the start, or for an upper limit the end of its day', () => {
  assert.equal(read('2020-06'), '2020-06-01T00:00:00.000Z');
  assert.equal(read('2020-06-15', { roundUp: true }), '2020-06-15T23:59:59.999Z');
  assert.equal(read('2020-06-15T10:20', { roundUp: true }), '2020-06-15T10:20:59.999Z');
  assert.equal(read('2020-06', { roundUp: true }), '2020-06-01T23:59:59.999Z');
  assert.equal(read('2020-06-15', { zone: '+07:00' }), '2020-06-14T17:00:00.000Z');
  assert.equal(read('2020-06-15T00:00:00+02:00', { zone: '+07:00' }), '2020-06-14T22:00:00.000Z');
  assert.equal(read(1_577_836_800_000), '2020-01-01T00:00:00.000Z');
  assert.equal(read(1_577_836_800, { format: 'epoch_second' }), '2020-01-01T00:00:00.000Z');
});

test('[AGG-11] a date that cannot be is refused with the format and the field', () => {
  for (const text of ['2020-13-01', '2020-02-30', 'yesterday', 'now-1', 'now/x', '2020-01-01||1d', '']) {
    assert.throws(() => read(text), /failed to parse date (field|math).*ts1/);
  }
});

test('[QRY-20] patterns write and read, joined by || the first one that fits', () => {
  const at = Date.UTC(2024, 0, 5, 15, 4, 9, 7);
  assert.equal(dateFormat('dd/MM/yy hh:mm:ss').write(at, UTC), '05/01/24 03:04:09');
  assert.equal(dateFormat("yyyy-MM-dd'T'HH:mm:ss.SSSXXX").write(at, zoneOf('+07:00')), '2024-01-05T22:04:09.007+07:00');
  assert.equal(dateFormat(undefined).write(at, zoneOf('Asia/Jakarta')), '2024-01-05T22:04:09.007+07:00');
  assert.equal(read('31.12.2020', { format: 'yyyy-MM-dd||dd.MM.yyyy' }), '2020-12-31T00:00:00.000Z');
  assert.throws(() => read('12/31/2020', { format: 'yyyy-MM-dd||dd.MM.yyyy' }), /failed to parse/);
});

test('[AGG-10] buckets begin at local times, over clock changes too', () => {
  const zone = zoneOf('America/New_York');
  const day = { interval: { kind: 'calendar', unit: 'day' }, zone, offset: 0 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 2, 8, 12), day)), '2020-03-08T05:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 2, 8, 5), day)), '2020-03-09T04:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 10, 1, 4), day)), '2020-11-02T05:00:00.000Z');
  const hour = { interval: { kind: 'calendar', unit: 'hour' }, zone, offset: 0 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 10, 1, 5, 30), hour)), '2020-11-01T05:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 10, 1, 5), hour)), '2020-11-01T06:00:00.000Z');
  const month = { interval: { kind: 'calendar', unit: 'month' }, zone: UTC, offset: 6 * 3_600_000 } as const;
  assert.equal(iso(roundDate(Date.UTC(2020, 1, 1, 5), month)), '2020-01-01T06:00:00.000Z');
  assert.equal(iso(nextDate(Date.UTC(2020, 0, 1, 6), month)), '2020-02-01T06:00:00.000Z');
});

test('[AGG-10] every moment lies in its bucket and before the next, in every zone', () => {
  const units = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
  for (const name of ['America/New_York', 'Asia/Jakarta', 'Australia/Lord_Howe', 'America/Sao_Paulo', '-03:30']) {
    for (let utc = Date.UTC(2017, 9, 1); utc < Date.UTC(2018, 11, 1); utc += 17 * 3_600_000 + 123) {
      for (const unit of units) {
        const rounding = { interval: { kind: 'calendar', unit }, zone: zoneOf(name), offset: 0 } as const;
        const start = roundDate(utc, rounding);
        assert.ok(start <= utc, `${name} ${unit} ${iso(utc)} starts at ${iso(start)}`);
        assert.equal(roundDate(start, rounding), start, `${name} ${unit} ${iso(utc)}`);
        const next = nextDate(start, rounding);
        assert.ok(next > utc, `${name} ${unit} ${iso(utc)} in ${iso(start)}, next ${iso(next)}`);
      }
    }
  }
});
