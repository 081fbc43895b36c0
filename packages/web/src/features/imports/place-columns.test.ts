import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ValueType } from '@datasarana/schema';
import { placeColumns, withPlace } from './place-columns.ts';
import { fieldsByFunctions, newItems, planNew, planOptions, previewOf, sayGoingIn } from './plan.ts';

const planOf = (columns: readonly string[], ...rows: readonly string[][]) => planNew(previewOf(columns, rows));

test('[SRC-07] a latitude and a longitude are offered as one point, whatever stands around their names', () => {
  for (const [lat, lon] of [
    ['lat', 'lon'],
    ['Latitude', 'Longitude'],
    ['start_lat', 'start_lng'],
    ['LAT (WGS84)', 'LONG (WGS84)'],
  ] as const)
    assert.deepEqual(placeColumns(planOf(['id', lat, lon], ['1', '-6.2', '106.8'])), { lat, lon });
});

test('[SRC-07] so are texts of degrees, but of others nothing', () => {
  const asked = (lat: string, lon: string) => placeColumns(planOf(['lat', 'lon'], [lat, lon]));
  assert.deepEqual(asked(`52°31'12"N`, `13°24'18"E`), { lat: 'lat', lon: 'lon' });
  assert.equal(asked(`95°31'N`, `13°24'E`), null);
  assert.equal(asked(`52°31'N`, 'east'), null);
});

test('[SRC-07] what is no place together is not offered', () => {
  assert.equal(placeColumns(planOf(['lat', 'speed'], ['1', '2'])), null);
  assert.equal(placeColumns(planOf(['start_lat', 'end_lon'], ['1', '2'])), null);
  assert.equal(placeColumns(planOf(['lat', 'lon'], ['120.5', '20.5'])), null);
  assert.equal(placeColumns(planOf(['lat', 'long'], ['many', 'much'])), null);
});

test('[SRC-07] [TPL-35] both columns go into one field of the type point', () => {
  const plan = planOf(['lat', 'lon', 'location'], ['-6.2', '106.8', 'Jakarta']);
  const found = placeColumns(plan);
  assert.ok(found);
  const changed = withPlace(plan, found);
  assert.deepEqual(planOptions(changed).columns, { lat: 'location_2', lon: null, location: 'location' });
  assert.deepEqual(planOptions(changed).transforms, { lat: [{ kind: 'point', lat: 'lat', lon: 'lon' }] });
  const [point] = newItems(changed);
  assert.deepEqual(
    [point?.name, point?.display_name, point?.value_type],
    ['location_2', 'LOCATION 2', ValueType.GeoPoint],
  );
  assert.equal(placeColumns(changed), null);
  assert.deepEqual([...fieldsByFunctions(changed)], [['lon', 'location_2']], 'it is not left out');
  assert.equal(sayGoingIn(changed), '3 of 3 columns go in');
});
