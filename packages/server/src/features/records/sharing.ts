import { conflict, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { absent } from '../../http/envelope.ts';
import { route } from '../../http/route.ts';
import type { RecordChange, RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { GROUP_WORKSPACE } from './computed.ts';
import type { RecordDeps } from './record-calls.ts';
import { groupsIn, refuseForeign } from './shared-groups.ts';
import type { Sight } from './visibility.ts';

const KIND = { view: 'visual.view', workspace: 'visual.workspace' } as const;
const SHARED_KINDS: ReadonlySet<string> = new Set(Object.values(KIND));

const params = Type.Object({ kind: Type.String(), id: Type.String() });
const shares = {
  groups: Type.Array(Type.String(), { maxItems: 1000, uniqueItems: true }),
  tenant: Type.Boolean({ description: 'everyone of the tenant; views only' }),
  is_public: Type.Boolean({ description: 'also without a session' }),
};
const body = Type.Object(
  {
    ...shares,
    was: Type.Optional(
      Type.Object(shares, {
        additionalProperties: false,
        description: 'who saw it when this was chosen; when others see it now, nothing is changed (409)',
      }),
    ),
  },
  { additionalProperties: false },
);
const Named = Type.Object({ id: Type.String(), name: Type.String() }, { additionalProperties: false });
const reply = Type.Object(
  {
    id: Type.String(),
    groups: Type.Array(Named),
    tenant: Type.Boolean(),
    is_public: Type.Boolean(),
    choices: Type.Array(Named, { description: 'groups the caller may share with' }),
  },
  { additionalProperties: false },
);

interface Shares {
  readonly groups: readonly string[];
  readonly tenant: boolean;
  readonly is_public: boolean;
}

/** Who sees a view or workspace besides its owner, asked and set by who may change it; taken back, it is gone at once (VIS-18, VIS-21). */
export function sharingRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const { store } = deps;
  route(app, 'record.sharing', {
    schema: { params, reply },
    handler: async (call) => {
      const record = await shareable(deps, call);
      return record ? answerOf(store, call, record) : absent();
    },
  });
  route(app, 'record.share', {
    schema: { params, body, reply },
    handler: async (call) => {
      const record = await shareable(deps, call);
      if (!record) throw notFound(`There is no ${call.params.kind} '${call.params.id}' you may share`);
      const { was, ...asked } = call.body;
      if (was) await refuseStale(store, call, record, was);
      const wanted = { ...asked, tenant: asked.tenant && record.kind === KIND.view };
      const before = await sharesOf(store, call, record);
      await refuseForeign(store, call, wanted.groups, before.groups);
      await store.write(call.scope, changesFor(record, before, wanted));
      const now = await store.get(call.scope, record.kind, record.id);
      return answerOf(store, call, now ?? record);
    },
  });
}

/** Refuses what was chosen by other shares than those that stand: a group that somebody took back would be given it again (REC-38). */
async function refuseStale(store: RecordStore, call: Sight, record: StoredRecord, was: Shares): Promise<void> {
  const now = await answerOf(store, call, record);
  if (sharesText(was) === sharesText({ ...now, groups: now.groups.map(({ id }) => id) })) return;
  throw conflict(`Who sees ${record.kind} '${record.id}' was changed since it was read`, now);
}

const sharesText = ({ groups, tenant, is_public }: Shares): string =>
  JSON.stringify([groups.toSorted(), tenant, is_public]);

type SharingCall = Call & { readonly params: { readonly kind: string; readonly id: string } };

/** Null for a kind that is not shared, and for what the caller may not change. */
async function shareable({ service }: RecordDeps, call: SharingCall): Promise<StoredRecord | null> {
  const { kind, id } = call.params;
  return SHARED_KINDS.has(kind) ? service.read(kind, call, id) : null;
}

async function sharesOf(store: RecordStore, { scope }: Sight, { kind, id, doc }: StoredRecord): Promise<Shares> {
  const open = doc.is_public === true;
  if (kind === KIND.workspace) {
    const edges = (await store.edges(scope, [id], GROUP_WORKSPACE, 'in')).get(id) ?? [];
    return { groups: edges.map(({ from }) => from), tenant: false, is_public: open };
  }
  // a personal view may still name groups, which see nothing of it
  const groups = doc.scope === 'personal' ? [] : groupsIn(doc);
  return { groups, tenant: doc.scope === 'tenant', is_public: open || doc.scope === 'public' };
}

function changesFor({ kind, id, doc, version }: StoredRecord, before: Shares, wanted: Shares): readonly RecordChange[] {
  const { groups, tenant, is_public } = wanted;
  const update = { op: 'update', kind, id, basedOn: version } as const;
  if (kind === KIND.view) {
    const scope = is_public ? 'public' : tenant ? 'tenant' : groups.length > 0 ? 'group' : 'personal';
    return [{ ...update, doc: { ...doc, scope, groups, is_public } }];
  }
  const link = (op: 'link' | 'unlink', from: string): RecordChange => ({ op, label: GROUP_WORKSPACE, from, to: id });
  return [
    { ...update, doc: { ...doc, is_public } },
    ...groups.filter((group) => !before.groups.includes(group)).map((group) => link('link', group)),
    ...before.groups.filter((group) => !groups.includes(group)).map((group) => link('unlink', group)),
  ];
}

const CHOICES = 500;

async function answerOf(store: RecordStore, call: Sight, record: StoredRecord) {
  const { scope, reach } = call;
  const shares = await sharesOf(store, call, record);
  const shared = await store.getMany(scope, 'user.group', shares.groups);
  const page = { keys: [], keyword: '', status: ['Active'], from: 0, to: CHOICES };
  const own = reach === 'all' ? {} : { ids: scope.groups };
  const sort = [{ field: 'name', order: 'asc' }] as const;
  const { records: choices } = await store.search(scope, 'user.group', { ...page, ...own, sort });
  const named = (groups: readonly StoredRecord[]) => groups.map(({ id, doc }) => ({ id, name: nameOf(doc) }));
  return { id: record.id, ...shares, groups: named(shared), choices: named(choices) };
}

const nameOf = ({ display_name, name }: StoredRecord['doc']): string => String(display_name || name || '');
