import type { IncomingMessage, ServerResponse } from 'node:http';
import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Settings } from '../settings.ts';

const refused = (message: string, hint: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'authorisation', http: 403, hint });

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** A name that leads here by a trick of the name service is none of ours. */
function refuseForeignHost(host: string | undefined, { host: own }: Settings): void {
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const everywhere = own === '0.0.0.0' || own === '::';
  if (everywhere || name === own || LOOPBACK.includes(name)) return;
  throw refused(`This ingestor is not reached by the name '${name}'.`, 'Use the address it listens on.');
}

/** ING-18: pages of the platform only. @throws PlatformError 31/403 */
export function guard(request: IncomingMessage, settings: Settings): void {
  refuseForeignHost(request.headers.host, settings);
  const { origin } = request.headers;
  if (origin === undefined || settings.origins.includes(origin)) return;
  throw refused(
    `Pages of ${origin} may not call this ingestor.`,
    'INGESTOR_PLATFORM and INGESTOR_ORIGINS name those that may.',
  );
}

/** What a browser needs to call from a page of another address, loopback included. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  if (request.method !== 'OPTIONS') return;
  response.setHeader('access-control-allow-methods', 'GET, POST');
  response.setHeader('access-control-allow-headers', 'authorization, content-type, request_id');
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('access-control-max-age', '600');
}

export const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
