import { PlatformError, ReplyCode } from '@datasarana/schema';

const HINT = 'Create it again: PUT /api/schema/data/template/stream with the id of the template.';

/** Of a topic that is not there. */
export const noStream = (topic: string): PlatformError =>
  new PlatformError(`There is no stream for '${topic}', so it takes no data.`, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: HINT,
  });

/** Of a topic that went while a batch was written into it. */
export const streamRemoved = (topic: string, cause?: unknown): PlatformError =>
  new PlatformError(`The stream of '${topic}' was removed while these rows came in; nothing of them is stored.`, {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: `${HINT} Then send the rows again.`,
    cause,
  });
