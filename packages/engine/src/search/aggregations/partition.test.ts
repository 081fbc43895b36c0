import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partitionOf } from './partition.ts';

test('[AGG-19] addresses fall into partitions by their bytes, as in OpenSearch', () => {
  const addresses = ['::1', '192.168.1.1', '10.0.0.1', '2001:db8::1', '8.8.8.8', '10.0.0.2'];
  assert.deepEqual(
    addresses.map((address) => partitionOf(address, { kind: 'text', isAddress: true }, 3)),
    [0, 0, 1, 1, 2, 2],
  );
});
