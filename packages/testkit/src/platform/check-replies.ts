import { pipeline, Readable, Transform } from 'node:stream';
import type { Endpoint } from '@datasarana/schema';
import type { Platform } from '@datasarana/server';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** The call behind a request. */
interface Called {
  readonly routeOptions: {
    readonly config: { readonly endpoint?: Endpoint; readonly reply?: TSchema; readonly failure?: TSchema };
    readonly schema?: { readonly response?: unknown } | undefined;
  };
}
interface Answering {
  readonly statusCode: number;
  getHeader(name: string): unknown;
  hasHeader(name: string): boolean;
}
type Fault = { readonly instancePath: string; readonly message: string };
type Documented = Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> } | undefined>>;

const typeOf = (reply: Answering): string => String(reply.getHeader('content-type') ?? '').split(';')[0] ?? '';

/** What leaves a call as JSON and is no file. */
const isEnvelope = ({ routeOptions }: Called, reply: Answering): boolean =>
  routeOptions.config.endpoint !== undefined &&
  typeOf(reply) === 'application/json' &&
  !reply.hasHeader('content-disposition');

/** A status or content type that the call is not documented with; null when it is. */
function unlistedIn({ routeOptions }: Called, reply: Answering): string | null {
  const { endpoint } = routeOptions.config;
  if (endpoint === undefined) return null;
  const responses = (routeOptions.schema?.response ?? {}) as Documented;
  const promised = responses[reply.statusCode] ?? (reply.statusCode < 400 ? undefined : responses.default);
  if (promised === undefined) return `${endpoint.id} answers ${reply.statusCode}, which it does not promise`;
  const types = Object.keys(promised.content ?? { 'application/json': {} });
  return types.includes(typeOf(reply)) ? null : `${endpoint.id} answers ${typeOf(reply)}, which it does not promise`;
}

/** Lets all pass, and tells its text at the end. */
function collecting(read: (text: string) => void): Transform {
  const pieces: Buffer[] = [];
  return new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      pieces.push(piece);
      done(null, piece);
    },
    flush: (done) => {
      read(Buffer.concat(pieces).toString('utf8'));
      done();
    },
  });
}

/**
 * Makes every test that calls the platform a test of its documentation: a reply of a status, content type or shape that its call
 * does not promise in /api/openapi.json is kept in the list returned, and one of another shape answered as an unforeseen error.
 */
export function checkReplies({ app }: Platform): readonly string[] {
  const faults: string[] = [];
  const compiled = new Map<TSchema, ReturnType<typeof Compile>>();
  const validatorOf = (schema: TSchema) => {
    const known = compiled.get(schema) ?? Compile(schema);
    compiled.set(schema, known);
    return known;
  };

  /** What is wrong with an envelope; null when nothing is. */
  const faultOf = ({ routeOptions }: Called, status: number, sent: unknown): string | null => {
    const { endpoint, reply: good, failure } = routeOptions.config;
    const promised = status < 400 ? good : failure;
    if (endpoint === undefined || promised === undefined) return null;
    const validator = validatorOf(promised);
    if (validator.Check(sent)) return null;
    const worst = (validator.Errors(sent) as readonly Fault[])
      .map(({ instancePath, message }) => `${instancePath} ${message}`)
      .slice(0, 6);
    return `${endpoint.id} answers what it does not promise: ${worst.join('; ')} in ${JSON.stringify(sent).slice(0, 600)}`;
  };

  app.addHook('preSerialization', async (request, reply, payload) => {
    // What leaves is JSON: undefined values are not part of it.
    const fault = faultOf(request, reply.statusCode, JSON.parse(JSON.stringify(payload)));
    if (fault === null) return payload;
    faults.push(fault);
    throw new Error(fault);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const unlisted = unlistedIn(request, reply);
    if (unlisted !== null) faults.push(unlisted);
    if (!(payload instanceof Readable) || !isEnvelope(request, reply)) return payload;
    const read = (text: string): void => {
      const fault = faultOf(request, reply.statusCode, JSON.parse(text));
      if (fault !== null) faults.push(fault);
    };
    return pipeline(payload, collecting(read), () => {});
  });
  return faults;
}
