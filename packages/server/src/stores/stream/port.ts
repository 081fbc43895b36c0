import type { Scope } from '../../access/scope.ts';

/** How a topic keeps its messages (STR-05); from the template's configuration. */
export interface TopicSettings {
  readonly partitions: number;
  readonly replicas: number;
  readonly compaction: 'Compact' | 'Delete';
  /** With Applied messages go once the consumer has them behind it: the topic holds what is on its way, and nothing to read again. */
  readonly limit: 'Period' | 'Size' | 'None' | 'Applied';
  /** Milliseconds with limit Period, bytes with limit Size. */
  readonly retention: number;
}

export interface Topic extends TopicSettings {
  readonly topic: string;
  readonly ts: number;
  /** Copies that were asked for; `replicas` is what the log gives (STR-05: one node keeps one). */
  readonly requestedReplicas: number;
}

/** What stands beside the rows of a batch: all that is needed to apply it again after a crash. */
export interface BatchHeader {
  readonly batch: string;
  readonly format: 'csv' | 'ndjson';
  readonly ts: number;
  readonly [more: string]: unknown;
}

/** Where a batch stands: its rows have the offsets baseOffset … baseOffset + count − 1. */
export interface BatchPlace {
  readonly partition: number;
  readonly baseOffset: number;
  readonly count: number;
  /** Grows by one per batch of the topic: the order in which batches were acknowledged, across partitions. */
  readonly sequence: number;
}

export interface StoredBatch extends BatchPlace {
  readonly header: BatchHeader;
  /** The rows' text in blocks, as they were written. */
  payload(): AsyncIterable<Buffer>;
}

export interface StreamMessage {
  readonly partition: number;
  readonly offset: number;
  readonly batch: string;
  readonly ts: number;
  readonly format: 'csv' | 'ndjson';
  readonly value: string;
}

/** Takes one batch. Nothing of it can be read before `commit` returned. */
export interface BatchWriter {
  /**
   * Whole rows, each ended by `\n`; a slow disk makes the promise wait (back-pressure). `taken` is called once their bytes are of no more
   * use here, which may be later.
   */
  write(rows: Buffer, count: number, taken?: () => void): Promise<void>;
  /** On disk on return, file and folder. */
  commit(header: BatchHeader): Promise<BatchPlace>;
  /** Leaves no trace. Harmless after commit. */
  abort(): Promise<void>;
}

export interface PartitionStats {
  readonly partition: number;
  readonly first_offset: number;
  /** Offset of the newest message, −1 when there is none. */
  readonly last_offset: number;
  /** Next offset the consumer takes. */
  readonly committed: number;
  readonly lag: number;
  readonly bytes: number;
}

export interface TopicStats {
  readonly topic: string;
  readonly replicas: number;
  readonly requested_replicas: number;
  readonly partitions: readonly PartitionStats[];
  readonly messages: number;
  readonly lag: number;
  readonly bytes: number;
}

/** partition → next offset to consume. */
export type Positions = ReadonlyMap<number, number>;

/** What upkeep took away; `bytes` on disk. */
export interface Removed {
  readonly messages: number;
  readonly bytes: number;
}

/**
 * How the rows of a batch are told apart: null for a batch whose rows all stay and stand for no other, as those of a batch
 * that never reached the index; a row's key is null when it stays in the same way. `ordinal` counts the rows of the batch.
 */
export type KeysOf = (header: BatchHeader) => ((row: string, ordinal: number) => string | null) | null;

/** Which rows of a batch are shown, by their ordinal in it; null when none is. */
export type ShownRows = (header: BatchHeader) => Promise<((ordinal: number) => boolean) | null>;

/**
 * A durable, ordered log of rows per topic and partition; topics belong to `scope.tenant`, another tenant's read as absent.
 * A message is one row; batches are written and recovered whole.
 */
export interface StreamLog {
  /** Tenants that have topics; for start-up only, when work left over is taken up. */
  tenants(): Promise<readonly string[]>;
  /**
   * Makes the topic, or answers the one that is there with its retention set anew; the number of partitions stays. Offsets begin at `start`: a topic made anew must not give out
   * offsets a consumer already has behind it.
   */
  createTopic(scope: Scope, topic: string, settings: TopicSettings, start?: Positions): Promise<Topic>;
  topic(scope: Scope, topic: string): Promise<Topic | null>;
  topics(scope: Scope): Promise<readonly string[]>;
  /** False when there was none (STR-07). */
  removeTopic(scope: Scope, topic: string): Promise<boolean>;
  /** @throws PlatformError 31/409 when the topic is not there */
  openBatch(scope: Scope, topic: string): Promise<BatchWriter>;
  /**
   * Stored messages from `offset` on, at most 100 (STR-06), of the rows that are shown: all when nothing is said.
   * @throws PlatformError 32 for a partition, offset or size outside what is kept
   */
  read(
    scope: Scope,
    topic: string,
    page: { readonly partition: number; readonly offset: number; readonly size: number },
    shown?: ShownRows,
  ): Promise<readonly StreamMessage[]>;
  /** Batches that begin at or beyond the positions, in the order they were acknowledged. */
  batches(scope: Scope, topic: string, positions: Positions): AsyncIterable<StoredBatch>;
  stats(scope: Scope, topic: string, positions: Positions): Promise<TopicStats>;
  /**
   * Removes what retention keeps no longer (STR-10): with Period messages older than `retention` ms, with Size the oldest while
   * the topic has more than `retention` bytes, with Applied all; in whole segments, and only what the
   * consumer has behind it; its positions are asked for when something is due.
   */
  prune(scope: Scope, topic: string, committed: () => Promise<Positions>, now: number): Promise<Removed>;
  /** Leaves of the rows of each key only the newest (STR-10); offsets stay as they are. Nothing that is not committed is touched. */
  compact(scope: Scope, topic: string, committed: Positions, keysOf: KeysOf): Promise<Removed>;
  close(): Promise<void>;
}
