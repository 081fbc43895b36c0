import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ipBlock, ipNumber } from './ip-address.ts';

test('[IDX-09] addresses of both kinds become numbers in one order', () => {
  assert.equal(ipNumber('::1'), 1n);
  assert.equal(ipNumber('192.168.0.1'), ipNumber('::ffff:c0a8:1'));
  assert.equal(ipNumber('::ffff:192.168.0.1'), ipNumber('192.168.0.1'));
  assert.equal(ipNumber('2001:db8::8a2e:370:7334'), 0x20010db80000000000008a2e03707334n);
  assert.equal(ipNumber('1:2:3:4:5:6:7:8'), 0x00010002000300040005000600070008n);
});

test('[IDX-09] what is no address is none', () => {
  for (const text of ['', '256.1.1.1', '1.2.3', 'g::', '1::2::3', '1:2:3:4:5:6:7:8:9', '12345::', ':']) {
    assert.equal(ipNumber(text), null, text);
  }
});

test('[IDX-09] a block has its first and last address', () => {
  const first = ipNumber('192.168.0.0') ?? 0n;
  assert.deepEqual(ipBlock('192.168.0.77/24'), [first, first + 255n]);
  assert.deepEqual(ipBlock('::1/128'), [1n, 1n]);
  for (const text of [
    '1.2.3.4',
    '1.2.3.4/33',
    '::/129',
    'x/8',
    '1.2.3.4/8/8',
    '::ffff:1.2.3.0/120',
    '::ffff:102:300/120',
  ])
    assert.equal(ipBlock(text), null, text);
});
