import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIn, syncFolder } from '../../folder.ts';
import { unlessMissing } from '../../unless-missing.ts';
import type {
  BatchHeader,
  BatchPlace,
  BatchWriter,
  KeysOf,
  Positions,
  Removed,
  Topic,
  TopicSettings,
} from '../port.ts';
import { BlockWriter } from './block-writer.ts';
import { compactPartitions } from './compaction.ts';
import { streamRemoved } from './no-stream.ts';
import { Partition } from './partition.ts';
import { bytesOf, hasOld, isEmpty, pruneAge, pruneApplied, pruneSize } from './retention.ts';

interface Waiting {
  readonly header: BatchHeader;
  readonly blocks: BlockWriter;
  readonly done: (place: BatchPlace) => void;
  readonly failed: (cause: unknown) => void;
}

const TOPIC_FILE = 'topic.json';

interface KeptTopic {
  readonly topic: Topic;
  /** First offset of each partition. */
  readonly start: readonly number[];
  /** Bytes the topic had after it was last compacted. */
  readonly compacted?: number;
}

/** Share of a topic that must be new before it is compacted again. */
const DIRTY_SHARE = 0.25;
const NOTHING: Removed = { messages: 0, bytes: 0 };

/** One topic: its partitions, and the queue that gives batches their offsets one after another. */
export class TopicLog {
  #kept: KeptTopic;
  readonly folder: string;
  readonly partitions: readonly Partition[];
  readonly #queue: Waiting[] = [];
  readonly #writing = new Set<BlockWriter>();
  #sequence: number;
  #working: Promise<void> | null = null;
  #isRemoved = false;

  private constructor(kept: KeptTopic, folder: string, partitions: readonly Partition[]) {
    this.#kept = kept;
    this.folder = folder;
    this.partitions = partitions;
    this.#sequence = Math.max(0, ...partitions.map((p) => p.lastSequence));
  }

  static async create(folder: string, topic: Topic, start: Positions): Promise<TopicLog> {
    await keep(folder, { topic, start: Array.from({ length: topic.partitions }, (_, i) => start.get(i) ?? 0) });
    return TopicLog.open(folder);
  }

  /** @throws Error when the folder holds no topic */
  static async open(folder: string): Promise<TopicLog> {
    const kept = JSON.parse(await readFile(join(folder, TOPIC_FILE), 'utf8')) as KeptTopic;
    const { topic, start } = kept;
    const partitions: Partition[] = [];
    for (let i = 0; i < topic.partitions; i++) {
      partitions.push(await Partition.open(join(folder, String(i)), i, start[i] ?? 0));
    }
    return new TopicLog(kept, folder, partitions);
  }

  /** False for what is no folder, too. @throws what keeps it from being looked for: such a topic is not missing */
  static async isTopic(folder: string): Promise<boolean> {
    const found = await unlessMissing(stat(folder));
    return found?.isDirectory() === true && (await namesIn(folder)).includes(TOPIC_FILE);
  }

  get topic(): Topic {
    return this.#kept.topic;
  }

  get #bytes(): number {
    return bytesOf(this.partitions);
  }

  /** Other retention from now on; partitions stay. */
  async configure({ compaction, limit, retention }: TopicSettings): Promise<void> {
    const { topic } = this.#kept;
    if (topic.compaction === compaction && topic.limit === limit && topic.retention === retention) return;
    await this.#keep({ ...this.#kept, topic: { ...topic, compaction, limit, retention } });
  }

  async #keep(kept: KeptTopic): Promise<void> {
    await keep(this.folder, kept);
    this.#kept = kept;
  }

  openBatch(): BatchWriter {
    const blocks = new BlockWriter(join(this.folder, '0', `${randomUUID()}.part`));
    this.#writing.add(blocks);
    return {
      write: (rows, count, taken) => this.#unlessRemoved(() => blocks.write(rows, count, taken)),
      commit: async (header) => {
        try {
          await this.#unlessRemoved(() => blocks.finish());
          return await this.#commit(header, blocks);
        } catch (cause) {
          await blocks.discard();
          throw cause;
        } finally {
          this.#writing.delete(blocks);
        }
      },
      abort: async () => {
        if (this.#writing.delete(blocks)) await blocks.discard();
      },
    };
  }

  /** Where this topic was, another one may be by now: nothing is written there any more. @throws PlatformError 31/409 */
  async #unlessRemoved(write: () => Promise<void>): Promise<void> {
    await write().catch((cause: unknown) => {
      throw this.#isRemoved ? streamRemoved(this.topic.topic, cause) : cause;
    });
    if (this.#isRemoved) throw streamRemoved(this.topic.topic);
  }

  #commit(header: BatchHeader, blocks: BlockWriter): Promise<BatchPlace> {
    return new Promise((done, failed) => {
      this.#queue.push({ header, blocks, done, failed });
      this.#start();
    });
  }

  #start(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
    });
  }

  /** Runs while nothing is appended. */
  async #exclusive<T>(work: () => Promise<T>): Promise<T> {
    while (this.#working) await this.#working;
    const running = work();
    this.#working = running
      .then(
        () => {},
        () => {},
      )
      .finally(() => {
        this.#working = null;
        if (this.#queue.length > 0) this.#start();
      });
    return running;
  }

  /** Removes the segments retention keeps no longer, as far as they are committed. */
  async prune(committed: () => Promise<Positions>, now: number): Promise<Removed> {
    const { limit, retention } = this.topic;
    if (limit === 'Size' && this.#bytes > retention) {
      const positions = await committed();
      return this.#exclusive(() => pruneSize(this.partitions, positions, retention));
    }
    if (limit === 'Applied' && !isEmpty(this.partitions)) {
      const positions = await committed();
      return this.#exclusive(() => pruneApplied(this.partitions, positions));
    }
    if (limit === 'Period' && (await hasOld(this.partitions, now - retention))) {
      const positions = await committed();
      return this.#exclusive(() => pruneAge(this.partitions, positions, now - retention));
    }
    return NOTHING;
  }

  /** Compacts when much came in since the last time. */
  async compact(committed: Positions, keysOf: KeysOf): Promise<Removed> {
    const before = this.#bytes;
    const compacted = Math.min(this.#kept.compacted ?? 0, before);
    if (before - compacted <= before * DIRTY_SHARE) {
      if (compacted !== (this.#kept.compacted ?? 0)) await this.#keep({ ...this.#kept, compacted });
      return NOTHING;
    }
    await this.#exclusive(async () => {
      for (const partition of this.partitions) await partition.roll();
    });
    const removed = await compactPartitions(this.partitions, committed, keysOf);
    await this.#keep({ ...this.#kept, compacted: this.#bytes });
    return removed;
  }

  async #work(): Promise<void> {
    for (;;) {
      const head = this.#queue[0];
      if (!head) return;
      const large = this.#queue.findIndex((waiting) => waiting.blocks.file !== null);
      // small batches that wait together share one write and one sync
      const group = this.#queue.splice(0, large === 0 ? 1 : large === -1 ? this.#queue.length : large);
      try {
        const places = large === 0 ? [await this.#large(head)] : await this.#small(group);
        group.forEach((waiting, i) => {
          waiting.done(places[i] as BatchPlace);
        });
      } catch (cause) {
        for (const waiting of group) waiting.failed(cause);
      }
    }
  }

  async #small(group: readonly Waiting[]): Promise<BatchPlace[]> {
    const partition = this.#partitionFor(this.#sequence + 1);
    const commits = group.map(({ header, blocks }, i) => ({
      record: { sequence: this.#sequence + 1 + i, header },
      count: blocks.rows,
      frames: blocks.frames,
    }));
    const bases = await partition.append(commits);
    this.#sequence += group.length;
    return commits.map(({ record, count }, i) => ({
      partition: partition.number,
      baseOffset: bases[i] as number,
      count,
      sequence: record.sequence,
    }));
  }

  async #large({ header, blocks }: Waiting): Promise<BatchPlace> {
    const { file, path, bytes, rows } = blocks;
    if (!file) throw new Error('A large batch has a file.');
    const sequence = this.#sequence + 1;
    const partition = this.#partitionFor(sequence);
    const baseOffset = await partition.adopt(file, path, bytes, {
      record: { sequence, header },
      count: rows,
      frames: [],
    });
    this.#sequence = sequence;
    return { partition: partition.number, baseOffset, count: rows, sequence };
  }

  #partitionFor(sequence: number): Partition {
    return this.partitions[sequence % this.partitions.length] as Partition;
  }

  async close(): Promise<void> {
    await this.#working;
    for (const blocks of this.#writing) await blocks.discard();
    this.#writing.clear();
    for (const partition of this.partitions) await partition.close();
  }

  async remove(): Promise<void> {
    this.#isRemoved = true;
    await this.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function keep(folder: string, kept: KeptTopic): Promise<void> {
  const draft = join(folder, `${TOPIC_FILE}.part`);
  await writeFile(draft, JSON.stringify(kept, null, 2), { flush: true });
  await rename(draft, join(folder, TOPIC_FILE));
  await syncFolder(folder);
}
