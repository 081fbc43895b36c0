import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PlatformError } from '@datasarana/schema';
import { dateFormat } from './format.ts';
import { UTC, zoneOf } from './zone.ts';

const AFTERNOON = Date.UTC(2020, 1, 9, 13, 5, 7, 123);
const MIDNIGHT = Date.UTC(2021, 0, 1);

test('[QRY-01] dates are written with the letters OpenSearch 2.19.1 takes', () => {
  const told = Object.entries({
    'K KK': ['1 01', '0 00'],
    'k kk': ['13 13', '24 24'],
    'A AA': ['47107123 47107123', '0 00'],
    N: ['47107123000000', '0'],
    g: ['58888', '59215'],
    G: ['AD', 'AD'],
    F: ['2', '1'],
    B: ['PM', 'AM'],
    'O OOOO': ['GMT GMT', 'GMT GMT'],
    'v z VV': ['Z Z Z', 'Z Z Z'],
    'X XX XXX': ['Z Z Z', 'Z Z Z'],
    'x xx xxx xxxx xxxxx': ['+00 +0000 +00:00 +0000 +00:00', '+00 +0000 +00:00 +0000 +00:00'],
    'Z ZZZZ ZZZZZ': ['+0000 GMT Z', '+0000 GMT Z'],
    'yyyy[-MM]': ['2020-02', '2021-01'],
  });
  for (const [format, expected] of told) {
    const { write } = dateFormat(format);
    assert.deepEqual([write(AFTERNOON, UTC), write(MIDNIGHT, UTC)], expected, format);
  }
  const india = zoneOf('+05:30');
  assert.equal(dateFormat('X x O OOOO ZZZZ').write(AFTERNOON, india), '+0530 +0530 GMT+5:30 GMT+05:30 GMT+05:30');
  assert.equal(dateFormat('X O').write(AFTERNOON, zoneOf('+07:00')), '+07 GMT+7');
});

test('[QRY-01] dates are read by the letters OpenSearch 2.19.1 takes', () => {
  const told = [
    ['yyyy-MM-dd KK:mm a', '2020-01-02 00:05 PM', '2020-01-02T12:05:00.000Z'],
    ['yyyy-MM-dd kk:mm', '2020-01-02 24:05', '2020-01-02T00:05:00.000Z'],
    ['yyyy-MM-dd A', '2020-01-02 1234', '2020-01-02T00:00:01.234Z'],
    ['yyyy-MM-dd N', '2020-01-02 123456789', '2020-01-02T00:00:00.123Z'],
    ['yyyy-MM-dd G', '2020-01-02 AD', '2020-01-02T00:00:00.000Z'],
    ['y G', '2020 BC', '-002019-01-01T00:00:00.000Z'],
    ['yyyy-MM-dd HH:mm O', '2020-01-02 03:04 GMT+1', '2020-01-02T02:04:00.000Z'],
    ['yyyy-MM-dd HH:mm OOOO', '2020-01-02 03:04 GMT+01:00', '2020-01-02T02:04:00.000Z'],
    ['yyyy-MM-dd F', '2020-01-02 1', '2020-01-02T00:00:00.000Z'],
    ['g', '58849', '2020-01-01T00:00:00.000Z'],
    ['yyyy-MM-dd[ HH:mm]', '2020-01-02', '2020-01-02T00:00:00.000Z'],
    ['yyyy-MM-dd[ HH[:mm]]', '2020-01-02 03', '2020-01-02T03:00:00.000Z'],
    ['yyyy-MM-dd[ HH[:mm', '2020-01-02 03:04', '2020-01-02T03:04:00.000Z'],
  ] as const;
  for (const [format, text, expected] of told) {
    const read = dateFormat(format).read(text, UTC, false);
    assert.equal(read !== null && new Date(read).toISOString(), expected, `${format} ${text}`);
  }
  assert.equal(dateFormat('yyyy-MM-dd A').read('2020-01-02 86400000', UTC, false), null);
});

test('[QRY-01] letters that are too many, and parts that are not opened or are too many, are refused', () => {
  for (const format of [
    'ddd',
    'HHH',
    'mmm',
    'sss',
    'hhh',
    'aa',
    'xxxxxx',
    'yyyy]',
    '[yyyy'.repeat(7),
    'yyyyM[-dd][-dd][-dd][-dd][-dd]',
  ]) {
    assert.throws(() => dateFormat(format), PlatformError, format);
  }
});

test('[QRY-01] a date names its zone as a region, an offset or both, as OpenSearch 2.19.1 reads it', () => {
  const told = [
    ['2024-07-01 12:00 Europe/Berlin', 1_719_828_000_000],
    ['2024-03-31 02:30 Europe/Berlin', 1_711_848_600_000],
    ['2024-10-27 02:30 Europe/Berlin', 1_729_989_000_000],
    ['2024-07-01 12:00 CET', 1_719_828_000_000],
    ['2024-07-01 12:00 UTC', 1_719_835_200_000],
    ['2024-07-01 12:00 +02:00', 1_719_828_000_000],
    ['2024-07-01 12:00 GMT+02:00', 1_719_828_000_000],
    ['2024-07-01 12:00 Etc/GMT+3', 1_719_846_000_000],
    ['2024-07-01 12:00 Nowhere/X', null],
    ['2024-07-01 12:00 europe/berlin', null],
    ['2024-07-01 12:00 EST', null],
  ] as const;
  for (const [text, expected] of told) {
    assert.equal(dateFormat('yyyy-MM-dd HH:mm VV').read(text, UTC, false), expected, text);
  }
  const berlin = zoneOf('Europe/Berlin');
  assert.equal(dateFormat('yyyy-MM-dd VV').write(1_719_784_800_000, berlin), '2024-07-01 Europe/Berlin');
});
