import { Readable } from 'node:stream';
import { AuthorisationStatus, reachOf } from '@datasarana/schema';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApiToken } from '../../access/api-tokens.ts';
import { resolveStill, resolveToken } from '../../access/permit.ts';
import { denied, notSigned } from '../../access/refusals.ts';
import type { Scope } from '../../access/scope.ts';
import type { LiveSession } from '../../access/sessions.ts';
import { clientSignal } from '../../http/client-signal.ts';
import type { Services } from '../../services.ts';
import {
  bodyInAddress,
  bodyStream,
  bodyText,
  hasBody,
  isHere,
  jsonObject,
  refuseForeign,
  refuseFormat,
} from './body.ts';
import { refuseBrokenEscapes } from './broken-escapes.ts';
import { OsAnswer, type OsCall, type Texts } from './call.ts';
import { SearchContexts } from './contexts.ts';
import { documentedCall } from './documentation.ts';
import { errorBody } from './errors.ts';
import { namedIn, refuseUnknownParameters } from './known-parameters.ts';
import { refuseParameterValues } from './parameter-values.ts';
import { withPlace } from './place-in-body.ts';
import { noStream, notAllowed } from './refusals.ts';
import type { OsRoute, Right } from './route.ts';
import { absentRoutes } from './routes/absent.ts';
import { aliasRoutes } from './routes/aliases.ts';
import { allocationRoutes } from './routes/allocation.ts';
import { analyzeRoutes } from './routes/analyze.ts';
import { blockRoutes } from './routes/blocks.ts';
import { bulkRoutes } from './routes/bulk.ts';
import { byQueryRoutes } from './routes/by-query.ts';
import { catRoutes } from './routes/cat.ts';
import { catNodeRoutes } from './routes/cat-nodes.ts';
import { clusterRoutes } from './routes/cluster.ts';
import { clusterStateRoutes } from './routes/cluster-state.ts';
import { clusterStatsRoutes } from './routes/cluster-stats.ts';
import { copyRoutes } from './routes/copies.ts';
import { dataStreamRoutes } from './routes/data-streams.ts';
import { documentWriteRoutes } from './routes/document-writes.ts';
import { documentRoutes } from './routes/documents.ts';
import { explainRoutes } from './routes/explain.ts';
import { fieldCapsRoutes } from './routes/field-caps.ts';
import { hotThreadRoutes } from './routes/hot-threads.ts';
import { indexStatsRoutes } from './routes/index-stats.ts';
import { indexRoutes } from './routes/indices.ts';
import { listRoutes } from './routes/list.ts';
import { nodeRoutes } from './routes/nodes.ts';
import { rankEvalRoutes } from './routes/rank-eval.ts';
import { reindexRoutes } from './routes/reindex.ts';
import { resizeRoutes } from './routes/resize.ts';
import { rolloverRoutes } from './routes/rollover.ts';
import { scrollRoutes } from './routes/scroll.ts';
import { searchRoutes } from './routes/search.ts';
import { searchTemplateRoutes } from './routes/search-templates.ts';
import { simulateTemplateRoutes } from './routes/simulate-template.ts';
import { surroundingRoutes } from './routes/surroundings.ts';
import { taskRoutes } from './routes/tasks.ts';
import { templateRoutes } from './routes/templates.ts';
import { termVectorRoutes } from './routes/term-vectors.ts';
import { validateQueryRoutes } from './routes/validate-query.ts';
import { send } from './send.ts';
import { Tasks } from './tasks/tasks.ts';
import { TemplateNames } from './template-names.ts';
import { wrongCalls, wrongMethod } from './wrong-method.ts';
import { isYaml, jsonOfYaml } from './yaml.ts';

/** The token of a call: a bearer's, or the password of basic authentication, whatever the name. */
function tokenOf({ headers }: FastifyRequest): string | undefined {
  const given = headers.authorization ?? '';
  const basic = /^Basic +(\S+)$/i.exec(given)?.[1];
  if (basic !== undefined) {
    const password = Buffer.from(basic, 'base64')
      .toString('utf8')
      .replace(/^[^:]*:/, '');
    return isApiToken(password) ? password : undefined;
  }
  return /^(?:Bearer|ApiKey) +(\S+)$/i.exec(given)?.[1];
}

async function callerOf(services: Services, request: FastifyRequest): Promise<LiveSession> {
  const token = tokenOf(request);
  if (token === undefined) throw notSigned('Send an API token as bearer, or as the password of basic authentication');
  return resolveToken(services, token, request.id);
}

/** Whose call it is; indexes are the tenant's own, whoever asks (SEC-02). */
function scopeOf({ caller, scope }: LiveSession, request: FastifyRequest, right: Right): Scope {
  if (caller.mustChange) throw denied('Your password must be changed first', AuthorisationStatus.Update);
  const [area, kind] = RIGHTS[right];
  if (reachOf(scope.roles, area, kind) !== 'all')
    throw notAllowed(`Your roles do not allow [${request.method} ${request.url}]`);
  return scope;
}

const RIGHTS = {
  read: ['data read', 'read'],
  write: ['data write', 'add'],
  manage: ['index and stream commands', 'add'],
} as const;

/** Of what is given more than once the last counts. */
function textsOf(given: unknown): Texts {
  return Object.fromEntries(
    Object.entries(Object(given)).map(([name, value]) => [name, String([value].flat().at(-1))]),
  );
}

/** How an answer is written, without what of it is shown. */
const onlyHow = ({ pretty, format }: Texts): Texts => ({ pretty, format });

/** What the door holds between calls. */
interface Held {
  readonly contexts: SearchContexts;
  readonly tasks: Tasks;
  readonly names: TemplateNames;
}

async function wholeBody({ raw }: FastifyRequest, query: Texts): Promise<string> {
  if (!hasBody(raw)) return bodyInAddress(query);
  const text = await bodyText(raw);
  return isYaml(raw.headers['content-type']) ? jsonOfYaml(text) : text;
}

/** A body of lines; a document of YAML is none. */
function bodyLines({ raw }: FastifyRequest, query: Texts): AsyncIterable<Buffer> {
  if (!hasBody(raw)) return Readable.from([Buffer.from(bodyInAddress(query))]);
  if (isYaml(raw.headers['content-type'])) throw noStream();
  return bodyStream(raw);
}

function callOf(
  services: Services,
  { contexts, tasks, names }: Held,
  { scope, still, isAtOnce }: Pick<OsCall, 'scope' | 'still'> & { readonly isAtOnce: boolean },
  route: OsRoute,
  request: FastifyRequest,
  reply: FastifyReply,
): OsCall {
  const query = textsOf(request.query);
  let read: Promise<string> | null = null;
  let whole: string | null = null;
  const text = async (): Promise<string> => {
    read ??= isAtOnce ? wholeBody(request, query) : wholeBody(request, query).finally(still);
    whole = await read;
    return whole;
  };
  return {
    services,
    scope,
    still,
    documents: services.search.documents(scope),
    contexts,
    tasks,
    names,
    params: namedIn(textsOf(request.params), query, route),
    query,
    request,
    reply,
    signal: clientSignal(reply.raw, request.id),
    text,
    readText: () => whole,
    stream: () => bodyLines(request, query),
    json: async () => jsonObject(await text()),
  };
}

/** Who changed something at the door, in the audit trail (SEC-08). */
function noteWrite({ audit }: Services, { scope, params, request }: OsCall, path: string): void {
  const { index = '' } = params;
  audit.note(scope, {
    event: 'write',
    endpoint: `os ${request.method} ${path}`,
    address: request.ip,
    detail: { index },
  });
}

async function answer(
  services: Services,
  held: Held,
  { route, path }: { readonly route: OsRoute; readonly path: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { right, handler } = route;
  // what was here when the caller was looked up need not wait for another look
  const isAtOnce = !hasBody(request.raw) || isHere(request.raw);
  const live = await callerOf(services, request);
  const scope = scopeOf(live, request, right);
  const still = async () => void scopeOf(await resolveStill(services, live), request, right);
  refuseForeign(request.raw);
  refuseFormat(request);
  refuseBrokenEscapes(request.url);
  const call = callOf(services, held, { scope, still, isAtOnce }, route, request, reply);
  refuseUnknownParameters(call, route);
  refuseParameterValues(call.query, { right, path });
  const result = await outcome(handler, call);
  if (right !== 'read') noteWrite(services, call, path);
  return reply.sent ? reply : send(reply, result, call.query);
}

async function outcome(handler: OsRoute['handler'], call: OsCall): Promise<unknown> {
  try {
    return await handler(call);
  } catch (error) {
    throw withPlace(error, call.readText());
  }
}

/** Everything that can be asked at the door. */
export const OS_ROUTES: readonly OsRoute[] = [
  ...clusterRoutes,
  ...clusterStateRoutes,
  ...clusterStatsRoutes,
  ...hotThreadRoutes,
  ...nodeRoutes,
  ...allocationRoutes,
  ...copyRoutes,
  ...catRoutes,
  ...catNodeRoutes,
  ...listRoutes,
  ...surroundingRoutes,
  ...absentRoutes,
  ...dataStreamRoutes,
  ...indexRoutes,
  ...indexStatsRoutes,
  ...blockRoutes,
  ...resizeRoutes,
  ...aliasRoutes,
  ...rolloverRoutes,
  ...analyzeRoutes,
  ...templateRoutes,
  ...simulateTemplateRoutes,
  ...documentRoutes,
  ...documentWriteRoutes,
  ...bulkRoutes,
  ...explainRoutes,
  ...termVectorRoutes,
  ...byQueryRoutes,
  ...reindexRoutes,
  ...taskRoutes,
  ...scrollRoutes,
  ...searchRoutes,
  ...searchTemplateRoutes,
  ...rankEvalRoutes,
  ...validateQueryRoutes,
  ...fieldCapsRoutes,
];

/** OpenSearch's HTTP below `/os`: its clients, its query language, its words for what is wrong. */
export async function osFeature(app: FastifyInstance, services: Services): Promise<void> {
  const held = {
    contexts: new SearchContexts(services.clock),
    names: new TemplateNames(services.records),
    tasks: new Tasks(services.config.clusterId, services.clock, (err) =>
      services.log.error({ err }, 'what became of a task could not be kept'),
    ),
  };
  app.addHook('onClose', async () => {
    await held.tasks.close();
    await held.contexts.close();
  });
  await app.register(
    async (door) => {
      door.removeAllContentTypeParsers();
      // bodies are read by who needs them: a bulk streams
      // what is named is found at once, what is not is looked for by each call
      door.addContentTypeParser(['application/json', 'application/x-ndjson', '*'], (_request, payload, done) =>
        done(null, payload),
      );
      door.setErrorHandler((error, request, reply) => {
        const { status, body } = errorBody(error);
        if (status >= 500) request.log.error({ err: error }, 'unforeseen error at the door');
        if (status === 401) reply.header('www-authenticate', 'Basic realm="Datasarana"');
        return send(reply, new OsAnswer(body, status), onlyHow(textsOf(request.query)));
      });
      const refuse = (request: FastifyRequest, reply: FastifyReply) =>
        send(reply, wrongMethod(OS_ROUTES, request), onlyHow(textsOf(request.query)));
      door.setNotFoundHandler(refuse);
      for (const { address, methods } of wrongCalls(OS_ROUTES)) {
        if (methods.length === 0) continue;
        door.route({ method: methods, url: address, schema: { hide: true }, exposeHeadRoute: false, handler: refuse });
      }
      for (const route of OS_ROUTES)
        for (const url of route.paths)
          for (const method of route.methods)
            door.route({
              method,
              url,
              schema: documentedCall(route, url, method),
              exposeHeadRoute: false,
              handler: (request, reply) => answer(services, held, { route, path: url }, request, reply),
            });
    },
    { prefix: '/os' },
  );
}
