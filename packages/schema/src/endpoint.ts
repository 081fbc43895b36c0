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
  /** Row of the permission matrix. `open` = no session needed; `session` = anyone signed in. */
  readonly area: Area | 'open' | 'session';
  readonly right: Right;
}

export type EndpointModule =
  | 'Identity Service'
  | 'Session Management'
  | 'User Management'
  | 'Schema Management'
  | 'Data Management'
  | 'Platform';

export type Right = 'read' | 'add' | 'change' | 'remove';

export type Role =
  | 'cluster administrator'
  | 'tenant administrator'
  | 'developer'
  | 'data engineer'
  | 'member'
  | 'anonymous';

/** The rows of the permission matrix at the end of the requirements. */
export type Area =
  | 'own profile'
  | 'own belongings'
  | 'cluster'
  | 'cluster tenants and users'
  | 'tenant'
  | 'tenant people'
  | 'accounts'
  | 'infrastructure'
  | 'templates'
  | 'deploy'
  | 'schema export'
  | 'sources'
  | 'index and stream commands'
  | 'index and stream statistics'
  | 'data read'
  | 'data write'
  | 'views'
  | 'curation'
  | 'end-point catalogue'
  | 'observability';

/** How far a right reaches: whole tenant (or cluster), own records, shared with own groups, published, not at all. */
export type Reach = 'all' | 'own' | 'group' | 'summary' | 'published' | 'none';
