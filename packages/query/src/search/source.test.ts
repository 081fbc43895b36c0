import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSearch } from './search-request.ts';
import { filterSource } from './source.ts';

const DOCUMENT = { o: { a: 1 }, l: [{ a: 1 }, { b: 2 }], n: { m: { a: 1 } }, e: {} };

/** What OpenSearch 2.19.1 gave. */
const CASES: readonly (readonly [asked: unknown, expected: unknown])[] = [
  [{ excludes: ['o.a'] }, { ...DOCUMENT, o: {} }],
  [{ includes: ['o'], excludes: ['o.a'] }, { o: {} }],
  [{ includes: ['o*'], excludes: ['*.a'] }, { o: {} }],
  [{ includes: ['o.z'] }, {}],
  [{ excludes: ['l.a'] }, { ...DOCUMENT, l: [{ b: 2 }] }],
  [{ excludes: ['l.*'] }, { ...DOCUMENT, l: [] }],
  [{ excludes: ['n.*'] }, { ...DOCUMENT, n: {} }],
  [['e', 'l.b'], { l: [{ b: 2 }], e: {} }],
];

for (const [asked, expected] of CASES) {
  test(`[API-31] of a document ${JSON.stringify(asked)} leaves what OpenSearch leaves`, () => {
    assert.deepEqual(filterSource(DOCUMENT, parseSearch({ _source: asked }).source), expected);
  });
}

test('[API-31] [SEC-10] names beyond number are looked up, more than a thousand patterns refused', () => {
  const names = Array.from({ length: 50_000 }, (_, i) => `x${i}.y`);
  const { source } = parseSearch({ _source: { includes: [...names, 'n', 'l.b'], excludes: names } });
  for (let i = 0; i < 3; i++) assert.deepEqual(filterSource(DOCUMENT, source), { l: [{ b: 2 }], n: { m: { a: 1 } } });
  const patterns = (count: number) => ({
    _source: { includes: ['*'], excludes: names.slice(0, count).map((each) => `${each}*`) },
  });
  assert.deepEqual(filterSource(DOCUMENT, parseSearch(patterns(999)).source), DOCUMENT);
  assert.throws(() => parseSearch(patterns(1000)), /_source: expected at most 1000 patterns with \*, got 1001/);
});
