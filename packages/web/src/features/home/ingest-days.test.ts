import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axisTop, ingestDays } from './ingest-days.ts';

const at = (day: number, hour: number) => new Date(2026, 2, day, hour).getTime();

test('[SCR-01] batches are summed by local day, empty days stay', () => {
  const days = ingestDays(
    [
      { ts: at(30, 1), accepted: 5, replaced: 1, rejected: 0 },
      { ts: at(30, 23), accepted: 7, replaced: 0, rejected: 2 },
      { ts: at(28, 12), accepted: 1, replaced: 0, rejected: 0 },
      { ts: new Date(2026, 1, 27, 12).getTime(), accepted: 999, replaced: 0, rejected: 0 },
    ],
    at(30, 12),
  );
  assert.equal(days.length, 30);
  assert.deepEqual(
    days.slice(-3).map(({ added, replaced, rejected }) => [added, replaced, rejected]),
    [
      [1, 0, 0],
      [0, 0, 0],
      [12, 1, 2],
    ],
  );
  assert.equal(
    days.reduce((sum, { added }) => sum + added, 0),
    13,
  );
});

test('the axis ends on a round figure with three or four steps', () => {
  assert.deepEqual(axisTop(4760), { top: 6000, step: 2000 });
  assert.deepEqual(axisTop(9_390), { top: 10_000, step: 5000 });
  assert.deepEqual(axisTop(0), { top: 1, step: 1 });
  assert.deepEqual(axisTop(2), { top: 2, step: 1 });
  for (const high of [1, 3, 7, 99, 1234, 987_654]) {
    const { top, step } = axisTop(high);
    assert.ok(top >= high && top / step <= 5, String(high));
  }
});
