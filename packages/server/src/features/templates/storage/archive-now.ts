import { isArchived } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import type { Services } from '../../../services.ts';
import type { ArchiveObject, Sharding } from '../../../stores/archive/index.ts';
import type { TemplateConfig } from '../template.ts';

/** A whole number of a configuration, or what stands for one that is not said. */
export const whole = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

/** How the objects of a template's archive are laid out in folders. */
export const shardingOf = (config: TemplateConfig): Sharding => ({
  auto: config.s3_auto_shard !== false,
  shards: whole(config.s3_shard, 3),
  threshold: whole(config.s3_shard_threshold, 100),
});

/** Writes what is not archived yet of a topic's index as one object; null when that is nothing (TPL-36). */
export function archiveNow(
  stores: Pick<Services, 'search' | 'archive' | 'clock'>,
  scope: Scope,
  topic: string,
  config: TemplateConfig,
): Promise<ArchiveObject | null> {
  const now = stores.clock();
  const write = stores.search.archive(scope);
  return stores.archive.add(
    scope,
    topic,
    shardingOf(config),
    (position, file) => write.write(topic, position, file, now),
    now,
  );
}

/** Who keeps the rows of a template without a search index. */
export const keeperOf = (config: TemplateConfig): 'archive' | 'topic' => (isArchived(config) ? 'archive' : 'topic');
