import type { Reach } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordSearch, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { GROUP_TEMPLATE } from '../records/computed.ts';
import { TEMPLATE_KIND, templateOf } from './template.ts';

/** Ids of templates shared with the caller's own groups. */
export async function sharedTemplates(records: RecordStore, scope: Scope): Promise<readonly string[]> {
  return templatesOf(records, scope, scope.groups);
}

async function templatesOf(records: RecordStore, scope: Scope, groups: readonly string[]): Promise<readonly string[]> {
  if (groups.length === 0) return [];
  const edges = await records.edges(scope, groups, GROUP_TEMPLATE, 'out');
  return [...new Set([...edges.values()].flatMap((list) => list.map((edge) => edge.to)))];
}

/** Whether a template lies within a reach; what does not reads as absent. */
export async function isWithinReach(
  records: RecordStore,
  scope: Scope,
  reach: Reach,
  record: StoredRecord,
): Promise<boolean> {
  if (record.ts_removed !== null) return false;
  if (reach === 'all') return true;
  const template = templateOf(record);
  if (reach === 'published') return template.is_public;
  if (scope.readsPublished && template.is_public) return true;
  if (reach === 'managed') return (await templatesOf(records, scope, scope.manages ?? [])).includes(record.id);
  if (reach !== 'group' && reach !== 'own') return false;
  if (template.owner.id === scope.user) return true;
  return reach === 'group' && (await sharedTemplates(records, scope)).includes(record.id);
}

/** Narrows a search to what lies within a reach; null = everything does. */
export async function narrowToReach(
  records: RecordStore,
  scope: Scope,
  reach: Reach,
): Promise<Pick<RecordSearch, 'ids' | 'where'> | null> {
  if (reach === 'all') return null;
  if (reach === 'published') return { where: { is_public: true } };
  if (reach !== 'group' && reach !== 'own') return { ids: [] };
  const lists = await Promise.all([
    idsWhere(records, scope, { 'owner.id': scope.user }),
    reach === 'group' ? sharedTemplates(records, scope) : [],
    scope.readsPublished ? idsWhere(records, scope, { is_public: true }) : [],
  ]);
  return { ids: [...new Set(lists.flat())] };
}

async function idsWhere(
  store: RecordStore,
  scope: Scope,
  where: NonNullable<RecordSearch['where']>,
): Promise<readonly string[]> {
  const page = { keys: [], keyword: '', where, from: 0, to: 10_000 };
  const { records } = await store.search(scope, TEMPLATE_KIND, page);
  return records.map(({ id }) => id);
}
