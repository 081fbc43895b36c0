import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { OpenedSample } from './sample.fixture.ts';

const LONG = 'a'.repeat(2000);
const VALUES = ['blue_1', 'blue%1', 'blue\\1', 'Blue.1', 'b.l*u(e)1', 'blue\n1', 'blü e1', LONG];
const KEYS = 'abcdefgh';

let sample: OpenedSample;
before(async () => {
  sample = await OpenedSample.open(VALUES.map((kw2, i) => ({ kw1: KEYS[i] ?? '', kw2, tags1: [kw2, 'other'] })));
});
after(() => sample.close());

const escaped = (text: string): string => text.replace(/[*?\\]/g, '\\$&');
const PATTERNS = [
  ...VALUES.map(escaped),
  ...[
    '*e*1',
    'b*?1',
    '*?*1',
    'bl?e?1',
    '*u*?1*',
    '*_*',
    '*%*',
    '*\\\\*?',
    '*.?',
    '*\\**',
    '*(*)?',
    '*\n?',
    '?*?',
    '*ü ?*',
  ],
  ...['*ü?e*', '?', '*', '**', '*?*?*', 'B*L*U*E?1'],
];

/** What a pattern means. */
const meant = (pattern: string, ignoreCase: boolean): RegExp =>
  new RegExp(
    `^${[...pattern.matchAll(/\\.|./gsu)]
      .map(([sign]) => (sign === '*' ? '.*' : sign === '?' ? '.' : RegExp.escape(sign.replace(/^\\/, ''))))
      .join('')}$`,
    ignoreCase ? 'isu' : 'su',
  );

for (const field of ['kw2', 'tags1'])
  test(`[QRY-02] [SEC-05] each wildcard finds what it means in ${field}, signs of SQL and of expressions among them`, async () => {
    for (const value of PATTERNS)
      for (const case_insensitive of [false, true]) {
        const expected = [...KEYS].filter((_, i) => meant(value, case_insensitive).test(VALUES[i] ?? '-'));
        const found = await sample.keys({ wildcard: { [field]: { value, case_insensitive } } });
        const others = field === 'tags1' && meant(value, case_insensitive).test('other') ? [...KEYS] : expected;
        assert.deepEqual(found.toSorted(), others, `${JSON.stringify(value)} ${case_insensitive}`);
      }
  });

test('[QRY-02] [SEC-10] a wildcard of many stars is answered for a long value it nearly fits', async () => {
  for (const field of ['kw2', 'tags1'])
    for (const value of [`${'*a'.repeat(40)}*b`, `${'*a?'.repeat(40)}*b`, `${'*a'.repeat(40)}*_`])
      for (const case_insensitive of [false, true])
        assert.deepEqual(await sample.keys({ wildcard: { [field]: { value, case_insensitive } } }), []);
});

test('[QRY-02] [SEC-10] highlights of a wildcard of many stars are made for a long value it fits', async () => {
  const value = `${'*a'.repeat(40)}*`;
  const { hits } = await sample.search({ query: { wildcard: { kw2: value } }, highlight: { fields: { kw2: {} } } });
  assert.equal(hits.hits.length, 1);
  assert.match(JSON.stringify(hits.hits[0]?.highlight), /<em>a+<\/em>/);
});
