import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../../documents/stored.fixture.ts';

const DOCUMENTS = 6000;
const PAGE = 10;
/** The first pages are answered by the table, later ones by columns as they come into memory. */
const PAGES = 60;

type Row = Readonly<{ int1?: number; kw1: string; flag1: boolean; num1: number }>;

/** Every ninth has no `int1`. */
const rows = Array.from({ length: DOCUMENTS }, (_, doc): Row => {
  const int1 = (doc * 7919) % 251;
  return { ...(doc % 9 !== 0 && { int1 }), kw1: `k${(doc * 31) % 400}`, flag1: doc % 5 !== 0, num1: doc };
});

let sample: StoredSample;

before(async () => {
  sample = await StoredSample.open();
  await sample.index('x', {
    int1: { type: 'integer' },
    kw1: { type: 'keyword' },
    flag1: { type: 'boolean' },
    num1: { type: 'integer' },
  });
  await sample.put('x', Object.fromEntries(rows.map((row, doc) => [`d${doc}`, row])));
});

after(() => sample.close());

/** Those without a value stand behind the others in both directions. */
const byInt =
  (sign: number) =>
  (a: Row, b: Row): number => {
    if (a.int1 === undefined || b.int1 === undefined)
      return Number(a.int1 === undefined) - Number(b.int1 === undefined);
    return sign * (a.int1 - b.int1);
  };
const byWord = (a: Row, b: Row): number => (a.kw1 < b.kw1 ? -1 : Number(a.kw1 > b.kw1));

const ORDERS = [
  { name: 'whole numbers, the last first', sort: [{ int1: 'desc' }], compare: byInt(-1) },
  { name: 'whole numbers, the first first', sort: [{ int1: 'asc' }], compare: byInt(1) },
  {
    name: 'words, then whole numbers',
    sort: [{ kw1: 'desc' }, { int1: 'asc' }],
    compare: (a: Row, b: Row) => byWord(b, a) || byInt(1)(a, b),
  },
  {
    name: 'whole numbers, those without one in front',
    sort: [{ int1: { order: 'desc', missing: '_first' } }],
    compare: (a: Row, b: Row) => Number(a.int1 !== undefined) - Number(b.int1 !== undefined) || byInt(-1)(a, b),
  },
  { name: 'a flag', sort: [{ flag1: 'asc' }], compare: (a: Row, b: Row) => Number(a.flag1) - Number(b.flag1) },
] as const;

const QUERIES = [
  { query: { match_all: {} }, fits: () => true },
  { query: { term: { flag1: true } }, fits: ({ flag1 }: Row) => flag1 },
  { query: { range: { num1: { gte: 5990 } } }, fits: ({ num1 }: Row) => num1 >= 5990 },
] as const;

for (const { name, sort, compare } of ORDERS) {
  for (const { query, fits } of QUERIES) {
    test(`[QRY-07] pages by ${name}, of ${JSON.stringify(query)}, are the pages of all rows in that order`, async () => {
      const expected = rows.filter(fits).sort((a, b) => compare(a, b) || a.num1 - b.num1);
      let from: readonly unknown[] | undefined;
      for (let page = 0; page < PAGES; page++) {
        const wanted = expected.slice(page * PAGE, (page + 1) * PAGE).map(({ num1 }) => `d${num1}`);
        const search_after = from && { search_after: from };
        const { hits } = await sample.search('x', {
          query,
          sort: [...sort, { num1: 'asc' }],
          size: PAGE,
          ...search_after,
        });
        assert.deepEqual(
          hits.hits.map(({ _id }) => _id),
          wanted,
          `page ${page}`,
        );
        if (wanted.length < PAGE) return;
        from = hits.hits.at(-1)?.sort;
      }
    });
  }
}

test('[QRY-07] the first of numbers that grow or fall with their documents are those of all, whichever blocks are passed over', async (t) => {
  // more different values than are numbered
  const own = await StoredSample.open({ columns: { mostKeys: 100 } });
  t.after(() => own.close());
  const many = 5000;
  // roughly in order, each tenth without a value, and each number several times
  const numbers = Array.from({ length: many }, (_, doc) =>
    doc % 10 === 3 ? undefined : 8 * Math.trunc(((doc >> 1) + ((doc * 7919) % 1700)) / 8) + 0.5,
  );
  await own.index('ordered', { num2: { type: 'double' }, kw1: { type: 'keyword' }, num1: { type: 'integer' } });
  const documents = numbers.map((num2, doc) => [
    `d${doc}`,
    { ...(num2 !== undefined && { num2 }), kw1: `k${doc % 3}`, num1: doc },
  ]);
  await own.put('ordered', Object.fromEntries(documents));
  // so many questions that the columns come into memory
  for (let round = 0; round < 12; round++)
    for (const order of ['asc', 'desc'])
      for (const missing of ['_last', '_first']) {
        const query = { term: { kw1: `k${round % 3}` } };
        const size = 195 + round;
        const { hits } = await own.search('ordered', { query, size, sort: [{ num2: { order, missing } }] });
        const fits = numbers.flatMap((value, doc) => (doc % 3 === round % 3 ? [{ doc, value }] : []));
        const sign = order === 'asc' ? 1 : -1;
        const place = (value: number | undefined): number =>
          value === undefined ? (missing === '_last' ? Number.MAX_VALUE : -Number.MAX_VALUE) : sign * value;
        const expected = fits.sort((a, b) => place(a.value) - place(b.value) || a.doc - b.doc).slice(0, size);
        assert.deepEqual(
          hits.hits.map(({ _id }) => _id),
          expected.map(({ doc }) => `d${doc}`),
          `${order} ${missing} ${round}`,
        );
      }
});
