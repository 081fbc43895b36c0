import type { Catalogue } from '../index/catalogue.ts';
import { type DataStream, streamsOf } from './data-streams.ts';
import type { Candidate, ResolveOptions } from './expression.ts';
import type { Names } from './names.ts';
import { infosOf, type StoredInfo } from './stored-info.ts';

const candidateOf = ({ name, closed, settings }: StoredInfo): Candidate => ({
  name,
  closed,
  hidden: settings['index.hidden'] === 'true',
});

function indexesByAlias(infos: readonly StoredInfo[], names: Names): ReadonlyMap<string, readonly StoredInfo[]> {
  const byAlias = new Map<string, StoredInfo[]>([...names.all('alias').keys()].map((alias) => [alias, []]));
  for (const info of infos) for (const alias of Object.keys(info.aliases)) byAlias.get(alias)?.push(info);
  return byAlias;
}

/** The indexes, aliases and data streams of a tenant at one time. */
export class Known {
  /** In the order of their names. */
  readonly indexes: readonly StoredInfo[];
  readonly byName: ReadonlyMap<string, StoredInfo>;
  readonly streams: readonly DataStream[];
  readonly #byAlias: ReadonlyMap<string, readonly StoredInfo[]>;
  readonly #own: readonly Candidate[];
  readonly #aliases: readonly Candidate[];
  readonly #streams: readonly Candidate[];
  readonly #every: readonly Candidate[];
  /** What an expression may name, aliases as themselves. */
  readonly names: readonly Candidate[];

  constructor(indexes: readonly StoredInfo[], names: Names) {
    this.indexes = indexes;
    this.byName = new Map(indexes.map((info) => [info.name, info]));
    this.streams = streamsOf(names);
    this.#byAlias = indexesByAlias(indexes, names);
    this.#own = indexes.map(candidateOf);
    this.#aliases = Array.from(this.#byAlias, ([name, behind]) => ({
      name,
      closed: false,
      hidden: behind.some(({ aliases }) => aliases[name]?.is_hidden === true),
      behind: behind.map(candidateOf),
    }));
    this.#streams = this.streams.map(({ name, indices }) => ({
      name,
      closed: false,
      // a data stream is seen, though its indexes are hidden
      hidden: false,
      behind: indices.flatMap((index) => this.byName.get(index) ?? []).map(candidateOf),
    }));
    this.#every = [...this.#own, ...this.#aliases, ...this.#streams];
    const named = this.#aliases.map(({ behind: _, ...alias }) => alias);
    this.names = [...this.#own, ...named, ...this.#streams];
  }

  /** The indexes behind an alias. */
  behindAlias(alias: string): readonly StoredInfo[] {
    return this.#byAlias.get(alias) ?? [];
  }

  /** What an expression may mean. A wildcard means the indexes behind an alias, each of which may be taken away again. */
  candidates({ aliases, streams }: Pick<ResolveOptions, 'aliases' | 'streams'>): readonly Candidate[] {
    if (aliases !== false && streams !== false) return this.#every;
    return [...this.#own, ...(aliases === false ? [] : this.#aliases), ...(streams === false ? [] : this.#streams)];
  }
}

/** What was last known of the indexes of a tenant, for calls that ask for it again and again; put together anew after any change. */
export class KnownIndexes {
  #last: {
    readonly catalogue: Catalogue;
    readonly names: Names;
    readonly revision: string;
    readonly known: Known;
  } | null = null;

  at(catalogue: Catalogue, names: Names): Known {
    const last = this.#last;
    const revision = `${catalogue.revision} ${names.revision}`;
    if (last?.catalogue === catalogue && last.names === names && last.revision === revision) return last.known;
    const known = new Known(infosOf(catalogue, names), names);
    this.#last = { catalogue, names, revision, known };
    return known;
  }
}
