import { areaOfKind, malformed, notFound, type Reach, type Right, reachOf } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { denied } from '../../access/refusals.ts';
import type { Call } from '../../http/call.ts';
import { IdReply } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { COMPUTED } from './computed.ts';
import { RecordBody } from './family-routes.ts';
import { isGenericKind } from './kinds.ts';
import type { RecordDeps } from './record-calls.ts';
import { AnyRecordReply } from './record-reply.ts';
import type { Sight } from './visibility.ts';

/** Kinds with a family whose records follow the plain rules of the record service. */
const PLAIN_FAMILIES: ReadonlySet<string> = new Set([
  'user',
  'user.group',
  'cluster.tenant.domain',
  'cluster.tenant.property',
  'data.project',
]);

/** Edges that grant something: they are made by the calls that check who may. */
const MEANINGFUL: ReadonlySet<string> = new Set(
  Object.values(COMPUTED).flatMap((items) => Object.values(items).map(({ label }) => label)),
);

/** Kinds a person may own records of. */
const OWNED: readonly string[] = ['visual.view', 'visual.workspace', 'visual.project', 'data.query', 'user.data'];

const narrower = (some: Reach, other: Reach): Reach => (some === 'all' ? other : some);

/** The graph opens no door: the caller's right to the kind counts as well. @throws PlatformError 404, 403 */
function sightOf({ scope, reach }: Call, kind: string, right: Right): Sight {
  const area = areaOfKind(kind);
  if (area === undefined || !(isGenericKind(kind) || PLAIN_FAMILIES.has(kind)))
    throw notFound(`The graph does not write the kind '${kind}'`);
  const ofKind = reachOf(scope.roles, area, right);
  if (ofKind === 'none') throw denied(`Your roles do not allow to ${right} a ${kind}`);
  return { scope, reach: narrower(reach, ofKind) };
}

const SaveBody = Type.Object({ type: Type.String(), data: RecordBody }, { additionalProperties: false });
const DropBody = Type.Object({ type: Type.String(), id: Type.String() }, { additionalProperties: false });
const EdgeQuery = Type.Object(
  { from: Type.String(), to: Type.String(), label: Type.String({ pattern: '^[a-z][a-z0-9_.]{0,63}$' }) },
  { additionalProperties: false },
);
const EdgeReply = Type.Object(
  { from: Type.String(), to: Type.String(), label: Type.String() },
  { additionalProperties: false },
);

/** POST, PUT and DELETE `/data/traverse/` (GRM-01…03). */
export function graphRoutes(app: FastifyInstance, { store, service }: RecordDeps): void {
  route(app, 'graph.save', {
    schema: { body: SaveBody, reply: AnyRecordReply },
    handler: async (call) => {
      const { type, data } = call.body;
      const id = typeof data.id === 'string' ? data.id : '';
      const known = id !== '' && (await store.get(call.scope, type, id)) !== null;
      return known
        ? service.change(type, sightOf(call, type, 'change'), data)
        : service.add(type, sightOf(call, type, 'add'), data);
    },
  });
  route(app, 'graph.drop', {
    schema: { body: DropBody, reply: IdReply },
    handler: async (call) => {
      const { type, id } = call.body;
      await service.remove(type, sightOf(call, type, 'remove'), id);
      return { id };
    },
  });
  route(app, 'graph.link', {
    schema: { querystring: EdgeQuery, reply: EdgeReply },
    handler: async (call) => {
      const { from, to, label } = call.query;
      if (MEANINGFUL.has(label))
        throw malformed(
          `Edges '${label}' are made by the calls of their own`,
          'See /api/docs: /tenant/group/… and others.',
        );
      if (call.reach !== 'all' && !(await ownsOne({ store, service }, call, from)))
        throw denied('You may add edges to records of your own only');
      await store.write(call.scope, [{ op: 'link', label, from, to }]);
      return { from, to, label };
    },
  });
}

async function ownsOne(
  { service }: Pick<RecordDeps, 'store' | 'service'>,
  { scope }: Call,
  id: string,
): Promise<boolean> {
  const found = await Promise.all(OWNED.map((kind) => service.read(kind, { scope, reach: 'own' }, id)));
  return found.some((record) => record !== null);
}
