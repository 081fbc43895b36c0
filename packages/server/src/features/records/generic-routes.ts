import { DEFAULT_PAGE_SIZE, isAdministrator, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { denied } from '../../access/refusals.ts';
import { answer } from '../../http/envelope.ts';
import { CountReply, IdReply, RemovedReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { answerOfList } from './answers.ts';
import { GENERIC_FILTERS } from './families.ts';
import { DeleteOptions, ReadOptions, RecordBody, RemoveBody } from './family-routes.ts';
import { isGenericKind } from './kinds.ts';
import { countRecords, listRecords, type RecordDeps, readOne } from './record-calls.ts';
import { AnyRecordReply, HistoryReply } from './record-reply.ts';
import { CountQuery, isElsewhere, PageBounds, pageOf, SearchBody, toSearch } from './search-body.ts';
import { hidesChange } from './visibility.ts';

const KindParams = Type.Object({ kind: Type.String() });
const KindOptionalIdParams = Type.Object({ kind: Type.String(), id: Type.Optional(Type.String()) });
const KindIdParams = Type.Object({ kind: Type.String(), id: Type.String() });
const PageQuery = Type.Object({
  ...PageBounds,
});

/** @throws PlatformError 404 for a kind without rights, without schema, or with a family of its own */
function generic(kind: string): string {
  if (!isGenericKind(kind)) throw notFound(`/record does not serve the kind '${kind}'`);
  return kind;
}

/** `/record/{kind}`: kinds without a family of their own, and the history of every kind (API-88). */
export function genericRoutes(app: FastifyInstance, deps: RecordDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  removeRoutes(app, deps);
  lifeRoutes(app, deps);
}

function readRoutes(app: FastifyInstance, deps: RecordDeps): void {
  route(app, 'record.get', {
    schema: { params: KindIdParams, querystring: ReadOptions, reply: AnyRecordReply },
    handler: (call) => readOne(deps, generic(call.params.kind), call, call.params.id, call.query),
  });
  route(app, 'record.search', {
    schema: { params: KindParams, body: SearchBody, reply: Type.Array(AnyRecordReply) },
    handler: async (call) => {
      const kind = generic(call.params.kind);
      const { cluster, tenant, ...body } = call.body;
      if (isElsewhere(call.scope, { cluster, tenant })) return answerOfList({ records: [], total: 0 });
      const search = toSearch(kind, body, GENERIC_FILTERS[kind], DEFAULT_PAGE_SIZE);
      return answerOfList(await listRecords(deps, kind, call, search, body.references));
    },
  });
  route(app, 'record.count', {
    schema: { params: KindParams, querystring: CountQuery, reply: CountReply },
    handler: async (call) => {
      const kind = generic(call.params.kind);
      const { cluster, tenant, ...query } = call.query as SearchBody;
      if (isElsewhere(call.scope, { cluster, tenant })) return { count: 0 };
      return countRecords(deps, kind, call, toSearch(kind, query, GENERIC_FILTERS[kind]));
    },
  });
}

function writeRoutes(app: FastifyInstance, { service }: RecordDeps): void {
  route(app, 'record.add', {
    schema: { params: KindParams, body: RecordBody, reply: AnyRecordReply },
    handler: (call) => service.add(generic(call.params.kind), call, call.body),
  });
  route(app, 'record.change', {
    schema: { params: KindOptionalIdParams, body: RecordBody, reply: AnyRecordReply },
    handler: (call) => service.change(generic(call.params.kind), call, call.body, call.params.id),
  });
}

function removeRoutes(app: FastifyInstance, { service }: RecordDeps): void {
  route(app, 'record.delete', {
    schema: { params: KindIdParams, querystring: DeleteOptions, reply: IdReply },
    handler: async (call) => {
      const { kind, id } = call.params;
      if (!call.query.erase) await service.remove(generic(kind), call, id);
      else if (call.caller && isAdministrator(call.caller.scopes)) await service.erase(generic(kind), call, id);
      else throw denied('Only an administrator may erase a record at once');
      return { id };
    },
  });
  route(app, 'record.remove', {
    schema: { params: KindParams, body: RemoveBody, reply: RemovedReply },
    handler: async (call) => {
      const wanted = [...(call.body.ids ?? []), ...(call.body.id === undefined ? [] : [call.body.id])];
      return { removed: await service.removeMany(generic(call.params.kind), call, wanted) };
    },
  });
}

function lifeRoutes(app: FastifyInstance, { store, service }: RecordDeps): void {
  route(app, 'record.restore', {
    schema: { params: KindIdParams, reply: AnyRecordReply },
    handler: (call) => service.restore(call.params.kind, call, call.params.id),
  });
  route(app, 'record.history', {
    schema: { params: KindIdParams, querystring: PageQuery, reply: HistoryReply },
    handler: async (call) => {
      const { kind, id } = call.params;
      const record = await service.read(kind, call, id, true);
      if (!record || call.reach === 'summary' || call.reach === 'published') return answer([], { total: 0 });
      const rows = await store.history(call.scope, kind, id, pageOf(call.query, DEFAULT_PAGE_SIZE));
      const told = (change: { readonly path: string }): boolean => !hidesChange(kind, call.scope, id, change.path);
      return rows.map((row) => ({ ...row, changes: row.changes.filter(told) }));
    },
  });
}
