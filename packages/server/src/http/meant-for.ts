import type { IncomingHttpHeaders } from 'node:http';
import { PLATFORM_HEADER, PlatformError, platformName, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';

const forAnother = (): PlatformError =>
  new PlatformError('The call is for another platform', {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 421,
    hint: `Leave the header ${PLATFORM_HEADER} out, or name the platform that answers here.`,
  });

/**
 * Refuses calls that name another platform, before their body: an ingestor sends its rows to an address, where another platform
 * may answer since. Bodies that wait to be asked for (`expect: 100-continue`) then stay where they are.
 */
export function refuseWhatIsForOthers(app: FastifyInstance, { appId, tenantId, tenantHosts }: Config): void {
  const own = new Set([tenantId, ...(tenantHosts?.values() ?? [])].map((tenant) => platformName(appId, tenant)));
  const isForOther = ({ [PLATFORM_HEADER]: named }: IncomingHttpHeaders): boolean =>
    named !== undefined && !own.has(String(named));
  app.server.on('checkContinue', (request, response) => {
    if (!isForOther(request.headers)) response.writeContinue();
    app.server.emit('request', request, response);
  });
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForOther(request.headers)) return done();
    // the body was not asked for: what comes behind it could not be told from it
    reply.header('connection', 'close');
    done(forAnother());
  });
}
