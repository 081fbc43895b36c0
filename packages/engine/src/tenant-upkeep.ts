import type { DuckDBConnection } from '@duckdb/node-api';
import { indexWaiting } from './documents/late-texts.ts';
import type { IndexLayout } from './index/layout.ts';
import { isTrimDue, trimHistory } from './load/history.ts';
import { isMergeDue, joinSegments, mergeSegments, segmentsDue } from './load/merge.ts';
import { isTermIndexDue, keepTermIndexes } from './load/term-index.ts';
import type { LazyStore, OpenTenant } from './store/lazy-store.ts';

/** Pause between writes after which waiting words are written. */
const IDLE_MS = 1000;

/** Writes within that time are cleared up after together: while rows come in in small batches each would cost as much as a part of one. */
const TIDY_MS = 500;

/** While words wait there is no new segment. */
const hasAllWords = (layout: IndexLayout): boolean => layout.state.waiting === null;

const isUpkeepDue = async (connection: DuckDBConnection, layout: IndexLayout): Promise<boolean> =>
  hasAllWords(layout) &&
  ((await isMergeDue(connection, layout)) ||
    (await isTermIndexDue(connection, layout)) ||
    (await isTrimDue(connection, layout, Date.now())));

/** What is done to a tenant's indexes behind the backs of those who write; what fails is tried again after the next write. */
export class TenantUpkeep {
  readonly #lazy: LazyStore;
  readonly #isLoading: () => boolean;
  readonly #onError: (error: unknown) => void;
  #idle: NodeJS.Timeout | undefined;
  readonly #due = new Map<string, NodeJS.Timeout>();
  #isClosed = false;

  /** `isLoading` tells of a batch that is being read, whose rows should not wait for a merge. */
  constructor(lazy: LazyStore, isLoading: () => boolean, onError: (error: unknown) => void) {
    this.#lazy = lazy;
    this.#isLoading = isLoading;
    this.#onError = onError;
  }

  /** The layout of an index whose words are all written. */
  async withTexts(layout: IndexLayout): Promise<IndexLayout> {
    const { waiting, deferring } = layout.state;
    if (waiting === null && !deferring) return layout;
    await this.#lazy.use(({ store, catalogue }) =>
      store.write(async (connection) => {
        const now = catalogue.find(layout.name);
        if (now) await indexWaiting(connection, now);
      }),
    );
    // a merge that was due while they waited was left out
    if (waiting !== null) this.#tidySoon(layout.name);
    return layout;
  }

  /** After a write: merges small segments, finds words of large fields faster, lets go of old states and shortens the log, a moment later. */
  tidy(name: string): void {
    this.#workWhenIdle(name);
    this.#tidySoon(name);
  }

  #tidySoon(name: string): void {
    if (this.#due.has(name)) return;
    const due = setTimeout(() => {
      this.#due.delete(name);
      if (this.#lazy.isOpen && !this.#isLoading()) this.#tidyNow(name).catch((error) => this.#tell(error));
    }, TIDY_MS);
    this.#due.set(name, due.unref());
  }

  /** Looks first: who writes next would wait for the writer, and every write is a new state to those who keep something of the last one. */
  #tidyNow(name: string): Promise<void> {
    return this.#lazy.use(async ({ store, catalogue }) => {
      const layout = catalogue.find(name);
      const isDue = await store.read(
        async (connection) => (layout && (await isUpkeepDue(connection, layout))) || store.isTidyDue(connection),
      );
      if (!isDue) return;
      await store.write(async (connection) => {
        const now = catalogue.find(name);
        if (now && hasAllWords(now)) {
          await mergeSegments(connection, now);
          await keepTermIndexes(connection, now);
          await trimHistory(connection, now, Date.now());
        }
        await store.tidy(connection);
      });
    });
  }

  /** Only a long log takes the writer. */
  #shortenLog(): Promise<void> {
    const idle = true;
    return this.#lazy.use(async ({ store }) => {
      if (await store.hasLongLog({ idle })) await store.write((connection) => store.tidy(connection, { idle }));
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#idle);
    for (const due of this.#due.values()) clearTimeout(due);
    this.#due.clear();
  }

  /** That the file was closed between two steps is no fault. */
  #tell(error: unknown): void {
    if (!this.#isClosed) this.#onError(error);
  }

  /** Has a word stand in few segments. Only what is worth it takes the writer, and others get their turn in between. */
  async #joinWords(name: string): Promise<void> {
    const ready = ({ catalogue }: OpenTenant): IndexLayout | null => {
      const layout = catalogue.find(name);
      return layout === undefined || layout.state.waiting !== null || this.#isLoading() ? null : layout;
    };
    let isDue = await this.#lazy.use(async (open) => {
      const layout = ready(open);
      if (layout === null) return false;
      return open.store.read(async (connection) => (await segmentsDue(connection, layout)).length > 0);
    });
    while (isDue && !this.#isClosed)
      isDue = await this.#lazy.use((open) =>
        open.store.write(async (connection) => {
          const layout = ready(open);
          return layout !== null && joinSegments(connection, layout);
        }),
      );
  }

  /** Once writes pause, words that wait are written before anyone asks for them and joined, and the log is shortened before anyone writes again. */
  #workWhenIdle(name: string): void {
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => {
      if (!this.#lazy.isOpen) return;
      this.#lazy
        .use(async ({ catalogue }) => catalogue.find(name))
        .then((layout) => layout && this.withTexts(layout))
        .then(() => this.#joinWords(name))
        .then(() => this.#shortenLog())
        .catch((error) => this.#tell(error));
    }, IDLE_MS);
    this.#idle.unref();
  }
}
