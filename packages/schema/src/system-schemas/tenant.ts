import { boolean, common, type ItemDraft, keyword, keywords, nested, references, systemSchema } from './items.ts';
import { owner } from './organisation.ts';
import { PROJECT_ITEMS, VISUAL_PROJECT_ITEMS, WORKSPACE_ITEMS } from './project.ts';
import { GROUP_ITEMS, PROPERTY_ITEMS } from './user.ts';

/** ENT-27. */
const DOMAIN_ITEMS: readonly ItemDraft[] = [
  keyword('type'),
  boolean('active', { default_value: true }),
  ...keywords('name description'),
  references('accounts', 'user.login_account', 'login_id'),
];

/** A full copy of another entity inside a tenant. */
const embedded = (items: readonly ItemDraft[]): readonly ItemDraft[] => [
  ...common(),
  ...items.filter(({ name }) => name !== 'avatar'),
];

/** ENT-26, completed by embedding what the seed cuts off (SCH-20). */
const TENANT_ITEMS: readonly ItemDraft[] = [
  ...keywords('name department project'),
  owner,
  nested('domains', embedded(DOMAIN_ITEMS), { relationship: 'cluster.tenant.domain' }),
  nested('groups', embedded(GROUP_ITEMS), { relationship: 'user.group' }),
  nested('data_projects', embedded(PROJECT_ITEMS), { relationship: 'data.project' }),
  references('data_templates', 'data.template'),
  nested('visual_projects', embedded(VISUAL_PROJECT_ITEMS), { relationship: 'visual.project' }),
  nested('data_workspaces', embedded(WORKSPACE_ITEMS), { relationship: 'visual.workspace' }),
  references('users', 'user', 'full_name'),
  nested('properties', embedded(PROPERTY_ITEMS), { relationship: 'cluster.tenant.property' }),
];

export const clusterTenant = systemSchema('cluster.tenant', 'A tenant of a cluster', [...common(), ...TENANT_ITEMS]);
export const clusterTenantDomain = systemSchema('cluster.tenant.domain', 'A domain of a tenant', [
  ...common(),
  ...DOMAIN_ITEMS,
]);
export const clusterTenantProperty = systemSchema(
  'cluster.tenant.property',
  'A property that tenants, groups and users carry',
  [...common(), ...PROPERTY_ITEMS.filter((item) => item.name !== 'avatar')],
);
