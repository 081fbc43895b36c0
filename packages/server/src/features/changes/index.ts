import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { permit } from '../../access/permit.ts';
import type { Call } from '../../http/call.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import { type Access, Templates } from '../templates/templates.ts';
import { Changes, type Found } from './changes.ts';

/** Seconds a call may wait: below what browsers, proxies and the client's own limit allow. */
const LONGEST_WAIT = 25;
/** ms between two calls of one listener; the longer one where there is no room to wait. */
const PAUSE = 1000;
const PAUSE_WHEN_FULL = 15_000;

const querystring = Type.Object({
  since: Type.Optional(Type.String({ maxLength: 64, description: 'cursor of the answer before; none = begin now' })),
  wait: Type.Optional(Type.Integer({ minimum: 0, maximum: LONGEST_WAIT, description: 'seconds; 0 = answer at once' })),
});

const reply = Type.Object(
  {
    cursor: Type.String(),
    templates: Type.Array(Type.String(), { description: 'ids of templates whose records changed' }),
    missed: Type.Boolean({ description: 'the cursor is too old, so anything may have changed' }),
    pause: Type.Integer({ description: 'ms to leave before the next call', minimum: 0 }),
  },
  { additionalProperties: false },
);

/** Tells those who may read a template that its records changed, so that what is drawn of it draws itself anew (VIS-17). */
export function changesFeature(app: FastifyInstance, services: Services, changes = new Changes()): void {
  const templates = new Templates(services);
  const stop = services.search.onChange((tenant, name) => changes.tell(tenant, name));
  app.addHook('preClose', async () => {
    stop();
    changes.close();
  });

  /** Names of templates within reach; indexes of other kinds, and what was removed, drop out. */
  const readable = async (access: Access, { names }: Found): Promise<readonly string[]> => {
    const found = await Promise.all(names.map((name) => templates.find(access, name)));
    return found.flatMap((record) => record?.id ?? []);
  };

  /** The same question asked again after a wait: a session that ended meanwhile, or a right taken away, hears nothing. */
  const again = ({ endpoint, request }: Call): Promise<Access> => permit(services, endpoint, request);

  route(app, 'data.changes', {
    schema: { querystring, reply },
    handler: async (call) => {
      const { since, wait = 0 } = call.query;
      const { tenant } = call.scope;
      const who = call.caller?.session ?? '';
      const signal = AbortSignal.any([call.signal, AbortSignal.timeout(wait * 1000)]);
      let access: Access = call;
      let found = changes.since(tenant, since);
      let pause = PAUSE;
      let ended = since === undefined || wait === 0;
      for (;;) {
        const named = await readable(access, found);
        const { cursor, missed } = found;
        if (ended || missed || named.length > 0) return { cursor, templates: named, missed, pause };
        const waited = await changes.wait(tenant, who, cursor, signal);
        if (waited === 'full') pause = PAUSE_WHEN_FULL;
        ended = waited !== 'changed';
        access = await again(call);
        found = changes.since(tenant, cursor);
      }
    },
  });
}
