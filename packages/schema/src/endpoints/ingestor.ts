import { endpointsOf } from './rows.ts';

const ingestor = endpointsOf('Data Management', 'ingestor tasks');

/** What local ingestor services tell of themselves; their records and tasks are kinds of `/record/{kind}`. */
export const INGESTOR_ENDPOINTS = [
  ingestor('ingestor.report', 'POST', '/ingestor/report', 'change', 'Report of a local ingestor service'),
  ingestor('ingestor.reports', 'GET', '/ingestor/report', 'read', 'Last reports of the local ingestor services'),
] as const;
