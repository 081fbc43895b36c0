import { invalid } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { route } from '../../http/route.ts';
import { type AllowList, allowEntry } from '../../outbound/allow-list.ts';

const addresses = (description: string) => Type.Array(Type.String({ maxLength: 300 }), { maxItems: 1000, description });
const Allowed = Type.Object({ allow: addresses('host:port') }, { additionalProperties: false });
const Change = Type.Object(
  {
    allow: addresses('host:port'),
    was: Type.Optional(addresses('the list this was made from; when another one stands, nothing is changed (409)')),
  },
  { additionalProperties: false },
);

/** The cluster setting 'Outbound addresses': what of its own network the platform may call (SEC-07). */
export function registerOutbound(app: FastifyInstance, list: AllowList): void {
  route(app, 'cluster.outbound.get', {
    schema: { reply: Allowed },
    handler: async ({ scope }) => ({ allow: await list.read(scope) }),
  });
  route(app, 'cluster.outbound.change', {
    schema: { body: Change, reply: Allowed },
    handler: async ({ scope, body }) => {
      const faults: Record<string, string> = {};
      const allow = body.allow.flatMap((text, i) => {
        const entry = allowEntry(text);
        if (entry === null) faults[`allow.${i}`] = `'${text}' is not of the form host:port, for example db.local:3306`;
        return entry ?? [];
      });
      if (Object.keys(faults).length > 0) throw invalid(faults);
      return { allow: await list.write(scope, allow, body.was) };
    },
  });
}
