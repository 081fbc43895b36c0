import { conflict, isStatus, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Call } from '../../http/call.ts';
import { Answer, absent, foundOrNull } from '../../http/envelope.ts';
import { CountReply, IdReply, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { RecordStore } from '../../stores/records/port.ts';
import { answerOfList } from './answers.ts';
import type { Family } from './families.ts';
import { countRecords, listRecords, type RecordDeps, readOne } from './record-calls.ts';
import { recordReply, shownReply } from './record-reply.ts';
import type { Doc } from './record-shape.ts';
import { CountQuery, SearchBody, toSearch } from './search-body.ts';
import { archiveTenant, eraseTenant, refuseNeededTenant } from './tenant-life.ts';
import type { Sight } from './visibility.ts';

export const RecordBody = Type.Record(Type.String(), Type.Unknown());
const OptionalIdParams = Type.Object({ id: Type.Optional(Type.String()) });
export const IdParams = Type.Object({ id: Type.String() });
const Options = Type.Object({ cluster: Type.Optional(Type.String()), tenant: Type.Optional(Type.String()) });
export const ReadOptions = Type.Object({
  cluster: Type.Optional(Type.String()),
  tenant: Type.Optional(Type.String()),
  references: Type.Optional(Type.Boolean()),
  removed: Type.Optional(Type.Boolean()),
});
export const DeleteOptions = Type.Object({ erase: Type.Optional(Type.Boolean()) });
/** API-13: one id or many. */
export const RemoveBody = Type.Object(
  { id: Type.Optional(Type.String()), ids: Type.Optional(Type.Array(Type.String(), { maxItems: 10_000 })) },
  { additionalProperties: false },
);

/** The calls of one family (API-10…14). */
export function familyRoutes(app: FastifyInstance, deps: RecordDeps, family: Family): void {
  readRoutes(app, deps, family);
  writeRoutes(app, deps, family);
  removeRoutes(app, deps, family);
}

interface Where {
  readonly cluster?: string | null | undefined;
  readonly tenant?: string | null | undefined;
}

/**
 * Whose records a call works on. `cluster` can only name the caller's own; `tenant` names another one only in the cluster
 * administrator's family of users, everything else stays in the caller's tenant (SEC-02).
 */
async function sightOf(
  { calls }: Family,
  store: RecordStore,
  call: Pick<Call, 'scope' | 'reach'>,
  where: Where,
): Promise<Sight> {
  const { scope, reach } = call;
  if (where.cluster && where.cluster !== scope.cluster) throw notFound(`There is no cluster '${where.cluster}'`);
  const tenant = where.tenant;
  if (calls.get !== 'cluster.user.get' || !tenant || tenant === scope.tenant) return { scope, reach };
  const found = await store.get(scope, 'cluster.tenant', tenant);
  if (!found || found.ts_removed !== null) throw notFound(`There is no tenant '${tenant}'`);
  return { scope: { ...scope, tenant }, reach };
}

function readRoutes(app: FastifyInstance, deps: RecordDeps, family: Family): void {
  const { kind, calls, filters = {}, page } = family;
  if (calls.get)
    route(app, calls.get, {
      schema: { params: IdParams, querystring: ReadOptions, reply: shownReply(kind) },
      handler: async (call) => {
        const sight = await foundOrNull(sightOf(family, deps.store, call, call.query));
        if (sight === null) return absent();
        const found = await readOne(deps, kind, sight, call.params.id, call.query);
        return family.counts && sight.reach !== 'summary' ? withCounts(deps.store, sight.scope, found) : found;
      },
    });
  if (calls.search)
    route(app, calls.search, {
      schema: { body: SearchBody, reply: Type.Array(shownReply(kind)) },
      handler: async (call) => {
        const { cluster, tenant, ...body } = call.body;
        if (isElsewhere(family, call.scope, cluster, tenant)) return answerOfList({ records: [], total: 0 });
        const sight = await foundOrNull(sightOf(family, deps.store, call, { tenant }));
        if (sight === null) return answerOfList({ records: [], total: 0 });
        const narrowed = kind === 'cluster.tenant' && tenant ? { ...body, tenant } : body;
        const search = toSearch(kind, narrowed, filters, page);
        return answerOfList(await listRecords(deps, kind, sight, search, body.references));
      },
    });
  if (calls.count)
    route(app, calls.count, {
      schema: { querystring: CountQuery, reply: CountReply },
      handler: async (call) => {
        const { cluster, tenant, ...query } = call.query as SearchBody;
        if (isElsewhere(family, call.scope, cluster, tenant)) return { count: 0 };
        const sight = await foundOrNull(sightOf(family, deps.store, call, { tenant }));
        if (sight === null) return { count: 0 };
        const narrowed = kind === 'cluster.tenant' && tenant ? { ...query, tenant } : query;
        return countRecords(deps, kind, sight, toSearch(kind, narrowed, filters, page));
      },
    });
}

/** A list asked of another cluster or tenant is empty, as if nothing were there (ROL-21). */
const isElsewhere = ({ kind, calls }: Family, scope: Scope, cluster?: string | null, tenant?: string | null): boolean =>
  Boolean(cluster && cluster !== scope.cluster) ||
  Boolean(tenant && tenant !== scope.tenant && kind !== 'cluster.tenant' && calls.get !== 'cluster.user.get');

function writeRoutes(app: FastifyInstance, deps: RecordDeps, family: Family): void {
  const { kind, calls } = family;
  if (calls.add)
    route(app, calls.add, {
      schema: { querystring: Options, body: RecordBody, reply: recordReply(kind) },
      handler: async (call) => deps.service.add(kind, await sightOf(family, deps.store, call, call.query), call.body),
    });
  if (calls.change)
    route(app, calls.change, {
      schema: { params: OptionalIdParams, querystring: Options, body: RecordBody, reply: recordReply(kind) },
      handler: async (call) => {
        const sight = await sightOf(family, deps.store, call, call.query);
        const { status, id } = call.body;
        if (kind === 'cluster.tenant' && typeof status === 'string' && !isStatus(status, 'Active'))
          refuseNeededTenant(call.scope, deps.services.config.tenantId, call.params.id ?? String(id));
        return deps.service.change(kind, sight, call.body, call.params.id);
      },
    });
}

function removeRoutes(app: FastifyInstance, deps: RecordDeps, family: Family): void {
  const { kind, calls } = family;
  if (calls.delete)
    route(app, calls.delete, {
      schema: { params: IdParams, querystring: DeleteOptions, reply: IdReply },
      handler: async (call) => {
        const { id } = call.params;
        const erase = call.query.erase === true && call.reach === 'all';
        if (kind === 'cluster') await refuseWithTenants(deps.store, call.scope, id);
        if (kind === 'cluster.tenant') await removeTenant(deps, call, id, erase);
        else if (erase) await deps.service.erase(kind, call, id);
        else await deps.service.remove(kind, call, id);
        return { id };
      },
    });
  if (calls.remove)
    route(app, calls.remove, {
      schema: { body: RemoveBody, reply: RemovedReply },
      handler: async (call) => {
        const wanted = [...(call.body.ids ?? []), ...(call.body.id === undefined ? [] : [call.body.id])];
        return { removed: await deps.service.removeMany(kind, call, wanted) };
      },
    });
}

/** API-47, REC-39. */
async function removeTenant({ service, services }: RecordDeps, call: Call, id: string, erase: boolean): Promise<void> {
  const found = await service.read('cluster.tenant', call, id, erase);
  if (!found) throw notFound(`There is no cluster.tenant '${id}'`);
  refuseNeededTenant(call.scope, services.config.tenantId, id);
  if (found.ts_removed === null) await archiveTenant(services, call.scope, id);
  if (erase) await eraseTenant(services, call.scope, id);
}

/** API-37; tenants are kept in the cluster they were made in. */
async function refuseWithTenants(store: RecordStore, scope: Scope, id: string): Promise<void> {
  const tenants = id === scope.cluster ? await store.count(scope, 'cluster.tenant') : 0;
  if (tenants > 0) throw conflict(`Cluster '${id}' still has ${tenants} tenants, remove them first`);
}

const COUNTED = {
  users: 'user',
  groups: 'user.group',
  domains: 'cluster.tenant.domain',
  properties: 'cluster.tenant.property',
  data_projects: 'data.project',
  data_templates: 'data.template',
} as const;

/** ENT-50: how much a tenant holds. */
async function withCounts(store: RecordStore, scope: Scope, found: unknown): Promise<unknown> {
  if (found instanceof Answer) return found;
  const tenant = Object(found) as Doc;
  const inside = systemScope(scope.cluster, String(tenant.id), scope.requestId);
  const counts = await Promise.all(
    Object.entries(COUNTED).map(async ([name, kind]) => [name, await store.count(inside, kind)] as const),
  );
  return { ...tenant, counts: Object.fromEntries(counts) };
}
