import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { field, OpenedSample } from './sample.fixture.ts';

let sample: OpenedSample;
before(async () => {
  const nested = [
    field('p', 'double', { list: true }),
    field('s', 'keyword'),
    field('t', 'text'),
    field('sub', 'nested', { fields: [field('v', 'long'), field('w', 'keyword')] }),
  ];
  const rows = [
    {
      kw1: '1',
      items: [
        {
          p: [10],
          s: 'a',
          sub: [
            { v: 1, w: 'x' },
            { v: 9, w: 'y' },
          ],
        },
        { p: [20], s: 'b' },
      ],
    },
    {
      kw1: '2',
      items: [
        { p: [20, 40], s: 'a', sub: [{ v: 5, w: 'x' }] },
        { p: [11], s: 'b' },
      ],
    },
    { kw1: '3', items: [] },
    {
      kw1: '4',
      items: [
        { p: [15], s: 'a' },
        { p: [4], s: 'a' },
        { p: [4], s: 'a' },
      ],
    },
  ];
  sample = await OpenedSample.open(rows, {
    name: 'sample',
    source: 'columns',
    keyFields: ['kw1'],
    fields: [field('kw1', 'keyword'), field('items', 'nested', { fields: nested })],
  });
});
after(() => sample.close());

const order = async (name: string, sort: object, more: object = {}) => {
  const { hits } = await sample.search({ sort: [{ [name]: sort }], ...more });
  return hits.hits.map((hit) => [hit._source?.kw1, hit.sort?.[0]]);
};
const items = { path: 'items' };
const onlyB = { ...items, filter: { term: { 'items.s': 'b' } } };

/** As OpenSearch 2.19.1 answered, which writes the end of the type for a document without a value. */
const CASES: readonly (readonly [field: string, sort: object, expected: readonly (readonly [string, unknown])[]])[] = [
  [
    'items.p',
    { order: 'asc', nested: items },
    [
      ['4', 4],
      ['1', 10],
      ['2', 11],
      ['3', null],
    ],
  ],
  [
    'items.p',
    { order: 'desc', nested: items },
    [
      ['2', 40],
      ['1', 20],
      ['4', 15],
      ['3', null],
    ],
  ],
  [
    'items.p',
    { order: 'asc', mode: 'sum', nested: items },
    [
      ['4', 23],
      ['1', 30],
      ['2', 71],
      ['3', null],
    ],
  ],
  [
    'items.p',
    { mode: 'avg', nested: items },
    [
      ['4', 23 / 3],
      ['1', 15],
      ['2', 71 / 3],
      ['3', null],
    ],
  ],
  [
    'items.p',
    { order: 'asc', nested: onlyB },
    [
      ['2', 11],
      ['1', 20],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'items.p',
    { order: 'asc', missing: 12, nested: onlyB },
    [
      ['2', 11],
      ['3', 12],
      ['4', 12],
      ['1', 20],
    ],
  ],
  [
    'items.p',
    { nested_path: 'items', nested_filter: onlyB.filter },
    [
      ['2', 11],
      ['1', 20],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'items.s',
    { order: 'desc', nested: items },
    [
      ['1', 'b'],
      ['2', 'b'],
      ['4', 'a'],
      ['3', null],
    ],
  ],
  [
    'items.s',
    { order: 'desc', missing: 'aa', nested: items },
    [
      ['1', 'b'],
      ['2', 'b'],
      ['3', 'aa'],
      ['4', 'a'],
    ],
  ],
  [
    'items.sub.v',
    { nested: { path: 'items.sub' } },
    [
      ['1', 1],
      ['2', 5],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'items.sub.v',
    { nested: { ...items, nested: { path: 'items.sub', filter: { term: { 'items.sub.w': 'y' } } } } },
    [
      ['1', 9],
      ['2', null],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'items.sub.v',
    { nested: { ...onlyB, nested: { path: 'items.sub' } } },
    [
      ['1', null],
      ['2', null],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'items.p',
    { order: 'asc' },
    [
      ['1', null],
      ['2', null],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'nope',
    { unmapped_type: 'keyword' },
    [
      ['1', null],
      ['2', null],
      ['3', null],
      ['4', null],
    ],
  ],
  [
    'nope',
    { unmapped_type: 'long', missing: 7 },
    [
      ['1', 7],
      ['2', 7],
      ['3', 7],
      ['4', 7],
    ],
  ],
];

test('[API-31] hits are ordered by values of nested objects as OpenSearch orders them', async () => {
  for (const [name, sort, expected] of CASES) {
    assert.deepEqual(await order(name, sort), expected, JSON.stringify({ [name]: sort }));
  }
});

test('[API-31] pages of a nested order follow one another', async () => {
  const sort = { order: 'asc', nested: items };
  assert.deepEqual(await order('items.p', sort, { search_after: [10] }), [
    ['2', 11],
    ['3', null],
  ]);
});

test('[API-31] what a nested order cannot do is refused by name', async () => {
  await assert.rejects(order('items.p', { mode: 'median', nested: items }), /Unsupported sort mode: MEDIAN/);
  await assert.rejects(
    order('items.p', { nested: { path: 'nope' } }),
    /failed to find nested object under path \[nope\]/,
  );
  const words = { nested: { ...items, filter: { match: { 'items.t': 'a' } } } };
  await assert.rejects(order('items.p', words), /not for words of a text/);
  const within = { path: 'items.sub', max_children: 1 };
  await assert.rejects(order('items.sub.v', { nested: { ...items, nested: within } }), /max_children/);
});

test('[API-31] so many objects of a document count as are asked for, the first of those that have a value', async () => {
  const most = { order: 'desc', mode: 'max' };
  assert.deepEqual(await order('items.p', { ...most, nested: { ...items, max_children: 1 } }), [
    ['2', 40],
    ['4', 15],
    ['1', 10],
    ['3', null],
  ]);
  assert.deepEqual(await order('items.p', { mode: 'sum', nested: { ...items, max_children: 2 } }), [
    ['4', 19],
    ['1', 30],
    ['2', 71],
    ['3', null],
  ]);
  const sub = { path: 'items.sub', max_children: 1 };
  assert.deepEqual(await order('items.sub.v', { ...most, nested: sub }), [
    ['2', 5],
    ['1', 1],
    ['3', null],
    ['4', null],
  ]);
  assert.deepEqual(await order('items.p', { nested: { ...onlyB, max_children: 1 } }), [
    ['2', 11],
    ['1', 20],
    ['3', null],
    ['4', null],
  ]);
  const none = await order('items.p', { nested: { ...items, max_children: 0 } });
  assert.deepEqual(
    none.map(([, value]) => value),
    [null, null, null, null],
  );
});

test('[QRY-07] a field has values only among the objects it stands in', async () => {
  const none = [
    ['1', null],
    ['2', null],
    ['3', null],
    ['4', null],
  ];
  const deeper = { ...items, nested: { path: 'items.sub' } };
  for (const [name, nested] of [
    ['kw1', items],
    ['items.p', deeper],
    ['items.s', deeper],
    ['items.sub.v', items],
  ] as const)
    assert.deepEqual(await order(name, { nested }), none, name);
});
