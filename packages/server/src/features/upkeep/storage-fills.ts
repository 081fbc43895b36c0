import type { IndexDefinition } from '@datasarana/engine';
import { isReplayable, isSearched } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import type { Batches } from '../data/batches.ts';
import { indexDefinition } from '../templates/definition.ts';
import { archiveNow } from '../templates/storage/archive-now.ts';
import { topicSettings } from '../templates/storage/topic-switch.ts';
import { deployedVersion, type Template, templateOf } from '../templates/template.ts';
import type { RebuildStores, Rebuilds } from './rebuild.ts';

/** Times a fill is begun because rows came in while it was compared; the last time they wait for it. */
const TRIES = 3;

/** Brings index and topic of deployed templates behind their storage flags, where that takes longer than a deploy may (TPL-36). */
export class StorageFills {
  readonly #stores: RebuildStores;
  readonly #rebuilds: Rebuilds;
  readonly #batches: Batches;
  readonly #stopping = new AbortController();
  readonly #following = new Map<string, Promise<void>>();

  constructor(stores: RebuildStores, rebuilds: Rebuilds, batches: Batches) {
    this.#stores = stores;
    this.#rebuilds = rebuilds;
    this.#batches = batches;
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('The platform is stopping.'));
    await Promise.allSettled(this.#following.values());
  }

  /** Takes up what a stop of the platform, or rows that came in, ended. A template that fails is logged, and the others go on. */
  async followAll(): Promise<void> {
    const { stream, config, log } = this.#stores;
    for (const tenant of await stream.tenants()) {
      const scope = systemScope(config.clusterId, tenant);
      for (const topic of await stream.topics(scope)) {
        if (this.#stopping.signal.aborted) return;
        await this.follow(scope, topic).catch((cause: unknown) => {
          if (!this.#stopping.signal.aborted) log.error({ err: cause, tenant, topic }, 'The storage flags wait');
        });
      }
    }
  }

  /** Returns when index and topic are as the flags say, or could not be; one at a time for each template. */
  follow({ tenant }: Scope, id: string): Promise<void> {
    const scope = systemScope(this.#stores.config.clusterId, tenant);
    const key = `${tenant}\0${id}`;
    const before = this.#following.get(key) ?? Promise.resolve();
    const following = before
      .catch(() => {})
      .then(async () => {
        await this.#fillIndex(scope, id);
        await this.#followTopic(scope, id);
      });
    this.#following.set(key, following);
    const left = (): boolean => this.#following.get(key) === following && this.#following.delete(key);
    following.then(left, left);
    return following;
  }

  async #fillIndex(scope: Scope, id: string): Promise<void> {
    for (let attempt = 0; attempt < TRIES && !this.#stopping.signal.aborted; attempt++) {
      const version = await deployedVersion(this.#stores.records, scope, id);
      const from = (await this.#stores.search.definition(scope, id))?.transit;
      if (!version || !from || !isSearched(templateOf(version).config)) return;
      const fill = async (): Promise<void> => {
        if (this.#rebuilds.find(scope, id)?.state !== 'running') {
          const template = templateOf(version);
          this.#rebuilds.start({ scope, id, template, from, swap: true, acceptDifferences: false, fills: true });
        }
        await this.#rebuilds.ended(scope, id);
      };
      await (attempt < TRIES - 1 ? fill() : this.#batches.atRest(scope, id, fill));
    }
  }

  async #followTopic(scope: Scope, id: string): Promise<void> {
    const { stream, search, records, clock, log } = this.#stores;
    const version = await deployedVersion(records, scope, id);
    const present = await stream.topic(scope, id);
    const index = await search.definition(scope, id);
    // the rows are nowhere else, so far
    if (!version || !present || index?.transit === 'topic') return;
    const template = templateOf(version);
    const settings = topicSettings(template.config);
    if (!isReplayable(template.config)) {
      if (present.limit !== 'Applied') await stream.createTopic(scope, id, settings);
      await stream.prune(scope, id, () => search.position(scope, id), clock());
      return;
    }
    if (present.limit !== 'Applied') return;
    const { signal } = this.#stopping;
    const made = `${id}~topic`;
    const from = () => this.#source(scope, id, made, template, index, signal);
    try {
      const rows = await this.#batches.fillTopic(scope, id, settings, from, signal);
      log.info({ topic: id, rows }, 'The topic is kept, filled with the records there are');
    } finally {
      if (await search.definition(scope, made)) await search.removeIndex(scope, made);
    }
  }

  /** The index that has every record: the template's own, or one made of the archive; null when there is nothing. */
  async #source(
    scope: Scope,
    id: string,
    made: string,
    template: Template,
    index: IndexDefinition | null,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { search, archive } = this.#stores;
    if (!index) return null;
    if (!index.transit) return id;
    if (await search.definition(scope, made)) await search.removeIndex(scope, made);
    await archiveNow(this.#stores, scope, id, template.config);
    await search.createIndex(scope, { ...indexDefinition(id, template), name: made });
    await search.archive(scope).restore(made, await archive.files(scope, id), { signal });
    return made;
  }
}
