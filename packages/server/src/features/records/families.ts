import { DEFAULT_PAGE_SIZE, type EndpointId, PAGE_SIZES } from '@datasarana/schema';
import { GROUP_MEMBER, GROUP_WORKSPACE, PROJECT_TEMPLATE } from './computed.ts';
import type { FilterEffects } from './search-body.ts';

/** What can be called of a family; a family has those it names end-points for. */
export type Action = 'get' | 'add' | 'change' | 'search' | 'count' | 'delete' | 'remove';

/** A record family of the end-point table (API-33…68): its calls, what they serve and what narrows its lists. */
export interface Family {
  readonly kind: string;
  readonly page: number;
  readonly calls: Readonly<Partial<Record<Action, EndpointId>>>;
  readonly filters?: FilterEffects;
  /** By-id reads carry the counts of ENT-50. */
  readonly counts?: boolean;
}

const ids = (id: string) => ({ ids: [id] });

/** One row per family served by the generic record routes. */
export const FAMILIES: readonly Family[] = [
  {
    kind: 'cluster.tenant',
    page: PAGE_SIZES['cluster.tenant'],
    counts: true,
    filters: { tenant: ids },
    calls: {
      get: 'tenant.get',
      add: 'tenant.add',
      change: 'tenant.change',
      search: 'tenant.search',
      count: 'tenant.count',
      delete: 'tenant.delete',
    },
  },
  {
    kind: 'cluster.tenant',
    page: PAGE_SIZES['cluster.tenant'],
    counts: true,
    filters: { tenant: ids },
    calls: {
      get: 'cluster.tenant.get',
      add: 'cluster.tenant.add',
      change: 'cluster.tenant.change',
      search: 'cluster.tenant.search',
      count: 'cluster.tenant.count',
    },
  },
  {
    kind: 'cluster',
    page: DEFAULT_PAGE_SIZE,
    calls: {
      get: 'cluster.get',
      add: 'cluster.add',
      change: 'cluster.change',
      search: 'cluster.search',
      count: 'cluster.count',
      delete: 'cluster.delete',
    },
  },
  {
    kind: 'user',
    page: DEFAULT_PAGE_SIZE,
    filters: { user: ids, group: (id) => ({ linked: { label: GROUP_MEMBER, id, direction: 'out' } }) },
    calls: {
      get: 'tenant.user.get',
      add: 'tenant.user.add',
      change: 'tenant.user.change',
      search: 'tenant.user.search',
      count: 'tenant.user.count',
      delete: 'tenant.user.delete',
      remove: 'tenant.user.remove',
    },
  },
  {
    kind: 'user',
    page: DEFAULT_PAGE_SIZE,
    filters: { user: ids, group: (id) => ({ linked: { label: GROUP_MEMBER, id, direction: 'out' } }) },
    calls: {
      get: 'cluster.user.get',
      add: 'cluster.user.add',
      change: 'cluster.user.change',
      search: 'cluster.user.search',
      count: 'cluster.user.count',
    },
  },
  {
    kind: 'user.group',
    page: PAGE_SIZES['user.group'],
    filters: {
      group: ids,
      user: (id) => ({ linked: { label: GROUP_MEMBER, id, direction: 'in' } }),
      template: (id) => ({ linked: { label: 'group.template', id, direction: 'in' } }),
    },
    calls: {
      get: 'tenant.group.get',
      add: 'tenant.group.add',
      change: 'tenant.group.change',
      search: 'tenant.group.search',
      count: 'tenant.group.count',
      delete: 'tenant.group.delete',
      remove: 'tenant.group.remove',
    },
  },
  {
    kind: 'cluster.tenant.domain',
    page: DEFAULT_PAGE_SIZE,
    filters: { domain: ids },
    calls: {
      get: 'tenant.domain.get',
      add: 'tenant.domain.add',
      change: 'tenant.domain.change',
      search: 'tenant.domain.search',
      count: 'tenant.domain.count',
      delete: 'tenant.domain.delete',
      remove: 'tenant.domain.remove',
    },
  },
  {
    kind: 'cluster.tenant.property',
    page: DEFAULT_PAGE_SIZE,
    filters: {
      user: (id) => ({ linked: { label: 'user.property', id, direction: 'out' } }),
      group: (id) => ({ linked: { label: 'group.property', id, direction: 'out' } }),
    },
    calls: {
      get: 'tenant.property.get',
      add: 'tenant.property.add',
      change: 'tenant.property.change',
      search: 'tenant.property.search',
      count: 'tenant.property.count',
      delete: 'tenant.property.delete',
      remove: 'tenant.property.remove',
    },
  },
  {
    kind: 'data.project',
    page: DEFAULT_PAGE_SIZE,
    filters: {
      project: ids,
      user: (id) => ({ where: { 'owner.id': id } }),
      template: (id) => ({ linked: { label: PROJECT_TEMPLATE, id, direction: 'in' } }),
    },
    calls: {
      get: 'project.get',
      add: 'project.add',
      change: 'project.change',
      search: 'project.search',
      count: 'project.count',
      delete: 'project.delete',
      remove: 'project.remove',
    },
  },
];

/** Filters of the kinds served at `/record/{kind}`. */
export const GENERIC_FILTERS: Readonly<Record<string, FilterEffects>> = {
  'visual.view': {
    template: (id) => ({ where: { dataset: id } }),
    user: (id) => ({ where: { 'owner.id': id } }),
    group: (id) => ({ where: { groups: id } }),
  },
  'data.query': { template: (id) => ({ where: { dataset: id } }), user: (id) => ({ where: { 'owner.id': id } }) },
  'visual.workspace': {
    user: (id) => ({ where: { 'owner.id': id } }),
    group: (id) => ({ linked: { label: GROUP_WORKSPACE, id, direction: 'out' } }),
  },
  'visual.project': { user: (id) => ({ where: { 'owner.id': id } }) },
  'user.data': { user: (id) => ({ where: { user_id: id } }) },
  'user.group.invite': { user: (id) => ({ where: { 'user.id': id } }) },
};
