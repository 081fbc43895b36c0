import type { Endpoint } from '../endpoint.ts';
import { CLUSTER_ENDPOINTS } from './cluster.ts';
import { DATA_ENDPOINTS } from './data.ts';
import { GRAPH_ENDPOINTS } from './graph.ts';
import { INGESTOR_ENDPOINTS } from './ingestor.ts';
import { OBSERVABILITY_ENDPOINTS } from './observability.ts';
import { RECORD_ENDPOINTS } from './record.ts';
import { SCHEMA_ENDPOINTS } from './schema.ts';
import { SESSION_ENDPOINTS } from './session.ts';
import { SOURCE_ENDPOINTS } from './sources.ts';
import { TENANT_ENDPOINTS } from './tenant.ts';

const ROWS = [
  ...SESSION_ENDPOINTS,
  ...CLUSTER_ENDPOINTS,
  ...TENANT_ENDPOINTS,
  ...SCHEMA_ENDPOINTS,
  ...SOURCE_ENDPOINTS,
  ...DATA_ENDPOINTS,
  ...RECORD_ENDPOINTS,
  ...GRAPH_ENDPOINTS,
  ...INGESTOR_ENDPOINTS,
  ...OBSERVABILITY_ENDPOINTS,
] as const;

type Row = (typeof ROWS)[number];

/** Id of a call, by which client and server name it. */
export type EndpointId = Row['id'];

/** The row of one call with its method and path as literal types. */
export type EndpointRow<Id extends EndpointId> = Extract<Row, { readonly id: Id }>;

/** Every served call (design §2): routes, OpenAPI, client, permission check and explorer come from this table. */
export const ENDPOINTS: readonly (Endpoint & { readonly id: EndpointId })[] = ROWS;

const byId = new Map<string, Endpoint>(ENDPOINTS.map((row) => [row.id, row]));

/** The row of `id`; throws for an id that no file under `endpoints/` declares. */
export function endpointById(id: string): Endpoint {
  const row = byId.get(id);
  if (!row) throw new Error(`No end-point row "${id}": add it to packages/schema/src/endpoints`);
  return row;
}
