import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isoText } from './iso-text.ts';

const DAY_MS = 86_400_000;
const FURTHEST_MS = 100_000_000 * DAY_MS;

const byDate = (ms: number): string => {
  const iso = new Date(ms).toISOString();
  return iso.length === 24 && iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
};

test('[FMT-08] a moment is written as Date writes it, a midnight as the day alone', () => {
  const borders = [0, 1, -1, 0.5, -0.5, 999, -999, DAY_MS - 1, DAY_MS, -DAY_MS, FURTHEST_MS, -FURTHEST_MS];
  const years = [-1, 0, 1, 99, 9999, 10_000].map((year) => new Date(0).setUTCFullYear(year));
  for (const ms of [...borders, ...years]) assert.equal(isoText(ms), byDate(ms), String(ms));
  const moments = fc.oneof(
    fc.integer({ min: -FURTHEST_MS, max: FURTHEST_MS }),
    fc.integer({ min: -2_000_000_000_000, max: 4_000_000_000_000 }),
    fc.integer({ min: -100_000, max: 100_000 }).map((day) => day * DAY_MS),
  );
  fc.assert(fc.property(fc.array(moments, { minLength: 1 }), (list) => list.every((ms) => isoText(ms) === byDate(ms))));
});

test('[FMT-08] what is no moment is refused, and spoils nothing for the next one', () => {
  for (const ms of [Number.NaN, FURTHEST_MS + 1, Number.NEGATIVE_INFINITY]) {
    assert.throws(() => isoText(ms), RangeError);
    assert.equal(isoText(1), '1970-01-01T00:00:00.001Z');
  }
});
