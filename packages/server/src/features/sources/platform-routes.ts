import { invalid, PlatformError, ReplyCode } from '@datasarana/schema';
import type { Source } from '@datasarana/sources';
import {
  PlatformClient,
  PlatformRefused,
  type PlatformSettings,
  platformFields,
  platformTemplates,
  type SendRest,
} from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Call } from '../../http/call.ts';
import { openObject } from '../../http/replies.ts';
import { route } from '../../http/route.ts';
import { upstream } from '../../outbound/outbound.ts';
import { SECRET_MASK } from '../../stores/records/secret-fields.ts';
import { guardedSender } from './rest-routes.ts';
import type { SourceServices } from './source-services.ts';

const Reach = {
  url: Type.String({ minLength: 1, maxLength: 2048 }),
  token: Type.String({ minLength: 1, maxLength: 1024, description: 'or the mask, with `source`' }),
  source: Type.Optional(Type.String({ description: 'id of a saved source whose token is meant by the mask' })),
};
const closed = { additionalProperties: false };
const TemplateBody = Type.Object({ ...Reach, template: Type.Optional(Type.String()) }, closed);
const FieldBody = Type.Object({ ...Reach, template: Type.String({ minLength: 1, maxLength: 200 }) }, closed);
const TemplatesReply = Type.Object({
  templates: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
});
const FieldsReply = Type.Object({
  name: Type.String(),
  fields: Type.Array(
    Type.Object(
      {
        name: Type.String(),
        display_name: Type.String(),
        value_type: Type.Integer(),
        is_key: Type.Boolean(),
        mandatory: Type.Boolean(),
      },
      closed,
    ),
  ),
  items: Type.Array(openObject({ name: Type.String(), value_type: Type.Integer() }), {
    description: 'all fields, as PUT /schema/data/template takes them',
  }),
});

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The settings of a platform source as they are kept. */
export function platformSettings({ ds }: Pick<Source, 'ds'>): PlatformSettings {
  const { url, token, template, search } = ds ?? {};
  return { url: text(url), token: text(token), template: text(template), search: text(search) };
}

/** What another platform refused, as this one says it: 36 when it is away, else 31 with the field to look at. */
export function asPlatformFault(cause: unknown): unknown {
  if (!(cause instanceof PlatformRefused)) return cause;
  if (cause.fault === null)
    return upstream(cause.message, 'Check that the other platform runs and can be reached, then try again.', cause);
  return new PlatformError(cause.message, {
    code: ReplyCode.Failed,
    type: 'validation',
    http: 422,
    fields: { [`ds.${cause.fault}`]: cause.message },
    hint: 'Correct what is named and try again.',
    cause,
  });
}

/** Where the mask stands for the token, it is that of a saved source at the same address. */
async function settingsOf(
  { sources }: SourceServices,
  { scope }: Pick<Call, 'scope'>,
  { url, token, source, template = '' }: Static<typeof TemplateBody>,
): Promise<PlatformSettings> {
  if (token !== SECRET_MASK) return { url, token, template };
  const known = source === undefined ? null : await sources.get(scope, source);
  const stored = known?.provider === 'platform' ? platformSettings(known) : null;
  const origin = (address: string): string => (URL.canParse(address) ? new URL(address).origin : '');
  if (!stored || origin(stored.url) === '' || origin(stored.url) !== origin(url))
    throw invalid({ 'ds.token': 'Give the token again: it is not sent to another address than it was given for' });
  return { url, token: stored.token, template };
}

/** Templates and fields of another instance of this platform (SRC-37). */
export function registerPlatformHelpers(app: FastifyInstance, services: SourceServices): void {
  const asked = async <T>(
    call: Pick<Call, 'scope' | 'signal'>,
    body: Static<typeof TemplateBody>,
    ask: (settings: PlatformSettings, send: SendRest) => Promise<T>,
  ): Promise<T> => {
    const settings = await settingsOf(services, call, body);
    const { send, close } = guardedSender(services.outbound, call.scope, call.signal);
    try {
      return await ask(settings, send);
    } catch (cause) {
      throw asPlatformFault(cause);
    } finally {
      await close();
    }
  };
  route(app, 'platform.template', {
    schema: { body: TemplateBody, reply: TemplatesReply },
    handler: (call) =>
      asked(call, call.body, async (settings, send) => ({ templates: await platformTemplates(settings, send) })),
  });
  route(app, 'platform.field', {
    schema: { body: FieldBody, reply: FieldsReply },
    handler: (call) =>
      asked(call, call.body, (settings, send) =>
        platformFields(new PlatformClient(settings, send), call.body.template),
      ),
  });
}
