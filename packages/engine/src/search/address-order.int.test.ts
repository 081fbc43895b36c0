import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { StoredSample } from '../documents/stored.fixture.ts';
import { addressKeyOf, addressOfKey } from './address-order.ts';

/** In the order of their numbers. */
const ADDRESSES = [
  '::',
  '::1',
  '::fffe:0:0',
  '0.0.0.0',
  '10.0.0.2',
  '10.0.0.10',
  '192.168.1.0',
  '255.255.255.255',
  '1::',
  '2001:db8::ff',
  '2001:db8:0:1:1:1:1:1',
  'fe80::1:0:0:2',
];

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('rows', { ip1: { type: 'ip' }, ip2: { type: 'ip' }, num1: { type: 'long' } });
  const shuffled = ADDRESSES.map((address, i) => [address, i] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  await sample.put(
    'rows',
    Object.fromEntries(shuffled.map(([ip1, num1]) => [`d${num1}`, { ip1, num1, ip2: [ip1, '10.0.0.3'] }])),
  );
});
after(() => sample.close());

const sorts = async (body: object): Promise<readonly unknown[]> =>
  (await sample.search('rows', { size: 50, ...body })).hits.hits.map(({ sort }) => sort?.[0]);

test('[IDX-09] keys of addresses lead back to them', () => {
  for (const address of ADDRESSES) assert.equal(addressOfKey(addressKeyOf(address)), address);
  assert.equal(addressOfKey(addressKeyOf('::FFFF:10.0.0.1')), '10.0.0.1');
  assert.throws(() => addressKeyOf('nonsense'), /'nonsense' is not an IP string literal/);
});

test('[API-31] hits are ordered by the numbers of addresses, page by page', async () => {
  assert.deepEqual(await sorts({ sort: ['ip1'] }), ADDRESSES);
  assert.deepEqual(await sorts({ sort: [{ ip1: 'desc' }] }), ADDRESSES.toReversed());
  assert.deepEqual(await sorts({ sort: ['ip1'], search_after: ['10.0.0.2'] }), ADDRESSES.slice(5));
  assert.deepEqual(await sorts({ sort: [{ ip1: { order: 'asc', missing: '10.0.0.5' } }] }), ADDRESSES);
  const least = await sorts({ sort: ['ip2'] });
  assert.deepEqual(least.slice(0, 6), [...ADDRESSES.slice(0, 5), '10.0.0.3']);
  await assert.rejects(sorts({ sort: [{ ip1: { missing: 'nonsense' } }] }), /not an IP string literal/);
});

test('[AGG-01] buckets of addresses stand in the order of their numbers', async () => {
  const keys = async (agg: object): Promise<readonly unknown[]> => {
    const { aggregations } = await sample.search('rows', { size: 0, aggs: { all: agg } });
    const { buckets } = Object(aggregations?.all) as { readonly buckets: readonly { readonly key: unknown }[] };
    return buckets.map(({ key }) => key);
  };
  for (const order of [{ _key: 'asc' }, { _count: 'desc' }, [{ _count: 'asc' }, { _key: 'asc' }]]) {
    assert.deepEqual(await keys({ terms: { field: 'ip1', size: 50, order } }), ADDRESSES);
  }
  assert.deepEqual(await keys({ terms: { field: 'ip1', size: 50, min_doc_count: 0 } }), ADDRESSES);
  assert.deepEqual(await keys({ rare_terms: { field: 'ip1' } }), ADDRESSES);
  const pairs = [{ field: 'ip1' }, { field: 'num1' }];
  assert.deepEqual(
    await keys({ multi_terms: { terms: pairs, size: 50 } }),
    ADDRESSES.map((ip, i) => [ip, i]),
  );
  const sources = [{ ip: { terms: { field: 'ip1' } } }];
  const shown = ADDRESSES.map((ip) => ({ ip }));
  assert.deepEqual(await keys({ composite: { sources, size: 50 } }), shown);
  assert.deepEqual(await keys({ composite: { sources, size: 50, after: { ip: '10.0.0.2' } } }), shown.slice(5));
  await assert.rejects(keys({ composite: { sources, after: { ip: 'zz' } } }), /'zz' is not an IP string literal/);
});
