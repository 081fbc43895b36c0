import type { FastifyBaseLogger } from 'fastify';
import type { ApiTokens } from './access/api-tokens.ts';
import type { Audit } from './access/audit.ts';
import type { Passwords } from './access/passwords.ts';
import type { Sessions } from './access/sessions.ts';
import type { SignInThrottle } from './access/throttle.ts';
import type { Config } from './config/config.ts';
import type { Archive } from './stores/archive/index.ts';
import type { RecordStore } from './stores/records/port.ts';
import type { KeptReplies } from './stores/replies/kept-replies.ts';
import type { SearchIndex } from './stores/search/port.ts';
import type { StreamLog } from './stores/stream/port.ts';

/** Everything a feature may use, handed over once at start; there are no module-level singletons. */
export interface Services {
  readonly config: Config;
  /** Now, in epoch ms. */
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  readonly records: RecordStore;
  readonly search: SearchIndex;
  readonly stream: StreamLog;
  readonly archive: Archive;
  readonly replies: KeptReplies;
  readonly sessions: Sessions;
  readonly apiTokens: ApiTokens;
  readonly passwords: Passwords;
  readonly throttle: SignInThrottle;
  readonly audit: Audit;
  /** Whether start-up work (recovery of batches) is done. */
  readonly ready: () => boolean;
}
