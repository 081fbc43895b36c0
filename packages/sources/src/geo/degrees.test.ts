import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainDegrees, plainPlace } from './degrees.ts';

test('[SRC-07] degrees with minutes, seconds and a side are read as a number, another text is none', () => {
  const read = [
    [`52°31'12"N`, 52.52],
    ['52° 31.2′ N', 52.52],
    ['S 33°51’36”', -33.86],
    [`0°7'30''W`, -0.125],
    ['-33.5°', -33.5],
    ['13º', 13],
    ['N52°31.200', 52.52],
    ['W 013° 24.300', -13.405],
  ] as const;
  for (const [text, degrees] of read) assert.equal(plainDegrees(text), degrees, text);
  for (const text of [
    '52.52',
    '52',
    "31'12",
    `52°61'N`,
    `52°31'60"N`,
    'N52°N',
    '-5°S',
    '20 °C',
    '1000°',
    'N52°60.5',
    'N52° 31',
  ])
    assert.equal(plainDegrees(text), null, text);
});

test('[SRC-07] two of them are a place, whose letters tell which half stands first', () => {
  assert.equal(plainPlace(`52°31'12"N 13°24'18"E`), '52.52,13.405');
  assert.equal(plainPlace(`13°24'18"E, 52°31'12"N`), '52.52,13.405');
  assert.equal(plainPlace(`(S33°51'36", W70°30')`, 'lon,lat'), '-33.86,-70.5');
  assert.equal(plainPlace('S 33.86° W 70.5°'), '-33.86,-70.5');
  assert.equal(plainPlace('N52°31.200 E013°24.300'), '52.52,13.405');
  assert.equal(plainPlace('N 52° 31.200, W 013° 24.300'), '52.52,-13.405');
  assert.equal(plainPlace('13.405° / 52.52°', 'lon,lat'), '52.52,13.405');
  for (const text of ['52.52, 13.4', `52°31'N 13°24'N`, `52°31'N`, '20 °C, 30 °C'])
    assert.equal(plainPlace(text), null, text);
});
