import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('rows', { int1: { type: 'integer' }, kw1: { type: 'keyword' }, n: { type: 'integer' } });
  const rows = Array.from({ length: 60 }, (_, i) => {
    const int1 = i % 4 === 0 ? null : i % 5;
    return [`d${i}`, { int1, kw1: i % 7 === 0 ? null : 'abc'[i % 3], n: i }] as const;
  });
  await sample.put('rows', Object.fromEntries(rows));
});
after(() => sample.close());

const order = (direction: string, missing: string) => [
  { int1: { order: direction, missing } },
  { kw1: { order: direction === 'asc' ? 'desc' : 'asc', missing } },
  { n: direction },
];

for (const direction of ['asc', 'desc']) {
  for (const missing of ['_last', '_first']) {
    test(`[API-31] pages of search_after follow one another without gap or repetition: ${direction}, missing ${missing}`, async () => {
      const sort = order(direction, missing);
      const whole = (await sample.search('rows', { sort, size: 100 })).hits.hits.map(({ _id }) => _id);
      const walked: unknown[] = [];
      let search_after: unknown;
      for (let page = 0; page < 12; page++) {
        const body = { sort, size: 7, ...(search_after !== undefined && { search_after }) };
        const { hits } = await sample.search('rows', body);
        assert.equal(hits.total.value, 60);
        walked.push(...hits.hits.map(({ _id }) => _id));
        search_after = hits.hits.at(-1)?.sort ?? search_after;
      }
      assert.deepEqual(walked, whole);
    });
  }
}

test('[QRY-21] a prefix finds what begins with it, whatever its last character is', async () => {
  await sample.index('words', { kw1: { type: 'keyword' }, txt1: { type: 'text', analyzer: 'whitespace' } });
  const words = [
    'a',
    'ab',
    'abé',
    'ac',
    'aé',
    'aéz',
    'a~',
    'a~b',
    'a\u007f',
    'a\u007fb',
    'b',
    '😀',
    '😀a',
    'Z',
    'z',
    'ZZ',
  ];
  await sample.put('words', Object.fromEntries(words.map((word, i) => [`d${i}`, { kw1: word, txt1: word }])));
  for (const start of ['a', 'ab', 'aé', 'a~', 'a\u007f', '😀', 'Z', 'z', 'q', '']) {
    const expected = words.flatMap((word, i) => (word.startsWith(start) ? [`d${i}`] : [])).sort();
    for (const field of ['kw1', 'txt1']) {
      const { hits } = await sample.search('words', { size: 50, query: { prefix: { [field]: start } } });
      assert.deepEqual(hits.hits.map(({ _id }) => String(_id)).sort(), expected, `${field} ${start}`);
    }
  }
});
