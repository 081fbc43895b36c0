import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Services } from '../../services.ts';
import type { ArchiveObject, Sharding } from '../../stores/archive/index.ts';
import { TEMPLATE_KIND, type TemplateConfig, templateOf } from '../templates/template.ts';
import { rowKeys } from './row-keys.ts';

type Stores = Pick<Services, 'search' | 'records' | 'stream' | 'archive' | 'clock' | 'log'> & {
  readonly config: { readonly clusterId: string };
};

const whole = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise);

const shardingOf = (config: TemplateConfig): Sharding => ({
  auto: config.s3_auto_shard !== false,
  shards: whole(config.s3_shard, 3),
  threshold: whole(config.s3_shard_threshold, 100),
});

/** Writes what is not archived yet of a topic's index as one object; null when that is nothing (TPL-36). */
export function archiveNow(
  stores: Stores,
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

/**
 * What is done to topics and archives while nobody waits for it: messages whose time is over go, superseded ones go, what has been
 * written goes into the archive once it is enough for an object.
 */
export class Upkeep {
  readonly #stores: Stores;
  #all = true;
  #stopped = false;

  constructor(stores: Stores) {
    this.#stores = stores;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** One round over all tenants; a topic that fails is logged and the others go on. */
  async run(): Promise<void> {
    const { stream, search, config, log } = this.#stores;
    const written = new Set(search.takeWritten().map(({ tenant, name }) => `${tenant}\0${name}`));
    const all = this.#all;
    this.#all = false;
    for (const tenant of await stream.tenants()) {
      const scope = systemScope(config.clusterId, tenant);
      for (const topic of await stream.topics(scope)) {
        if (this.#stopped) return;
        const isWritten = all || written.has(`${tenant}\0${topic}`);
        await this.topic(scope, topic, isWritten).catch((cause: unknown) =>
          log.error({ err: cause, tenant, topic }, 'The upkeep of a topic failed; it is tried again later'),
        );
      }
    }
  }

  /** `written` = something may have come in since the last time. */
  async topic(scope: Scope, topic: string, written: boolean): Promise<void> {
    const { stream, search, records, clock, log } = this.#stores;
    const pruned = await stream.prune(scope, topic, () => search.position(scope, topic), clock());
    if (pruned.messages > 0) log.info({ topic, ...pruned }, 'Removed messages whose retention is over');
    if (!written) return;
    const record = await records.get(scope, TEMPLATE_KIND, topic);
    if (!record || !(await search.definition(scope, topic))) return;
    await this.#archive(scope, topic, templateOf(record).config);
    await this.#compact(scope, topic);
  }

  async #compact(scope: Scope, topic: string): Promise<void> {
    const { stream, search, log } = this.#stores;
    if ((await stream.topic(scope, topic))?.compaction !== 'Compact') return;
    const keysOf = await rowKeys(this.#stores, scope, topic);
    if (!keysOf) return;
    const removed = await stream.compact(scope, topic, await search.position(scope, topic), keysOf);
    if (removed.messages > 0) log.info({ topic, ...removed }, 'Removed messages newer ones stand for');
  }

  async #archive(scope: Scope, topic: string, config: TemplateConfig): Promise<void> {
    if (config.s3_index === false) return;
    const { position } = await this.#stores.archive.manifest(scope, topic);
    const { states, removals } = await this.#stores.search.archive(scope).pending(topic, position);
    const enough = config.s3_batch_by_time === true ? 1 : whole(config.s3_batch_size, 500);
    if (states + removals >= enough) await archiveNow(this.#stores, scope, topic, config);
  }
}
