import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pageSizeOf } from './page-size.ts';

test('[LIM-01] [LIM-02] groups and tenants come ten at a time', () => {
  assert.deepEqual(['user.group', 'cluster.tenant'].map(pageSizeOf), [10, 10]);
});

test('[LIM-03] accounts of a domain come twenty at a time', () =>
  assert.equal(pageSizeOf('tenant.domain.account'), 20));

test('[LIM-04] most lists come fifty at a time', () => {
  for (const kind of [
    'user',
    'cluster.tenant.domain',
    'user.login_account',
    'cluster.tenant.property',
    'data.project',
    'data.template',
  ])
    assert.equal(pageSizeOf(kind), 50, kind);
});

test('[LIM-05] templates and users of a group come ten at a time', () => {
  assert.deepEqual(
    ['tenant.group.template', 'tenant.group.user', 'session.group.template'].map(pageSizeOf),
    [10, 10, 10],
  );
});
