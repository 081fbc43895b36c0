import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { compileTransforms } from '../transforms/apply.ts';
import { guessColumns } from './guess.ts';

const guessed = (...values: string[]) => {
  const [guess] = guessColumns(
    ['place'],
    values.map((value) => [value]),
  );
  assert.ok(guess);
  const apply = compileTransforms(guess.transforms ?? []);
  return { ...guess, read: values.map((value) => apply(value, () => null)) };
};

const [BERLIN_DE, LONDON_DE] = ['52°31\'12"N 13°24\'18"O', "51°30'N 0°7'30\"W"];
const [PARIS_ES, MADRID_ES] = ["48°51'N 2°21'E", "40°24'N 3°42'O"];

test('[SRC-34] the letter O of degrees is the side that E or W beside it leaves over', () => {
  const german = guessed(BERLIN_DE, LONDON_DE);
  assert.equal(german.value_type, ValueType.GeoPoint);
  assert.deepEqual(german.read, ['52.52,13.405', '51.5,-0.125']);
  assert.match(german.reason, /O is read as E, since W stands in the column, too\./);
  const spanish = guessed(PARIS_ES, MADRID_ES);
  assert.deepEqual(spanish.read, ['48.85,2.35', '40.4,-3.7']);
  assert.match(spanish.reason, /O is read as W, since E stands/);
});

test('[SRC-34] where nothing tells whether O is east or west the column stays text, and says so', () => {
  for (const values of [[BERLIN_DE], [BERLIN_DE, LONDON_DE, PARIS_ES], ['13°24\'18"O', "2°21'O"]]) {
    const { value_type, reason, transforms } = guessed(...values);
    assert.deepEqual([value_type, transforms], [ValueType.Keyword, undefined], values.join());
    assert.match(reason, /O is east in German and Dutch, and west in French/);
  }
  assert.match(guessed('O', 'N').reason, /Short texts/);
});

test('[SRC-34] of moments finer than milliseconds it is told what a date keeps', () => {
  const fine = guessed('2024-01-31T10:00:00.123456789Z', '2024-01-31T10:00:01Z');
  assert.equal(fine.value_type, ValueType.Date);
  assert.match(fine.reason, /Of "2024-01-31T10:00:00\.123456789Z" a date keeps milliseconds, a keyword all\./);
  for (const value of ['2024-01-31T10:00:00.123Z', '2024-01-31T10:00:00.123000Z'])
    assert.doesNotMatch(guessed(value).reason, /milliseconds/);
});

test('[SRC-34] pairs whose first number is no latitude are turned by a function; sizes and ranges are none', () => {
  for (const values of [
    ['106.8456,-6.2088', '106.8,-6.1'],
    ['13.4;52.5', '-106.8; 6.2'],
  ]) {
    const turned = guessed(...values);
    assert.equal(turned.value_type, ValueType.GeoPoint, values.join());
    assert.match(turned.reason, /pairs of longitude and latitude/);
    assert.equal(turned.read[0], values[0]?.split(/[,;]/).reverse().join());
  }
  for (const values of [['120,80', '130,85'], ['106.8,-6.2', '190.5,-6.2'], ['106.8,x']])
    assert.notEqual(guessed(...values).value_type, ValueType.GeoPoint, values.join());
});

test('[SRC-34] shapes as PostGIS stores them are shapes; where none can be read the column stays text and says why', () => {
  const stored = guessed('0101000020E6100000000000000000F03F0000000000000040', 'POINT (1 2)');
  assert.equal(stored.value_type, ValueType.GeoShape);
  const curves = guessed('CIRCULARSTRING(0 0,1 1,2 0)', 'CURVEPOLYGON(CIRCULARSTRING(0 0,4 0,4 4,0 0))');
  assert.equal(curves.value_type, ValueType.Keyword);
  assert.match(curves.reason, /look like shapes, but none can be read as one: it has a curve \(CIRCULARSTRING\)/);
  assert.match(guessed('SRID=3857;POINT(1 2)').reason, /EPSG:3857/);
  assert.match(guessed('0101', '0a'.repeat(21)).reason, /Short texts/);
});
