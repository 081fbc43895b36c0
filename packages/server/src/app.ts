import { BODY_LIMIT } from '@datasarana/schema';
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { accountFeature } from './features/account/account.ts';
import { accountsAdminFeature } from './features/account/accounts-admin.ts';
import { answerInviteRoute } from './features/account/answer-invite.ts';
import { domainAccountRoutes } from './features/account/domain-accounts.ts';
import { groupInviteRoutes } from './features/account/group-invites.ts';
import { ownInviteRoutes } from './features/account/own-invites.ts';
import { registrationRoute } from './features/account/registration.ts';
import { authFeature } from './features/auth/auth.ts';
import { changesFeature } from './features/changes/index.ts';
import { dataFeature } from './features/data/index.ts';
import { ingestorsFeature } from './features/ingestors/index.ts';
import { auditRoute } from './features/observability/audit-route.ts';
import { osFeature } from './features/os/index.ts';
import { answerUnroutedAtDoor, isAtDoor } from './features/os/unrouted.ts';
import { recordsFeature } from './features/records/index.ts';
import { sourcesFeature } from './features/sources/index.ts';
import { systemFeature } from './features/system/system.ts';
import { templatesFeature } from './features/templates/index.ts';
import { tokensFeature } from './features/tokens/tokens.ts';
import { upkeepFeature } from './features/upkeep/index.ts';
import { CallLog } from './http/call-log.ts';
import { registerDocumentation } from './http/documentation.ts';
import './http/decorations.ts';
import { readOnBehindAnswers } from './http/drained.ts';
import { answerUnrouted, registerErrors } from './http/errors.ts';
import { registerJsonBody } from './http/json-body.ts';
import { refuseWhatIsForOthers } from './http/meant-for.ts';
import { Repeats } from './http/repeats.ts';
import { genReqId, registerRequestId } from './http/request-id.ts';
import { refuseRoutesWithoutRow } from './http/rows-only.ts';
import { registerSecurity } from './http/security.ts';
import { answerUnreadable } from './http/unreadable.ts';
import { validatorCompiler } from './http/validation.ts';
import { registerWebApplication } from './http/web-application.ts';
import { refuseWhileStopping } from './http/while-stopping.ts';
import type { Services } from './services.ts';

/** Version of the platform, as `/health/live` and the API documentation tell it. */
export const VERSION = '0.1.0';

/** Builds the platform's HTTP application without listening; features get their services by argument. */
export async function buildApp(services: Services): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    genReqId,
    childLoggerFactory: (logger, { reqId }, options) => new CallLog(logger, String(reqId), options),
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 2048 },
    requestTimeout: 0,
    // a start on a busy machine, or behind a crash, takes as long as it takes
    pluginTimeout: 0,
    trustProxy: services.config.trustProxy ? [...services.config.trustProxy] : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ajv: { customOptions: { removeAdditional: false } },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) =>
      isAtDoor(request) ? answerUnroutedAtDoor(error, reply) : answerUnrouted(app, error, request, reply),
  });
  app.decorate('services', services);
  app.decorate('repeats', new Repeats(services.replies, services.config.dataKey, services.clock));
  app.decorate('served', []);
  app.decorateRequest('permitted');
  app.setValidatorCompiler(validatorCompiler);
  // Reply schemas document and are tested; compiling hundreds of them at start would cost the start-up budget.
  app.setSerializerCompiler(() => JSON.stringify);
  refuseRoutesWithoutRow(app);
  registerRequestId(app);
  refuseWhatIsForOthers(app, services.config);
  registerSecurity(app, services.config);
  refuseWhileStopping(app);
  readOnBehindAnswers(app);
  registerJsonBody(app);
  registerErrors(app);
  await registerDocumentation(app, VERSION, services.config.webRoot);

  systemFeature(app, services, VERSION);
  authFeature(app, services);
  accountFeature(app, services);
  accountsAdminFeature(app, services);
  domainAccountRoutes(app, services);
  registrationRoute(app, services);
  groupInviteRoutes(app, services);
  ownInviteRoutes(app, services);
  answerInviteRoute(app, services);
  tokensFeature(app, services);
  await recordsFeature(app, services);
  const onDeploy = await templatesFeature(app, services);
  const batches = await dataFeature(app, services);
  changesFeature(app, services);
  sourcesFeature(app, services, batches);
  upkeepFeature(app, services, batches, onDeploy);

  ingestorsFeature(app, services);
  auditRoute(app, services);
  await osFeature(app, services);

  await registerWebApplication(app, services.config.webRoot);
  return app;
}
