import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parseSearch, printSearch } from '@datasarana/query';
import { Engine } from '../engine.ts';
import type { TenantIndexes } from '../tenant.ts';

let folder: string;
let engine: Engine;
let tenant: TenantIndexes;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'distance-'));
  engine = await Engine.open({ folder });
  tenant = engine.tenant('t');
  const properties = { p: { type: 'geo_point' }, n: { type: 'integer' } };
  const [several, one] = [
    ['{"p":[{"lat":1,"lon":1},{"lat":10,"lon":10}],"n":1}', '{"p":"2,2","n":1}', '{"n":1}'],
    ['{"p":"2,2"}', '{}'],
  ];
  for (const [name, sources] of [
    ['several', several],
    ['one', one],
  ] as const) {
    await tenant.documents.create(name, { mappings: { properties } });
    const operations = sources.map((source, i) => ({ kind: 'index' as const, id: String(i + 1), source }));
    await tenant.documents.write(name, operations);
  }
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function sorted(index: string, body: object, more: object = {}) {
  const request = parseSearch({ sort: [{ _geo_distance: body }], ...more });
  assert.deepEqual(parseSearch(printSearch(request)), request);
  const { hits } = await tenant.search([index], request);
  return hits.hits.map(({ _id, sort }) => [_id, sort?.[0]]);
}

/** Figures a real OpenSearch 2.19.1 gave. */
function near(found: readonly unknown[][], expected: readonly (readonly [string, number | 'Infinity'])[]): void {
  assert.deepEqual(
    found.map(([id]) => id),
    expected.map(([id]) => id),
  );
  for (const [i, [, value]] of expected.entries()) {
    const given = found[i]?.[1];
    if (value === 'Infinity') assert.equal(given, value);
    else assert.ok(Math.abs(Number(given) - value) < 0.01, `${given} near ${value}`);
  }
}

test('[QRY-21] hits are ordered by distance as in OpenSearch; a document without a point is infinitely far', async () => {
  const far = 'Infinity' as const;
  near(await sorted('several', { p: { lat: 0, lon: 0 }, unit: 'km' }), [
    ['1', 157.2496],
    ['2', 314.4752],
    ['3', far],
  ]);
  near(await sorted('several', { p: [0, 0], order: 'desc' }), [
    ['3', far],
    ['1', 1_568_522.7148],
    ['2', 314_475.2325],
  ]);
  const two = [
    [0, 0],
    [9, 9],
  ];
  near(await sorted('several', { p: two, mode: 'avg' }), [
    ['2', 706_183.3248],
    ['1', 784_265.8963],
    ['3', far],
  ]);
  near(await sorted('several', { p: two, mode: 'median' }), [
    ['1', 706_181.4825],
    ['2', 706_183.3248],
    ['3', far],
  ]);
  near(await sorted('one', { p: '0,0' }), [
    ['1', 314_475.2325],
    ['2', far],
  ]);
  near(await sorted('one', { zz: '0,0', ignore_unmapped: true }), [
    ['1', far],
    ['2', far],
  ]);
});

test('[QRY-21] pages go on after a distance, also after an infinite one', async () => {
  near(await sorted('several', { p: [0, 0], unit: 'km' }, { search_after: [314.4] }), [
    ['2', 314.4752],
    ['3', 'Infinity'],
  ]);
  assert.deepEqual(await sorted('several', { p: [0, 0] }, { search_after: ['Infinity'] }), []);
  near(await sorted('several', { p: [0, 0], order: 'desc' }, { search_after: ['Infinity'], size: 1 }), [
    ['1', 1_568_522.7148],
  ]);
});

test('[QRY-21] a distance to nothing, from a number, or by a sum is refused in OpenSearch’s words', async () => {
  await assert.rejects(
    sorted('several', { zz: [0, 0] }),
    /failed to find mapper for \[zz\] for geo distance based sort/,
  );
  await assert.rejects(sorted('several', { n: [0, 0] }), /type \[integer\] is not supported for sorting by distance/);
  for (const [body, reason] of [
    [{ p: [0, 0], mode: 'sum' }, "sort_mode [sum] isn't supported for sorting by geo distance"],
    [{ order: 'asc' }, 'Geo distance sorting needs at least one point.'],
  ] as const) {
    assert.throws(
      () => parseSearch({ sort: [{ _geo_distance: body }] }),
      (error: { detail?: { openSearch?: { reason?: string } } }) => error.detail?.openSearch?.reason === reason,
    );
  }
});

test('[QRY-21] documents without a point are told apart by the order that follows', async () => {
  await tenant.documents.create('none', {
    mappings: { properties: { p: { type: 'geo_point' }, n: { type: 'integer' } } },
  });
  const sources = ['{"n":3}', '{"n":1}', '{"n":2}'];
  await tenant.documents.write(
    'none',
    sources.map((source, i) => ({ kind: 'index' as const, id: String(i + 1), source })),
  );
  const request = parseSearch({ sort: [{ _geo_distance: { p: [0, 0], order: 'desc' } }, { n: 'asc' }] });
  const { hits } = await tenant.search(['none'], request);
  assert.deepEqual(
    hits.hits.map(({ _id }) => _id),
    ['2', '3', '1'],
  );
});
