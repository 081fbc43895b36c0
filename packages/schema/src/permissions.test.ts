import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Area, Role } from './endpoint.ts';
import {
  areaOfKind,
  isAdministrator,
  mayGrant,
  PERMISSIONS,
  reachOf,
  rolesOfScopes,
  SCOPES,
  scopesOfEndpoint,
} from './permissions.ts';

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

test('[ROL-16] a call with an empty scopes list needs no authorisation, any other needs one of its scopes', () => {
  assert.deepEqual(scopesOfEndpoint({ area: 'open', right: 'add' }), []);
  assert.deepEqual(scopesOfEndpoint({ area: 'data read', right: 'read' }), []);
  assert.deepEqual(scopesOfEndpoint({ area: 'session', right: 'read' }), Object.keys(SCOPES));
  assert.deepEqual(scopesOfEndpoint({ area: 'accounts', right: 'add' }), ['Tenant Administrator', 'Administrator']);
  assert.deepEqual(scopesOfEndpoint({ area: 'cluster', right: 'remove' }), ['Cluster Administrator']);
  assert.deepEqual(scopesOfEndpoint({ area: 'data write', right: 'add' }), [
    'Tenant Administrator',
    'Administrator',
    'Developer',
    'Data Engineer',
    'User',
  ]);
  assert.deepEqual(scopesOfEndpoint({ area: 'kind', right: 'read' }), [], 'published views are read by everyone');
});

test('[ROL-23] [ROL-06] [ROL-16] Administrator is the text of an administrator role, and stands in scopes lists', () => {
  assert.equal(isAdministrator(['Administrator']), true);
  assert.ok(scopesOfEndpoint({ area: 'tenant people', right: 'add' }).includes('Administrator'));
});

test('[ROL-05] cluster, tenant and session user are administered apart: who administers one does not thereby the others', () => {
  const may = (role: Role, area: Area) => reachOf([role], area, 'change');
  assert.deepEqual(
    (['cluster', 'tenant people', 'own profile'] as const).map((area) => [
      may('cluster administrator', area),
      may('tenant administrator', area),
      may('member', area),
    ]),
    [
      ['all', 'none', 'none'],
      ['none', 'all', 'none'],
      ['own', 'own', 'own'],
    ],
  );
});

test('[ROL-24] [ROL-08] the users are administrators of tenants and clusters, developers, data engineers and anyone signed in', () => {
  assert.deepEqual([...new Set(Object.values(SCOPES))].sort(), [
    'cluster administrator',
    'data engineer',
    'developer',
    'member',
    'tenant administrator',
  ]);
  assert.deepEqual(rolesOfScopes(['Tenant Administrator']), rolesOfScopes(['Administrator']));
});
