import { isSearched } from '@datasarana/schema';
import type { Scope } from '../../access/scope.ts';
import { systemScope } from '../../access/system-scope.ts';
import { deployedVersion, templateOf } from '../templates/template.ts';
import type { RebuildStores, Rebuilds } from './rebuild.ts';

/** Times a fill is begun anew because rows came in while it was compared; the next round of upkeep begins again. */
const TRIES = 3;

/** Fills the indexes of templates whose rows are in transit, once their configuration asks for a search index (TPL-36). */
export class IndexFills {
  readonly #stores: RebuildStores;
  readonly #rebuilds: Rebuilds;
  #stopped = false;

  constructor(stores: RebuildStores, rebuilds: Rebuilds) {
    this.#stores = stores;
    this.#rebuilds = rebuilds;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** Takes up what a stop of the platform, or rows that came in, ended. */
  async followAll(): Promise<void> {
    const { stream, config } = this.#stores;
    for (const tenant of await stream.tenants()) {
      const scope = systemScope(config.clusterId, tenant);
      for (const topic of await stream.topics(scope)) {
        if (this.#stopped) return;
        await this.follow(scope, topic);
      }
    }
  }

  /** Returns when the index is filled, or could not be; what was in the way is told by the rebuild. */
  async follow(given: Scope, id: string): Promise<void> {
    const scope = systemScope(this.#stores.config.clusterId, given.tenant);
    for (let attempt = 0; attempt < TRIES && !this.#stopped; attempt++) {
      const version = await deployedVersion(this.#stores.records, scope, id);
      const from = (await this.#stores.search.definition(scope, id))?.transit;
      if (!version || !from || !isSearched(templateOf(version).config)) return;
      if (this.#rebuilds.find(scope, id)?.state !== 'running') {
        const template = templateOf(version);
        this.#rebuilds.start({ scope, id, template, from, swap: true, acceptDifferences: false, fills: true });
      }
      await this.#rebuilds.ended(scope, id);
    }
  }
}
