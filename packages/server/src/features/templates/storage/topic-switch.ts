import { isReplayable } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import type { Services } from '../../../services.ts';
import type { Topic, TopicSettings } from '../../../stores/stream/port.ts';
import type { TemplateConfig } from '../template.ts';
import { whole } from './archive-now.ts';

const limitOf = (config: TemplateConfig): TopicSettings['limit'] => {
  if (!isReplayable(config)) return 'Applied';
  return config.kafka_limit === 'Size' || config.kafka_limit === 'None' ? config.kafka_limit : 'Period';
};

/** The topic a configuration asks for (STR-05). */
export const topicSettings = (config: TemplateConfig): TopicSettings => ({
  partitions: whole(config.kafka_shard, 3),
  replicas: whole(config.kafka_replica, 2),
  compaction: config.kafka_compaction === 'Delete' ? 'Delete' : 'Compact',
  limit: limitOf(config),
  retention: whole(config.kafka_retention, 604_800_000),
});

/**
 * Makes the topic of a template, or gives it what its configuration asks for as far as that is done at once: one that is to keep its
 * messages does so once it is filled, and one that keeps rows alone goes on until the index is filled.
 */
export async function putTopic(
  { search, stream }: Pick<Services, 'search' | 'stream'>,
  scope: Scope,
  id: string,
  config: TemplateConfig,
): Promise<Topic> {
  const wanted = topicSettings(config);
  const present = await stream.topic(scope, id);
  const isAlone = (await search.definition(scope, id))?.transit === 'topic';
  const isLater = present && (present.limit === 'Applied' || (wanted.limit === 'Applied' && isAlone));
  const settings = isLater ? { ...wanted, limit: present.limit, retention: present.retention } : wanted;
  return stream.createTopic(scope, id, settings, await search.position(scope, id));
}
