import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Accepted } from './import-request.ts';

const conflict = (message: string, hint: string): PlatformError =>
  new PlatformError(message, { code: ReplyCode.Failed, type: 'conflict', http: 409, hint });

export const cancelled = (): PlatformError =>
  conflict('The batch was cancelled; nothing of it is stored.', 'Send the file again to import it.');

export const stopping = (): PlatformError =>
  conflict(
    'The platform is stopping; nothing of the batch is stored.',
    'Send the file again when the platform is back.',
  );

export const fellSilent = (): PlatformError =>
  conflict(
    'Nothing more of this upload came, and the same request was sent again: that one is read instead.',
    'Wait for the answer to the later request.',
  );

/** The index went while the rows came in. */
export const indexRemoved = (cause?: unknown): PlatformError =>
  new PlatformError(
    'The index of this template was removed while these rows came in; nothing of them is stored in it.',
    {
      code: ReplyCode.Failed,
      type: 'conflict',
      http: 409,
      hint: 'Create it again: PUT /api/schema/data/template/index with the id of the template. Then send the rows again.',
      cause,
    },
  );

/** Answering it what came of the first would let the rows of this one go unnoticed. */
const otherBody = (batch: string): PlatformError =>
  conflict(
    `This request_id was sent before with another body, which is batch ${batch}; nothing of this one is stored.`,
    'Send it with a request_id of its own.',
  );

/**
 * For a request that came before: its body has to be the one that came then, where that is known.
 * @throws PlatformError 31/409 for another one
 */
export async function refuseOther(
  { batch, repeated, sha256, ledger }: Accepted,
  sent: () => Promise<string | null>,
): Promise<void> {
  if (!repeated || !sha256) return;
  // who is refused does not wait for it
  ledger.catch(() => {});
  if ((await sent()) !== sha256) throw otherBody(batch);
}

/** The rows were to follow those of another request, of which nothing is stored. */
export const notBehind = (cause: unknown): PlatformError =>
  new PlatformError('The batch that these rows go behind is not stored, so they are not stored either.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: 'Send that batch first: `after` names its request_id.',
    cause,
  });

/** The batch is durable, but its ledger does not stand yet. */
export const postponed = (cause: unknown): PlatformError =>
  new PlatformError('The batch is safe in the stream, but could not be applied now.', {
    code: ReplyCode.NoResponse,
    type: 'upstream',
    http: 504,
    hint: 'Send the request again with the same request_id: it is stored once, and its ledger is answered.',
    cause,
  });
