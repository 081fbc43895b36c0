import { endpointsOf } from './rows.ts';

const observability = endpointsOf('Platform', 'observability');

/** What administrators read of the platform's own doings (SCR-05, SEC-08). */
export const OBSERVABILITY_ENDPOINTS = [
  observability('audit.search', 'POST', '/observability/audit', 'read', 'Entries of the audit trail, newest first'),
] as const;
