import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from './stored.fixture.ts';

const SQUARE = 'POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 6 4, 6 6, 4 6, 4 4))';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('places', {
    s: { type: 'geo_shape' },
    p: { type: 'geo_point' },
    k: { type: 'nested', properties: { s: { type: 'geo_shape' } } },
  });
  await sample.put('places', {
    a: { s: SQUARE },
    b: {
      s: {
        type: 'LineString',
        coordinates: [
          [1, 1],
          [3, 3],
        ],
      },
    },
    c: { s: ['POINT (5 5)', { type: 'Point', coordinates: [20, 20] }] },
    d: {
      s: {
        type: 'envelope',
        coordinates: [
          [170, 10],
          [-170, 0],
        ],
      },
    },
    e: { p: 'POINT (2 2)' },
    f: { k: [{ s: 'POINT (1 1)' }, { s: 'BBOX (40, 50, 50, 40)' }] },
    g: { s: null },
  });
});
after(() => sample.close());

const ids = (shape: unknown, relation?: string, field = 's') =>
  sample.ids('places', { geo_shape: { [field]: { shape, ...(relation !== undefined && { relation }) } } });

test('[IDX-09] stored shapes are found by how they stand to another', async () => {
  assert.equal(await ids('POINT (2 2)'), 'ab');
  assert.equal(await ids('POINT (5 5)'), 'c');
  assert.equal(await ids('BBOX (-1, 11, 11, -1)', 'WITHIN'), 'ab');
  assert.equal(await ids('LINESTRING (1 1, 2 2)', 'contains'), 'ab');
  assert.equal(await ids('BBOX (0, 2, 2, 0)', 'disjoint'), 'cd');
  assert.equal(await ids('POINT (-175 5)'), 'd');
  assert.equal(await ids({ type: 'circle', coordinates: [20, 20], radius: '1km' }), 'c');
  assert.equal(await ids('LINESTRING (0 0, 4 4)', 'intersects', 'p'), 'e');
  assert.equal(await ids('LINESTRING (0 0, 4 5)', 'intersects', 'p'), '');
});

test('[IDX-09] shapes of nested objects stand for themselves', async () => {
  const inside = (shape: string) => ({
    nested: { path: 'k', query: { geo_shape: { 'k.s': { shape, relation: 'within' } } } },
  });
  assert.equal(await sample.ids('places', inside('BBOX (39, 51, 51, 39)')), 'f');
  assert.equal(await sample.ids('places', inside('BBOX (41, 51, 51, 39)')), '');
});

test('[TPL-34] what is no shape is refused when it is written', async () => {
  const refused = [
    'hello',
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 1],
        ],
      ],
    },
    5,
    'POINT (5 95',
  ];
  for (const s of [...refused, { type: 'circle', coordinates: [1, 1], radius: '10m' }]) {
    const [result] = await sample.put('places', { x: { s } });
    assert.match(
      String(Reflect.get(Object(Reflect.get(Object(result), 'error')), 'message')),
      /failed to parse field \[s\] of type \[geo_shape\]/,
      JSON.stringify(s),
    );
  }
});

test('[QRY-21] a shape is asked as GeoJSON or text, and a document that holds it must be fetched first', async () => {
  await assert.rejects(ids('POLYGON ((0 0, 1 1, 1 0))'), /a closed ring of at least four positions/);
  await assert.rejects(ids('POINT (5 5)', 'beside'), /relation/);
  const query = { geo_shape: { s: { indexed_shape: { index: 'places', id: 'a', path: 's' } } } };
  await assert.rejects(sample.ids('places', query), /indexed_shape/);
});
