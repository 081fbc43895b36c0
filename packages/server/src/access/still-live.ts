import { PlatformError } from '@datasarana/schema';
import type { Services } from '../services.ts';
import { notSigned } from './refusals.ts';
import type { LiveSession } from './sessions.ts';

/**
 * For calls that take long: who stands behind what they began with, by now. A session that was renewed meanwhile holds.
 * @throws PlatformError 401/14 when the session or API token was ended since, 31/403 when the account may not be used any more
 */
export async function stillLive({ sessions, apiTokens }: Services, live: LiveSession): Promise<LiveSession> {
  try {
    return await (live.scope.token ? apiTokens : sessions).still(live);
  } catch (error) {
    if (error instanceof PlatformError && error.detail.http === 401) throw ended(error);
    throw error;
  }
}

const ended = (cause: Error): Error =>
  notSigned(
    'Your session or API token was ended while the call ran',
    'Sign in, or make a new token, and send it again.',
    cause,
  );

/** Says with a refusal what became of the call until then. */
export const leaving =
  (left: string) =>
  (cause: unknown): never => {
    if (!(cause instanceof PlatformError)) throw cause;
    throw new PlatformError(`${cause.message.replace(/\.$/, '')}; ${left}`, { ...cause.detail, cause });
  };
