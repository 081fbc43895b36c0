import type { Platform } from '@datasarana/server';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

type Fault = { readonly instancePath: string; readonly message: string };

/**
 * Makes every test that calls the platform a test of its documentation: a reply that does not fit the schema its call
 * promises in /api/openapi.json is answered as an unforeseen error, and kept in the list returned.
 */
export function checkReplies({ app }: Platform): readonly string[] {
  const faults: string[] = [];
  const compiled = new Map<TSchema, ReturnType<typeof Compile>>();
  const validatorOf = (schema: TSchema) => {
    const known = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, known);
    return known;
  };
  app.addHook('preSerialization', async (request, reply, payload) => {
    const { endpoint, reply: good, failure } = request.routeOptions.config;
    const promised = reply.statusCode < 400 ? good : failure;
    if (endpoint === undefined || promised === undefined) return payload;
    // What leaves is JSON: undefined values are not part of it.
    const sent: unknown = JSON.parse(JSON.stringify(payload));
    const validator = validatorOf(promised);
    if (validator.Check(sent)) return payload;
    const worst = (validator.Errors(sent) as readonly Fault[])
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
      .slice(0, 6);
    const fault = `${endpoint.id} answers what it does not promise: ${worst.join('; ')} in ${JSON.stringify(sent).slice(0, 600)}`;
    faults.push(fault);
    throw new Error(fault);
  });
  return faults;
}
