import { malformed, notFound } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { denied, notSigned } from '../../access/refusals.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { StoredRecord } from '../../stores/records/port.ts';

const Draft = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200 }),
    scope: Type.Optional(
      Type.Array(Type.String(), { maxItems: 20, description: 'some of your own scopes; all when left out' }),
    ),
    templates: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        minItems: 1,
        maxItems: 100,
        description: 'ids of the only templates it may write to; it can then read nothing',
      }),
    ),
    expires: Type.Optional(Type.Union([Type.Integer({ description: 'epoch ms' }), Type.Null()])),
  },
  { additionalProperties: false },
);

const Made = Type.Object({ id: Type.String(), token: Type.String({ description: 'shown this once' }) });

const Listed = Type.Object({
  id: Type.String(),
  name: Type.String(),
  scope: Type.Array(Type.String()),
  templates: Type.Union([Type.Array(Type.String()), Type.Null()]),
  expires: Type.Union([Type.Integer(), Type.Null()]),
  ts: Type.Integer(),
});

const listed = ({ id, doc, ts }: StoredRecord) => ({
  id,
  name: String(doc.name),
  scope: Array.isArray(doc.scope) ? doc.scope.map(String) : [],
  templates: Array.isArray(doc.templates) ? doc.templates.map(String) : null,
  expires: typeof doc.expires === 'number' ? doc.expires : null,
  ts,
});

/** Personal API tokens for clients that cannot sign in: made, listed and revoked by their owner (AUT-19). */
export function tokensFeature(app: FastifyInstance, { apiTokens, clock, records }: Services): void {
  route(app, 'session.token.create', {
    schema: { body: Draft, reply: Made },
    handler: async ({ caller, scope, body }) => {
      if (caller === null) throw notSigned();
      const scopes = body.scope ?? caller.scopes;
      const foreign = scopes.find((text) => !caller.scopes.includes(text));
      if (foreign !== undefined)
        throw denied(`A token holds scopes of yours only: '${foreign}' is none of ${caller.scopes.join(', ')}`);
      const expires = body.expires ?? null;
      if (expires !== null && expires <= clock())
        throw malformed('The end of the token lies in the past', 'Give a later date, or none.');
      const templates = body.templates ?? null;
      for (const id of templates ?? []) {
        const template = await records.get(scope, 'data.template', id);
        if (template === null || template.ts_removed !== null) throw notFound(`There is no template '${id}'.`);
      }
      return apiTokens.create({ caller, scope }, { name: body.name, scope: scopes, templates, expires });
    },
  });
  route(app, 'session.token.list', {
    schema: { reply: Type.Array(Listed) },
    handler: async ({ scope }) => (await apiTokens.ofUser(scope)).map(listed),
  });
  route(app, 'session.token.revoke', {
    schema: { params: Type.Object({ id: Type.String() }), reply: Type.Object({ id: Type.String() }) },
    handler: async ({ scope, params }) => {
      if (!(await apiTokens.revoke(scope, params.id))) throw notFound('You have no API token of that id');
      return { id: params.id };
    },
  });
}
