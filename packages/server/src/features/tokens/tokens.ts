import { malformed, notFound, reachOf, rolesOfScopes } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Caller } from '../../access/caller.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import { route } from '../../http/route.ts';
import type { Services } from '../../services.ts';
import type { RecordStore, StoredRecord } from '../../stores/records/port.ts';
import { isWithinReach } from '../templates/sharing.ts';
import { TEMPLATE_KIND } from '../templates/template.ts';

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

/** The end of a new token: one made with another token lives no longer than that one. @throws PlatformError 403 */
function endOf(caller: Caller, scope: Scope, wanted: number | null): number | null {
  if (scope.token === undefined || caller.expires === Number.MAX_SAFE_INTEGER) return wanted;
  const most = caller.expires * 1000;
  if (wanted !== null && wanted > most)
    throw denied(`A token made with another one ends with it at the latest: ${new Date(most).toISOString()}`);
  return wanted ?? most;
}

/** A token writes where its maker writes with the same scopes; a role inside a group is no part of them. @throws PlatformError 403, 404 */
async function refuseForeign(
  records: RecordStore,
  scope: Scope,
  scopes: readonly string[],
  templates: readonly string[],
): Promise<void> {
  const reach = reachOf(rolesOfScopes(scopes), 'data write', 'add');
  if (reach === 'none') throw denied('Your roles do not write rows, so a token for templates could do nothing');
  // what is published is read by everybody, and written by nobody for that
  const { readsPublished: _, ...writing } = scope;
  for (const id of templates) {
    const template = await records.get(scope, TEMPLATE_KIND, id);
    if (template === null || !(await isWithinReach(records, writing, reach, template)))
      throw notFound(`There is no template '${id}'.`);
  }
}

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
      const expires = endOf(caller, scope, body.expires ?? null);
      if (expires !== null && expires <= clock())
        throw malformed('The end of the token lies in the past', 'Give a later date, or none.');
      const templates = body.templates ?? null;
      if (templates !== null) await refuseForeign(records, scope, scopes, templates);
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
