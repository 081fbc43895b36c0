import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENDPOINTS, endpointById } from '@datasarana/schema';
import { documentationOf, endpointsNamed } from './endpoint-search.ts';

const named = (text: string): readonly string[] => endpointsNamed(text, ENDPOINTS).map(({ id }) => id);

test('[SCR-19] end-points are found by method, path, name and summary, all words of it', () => {
  assert.ok(named('tenant/group/user').includes('tenant.group.user.add'));
  assert.deepEqual(named('put /api/tenant/group/user'), ['tenant.group.user.add']);
  assert.ok(named('add users to groups').includes('tenant.group.user.add'));
  assert.ok(named('TEMPLATE.SAVE').includes('template.save'));
  assert.deepEqual(named('no call is called so'), []);
  for (const short of ['', ' ', 'a']) assert.deepEqual(named(short), [], 'one letter names too many');
});

test('[SCR-19] an end-point leads to its operation in the documentation of the API', () => {
  assert.equal(
    documentationOf('https://x.test/api', endpointById('tenant.group.get')),
    'https://x.test/api/docs/#/User%20Management/tenant.group.get',
  );
});
