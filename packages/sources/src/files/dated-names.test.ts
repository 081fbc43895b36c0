import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameAmong, undated } from './dated-names.ts';

test('[SRC-31] titles that differ in their dates and numbers alone are one', () => {
  for (const [one, other] of [
    ['Report of 2026-11-28', 'Report of 2026-12-05'],
    ['Report of 2026-11-28', 'Report of 2026-12-5'],
    ['Umsatz 28. November 2026', 'Umsatz 1. März 2027'],
    ['Penjualan Agustus 2026', 'Penjualan Mei 2026'],
    ['sales_Nov-26.csv', 'sales_Dec-26.csv'],
    ['Week 9', 'Week 10'],
  ] as const)
    assert.equal(undated(one), undated(other), one);
  for (const [one, other] of [
    ['Market', 'Margin'],
    ['Sales 2026', 'Costs 2026'],
    ['Report', 'Report 2'],
    ['May', 'June'],
  ] as const)
    assert.notEqual(undated(one), undated(other), one);
});

test('[SRC-31] of names with other dates the only one of the kind is taken, and none where several are or the very name was asked for', () => {
  const names = ['stops-2026-12-05.csv', 'trips-2026-12-05.csv'];
  assert.equal(nameAmong(names, 'trips-2026-11-28.csv', true), 'trips-2026-12-05.csv');
  assert.equal(nameAmong(names, 'trips-2026-11-28.csv', false), null);
  assert.equal(nameAmong([...names, 'trips-2026-12-06.csv'], 'trips-2026-11-28.csv', true), null);
  assert.equal(nameAmong(['trips-1.csv', 'trips-2.csv'], 'trips-2.csv', true), 'trips-2.csv');
});
