import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Services } from '../../services.ts';
import { archiveNow, whole } from '../templates/storage/archive-now.ts';
import { TEMPLATE_KIND, type TemplateConfig, templateOf } from '../templates/template.ts';
import { rowKeys } from './row-keys.ts';

type Stores = Pick<Services, 'search' | 'records' | 'stream' | 'archive' | 'clock' | 'log'> & {
  readonly config: { readonly clusterId: string };
};

/**
 * What is done to topics and archives while nobody waits for it: messages whose time is over go, superseded ones go, what has been
 * written goes into the archive once it is enough for an object.
 */
export class Upkeep {
  readonly #stores: Stores;
  readonly #isRebuilding: (scope: Scope, topic: string) => boolean;
  #all = true;
  #stopped = false;

  /** While an index is made anew, what it is made from stays as it is. */
  constructor(stores: Stores, isRebuilding: (scope: Scope, topic: string) => boolean = () => false) {
    this.#stores = stores;
    this.#isRebuilding = isRebuilding;
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
    const definition = await search.definition(scope, topic);
    if (!record || !definition) return;
    const { config } = templateOf(record);
    const isArchived = definition.transit ? definition.transit === 'archive' : config.s3_index !== false;
    if (isArchived) await this.#archive(scope, topic, config);
    await this.release(scope, topic);
    await this.#compact(scope, topic);
  }

  /** Lets go of rows in transit that are where they are kept: what a batch brought is in the topic before it is here. */
  async release(scope: Scope, topic: string): Promise<void> {
    const { search, archive, log } = this.#stores;
    const keeper = (await search.definition(scope, topic))?.transit;
    if (!keeper) return;
    const index = search.archive(scope);
    const kept = keeper === 'archive' ? (await archive.manifest(scope, topic)).position : await index.latest(topic);
    if (this.#isRebuilding(scope, topic)) return;
    const rows = await index.release(topic, kept);
    if (rows > 0) log.info({ topic, rows, keeper }, 'Released rows that are kept elsewhere');
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
    const { position } = await this.#stores.archive.manifest(scope, topic);
    const { states, removals } = await this.#stores.search.archive(scope).pending(topic, position);
    const enough = config.s3_batch_by_time === true ? 1 : whole(config.s3_batch_size, 500);
    if (states + removals >= enough) await archiveNow(this.#stores, scope, topic, config);
  }
}
