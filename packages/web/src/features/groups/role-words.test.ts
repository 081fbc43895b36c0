import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsGiving, SCOPES } from '@datasarana/schema';
import { ROLES_IN_GROUP, roleInGroup, roleOfText } from './role-words.ts';

test('[ROL-18] every scope text has the word of what it permits in a group', () => {
  const words = Object.keys(SCOPES).map((text) => [text, roleOfText(text).label]);
  assert.deepEqual(Object.fromEntries(words), {
    'Cluster Administrator': 'Member',
    'Tenant Administrator': 'Administrator',
    Administrator: 'Administrator',
    Developer: 'Developer',
    'Data Engineer': 'Data Engineer',
    User: 'Member',
  });
  for (const left of [null, '', 'Pirate', 7, undefined]) assert.equal(roleOfText(left).value, '', String(left));
});

test('[ROL-18] [ROL-09] what a role is said to do in a group is what the matrix gives it there', () => {
  const gives = (
    value: string,
    ...right: ['tenant people' | 'templates' | 'views' | 'deploy', 'read' | 'change' | 'add']
  ) => {
    const role = roleOfText(value).value;
    return role !== '' && groupsGiving({ g: SCOPES[role] }, ...right).length > 0;
  };
  const said = ROLES_IN_GROUP.map(({ value }) => ({
    value,
    sees: gives(value, 'tenant people', 'read'),
    shapes: gives(value, 'templates', 'change') && gives(value, 'views', 'change') && gives(value, 'deploy', 'add'),
    manages: gives(value, 'tenant people', 'change'),
  }));
  assert.deepEqual(said, [
    { value: '', sees: false, shapes: false, manages: false },
    { value: 'Developer', sees: true, shapes: false, manages: false },
    { value: 'Data Engineer', sees: true, shapes: true, manages: false },
    { value: 'Tenant Administrator', sees: true, shapes: true, manages: true },
  ]);
  assert.equal(roleInGroup('data engineer').label, 'Data Engineer');
  assert.equal(roleInGroup(undefined).label, 'Member');
});
