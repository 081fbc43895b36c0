import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doorsForFile } from '@datasarana/testkit';

const { door } = await doorsForFile();

/** What is refused of a number given as text, by the types of fields: the class of Java it is called by. */
const CALLED = {
  byte: 'Integer',
  short: 'Short',
  integer: 'Integer',
  long: 'Long',
  unsigned_long: 'BigInteger',
  half_float: 'Float',
  float: 'Float',
  double: 'Double',
  scaled_float: 'Double',
};

const RANGES = { integer_range: 'Integer', long_range: 'Long', float_range: 'Float', double_range: 'Double' };

const properties = {
  ...Object.fromEntries(
    [...Object.keys(CALLED), ...Object.keys(RANGES)].map((type) => [
      `${type}1`,
      { type, ...(type === 'scaled_float' && { scaling_factor: 10 }) },
    ]),
  ),
  coerced1: { type: 'integer', coerce: true },
  standing1: { type: 'integer', null_value: '5' },
  bool1: { type: 'boolean' },
  ts1: { type: 'date' },
};

const causeOf = ({ status, json }: Awaited<ReturnType<typeof door>>): readonly [number, string] => [
  status,
  json.error?.caused_by?.reason,
];

test('[IDX-09] an index that does not coerce takes numbers as numbers alone', async () => {
  await door('PUT', '/exactly', { settings: { 'index.mapping.coerce': false }, mappings: { properties } });
  for (const [type, java] of Object.entries(CALLED))
    for (const text of ['5', 'x', ''])
      assert.deepEqual(
        causeOf(await door('PUT', '/exactly/_doc/1', { [`${type}1`]: text })),
        [400, `${java} value passed as String`],
        type,
      );
  for (const [type, java] of Object.entries(RANGES))
    assert.deepEqual(
      causeOf(await door('PUT', '/exactly/_doc/1', { [`${type}1`]: { gte: '5' } })),
      [400, `${java} value passed as String`],
      type,
    );
  const cut = await door('PUT', '/exactly/_doc/1', { short1: 5.5 });
  assert.deepEqual(causeOf(cut), [400, '5.5 cannot be converted to Short without data loss']);
});

test('[IDX-09] what is a number all the same, other types and a field that coerces are taken by an index that does not', async () => {
  const taken = { long1: 5.0, coerced1: ['7', ''], standing1: null, bool1: 'true', ts1: '2020' };
  assert.equal((await door('PUT', '/exactly/_doc/2', taken)).status, 201);
  const { json } = await door('POST', '/exactly/_search', { query: { term: { standing1: '5' } } });
  assert.equal(json.hits.total.value, 1);
});

test('[IDX-09] a field tells that it coerces, or is strict with what is malformed, where it was told so', async () => {
  const given = {
    lat1: { type: 'geo_point', ignore_malformed: false, ignore_z_value: true },
    num1: { type: 'integer', ignore_malformed: false, coerce: true },
    range1: { type: 'date_range', coerce: true },
    ts1: { type: 'date', ignore_malformed: false },
  };
  await door('PUT', '/telling', { mappings: { properties: given } });
  const { json } = await door('GET', '/telling/_mapping');
  assert.deepEqual(json.telling.mappings.properties, { ...given, ts1: { type: 'date' } });
});
