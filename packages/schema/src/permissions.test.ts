import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areaOfKind, isAdministrator, mayGrant, PERMISSIONS, reachOf, rolesOfScopes } from './permissions.ts';

test('[ROL-09] cells of the matrix', () => {
  assert.equal(reachOf(['cluster administrator'], 'data read', 'read'), 'none');
  assert.equal(reachOf(['tenant administrator'], 'accounts', 'remove'), 'all');
  assert.equal(reachOf(['tenant administrator'], 'tenant', 'add'), 'none');
  assert.equal(reachOf(['developer'], 'index and stream commands', 'add'), 'none');
  assert.equal(reachOf(['developer'], 'index and stream commands', 'read'), 'all');
  assert.equal(reachOf(['member'], 'templates', 'read'), 'group');
  assert.equal(reachOf(['member'], 'views', 'change'), 'own');
  assert.equal(reachOf(['anonymous'], 'data read', 'read'), 'published');
  assert.equal(reachOf(['anonymous'], 'data write', 'add'), 'none');
});

test('[ROL-08] rights of several roles add up', () => {
  assert.equal(reachOf(['member', 'data engineer'], 'data read', 'read'), 'all');
  assert.equal(reachOf(['cluster administrator', 'member'], 'data read', 'read'), 'group');
  assert.equal(reachOf([], 'own profile', 'read'), 'none');
});

test('[ROL-09] nobody may do anything in an area that no cell names', () => {
  for (const [area, columns] of Object.entries(PERMISSIONS)) {
    assert.ok(Object.keys(columns).length > 0, `${area} is reachable by somebody`);
    for (const right of ['add', 'change', 'remove'] as const)
      assert.equal(columns.anonymous?.[right], undefined, `anonymous may not ${right} in ${area}`);
  }
});

test('[ROL-06] [ROL-25] a scope counts only when it stands in the closed list', () => {
  assert.deepEqual(rolesOfScopes(['Administrator']), ['tenant administrator']);
  assert.deepEqual(rolesOfScopes(['Cluster Administrator', 'User']), ['cluster administrator', 'member']);
  assert.deepEqual(rolesOfScopes(['Super Administrator']), ['member']);
  assert.deepEqual(rolesOfScopes([]), ['member']);
  assert.equal(isAdministrator(['Cluster Administrator']), true);
  assert.equal(isAdministrator(['Super Administrator']), false);
  assert.equal(isAdministrator([]), false);
});

test('[ROL-25] nobody grants what they do not hold, and only a cluster administrator grants Cluster Administrator', () => {
  assert.equal(mayGrant(['Tenant Administrator'], 'Cluster Administrator'), false);
  assert.equal(mayGrant(['Cluster Administrator'], 'Cluster Administrator'), true);
  assert.equal(mayGrant(['Cluster Administrator'], 'Administrator'), true);
  assert.equal(mayGrant(['Administrator'], 'Data Engineer'), true);
  assert.equal(mayGrant(['Data Engineer'], 'Developer'), false);
  assert.equal(mayGrant(['Data Engineer'], 'Data Engineer'), true);
  assert.equal(mayGrant(['Administrator'], 'Root'), false);
});

test('[API-88] a kind nobody knows has no area', () => {
  assert.equal(areaOfKind('visual.workspace'), 'views');
  assert.equal(areaOfKind('toString'), undefined);
});
