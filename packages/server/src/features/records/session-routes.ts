import { PAGE_SIZES } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { CountReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import type { RecordSearch } from '../../stores/records/port.ts';
import { answerOfList, answerOfRead, type Listed } from './answers.ts';
import { GROUP_PROPERTY, GROUP_TEMPLATE, USER_PROPERTY } from './computed.ts';
import { IdParams, ReadOptions } from './family-routes.ts';
import { withTags } from './members.ts';
import { listRecords, type RecordDeps, readOne } from './record-calls.ts';
import { recordReply } from './record-reply.ts';
import { type FilterEffects, SearchBody, toSearch } from './search-body.ts';

/** What belongs to the caller: groups, their properties and templates, own properties (API-25…28). */
export function sessionRoutes(app: FastifyInstance, deps: RecordDeps): void {
  groupRoutes(app, deps);
  groupPropertyRoutes(app, deps);
  groupTemplateRoutes(app, deps);
  userPropertyRoutes(app, deps);
}

/** Everything of the tenant; the ids are what narrows it to the caller. */
const seen = (scope: Scope) => ({ scope, reach: 'all' as const });

function groupRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const mine = ({ groups }: Scope) => ({ ids: groups });
  route(app, 'session.group.own', {
    schema: { reply: Type.Array(recordReply('user.group')) },
    handler: async ({ scope }) => {
      const search = { ...toSearch('user.group', { to: 10_000 }), ...mine(scope) };
      return answerOfList(await listRecords(deps, 'user.group', seen(scope), search));
    },
  });
  route(app, 'session.group.get', {
    schema: { params: IdParams, querystring: ReadOptions, reply: recordReply('user.group') },
    handler: ({ scope, params, query }) =>
      scope.groups.includes(params.id)
        ? readOne(deps, 'user.group', seen(scope), params.id, query)
        : answerOfRead(null),
  });
  route(app, 'session.group.search', {
    schema: { body: SearchBody, reply: Type.Array(recordReply('user.group')) },
    handler: async ({ scope, body }) => {
      const search = { ...toSearch('user.group', body, {}, PAGE_SIZES['user.group']), ...mine(scope) };
      return answerOfList(await listRecords(deps, 'user.group', seen(scope), search, body.references));
    },
  });
}

/** Ids that hang on `owners` by `label`; `only` picks one of the owners. */
async function hanging(
  { store }: RecordDeps,
  scope: Scope,
  owners: readonly string[],
  label: string,
): Promise<readonly string[]> {
  const edges = await store.edges(scope, owners, label, 'out');
  return [...new Set([...edges.values()].flat().map((edge) => edge.to))];
}

/** The owners a list is about: all of the caller's groups, or the one named if it is among them. */
const named = (scope: Scope, group: string | null | undefined): readonly string[] =>
  group ? scope.groups.filter((id) => id === group) : scope.groups;

const ignored: FilterEffects = { group: () => ({}) };

/** Properties that hang on the owners, each with the tag it carries there (ENT-28). */
async function propertiesOf(
  deps: RecordDeps,
  scope: Scope,
  owners: readonly string[],
  label: string,
  body: SearchBody,
): Promise<Listed> {
  const kind = 'cluster.tenant.property';
  const filters = label === GROUP_PROPERTY ? ignored : {};
  const search: RecordSearch = { ...toSearch(kind, body, filters), ids: await hanging(deps, scope, owners, label) };
  const listed = await listRecords(deps, kind, seen(scope), search, body.references);
  return { ...listed, records: await withTags(deps.store, scope, label, owners, listed.records) };
}

function groupPropertyRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const kind = 'cluster.tenant.property';
  route(app, 'session.group.property.own', {
    schema: { reply: Type.Array(recordReply(kind)) },
    handler: async ({ scope }) =>
      answerOfList(await propertiesOf(deps, scope, scope.groups, GROUP_PROPERTY, { to: 10_000 })),
  });
  route(app, 'session.group.property.get', {
    schema: { params: IdParams, reply: recordReply(kind) },
    handler: async ({ scope, params }) => {
      const ids = await hanging(deps, scope, scope.groups, GROUP_PROPERTY);
      return ids.includes(params.id) ? readOne(deps, kind, seen(scope), params.id) : answerOfRead(null);
    },
  });
  route(app, 'session.group.property.search', {
    schema: { body: SearchBody, reply: Type.Array(recordReply(kind)) },
    handler: async ({ scope, body }) =>
      answerOfList(await propertiesOf(deps, scope, named(scope, body.group), GROUP_PROPERTY, body)),
  });
  route(app, 'session.group.property.count', {
    schema: { reply: CountReply },
    handler: async ({ scope }) => {
      const ids = await hanging(deps, scope, scope.groups, GROUP_PROPERTY);
      return { count: await deps.store.count(scope, kind, { ids }) };
    },
  });
}

function groupTemplateRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const kind = 'data.template';
  route(app, 'session.group.template.get', {
    schema: { params: IdParams, reply: recordReply(kind) },
    handler: async ({ scope, params }) => {
      const ids = await hanging(deps, scope, scope.groups, GROUP_TEMPLATE);
      return ids.includes(params.id) ? readOne(deps, kind, seen(scope), params.id) : answerOfRead(null);
    },
  });
  route(app, 'session.group.template.search', {
    schema: { body: SearchBody, reply: Type.Array(recordReply(kind)) },
    handler: async ({ scope, body }) => {
      const ids = await hanging(deps, scope, named(scope, body.group), GROUP_TEMPLATE);
      const search = { ...toSearch(kind, body, ignored, PAGE_SIZES['session.group.template']), ids };
      return answerOfList(await listRecords(deps, kind, seen(scope), search));
    },
  });
}

function userPropertyRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const kind = 'cluster.tenant.property';
  const ofMine = (scope: Scope) => hanging(deps, scope, [scope.user], USER_PROPERTY);
  const listed = async (scope: Scope, body: SearchBody) =>
    answerOfList(await propertiesOf(deps, scope, [scope.user], USER_PROPERTY, body));
  route(app, 'session.user.property.own', {
    schema: { reply: Type.Array(recordReply(kind)) },
    handler: ({ scope }) => listed(scope, { to: 10_000 }),
  });
  route(app, 'session.user.property.get', {
    schema: { params: IdParams, reply: recordReply(kind) },
    handler: async ({ scope, params }) =>
      (await ofMine(scope)).includes(params.id) ? readOne(deps, kind, seen(scope), params.id) : answerOfRead(null),
  });
  route(app, 'session.user.property.search', {
    schema: { body: SearchBody, reply: Type.Array(recordReply(kind)) },
    handler: ({ scope, body }) => listed(scope, body),
  });
  route(app, 'session.user.property.count', {
    schema: { reply: CountReply },
    handler: async ({ scope }) => ({ count: await deps.store.count(scope, kind, { ids: await ofMine(scope) }) }),
  });
}
