import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection } from './connection.ts';
import { createKind } from './kinds.ts';
import { migrate } from './migrations.ts';
import type { WriteRequest } from './protocol.ts';
import { Writer } from './writer.ts';

const KIND = createKind('rack', 'tenant');
const request = (id: string, doc: object): WriteRequest => ({
  space: { cluster: 'c', tenant: 't' },
  user: 'u',
  requestId: id,
  changes: [{ op: 'add', kind: KIND.name, id, doc: JSON.stringify(doc), status: 'Active' }],
});

test('[ERR-29] records that a full disk does not take are refused by that name, all of a group, and taken once there is room', () => {
  const connection = new Connection(':memory:', false);
  try {
    migrate(connection.db, 0);
    const writer = new Writer(connection);
    writer.declare(KIND);
    const { page_count: pages } = connection.get('PRAGMA page_count') ?? {};
    connection.exec(`PRAGMA max_page_count = ${Number(pages) + 4}`);
    const both = [request('a', {}), request('b', { text: 'x'.repeat(100_000) }), request('c', {})];
    for (let i = 0; i < 2; i++)
      for (const outcome of writer.write(both, 1))
        assert.equal('error' in outcome && outcome.error.message, 'database or disk is full');
    connection.exec('PRAGMA max_page_count = 100000');
    for (const outcome of writer.write(both, 2)) assert.ok('value' in outcome);
    assert.equal(connection.get('SELECT count(*) AS n FROM vertex')?.n, 3);
  } finally {
    connection.close();
  }
});
