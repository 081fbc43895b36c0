import { notFound, reachOf } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { MembersReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { toRec } from '../../stores/records/told-record.ts';
import { answerOfList, answerOfRead } from './answers.ts';
import { PROJECT_TEMPLATE } from './computed.ts';
import { Ids, setMembers } from './members.ts';
import { listRecords, type RecordDeps } from './record-calls.ts';
import { recordReply } from './record-reply.ts';
import type { Doc } from './record-shape.ts';
import { SearchBody, toSearch } from './search-body.ts';

const OWNER_NAMED = ['id', 'label', 'full_name', 'avatar', 'status', 'ts', 'ts_modified', 'ts_status'];

/** An owner as those see it who may not read the people of the tenant: by name, without contacts and papers (API-20). */
const ownerShown = ({ roles }: Scope, rec: Doc): Doc =>
  reachOf(roles, 'tenant people', 'read') === 'all'
    ? rec
    : Object.fromEntries(Object.entries(rec).filter(([name]) => OWNER_NAMED.includes(name)));

/** Templates of a data project and its owner (API-67, API-68). */
export function projectRoutes(app: FastifyInstance, deps: RecordDeps): void {
  const { store, service } = deps;
  const membership = { label: PROJECT_TEMPLATE, from: 'data.project', to: 'data.template' };
  const querystring = Type.Object({ project: Type.String() });
  projectTemplateSearch(app, deps);
  for (const op of ['link', 'unlink'] as const)
    route(app, op === 'link' ? 'project.template.add' : 'project.template.remove', {
      schema: {
        querystring,
        body: Type.Object({ templates: Ids }, { additionalProperties: false }),
        reply: MembersReply(op === 'link' ? 'added' : 'removed'),
      },
      handler: async (call) => {
        const done = await setMembers(store, call.scope, membership, op, [call.query.project], call.body.templates);
        return { [op === 'link' ? 'added' : 'removed']: done.changed, unchanged: done.unchanged };
      },
    });
  route(app, 'project.owner.get', {
    schema: { querystring, reply: recordReply('user') },
    handler: async (call) => {
      const project = await service.read('data.project', call, call.query.project);
      const owner = Reflect.get(Object(project?.doc.owner), 'id');
      const user = typeof owner === 'string' ? await store.get(call.scope, 'user', owner) : null;
      return answerOfRead(user && user.ts_removed === null ? ownerShown(call.scope, toRec(user)) : null);
    },
  });
  route(app, 'project.owner.change', {
    schema: {
      querystring,
      body: Type.Object({ user: Type.String() }, { additionalProperties: false }),
      reply: recordReply('data.project'),
    },
    handler: async (call) => {
      const user = await store.get(call.scope, 'user', call.body.user);
      if (!user || user.ts_removed !== null) throw notFound(`There is no user '${call.body.user}'`);
      const { full_name = null, date_of_birth = null, gender = null } = user.doc;
      const owner = { id: user.id, full_name, date_of_birth, gender };
      return service.change('data.project', call, { owner }, call.query.project);
    },
  });
}

function projectTemplateSearch(app: FastifyInstance, deps: RecordDeps): void {
  route(app, 'project.template.search', {
    schema: {
      querystring: Type.Object({ project: Type.String() }),
      body: SearchBody,
      reply: Type.Array(recordReply('data.template')),
    },
    handler: async (call) => {
      const project = await deps.service.read('data.project', call, call.query.project);
      if (!project) return answerOfList({ records: [], total: 0 });
      const linked = { label: PROJECT_TEMPLATE, id: project.id, direction: 'out' as const };
      const search = { ...toSearch('data.template', call.body), linked };
      return answerOfList(await listRecords(deps, 'data.template', call, search, call.body.references));
    },
  });
}
