import { endpointsOf } from './rows.ts';

const tenant = endpointsOf('Platform', 'tenant');
const people = endpointsOf('User Management', 'tenant people');
const account = endpointsOf('Identity Service', 'accounts');

/** Tenants, their users, groups, domains and properties, and login accounts (API-43…65, API-86). */
export const TENANT_ENDPOINTS = [
  tenant('tenant.get', 'GET', '/tenant/:id', 'read', 'One tenant with its counts'),
  tenant('tenant.add', 'PUT', '/tenant', 'add', 'Add a tenant'),
  tenant('tenant.change', 'PATCH', '/tenant', 'change', 'Change a tenant', { aliases: ['/tenant/:id'] }),
  tenant('tenant.search', 'POST', '/tenant', 'read', 'Search tenants', { aliases: ['/tenant/search'] }),
  tenant('tenant.delete', 'DELETE', '/tenant/:id', 'remove', 'Archive a tenant with everything in it'),
  tenant('tenant.count', 'GET', '/tenant/count', 'read', 'Count tenants'),

  people('tenant.user.get', 'GET', '/tenant/user/:id', 'read', 'One user'),
  people('tenant.user.add', 'PUT', '/tenant/user', 'add', 'Add a user'),
  people('tenant.user.change', 'PATCH', '/tenant/user', 'change', 'Change a user', { aliases: ['/tenant/user/:id'] }),
  people('tenant.user.search', 'POST', '/tenant/user', 'read', 'Search users', { aliases: ['/tenant/user/search'] }),
  people('tenant.user.delete', 'DELETE', '/tenant/user/:id', 'remove', 'Remove a user'),
  people('tenant.user.remove', 'POST', '/tenant/user/delete', 'remove', 'Remove users'),
  people('tenant.user.count', 'GET', '/tenant/user/count', 'read', 'Count users'),

  account('account.check', 'GET', '/tenant/user/account/:login', 'read', 'Whether a login id exists'),
  account('account.count', 'GET', '/tenant/user/account/count', 'read', 'Count login accounts'),
  account('account.add', 'PUT', '/tenant/user/account', 'add', 'Add a login account'),
  account('account.search', 'POST', '/tenant/user/account', 'read', 'Login accounts of a user or domain', {
    aliases: ['/tenant/user/account/search'],
  }),
  account('account.password', 'POST', '/tenant/user/account/password', 'change', 'Set the password of an account'),
  account('account.remove', 'POST', '/tenant/user/account/delete', 'remove', 'Remove login accounts'),

  people('tenant.user.property.add', 'PUT', '/tenant/user/property', 'change', 'Give a user a property'),
  people('tenant.user.property.remove', 'POST', '/tenant/user/property/delete', 'change', 'Take a property away'),
  people('tenant.user.property.search', 'POST', '/tenant/user/property', 'read', 'Properties of a user', {
    aliases: ['/tenant/user/property/search'],
  }),
  people('tenant.user.group.get', 'GET', '/tenant/user/group/:id', 'read', 'Groups of a user'),
  people('tenant.user.group.search', 'POST', '/tenant/user/group', 'read', 'Search the groups of a user', {
    aliases: ['/tenant/user/group/search'],
  }),

  people('tenant.group.get', 'GET', '/tenant/group/:id', 'read', 'One group', { inGroup: true }),
  people('tenant.group.add', 'PUT', '/tenant/group', 'add', 'Add a group'),
  people('tenant.group.change', 'PATCH', '/tenant/group', 'change', 'Change a group', {
    aliases: ['/tenant/group/:id'],
    inGroup: true,
  }),
  people('tenant.group.search', 'POST', '/tenant/group', 'read', 'Search groups', {
    aliases: ['/tenant/group/search'],
  }),
  people('tenant.group.delete', 'DELETE', '/tenant/group/:id', 'remove', 'Remove a group'),
  people('tenant.group.remove', 'POST', '/tenant/group/delete', 'remove', 'Remove groups'),
  people('tenant.group.count', 'GET', '/tenant/group/count', 'read', 'Count groups'),
  people('tenant.group.property.add', 'PUT', '/tenant/group/property', 'change', 'Give a group a property'),
  people('tenant.group.property.remove', 'POST', '/tenant/group/property/delete', 'change', 'Take a property away'),
  people('tenant.group.property.search', 'POST', '/tenant/group/property', 'read', 'Properties of a group', {
    aliases: ['/tenant/group/property/search'],
  }),
  people('tenant.group.user.add', 'PUT', '/tenant/group/user', 'change', 'Add users to groups', { inGroup: true }),
  people('tenant.group.user.remove', 'POST', '/tenant/group/user/delete', 'change', 'Remove users from groups', {
    inGroup: true,
  }),
  people('tenant.group.user.search', 'POST', '/tenant/group/user', 'read', 'Users of a group', {
    aliases: ['/tenant/group/user/search'],
    inGroup: true,
  }),
  people('tenant.group.invite.add', 'PUT', '/tenant/group/invite', 'change', 'Invite people into a group', {
    inGroup: true,
  }),
  people('tenant.group.invite.remove', 'POST', '/tenant/group/invite/delete', 'change', 'Withdraw open invites', {
    inGroup: true,
  }),
  people('tenant.group.template.add', 'PUT', '/tenant/group/template', 'change', 'Share templates with groups'),
  people('tenant.group.template.remove', 'POST', '/tenant/group/template/delete', 'change', 'Stop sharing templates'),
  people('tenant.group.template.search', 'POST', '/tenant/group/template', 'read', 'Templates of a group', {
    aliases: ['/tenant/group/template/search'],
  }),

  people('tenant.group.workspace.add', 'PUT', '/tenant/group/workspace', 'change', 'Share workspaces with groups'),
  people(
    'tenant.group.workspace.remove',
    'POST',
    '/tenant/group/workspace/delete',
    'change',
    'Stop sharing workspaces',
  ),

  people('tenant.domain.get', 'GET', '/tenant/domain/:id', 'read', 'One domain'),
  people('tenant.domain.add', 'PUT', '/tenant/domain', 'add', 'Add a domain'),
  people('tenant.domain.change', 'PATCH', '/tenant/domain', 'change', 'Change a domain', {
    aliases: ['/tenant/domain/:id'],
  }),
  people('tenant.domain.search', 'POST', '/tenant/domain', 'read', 'Search domains', {
    aliases: ['/tenant/domain/search'],
  }),
  people('tenant.domain.delete', 'DELETE', '/tenant/domain/:id', 'remove', 'Remove a domain'),
  people('tenant.domain.remove', 'POST', '/tenant/domain/delete', 'remove', 'Remove domains'),
  people('tenant.domain.count', 'GET', '/tenant/domain/count', 'read', 'Count domains'),
  account('tenant.domain.account.add', 'PUT', '/tenant/domain/account', 'change', 'Add accounts to a domain'),
  account(
    'tenant.domain.account.remove',
    'POST',
    '/tenant/domain/account/delete',
    'change',
    'Remove accounts from a domain',
  ),
  account('tenant.domain.account.search', 'POST', '/tenant/domain/account', 'read', 'Accounts of a domain', {
    aliases: ['/tenant/domain/account/search'],
  }),
  account('tenant.domain.account.count', 'GET', '/tenant/domain/account/count', 'read', 'Count accounts of a domain'),
  account('tenant.domain.account.owner', 'GET', '/tenant/domain/account/owner/:id', 'read', 'User who owns an account'),

  people('tenant.property.get', 'GET', '/tenant/property/:id', 'read', 'One property'),
  people('tenant.property.add', 'PUT', '/tenant/property', 'add', 'Add a property'),
  people('tenant.property.change', 'PATCH', '/tenant/property', 'change', 'Change a property', {
    aliases: ['/tenant/property/:id'],
  }),
  people('tenant.property.search', 'POST', '/tenant/property', 'read', 'Search properties', {
    aliases: ['/tenant/property/search'],
  }),
  people('tenant.property.delete', 'DELETE', '/tenant/property/:id', 'remove', 'Remove a property'),
  people('tenant.property.remove', 'POST', '/tenant/property/delete', 'remove', 'Remove properties'),
  people('tenant.property.count', 'GET', '/tenant/property/count', 'read', 'Count properties'),
] as const;
