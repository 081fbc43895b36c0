/** One served call. The table of these rows drives routes, OpenAPI, client methods, permission check and explorer. */
export interface Endpoint {
  /** Stable dotted name, e.g. `template.deploy`; the server registers by it and the client calls by it. */
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below `/api`, parameters as `:name`. */
  readonly path: string;
  /** Further paths answered by the same handler (`/authenticate`, `/search` forms of API-14). */
  readonly aliases?: readonly string[];
  readonly module: EndpointModule;
  readonly summary: string;
  /**
   * Row of the permission matrix. `open` = no session needed; `session` = anyone signed in; `kind` = the area of the
   * record kind in the path (`areaOfKind`, API-88).
   */
  readonly area: Area | 'open' | 'session' | 'kind';
  readonly right: Right;
  /** A role that is held inside a group only gives this right too, for what is that group's (ROL-18). */
  readonly inGroup?: true;
}

/** A GET changes nothing, also one that only who may change the record is answered, as who sees a view. */
export const isWrite = ({ method, right }: Endpoint): boolean => method !== 'GET' && right !== 'read';

/** The service of the API explorer a call belongs to. */
export type EndpointModule =
  | 'Identity Service'
  | 'Session Management'
  | 'User Management'
  | 'Schema Management'
  | 'Data Management'
  | 'Platform';

/** What a call does, as the permission matrix has it. */
export type Right = 'read' | 'add' | 'change' | 'remove';

/** Rows of the permission matrix (ROL-01). */
export type Role =
  | 'cluster administrator'
  | 'tenant administrator'
  | 'developer'
  | 'data engineer'
  | 'member'
  | 'anonymous';

/** The rows of the permission matrix at the end of the requirements; a row whose cells name several things is split. */
export type Area =
  | 'own profile'
  | 'own belongings'
  | 'cluster'
  | 'cluster tenants and users'
  | 'tenant'
  | 'tenant people'
  | 'accounts'
  | 'sibling import people'
  | 'sibling import templates'
  | 'infrastructure'
  | 'templates'
  | 'deploy'
  | 'schema export'
  | 'sources'
  | 'rest helper'
  | 'ingestor tasks'
  | 'index and stream commands'
  | 'index and stream statistics'
  | 'data read'
  | 'data write'
  | 'views'
  | 'curation'
  | 'curation tags'
  | 'assisted learning'
  | 'assisted learning review'
  | 'end-point catalogue'
  | 'end-point definitions'
  | 'graph'
  | 'real-time topics'
  | 'observability'
  | 'api performance'
  | 'pipeline health'
  | 'field area'
  | 'help';

/**
 * How far a right reaches: `all` = the whole tenant (or cluster), `group` = own records and what is shared with own groups,
 * `own` = own records (own tenant for area `tenant`), `summary` = a few named items only, `published` = is_public only,
 * `managed` = what is shared with the groups in which a role of the caller gives the right (ROL-18).
 */
export type Reach = 'all' | 'own' | 'group' | 'managed' | 'summary' | 'published' | 'none';
