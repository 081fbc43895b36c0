import { endpointsOf } from './rows.ts';

const cluster = endpointsOf('Platform', 'cluster');
const inside = endpointsOf('Platform', 'cluster tenants and users');

/** Clusters and, for the cluster administrator, their tenants and users (API-33…42). */
export const CLUSTER_ENDPOINTS = [
  cluster('cluster.get', 'GET', '/cluster/admin/:id', 'read', 'One cluster'),
  cluster('cluster.add', 'PUT', '/cluster/admin', 'add', 'Add a cluster'),
  cluster('cluster.change', 'PATCH', '/cluster/admin', 'change', 'Change a cluster', {
    aliases: ['/cluster/admin/:id'],
  }),
  cluster('cluster.search', 'POST', '/cluster/admin', 'read', 'Search clusters', {
    aliases: ['/cluster/admin/search'],
  }),
  cluster('cluster.delete', 'DELETE', '/cluster/admin/:id', 'remove', 'Delete a cluster without tenants'),
  cluster('cluster.count', 'GET', '/cluster/count', 'read', 'Count clusters', { aliases: ['/cluster/admin/count'] }),

  inside('cluster.tenant.get', 'GET', '/cluster/tenant/:id', 'read', 'One tenant of a cluster'),
  inside('cluster.tenant.add', 'PUT', '/cluster/tenant', 'add', 'Add a tenant to a cluster'),
  inside('cluster.tenant.change', 'PATCH', '/cluster/tenant', 'change', 'Change a tenant of a cluster', {
    aliases: ['/cluster/tenant/:id'],
  }),
  inside('cluster.tenant.search', 'POST', '/cluster/tenant', 'read', 'Search tenants of a cluster', {
    aliases: ['/cluster/tenant/search'],
  }),
  inside('cluster.tenant.count', 'GET', '/cluster/tenant/count', 'read', 'Count tenants of a cluster'),

  inside('cluster.user.get', 'GET', '/cluster/user/:id', 'read', 'One user of a cluster'),
  inside('cluster.user.add', 'PUT', '/cluster/user', 'add', 'Add a user to a cluster'),
  inside('cluster.user.change', 'PATCH', '/cluster/user', 'change', 'Change a user of a cluster', {
    aliases: ['/cluster/user/:id'],
  }),
  inside('cluster.user.search', 'POST', '/cluster/user', 'read', 'Search users of a cluster', {
    aliases: ['/cluster/user/search'],
  }),
  inside(
    'cluster.user.account.add',
    'PUT',
    '/cluster/user/account',
    'add',
    "Add an administrator's account to a tenant of the cluster",
  ),
  inside('cluster.user.count', 'GET', '/cluster/user/count', 'read', 'Count users of a cluster'),
] as const;
