import type { EndpointId } from '@datasarana/schema';

/** The end-points of one record kind (ROL-04). */
export interface KindEndpoints {
  readonly get: EndpointId;
  readonly add: EndpointId;
  readonly change: EndpointId;
  readonly delete: EndpointId;
  readonly count: EndpointId;
  readonly search: EndpointId;
  /** Path parameters that every call of the kind takes. */
  readonly params: Readonly<Record<string, string>>;
}

const FAMILIES = {
  cluster: 'cluster',
  'cluster.tenant': 'tenant',
  'cluster.tenant.domain': 'tenant.domain',
  'cluster.tenant.property': 'tenant.property',
  user: 'tenant.user',
  'user.group': 'tenant.group',
  'data.project': 'project',
} as const;

const isFamily = (kind: string): kind is keyof typeof FAMILIES => Object.hasOwn(FAMILIES, kind);

/** Which calls serve a kind: its own family, or the family all other kinds share (API-87, API-88). */
export function endpointsOfKind(kind: string): KindEndpoints {
  const family = isFamily(kind) ? FAMILIES[kind] : kind === 'data.template' ? 'template' : 'record';
  return {
    get: `${family}.get`,
    add: `${family}.add`,
    change: family === 'template' ? 'template.save' : `${family}.change`,
    delete: `${family}.delete`,
    count: `${family}.count`,
    search: `${family}.search`,
    params: family === 'record' ? { kind } : {},
  };
}
