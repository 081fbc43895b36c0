import {
  type Area,
  areaOfKind,
  PLATFORM_SCHEMAS,
  type Schema,
  type SchemaItem,
  SYSTEM_SCHEMAS,
  schemaOfKind,
} from '@datasarana/schema';
import type { KindOptions, Realm, RecordStore } from '../../stores/records/port.ts';
import { isSecretPath } from '../../stores/records/secret-fields.ts';

/** Kinds declared by the features that own them, with rules of their own. */
const OWNED_ELSEWHERE: ReadonlySet<string> = new Set(['user.login_account', 'data.template']);

/** Kinds that a family of the seed's end-point table serves; `/record/{kind}` leaves them to it (API-88). */
const WITH_FAMILY: ReadonlySet<string> = new Set([
  ...OWNED_ELSEWHERE,
  'cluster',
  'cluster.tenant',
  'cluster.tenant.domain',
  'cluster.tenant.property',
  'user',
  'user.group',
  'data.project',
]);

/** Infrastructure belongs to the cluster: its administrators keep it, tenants read it. */
const CLUSTER_AREAS: ReadonlySet<Area | undefined> = new Set<Area>(['cluster', 'infrastructure', 'tenant']);

export const realmOf = (kind: string): Realm => (CLUSTER_AREAS.has(areaOfKind(kind)) ? 'cluster' : 'tenant');

/** What lists of a kind are often narrowed by. */
const INDEXES: Readonly<Record<string, KindOptions['indexes']>> = {
  'visual.view': ['owner.id', 'scope', 'groups', 'is_public', 'dataset'].map((path) => ({ path })),
  'visual.workspace': ['owner.id', 'is_public'].map((path) => ({ path })),
  'visual.project': ['owner.id', 'is_public'].map((path) => ({ path })),
  'data.query': ['owner.id', 'groups', 'dataset', 'is_public'].map((path) => ({ path })),
  'data.project': ['owner.id', 'is_public'].map((path) => ({ path })),
  'user.group': [{ path: 'invites.id' }, { path: 'invites.user.id' }],
  'user.group.invite': [{ path: 'user.id' }],
  'user.data': ['user_id', 'key', 'type'].map((path) => ({ path })),
};

/** Read by those alone who may change the group, so that nobody finds one piece by piece (visibility.ts). */
const KEPT_FROM_KEYWORDS: ReadonlySet<string> = new Set(['invites.id']);

/** Item paths a keyword may be looked for in (SCH-22), nested ones with dots. */
export function searchablePaths(items: readonly SchemaItem[], above = ''): readonly string[] {
  return items.flatMap((item) => {
    const path = above + item.name;
    if (item.items.length > 0) return searchablePaths(item.items, `${path}.`);
    return item.can_search && !isSecretPath(path) && !KEPT_FROM_KEYWORDS.has(path) ? [path] : [];
  });
}

/** Tenants and templates are more than their record: tenant-life.ts and erase-template.ts erase them. */
export const isErasedInTime = (kind: string): boolean =>
  kind !== 'data.template' && kind !== 'cluster' && kind !== 'cluster.tenant';

/** Kinds served at `/record/{kind}`. */
export const isGenericKind = (kind: string): boolean =>
  !WITH_FAMILY.has(kind) && areaOfKind(kind) !== undefined && schemaOfKind(kind) !== undefined;

/** The schema of a kind that is known to have one. */
export function schemaOf(kind: string): Schema {
  const schema = schemaOfKind(kind);
  if (!schema) throw new Error(`Record kind '${kind}' has no schema`);
  return schema;
}

/** Tells the store every kind that has a schema and no feature of its own. */
export function declareRecordKinds(records: RecordStore): void {
  for (const { name, items } of [...SYSTEM_SCHEMAS, ...PLATFORM_SCHEMAS]) {
    if (OWNED_ELSEWHERE.has(name)) continue;
    const indexes = INDEXES[name];
    records.declareKind(name, realmOf(name), { searchable: searchablePaths(items), ...(indexes && { indexes }) });
  }
}
