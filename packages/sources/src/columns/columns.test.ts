import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SAMPLES } from '@datasarana/schema';
import { previewCsv } from '../csv/preview.ts';
import { guessColumns } from './guess.ts';
import { displayNameOf, fieldNameOf, fieldNamesOf, matchColumns } from './match.ts';

test('[SRC-29] column names become snake_case, display names upper-case with spaces', () => {
  assert.equal(fieldNameOf('Airport Name'), 'airport_name');
  assert.equal(fieldNameOf('flightDate (UTC)'), 'flight_date_utc');
  assert.equal(fieldNameOf('Größe'), 'grosse');
  assert.equal(fieldNameOf('2nd'), 'c_2nd');
  assert.equal(fieldNameOf('***'), 'column');
  assert.equal(fieldNameOf('\u200bAir\u00adport\u2060 Na\ufeffme'), 'airport_name', 'letters that nobody sees');
  assert.equal(displayNameOf('Airport Name'), 'AIRPORT NAME');
  assert.deepEqual(fieldNamesOf(['A b', 'a_b', 'A-B']), ['a_b', 'a_b_2', 'a_b_3']);
});

test('[SRC-28] columns match fields by name or snake_case, each field once', () => {
  assert.deepEqual(matchColumns(['Airport Name', 'speed', 'Speed', 'other'], ['speed', 'airport_name']), [
    { column: 'Airport Name', field: 'airport_name' },
    { column: 'speed', field: 'speed' },
    { column: 'Speed', field: null },
    { column: 'other', field: null },
  ]);
});

test('[SRC-25] [LIM-06] a preview holds 100 rows and leaves a cut last row out', () => {
  const text = `a,b\n${Array.from({ length: 300 }, (_, i) => `${i},x`).join('\n')}`;
  const preview = previewCsv(Buffer.from(text), false);
  assert.equal(preview.rows.length, 100);
  const cut = previewCsv(Buffer.from('a,b\n1,2\n3,'), false);
  assert.deepEqual(cut.rows, [['1', '2']]);
});

test('[SRC-23] a picture named .csv is refused before it becomes columns', () => {
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]);
  assert.throws(() => previewCsv(picture, true), /a PNG picture, not delimited text\. It holds no rows/);
});

test('[SRC-06] [LIM-06] a column keeps ten sample values, each once', () => {
  const cells = Array.from({ length: 40 }, (_, i) => [String(i % 25)]);
  const [guess] = guessColumns(['num1'], cells);
  assert.deepEqual(
    guess?.sample,
    Array.from({ length: 10 }, (_, i) => String(i)),
  );
  assert.deepEqual(SAMPLES, { valuesPerColumn: 10, previewRows: 100, spatialFeatures: 100, queryRows: 10 });
});

test('[SRC-28] [SRC-29] the fields of records that a search found are columns by their names', () => {
  const columns = ['_index', '_id', '_source.id', '_source.unitPrice', '_source.place.city'];
  assert.deepEqual(fieldNamesOf(columns), ['index', 'id_2', 'id', 'unit_price', 'place_city']);
  assert.equal(displayNameOf('_source.unitPrice'), 'UNIT PRICE');
  assert.deepEqual(
    matchColumns(columns, ['id', 'unit_price', 'place.city', 'source_place_city']).map(({ field }) => field),
    [null, null, 'id', 'unit_price', 'place.city'],
  );
  assert.deepEqual(matchColumns(['_source.n'], ['source_n'])[0]?.field, 'source_n', 'a template made before');
});
