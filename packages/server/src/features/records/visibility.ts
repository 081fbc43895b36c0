import {
  type Area,
  areaOfKind,
  groupsGiving,
  INVITE_STATUSES,
  RECORD_STATUSES,
  type Reach,
  reachOf,
} from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import type { RecordSearch, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { withoutPapers } from '../account/visible-people.ts';
import { GROUP_TEMPLATE, GROUP_WORKSPACE, PROJECT_TEMPLATE } from './computed.ts';

/** How far a call reaches into the records of a kind. */
export interface Sight {
  readonly scope: Scope;
  readonly reach: Reach;
}

/** Fields of a cluster or tenant that everyone of it may know (API-33, API-43). */
export const SUMMARY: Readonly<Record<string, readonly string[]>> = {
  cluster: ['label', 'id', 'name', 'official_name', 'domain', 'avatar', 'status'],
  'cluster.tenant': ['label', 'id', 'name', 'department', 'project', 'avatar', 'status'],
};

type Rec = Readonly<Record<string, unknown>>;

/** Whoever knows the id of an invite may answer it, so those alone read it who could add the person themselves (ROL-25). */
const INVITES = 'invites';

/** A record cut down to what the caller may know of it. */
export function cutToSight(kind: string, { scope, reach }: Sight, rec: Rec): Rec {
  const fields = SUMMARY[kind];
  if (reach === 'summary' && fields)
    return Object.fromEntries(Object.entries(rec).filter(([name]) => fields.includes(name)));
  if (kind === 'user' && !readsPeople(scope)) return withoutPapers(rec);
  if (!hidesInvites(kind, scope, String(rec.id))) return rec;
  const { [INVITES]: _hidden, ...open } = rec;
  return open;
}

/** By a role in a group one sees its people as they see each other. */
const readsPeople = (scope: Scope): boolean =>
  reachOf(scope.roles, 'tenant people', 'read') === 'all' || inClusterOffice(scope, 'user');

/** Whether a change of this item stays untold to the caller. */
export const hidesChange = (kind: string, scope: Scope, id: string, path: string): boolean =>
  path.split('.')[0] === INVITES && hidesInvites(kind, scope, id);

function hidesInvites(kind: string, scope: Scope, id: string): boolean {
  if (kind !== 'user.group' || mayWrite(scope, kind)) return false;
  return !groupsGiving(scope.roleInGroup ?? {}, 'tenant people', 'change').includes(id);
}

/** Where the owner of a record stands in its document; new records of an `own` reach get it stamped. */
export const ownerPath = (kind: string): 'owner.id' | 'user_id' => (kind === 'user.data' ? 'user_id' : 'owner.id');

/** Narrows a search to what a reach covers; null = all of the scope. */
export async function narrowToReach(
  store: RecordStore,
  kind: string,
  { scope, reach }: Sight,
): Promise<Partial<RecordSearch> | null> {
  if (reach === 'all') return mayWrite(scope, kind) ? null : { status: SEEN_BY_READERS };
  if (reach === 'none') return { ids: [] };
  if (reach === 'managed') return { ids: await managedIds(store, scope, kind) };
  if (kind === 'cluster') return { ids: [scope.cluster] };
  if (kind === 'cluster.tenant') return { ids: [scope.tenant] };
  const area: Area | undefined = areaOfKind(kind);
  if (area === 'own belongings') return { where: { [ownerPath(kind)]: scope.user } };
  const lists = await Promise.all([
    reach === 'published' ? [] : idsWhere(store, scope, kind, { [ownerPath(kind)]: scope.user }, {}),
    reach === 'own' ? [] : idsWhere(store, scope, kind, { is_public: true }),
    reach === 'published' && kind === 'visual.view' ? idsWhere(store, scope, kind, { scope: 'public' }) : [],
    reach === 'group' ? sharedIds(store, scope, kind) : [],
    reach === 'own' ? managedIds(store, scope, kind) : [],
    reach !== 'own' && kind === 'visual.view' ? idsInWorkspaces(store, { scope, reach }) : [],
  ]);
  return { ids: [...new Set(lists.flat())] };
}

/** Whether one record lies within the reach; what does not reads as absent (ROL-21). */
export async function isVisible(store: RecordStore, sight: Sight, record: StoredRecord): Promise<boolean> {
  const narrowed = await narrowToReach(store, record.kind, sight);
  if (!narrowed) return true;
  if (narrowed.ids) return narrowed.ids.includes(record.id) || isOwnRemoved(sight, record);
  const wanted = { ...narrowed, ids: [record.id] };
  const removed = record.ts_removed === null ? {} : { removed: 'only' as const };
  return (await store.count(sight.scope, record.kind, { ...wanted, ...removed })) > 0;
}

/** What was removed is shared with nobody any more, and restored by whoever made it (REC-39). */
const isOwnRemoved = ({ scope, reach }: Sight, { doc, ts_removed }: StoredRecord): boolean =>
  ts_removed !== null && (reach === 'own' || reach === 'group') && scope.user !== '' && ownerOf(doc) === scope.user;

/**
 * Views of shared workspaces: who shares a workspace shares their own views in it, for as long. A view of somebody else in it
 * stays what its owner made it, so that nobody reads a view by laying it on a workspace.
 */
async function idsInWorkspaces(store: RecordStore, { scope, reach }: Sight): Promise<readonly string[]> {
  const kind = 'visual.workspace';
  const [open, shared] = await Promise.all([
    idsWhere(store, scope, kind, { is_public: true }),
    reach === 'group' ? sharedIds(store, scope, kind) : [],
  ]);
  const workspaces = await store.getMany(scope, kind, [...new Set([...open, ...shared])]);
  const laid = new Map<string, Set<string>>();
  for (const { doc, ts_removed, status } of workspaces) {
    if (ts_removed !== null || status === 'Draft') continue;
    for (const view of viewsOf(doc)) laid.set(view, (laid.get(view) ?? new Set()).add(ownerOf(doc)));
  }
  const views = await store.getMany(scope, 'visual.view', [...laid.keys()]);
  return views.filter(({ id, doc }) => ownerOf(doc) !== '' && laid.get(id)?.has(ownerOf(doc))).map(({ id }) => id);
}

/** Id of a record's owner; empty when it has none. */
export const ownerOf = (doc: StoredRecord['doc']): string => String(Reflect.get(Object(doc.owner), 'id') ?? '');

/** Ids of the views laid on a workspace. */
export const viewsOf = ({ views }: StoredRecord['doc']): readonly string[] =>
  (Array.isArray(views) ? views : []).flatMap((entry) => {
    const view: unknown = Reflect.get(Object(entry), 'view');
    return typeof view === 'string' && view !== '' ? [view] : [];
  });

/** What the caller's groups, or everyone in the tenant, have been given (VIS-21). */
async function sharedIds(store: RecordStore, scope: Scope, kind: string): Promise<readonly string[]> {
  const { groups } = scope;
  switch (kind) {
    case 'visual.view':
      return (
        await Promise.all([
          idsWhere(store, scope, kind, { scope: ['tenant', 'public'] }),
          groups.length === 0 ? [] : idsWhere(store, scope, kind, { scope: 'group', groups }),
        ])
      ).flat();
    case 'data.query':
      return groups.length === 0 ? [] : idsWhere(store, scope, kind, { groups });
    case 'visual.workspace':
      return ends(await store.edges(scope, groups, GROUP_WORKSPACE, 'out'), 'to');
    case 'data.template':
      return ends(await store.edges(scope, groups, GROUP_TEMPLATE, 'out'), 'to');
    case 'data.project': {
      const templates = ends(await store.edges(scope, groups, GROUP_TEMPLATE, 'out'), 'to');
      return ends(await store.edges(scope, templates, PROJECT_TEMPLATE, 'in'), 'from');
    }
    default:
      return [];
  }
}

/** What is shared with the groups in which a role of the caller gives the right of this call (ROL-18), and these groups themselves. */
async function managedIds(store: RecordStore, scope: Scope, kind: string): Promise<readonly string[]> {
  const { manages = [] } = scope;
  if (manages.length === 0) return [];
  if (kind === 'user.group') return manages;
  if (kind === 'visual.view')
    return idsWhere(store, scope, kind, { scope: ['group', 'tenant', 'public'], groups: manages });
  if (kind === 'visual.workspace') return ends(await store.edges(scope, manages, GROUP_WORKSPACE, 'out'), 'to');
  return [];
}

const ends = (
  edges: ReadonlyMap<string, readonly { readonly from: string; readonly to: string }[]>,
  end: 'from' | 'to',
): readonly string[] => [...new Set([...edges.values()].flat().map((edge) => edge[end]))];

const MOST = 10_000;

/** REC-35: drafts are seen only by those who may write them. */
const SEEN_BY_READERS = [...RECORD_STATUSES, ...INVITE_STATUSES].filter((status) => status !== 'Draft');

function mayWrite(scope: Scope, kind: string): boolean {
  const area = areaOfKind(kind);
  return area === undefined || reachOf(scope.roles, area, 'change') === 'all' || inClusterOffice(scope, kind);
}

/** The cluster administrator writes tenants' people through `/cluster/…`. */
const inClusterOffice = (scope: Scope, kind: string): boolean =>
  (kind === 'user' || kind === 'cluster.tenant') && scope.roles.includes('cluster administrator');

async function idsWhere(
  store: RecordStore,
  scope: Scope,
  kind: string,
  where: NonNullable<RecordSearch['where']>,
  status: Pick<RecordSearch, 'status'> = { status: SEEN_BY_READERS },
): Promise<readonly string[]> {
  const { records } = await store.search(scope, kind, { keys: [], keyword: '', where, ...status, from: 0, to: MOST });
  return records.map(({ id }) => id);
}
