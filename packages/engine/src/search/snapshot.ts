import type { Query, SearchRequest } from '@datasarana/query';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Activities } from '../index/activity.ts';
import type { IndexLayout } from '../index/layout.ts';
import { interruptible, type Limits } from '../store/interruptible.ts';
import type { Read } from '../store/tenant-store.ts';
import { rollback } from '../store/transaction.ts';
import type { Hit, SearchResponse } from './response.ts';
import { type SearchLimits, type SearchStore, scan, search } from './search.ts';
import { Versions } from './versions.ts';

/** What a snapshot has in common with other searches of its tenant. */
interface Shared extends Pick<SearchStore, 'memory' | 'columns'> {
  /** Runs a search when it is the tenant's turn. */
  readonly inTurn: <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  readonly activities: Pick<Activities, 'searched'>;
}

/** A tenant's data as they were at one moment, for searches that are read page by page. */
export class Snapshot {
  readonly #store: SearchStore;
  readonly #connection: DuckDBConnection;
  readonly #release: () => void;
  readonly #inTurn: Shared['inTurn'];
  readonly #activities: Shared['activities'];
  #turn: Promise<unknown> = Promise.resolve();
  #closed = false;

  /** `release` is called once, when the connection is free again. */
  constructor(
    connection: DuckDBConnection,
    layouts: (name: string) => Promise<IndexLayout>,
    { memory, columns, inTurn, activities }: Shared,
    release: () => void,
  ) {
    this.#connection = connection;
    this.#release = release;
    this.#inTurn = inTurn;
    this.#activities = activities;
    this.#store = {
      layout: layouts,
      read: (work, limits) => this.#read(work, limits),
      isBegun: true,
      memory,
      columns,
      versions: new Versions(),
      generation: () => null,
    };
  }

  #read<T>(work: Read<T>, limits: Limits = {}): Promise<T> {
    const turn = this.#turn.then(() => interruptible(this.#connection, () => work(this.#connection, null), limits));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async search(names: readonly string[], request: SearchRequest, limits?: SearchLimits): Promise<SearchResponse> {
    const answer = await this.#inTurn(() => search(this.#store, names, request, limits), limits?.signal);
    this.#activities.searched(names, request, answer);
    return answer;
  }

  /** Every match in a stable order, page by page; other calls wait until it has ended. */
  scan(names: readonly string[], query: Query, limits?: SearchLimits): AsyncIterable<readonly Hit[]> {
    return scan(this.#store, names, query, limits);
  }

  /** Harmless a second time. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#turn;
    await rollback(this.#connection);
    this.#release();
  }
}
