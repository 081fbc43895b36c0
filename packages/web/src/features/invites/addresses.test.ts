import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddress, splitAddresses } from './addresses.ts';

test('[ROL-18] addresses are picked out of what was pasted, once each', () => {
  assert.deepEqual(splitAddresses('a@x.org; b@y.org,\nAda <c@z.org> a@x.org'), {
    addresses: ['a@x.org', 'b@y.org', 'c@z.org'],
    rest: 'Ada',
  });
  assert.deepEqual(splitAddresses('farid rah'), { addresses: [], rest: 'farid rah' });
  for (const text of ['', 'ada', 'ada@', '@x.org', 'a@b@c', 'a b@c.org']) assert.equal(isAddress(text), false, text);
  assert.equal(isAddress(' ada@example.org '), true);
});
