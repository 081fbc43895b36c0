import { DEFAULT_PAGE_SIZE, type EndpointId, malformed, notFound, PAGE_SIZES } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import type { Call } from '../../http/call.ts';
import { absent } from '../../http/envelope.ts';
import { MembersReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { RecordChange, RecordSearch, RecordStore } from '../../stores/records/port.ts';
import { answerOfList } from './answers.ts';
import { GROUP_MEMBER, GROUP_PROPERTY, GROUP_TEMPLATE, USER_PROPERTY } from './computed.ts';
import { listRecords, type RecordDeps } from './record-calls.ts';
import { recordReply } from './record-reply.ts';
import type { Doc } from './record-shape.ts';
import { propsOfRole, RoleInGroup, refuseUnmanaged, unmanaged } from './role-in-group.ts';
import { type FilterName, SearchBody, toSearch } from './search-body.ts';

/** Records of one kind hung onto records of another by an edge. */
interface Membership {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

export interface Changed {
  readonly changed: number;
  readonly unchanged: number;
}

/** Refuses ends that are not there, so that an edge never points into nothing or into another tenant. */
async function refuseAbsent(store: RecordStore, scope: Scope, kind: string, ids: readonly string[]): Promise<void> {
  const found = await store.getMany(scope, kind, ids);
  const live = new Set(found.filter((record) => record.ts_removed === null).map((record) => record.id));
  const missing = ids.find((id) => !live.has(id));
  if (missing !== undefined) throw notFound(`There is no ${kind} '${missing}'`);
}

/** Pairs of one call, which are one write. */
const MOST_PAIRS = 10_000;

/** Every `from` with every `to`, each once. @throws PlatformError 32/400 for more than one write is to hold */
function pairsOf(froms: readonly string[], tos: readonly string[]) {
  const [starts, ends] = [[...new Set(froms)], [...new Set(tos)]];
  const count = starts.length * ends.length;
  if (count > MOST_PAIRS)
    throw malformed(
      `${starts.length} ids with ${ends.length} ids are ${count} pairs; at most ${MOST_PAIRS} are changed at once`,
      'Send them in several calls.',
    );
  return starts.flatMap((start) => ends.map((end) => ({ start, end })));
}

/** Links or unlinks every `from` with every `to`; counts what changed and what was so already. */
export async function setMembers(
  store: RecordStore,
  scope: Scope,
  { label, from, to }: Membership,
  op: 'link' | 'unlink',
  froms: readonly string[],
  tos: readonly string[],
  props?: Doc,
): Promise<Changed> {
  const pairs = pairsOf(froms, tos);
  if (op === 'link') await Promise.all([refuseAbsent(store, scope, from, froms), refuseAbsent(store, scope, to, tos)]);
  const edges = await store.edges(scope, froms, label, 'out');
  const propsOf = new Map([...edges].map(([start, all]) => [start, new Map(all.map((edge) => [edge.to, edge.props]))]));
  const due = pairs.filter(({ start, end }) => {
    const linked = propsOf.get(start)?.get(end);
    if (op === 'unlink') return linked !== undefined;
    return linked === undefined || (props !== undefined && JSON.stringify(linked) !== JSON.stringify(props));
  });
  const changes = due.map(
    ({ start, end }): RecordChange =>
      op === 'link'
        ? { op, label, from: start, to: end, ...(props && { props }) }
        : { op, label, from: start, to: end },
  );
  await store.write(scope, changes);
  return { changed: due.length, unchanged: pairs.length - due.length };
}

/** Ids of what is linked or unlinked in one call. */
export const Ids = Type.Array(Type.String(), { minItems: 1, maxItems: 1000 });

interface ManyToMany {
  readonly membership: Membership;
  readonly fields: readonly [froms: string, tos: string];
  readonly filter: FilterName;
  readonly page: number;
  /** Who is added may be given a role that counts inside the group only (ROL-18). */
  readonly withRole?: true;
  readonly calls: { readonly add: EndpointId; readonly remove: EndpointId; readonly search?: EndpointId };
}

const GROUP_LISTS: readonly ManyToMany[] = [
  {
    membership: { label: GROUP_MEMBER, from: 'user.group', to: 'user' },
    fields: ['groups', 'users'],
    filter: 'group',
    page: PAGE_SIZES['tenant.group.user'],
    withRole: true,
    calls: { add: 'tenant.group.user.add', remove: 'tenant.group.user.remove', search: 'tenant.group.user.search' },
  },
  {
    membership: { label: GROUP_TEMPLATE, from: 'user.group', to: 'data.template' },
    fields: ['groups', 'templates'],
    filter: 'group',
    page: PAGE_SIZES['tenant.group.template'],
    calls: {
      add: 'tenant.group.template.add',
      remove: 'tenant.group.template.remove',
      search: 'tenant.group.template.search',
    },
  },
  {
    membership: { label: 'group.workspace', from: 'user.group', to: 'visual.workspace' },
    fields: ['groups', 'workspaces'],
    filter: 'group',
    page: PAGE_SIZES['tenant.group.template'],
    calls: { add: 'tenant.group.workspace.add', remove: 'tenant.group.workspace.remove' },
  },
];

/** Users and templates of groups (API-60, API-61), properties of users and groups (API-55, API-56, API-59). */
export function memberRoutes(app: FastifyInstance, deps: RecordDeps): void {
  for (const list of GROUP_LISTS) listRoutes(app, deps, list);
  for (const owner of PROPERTY_OWNERS) propertyRoutes(app, deps, owner);
  userGroupRoutes(app, deps);
}

function listRoutes(app: FastifyInstance, deps: RecordDeps, list: ManyToMany): void {
  const { membership, fields, calls, page, withRole } = list;
  const ends = { [fields[0]]: Ids, [fields[1]]: Ids };
  for (const op of ['link', 'unlink'] as const)
    route(app, op === 'link' ? calls.add : calls.remove, {
      schema: {
        body: Type.Object({ ...ends, ...(withRole && op === 'link' && RoleInGroup) }, { additionalProperties: false }),
        reply: MembersReply(op === 'link' ? 'added' : 'removed'),
      },
      handler: async (call) => {
        const [froms = [], tos = []] = fields.map((name): readonly string[] => Reflect.get(Object(call.body), name));
        refuseUnmanaged(call, froms);
        const props = propsOfRole(call, Reflect.get(Object(call.body), 'role'));
        const done = await setMembers(deps.store, call.scope, membership, op, froms, tos, props);
        return { [op === 'link' ? 'added' : 'removed']: done.changed, unchanged: done.unchanged };
      },
    });
  if (calls.search) linkedSearch(app, deps, calls.search, membership, list.filter, page);
}

/** A list of what hangs on one record, which the body's filter names. */
function linkedSearch(
  app: FastifyInstance,
  deps: RecordDeps,
  id: EndpointId,
  { label, to }: Membership,
  filter: FilterName,
  page: number,
): void {
  route(app, id, {
    schema: { body: SearchBody, reply: Type.Array(recordReply(to)) },
    handler: async (call) => {
      const wanted = call.body[filter];
      if (!wanted) throw malformed(`'${filter}' is missing in the body`, `Say whose ${to} are listed.`);
      if (unmanaged(call, [wanted]) !== undefined) return absent();
      const effect = { [filter]: (from: string) => ({ linked: { label, id: from, direction: 'out' as const } }) };
      const search = toSearch(to, call.body, effect, page);
      const listed = await listRecords(deps, to, { scope: call.scope, reach: 'all' }, search, call.body.references);
      const records = await ON_EDGE[label]?.(deps.store, call.scope, label, [wanted], listed.records);
      return answerOfList(records ? { ...listed, records } : listed);
    },
  });
}

const fromEdge =
  (property: string, item: string, direction: 'out' | 'in' = 'out') =>
  async (
    store: RecordStore,
    scope: Scope,
    label: string,
    owners: readonly string[],
    recs: readonly Doc[],
  ): Promise<readonly Doc[]> => {
    const edges = [...(await store.edges(scope, owners, label, direction)).values()].flat();
    const end = direction === 'out' ? 'to' : 'from';
    const values = new Map(edges.map((edge) => [edge[end], edge.props[property] ?? null]));
    return recs.map((rec) => ({ ...rec, [item]: values.get(String(rec.id)) ?? null }));
  };

/** ENT-28: on a group or user a property shows the tag it carries there. */
export const withTags = fromEdge('tag', 'tag');

/** ROL-18: in a group a user shows the scope text of the role held there, null for none. */
const withRoles = fromEdge('role', 'role_in_group');

/** The same from the other side: a group shows the role that a user holds in it. */
const withOwnRole = fromEdge('role', 'role_in_group', 'in');

/** What a list shows of the edge its records hang by. */
const ON_EDGE: Readonly<Record<string, typeof withTags>> = {
  [GROUP_PROPERTY]: withTags,
  [USER_PROPERTY]: withTags,
  [GROUP_MEMBER]: withRoles,
};

interface PropertyOwner {
  readonly field: 'user' | 'group';
  readonly membership: Membership;
  readonly calls: { readonly add: EndpointId; readonly remove: EndpointId; readonly search: EndpointId };
}

const PROPERTY_OWNERS: readonly PropertyOwner[] = [
  {
    field: 'user',
    membership: { label: USER_PROPERTY, from: 'user', to: 'cluster.tenant.property' },
    calls: {
      add: 'tenant.user.property.add',
      remove: 'tenant.user.property.remove',
      search: 'tenant.user.property.search',
    },
  },
  {
    field: 'group',
    membership: { label: GROUP_PROPERTY, from: 'user.group', to: 'cluster.tenant.property' },
    calls: {
      add: 'tenant.group.property.add',
      remove: 'tenant.group.property.remove',
      search: 'tenant.group.property.search',
    },
  },
];

function propertyRoutes(app: FastifyInstance, deps: RecordDeps, { field, membership, calls }: PropertyOwner): void {
  const body = Type.Object(
    {
      property: Type.String(),
      ...{ [field]: Type.String() },
      tag: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    },
    { additionalProperties: false },
  );
  for (const op of ['link', 'unlink'] as const)
    route(app, op === 'link' ? calls.add : calls.remove, {
      schema: { body, reply: MembersReply(op === 'link' ? 'added' : 'removed') },
      handler: async (call) => {
        const { property, tag, ...rest } = call.body;
        const owner = String(Reflect.get(rest, field));
        const done = await setMembers(deps.store, call.scope, membership, op, [owner], [property], {
          tag: tag ?? null,
        });
        return { [op === 'link' ? 'added' : 'removed']: done.changed, unchanged: done.unchanged };
      },
    });
  linkedSearch(app, deps, calls.search, membership, field, DEFAULT_PAGE_SIZE);
}

/** Groups of one user, each with the role held there (API-57, ROL-18). */
function userGroupRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const answer = async (call: Call, user: string, search: RecordSearch, references?: boolean) => {
    const listed = await listRecords(deps, 'user.group', call, search, references);
    const records = await withOwnRole(deps.store, call.scope, GROUP_MEMBER, [user], listed.records);
    return answerOfList({ ...listed, records });
  };
  const groupsOf = (user: string) => ({ linked: { label: GROUP_MEMBER, id: user, direction: 'in' as const } });
  route(app, 'tenant.user.group.get', {
    schema: { params: Type.Object({ id: Type.String() }), reply: Type.Array(recordReply('user.group')) },
    handler: async (call) => {
      const search = { ...toSearch('user.group', { to: 10_000 }), ...groupsOf(call.params.id) };
      return answer(call, call.params.id, search);
    },
  });
  route(app, 'tenant.user.group.search', {
    schema: { body: SearchBody, reply: Type.Array(recordReply('user.group')) },
    handler: async (call) => {
      if (!call.body.user) throw malformed("'user' is missing in the body", 'Say whose groups are listed.');
      const search = toSearch('user.group', call.body, { user: groupsOf }, PAGE_SIZES['user.group']);
      return answer(call, call.body.user, search, call.body.references);
    },
  });
}
