import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Source } from '@datasarana/sources';
import { MASKED_PASSWORD, withKeptPassword } from './password.ts';

const source = (db: Source['db']): Source =>
  ({ id: 's', name: 's', format: 'database', provider: 'mysql', columns: [], db }) as unknown as Source;
const held = source({ host: 'h', port: 3306, uid: 'u', pwd: 'secret' });

test('[SRC-14] a masked password stands for the held one of the same server and user', () => {
  const masked = { host: 'h', port: 3306, uid: 'u', pwd: MASKED_PASSWORD };
  assert.equal(withKeptPassword(source({ ...masked, table: 't' }), held).db?.pwd, 'secret');
  assert.equal(withKeptPassword(source({ ...masked, host: 'other' }), held).db?.pwd, undefined);
  assert.equal(withKeptPassword(source({ ...masked, port: 1 }), held).db?.pwd, undefined);
  assert.equal(withKeptPassword(source({ ...masked, pwd: 'new' }), held).db?.pwd, 'new');
});
