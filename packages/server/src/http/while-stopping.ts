import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { FastifyInstance } from 'fastify';

const stopping = (): PlatformError =>
  new PlatformError('The platform is stopping', {
    code: ReplyCode.Failed,
    type: 'internal',
    http: 503,
    hint: 'Send the call again when the platform is back.',
  });

/** Refuses calls that come over open connections once the platform stops, in the envelope (API-03): Fastify's own answer has none. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
  });
  app.addHook('onRequest', (_request, _reply, done) => done(isStopping ? stopping() : undefined));
}
