import type { EndpointId } from '@datasarana/schema';

/** The calls of one record kind. */
export interface RecordFamily {
  readonly kind: string;
  readonly get: EndpointId;
  readonly add: EndpointId;
  readonly change: EndpointId;
  readonly search: EndpointId;
  readonly remove: EndpointId;
  readonly count: EndpointId;
  readonly params: Readonly<Record<string, string>>;
}

const own = (
  kind: string,
  prefix: 'tenant.user' | 'tenant.group' | 'tenant.domain' | 'tenant.property' | 'project' | 'tenant',
): RecordFamily => ({
  kind,
  get: `${prefix}.get`,
  add: `${prefix}.add`,
  change: `${prefix}.change`,
  search: `${prefix}.search`,
  remove: `${prefix}.delete`,
  count: `${prefix}.count`,
  params: {},
});

const families: Readonly<Record<string, RecordFamily>> = {
  user: own('user', 'tenant.user'),
  'user.group': own('user.group', 'tenant.group'),
  'cluster.tenant.domain': own('cluster.tenant.domain', 'tenant.domain'),
  'cluster.tenant.property': own('cluster.tenant.property', 'tenant.property'),
  'cluster.tenant': own('cluster.tenant', 'tenant'),
  'data.project': own('data.project', 'project'),
  'data.template': {
    kind: 'data.template',
    get: 'template.get',
    add: 'template.add',
    change: 'template.save',
    search: 'template.search',
    remove: 'template.delete',
    count: 'template.count',
    params: {},
  },
};

/** Calls of a kind: its own family, or the one that all other kinds share (API-88). */
export const recordFamily = (kind: string): RecordFamily =>
  families[kind] ?? {
    kind,
    get: 'record.get',
    add: 'record.add',
    change: 'record.change',
    search: 'record.search',
    remove: 'record.delete',
    count: 'record.count',
    params: { kind },
  };
