import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLocation } from './location.ts';

test('[RTE-17] a location entered by hand is read or refused', () => {
  assert.deepEqual(parseLocation('4.02, 108.21'), { lat: 4.02, lon: 108.21 });
  assert.deepEqual(parseLocation('-6.2 106.8'), { lat: -6.2, lon: 106.8 });
  for (const text of ['', '4', '91, 0', '0, 181', 'a, b', '1, 2, 3'])
    assert.equal(parseLocation(text), undefined, text);
});
