import type { Scope } from './scope.ts';

/** The platform's own work inside one tenant: sign-in, start-up, background jobs. */
export const systemScope = (cluster: string, tenant: string, requestId = 'system'): Scope => ({
  cluster,
  tenant,
  user: 'system',
  roles: ['cluster administrator', 'tenant administrator'],
  groups: [],
  requestId,
});
