import { type BatchAnswer, CallFailure, Client } from '@datasarana/client';
import { PLATFORM_HEADER, ReplyCode } from '@datasarana/schema';
import type { Waiting } from '../state/rows.ts';
import type { TaskTemplate } from '../tasks/task.ts';
import { type Posted, post } from './post.ts';

/** A push that hangs longer than this, and than the slowest line takes for its bytes, was cut off without notice. */
const PATIENCE_MS = 30_000;
const SLOWEST_BYTES_PER_MS = 8;
const HTTP_TOO_LARGE = 413;
const HTTP_CONTENT: readonly number[] = [400, 415, 422];
/** By which a platform tells that it looked at the rows. */
const JUDGED: readonly number[] = [ReplyCode.Failed, ReplyCode.Malformed, ReplyCode.FileRead];
const KNOWN: readonly number[] = Object.values(ReplyCode);
const HTTP_MISDIRECTED = 421;

/** What came of a push. */
export type Pushed =
  | { readonly kind: 'stored'; readonly ledger: BatchAnswer; readonly took: number }
  /** The platform is away, or must be mended there; the batch waits. */
  | {
      readonly kind: 'later';
      readonly reason: string;
      readonly trouble: 'away' | 'token' | 'platform';
      /** ms it is to be left alone for at least. */
      readonly wait?: number;
    }
  /** The rows themselves are refused: sending them again would not help. */
  | { readonly kind: 'refused'; readonly reason: string; readonly isTooLarge: boolean }
  /** Its file is not on disk any more. */
  | { readonly kind: 'missing' };

/** Signs in with the token of the task, which can write to its template and do nothing else. */
export const clientFor = (platform: string, { token }: TaskTemplate): Client =>
  new Client({
    base: platform,
    authority: { token: () => token, mayCall: () => true, refused: () => {} },
  });

/** What is said when the platform at an address is not the one that rows are for. */
export const anotherAt = (platform: string): string =>
  `Another platform than before answers at ${platform.replace(/\/api$/, '')}.`;

/** A sentence with its end, so that another may follow. */
export const ended = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Why an answer says nothing of the rows, as that of a proxy, which has no reply code of a platform; null = a platform answered. */
export function notOfPlatform({ code, http }: CallFailure): string | null {
  const isOther = http > 0 && http < 500 && (code === ReplyCode.ClientNoResponse || !KNOWN.includes(code));
  return isOther ? `What answered with status ${http} is not the platform, but something before it, as a proxy.` : null;
}

function outcomeOf(cause: unknown, platform: string): Pushed {
  if (!(cause instanceof CallFailure)) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return { kind: 'later', reason, trouble: 'away' };
  }
  const isTooLarge = cause.http === HTTP_TOO_LARGE;
  const other = isTooLarge ? null : notOfPlatform(cause);
  if (other !== null) return { kind: 'later', reason: other, trouble: 'away' };
  if (cause.http === HTTP_MISDIRECTED) return { kind: 'later', reason: anotherAt(platform), trouble: 'token' };
  const said = ended(cause.message);
  // a hint for people at a browser
  if (cause.http === 401 || cause.http === 403) return { kind: 'later', reason: said, trouble: 'token' };
  const reason = [said, cause.hint].filter((text) => text).join(' ');
  if (isTooLarge || (HTTP_CONTENT.includes(cause.http) && JUDGED.includes(cause.code)))
    return { kind: 'refused', reason, isTooLarge };
  const away = cause.http === 0 || cause.http >= 500 || cause.code === ReplyCode.NoResponse;
  if (away) return { kind: 'later', reason, trouble: 'away' };
  return { kind: 'later', reason, trouble: 'platform' };
}

/** How a batch is sent. */
export interface PushOptions {
  /** What the batch is called. */
  readonly name: string;
  /** The platform it is for, by its name; any other refuses it. */
  readonly platform: string;
  readonly signal: AbortSignal;
  /** Asks for its ledger only. */
  readonly dryRun?: boolean;
  /** The batch on its way that it is to be stored behind. */
  readonly behind?: Waiting | null;
  /** Batches on their way that are stored before it. */
  readonly ahead?: number;
}

/** What stands before a platform may answer in its place. */
const NO_LEDGER = 'What answered did not say what became of the rows. They are sent again.';

const COUNTS = ['read', 'accepted', 'replaced', 'unchanged', 'rejected'] as const;

const isLedger = (data: BatchAnswer | null): data is BatchAnswer =>
  data !== null && COUNTS.every((count) => Number.isInteger(data[count])) && Array.isArray(data.errors);

const patienceFor = ({ bytes }: Waiting, ahead: number): number =>
  (PATIENCE_MS + Math.ceil(bytes / SLOWEST_BYTES_PER_MS)) * (ahead + 1);

/** Longer than this no answer keeps rows waiting. */
const LONGEST_WAIT_MS = 10 * 60_000;
const HTTP_BUSY: readonly number[] = [429, 503];

/** ms for which an answer asks to be left alone; 0 = it does not. */
function waitAsked({ status, retryAfter = '' }: Posted, now: number): number {
  if (!HTTP_BUSY.includes(status) || retryAfter.trim() === '') return 0;
  const ms = /^\s*\d+\s*$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now;
  return Number.isNaN(ms) ? 0 : Math.min(LONGEST_WAIT_MS, Math.max(0, ms));
}

/** Sends one batch, packed as it lies on disk. */
export async function push(
  client: Client,
  template: TaskTemplate,
  waiting: Waiting,
  file: string,
  { name, platform, signal, dryRun = false, behind = null, ahead = 0 }: PushOptions,
): Promise<Pushed> {
  const began = performance.now();
  const query = {
    ...waiting.query,
    template: template.id,
    file: name.slice(-256),
    ...(dryRun && { dry_run: true }),
    ...(behind && { after: behind.request_id }),
  };
  const headers = client.headers({ requestId: dryRun ? `${waiting.request_id}-dry` : waiting.request_id });
  const type = { 'content-type': 'text/csv', 'content-encoding': 'gzip' };
  let wait = 0;
  try {
    const posted = await post(client.address('data.csv', { query }), {
      headers: { ...headers, ...type, [PLATFORM_HEADER]: platform },
      file,
      signal: AbortSignal.any([signal, AbortSignal.timeout(patienceFor(waiting, ahead))]),
    });
    wait = waitAsked(posted, Date.now());
    const { data } = client.read<BatchAnswer | null>(posted.text, posted.status, headers.request_id);
    if (!isLedger(data)) return { kind: 'later', reason: NO_LEDGER, trouble: 'platform' };
    return { kind: 'stored', ledger: data, took: performance.now() - began };
  } catch (cause) {
    signal.throwIfAborted();
    if (Object(cause).code === 'ENOENT' && Object(cause).path === file) return { kind: 'missing' };
    const outcome = outcomeOf(cause, client.base);
    return outcome.kind === 'later' ? { ...outcome, wait } : outcome;
  }
}
