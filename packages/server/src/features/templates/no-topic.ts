import { PlatformError, ReplyCode } from '@datasarana/schema';
import type { Topic } from '../../stores/stream/port.ts';

/**
 * A topic whose messages are kept once they are applied.
 * @throws PlatformError 31/409 when they are not, or not yet (TPL-36)
 */
export function replayable<T extends Topic | null>(topic: T): T {
  if (topic?.limit !== 'Applied') return topic;
  throw new PlatformError('This template keeps no topic: its messages go once they are applied.', {
    code: ReplyCode.Failed,
    type: 'conflict',
    http: 409,
    hint: "Switch kafka_index on in the template's configuration and deploy it: the topic is then filled from the records.",
  });
}
