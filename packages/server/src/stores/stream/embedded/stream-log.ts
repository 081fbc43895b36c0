import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { malformed } from '@datasarana/schema';
import type { Scope } from '../../../access/scope.ts';
import { folderName, nameOfFolder, namesIn, syncFolder } from '../../folder.ts';
import type {
  BatchWriter,
  KeysOf,
  Positions,
  Removed,
  ShownRows,
  StoredBatch,
  StreamLog,
  StreamMessage,
  Topic,
  TopicSettings,
  TopicStats,
} from '../port.ts';
import { noStream } from './no-stream.ts';
import { batchesOf, messagesOf } from './read-batches.ts';
import { rowsOf } from './rows.ts';
import { TopicLog } from './topic-log.ts';

const MAX_READ = 100;

/** The log on one machine: `folder/<tenant>/<topic>/<partition>/<first offset>.(log|batch)`. */
export class EmbeddedStreamLog implements StreamLog {
  readonly #folder: string;
  readonly #open = new Map<string, Promise<TopicLog>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  #path(scope: Scope, topic: string): string {
    return join(this.#folder, folderName(scope.tenant), folderName(topic));
  }

  async #find(scope: Scope, topic: string): Promise<TopicLog | null> {
    const path = this.#path(scope, topic);
    const known = this.#open.get(path);
    if (known) return known;
    if (!(await TopicLog.isTopic(path))) return null;
    return this.#opening(path, () => TopicLog.open(path));
  }

  #opening(path: string, make: () => Promise<TopicLog>): Promise<TopicLog> {
    const known = this.#open.get(path);
    if (known) return known;
    const opening = make();
    this.#open.set(path, opening);
    opening.catch(() => this.#open.delete(path));
    return opening;
  }

  async #get(scope: Scope, topic: string): Promise<TopicLog> {
    const log = await this.#find(scope, topic);
    if (!log) throw noStream(topic);
    return log;
  }

  async tenants(): Promise<readonly string[]> {
    return (await namesIn(this.#folder)).toSorted().map(nameOfFolder);
  }

  async createTopic(
    scope: Scope,
    topic: string,
    settings: TopicSettings,
    start: Positions = new Map(),
  ): Promise<Topic> {
    const there = await this.#find(scope, topic);
    if (there) {
      await there.configure(settings);
      return there.topic;
    }
    const path = this.#path(scope, topic);
    const log = await this.#opening(path, async () => {
      await mkdir(path, { recursive: true });
      await syncFolder(join(path, '..'));
      const partitions = Math.min(64, Math.max(1, Math.trunc(settings.partitions)));
      const made = {
        ...settings,
        partitions,
        replicas: 1,
        requestedReplicas: settings.replicas,
        topic,
        ts: Date.now(),
      };
      return TopicLog.create(path, made, start);
    });
    return log.topic;
  }

  async topic(scope: Scope, topic: string): Promise<Topic | null> {
    return (await this.#find(scope, topic))?.topic ?? null;
  }

  async topics(scope: Scope): Promise<readonly string[]> {
    const folder = join(this.#folder, folderName(scope.tenant));
    const names = await namesIn(folder);
    const kept: string[] = [];
    for (const name of names.toSorted()) {
      if (await TopicLog.isTopic(join(folder, name))) kept.push(nameOfFolder(name));
    }
    return kept;
  }

  async removeTopic(scope: Scope, topic: string): Promise<boolean> {
    const log = await this.#find(scope, topic);
    if (!log) return false;
    this.#open.delete(this.#path(scope, topic));
    await log.remove();
    return true;
  }

  async openBatch(scope: Scope, topic: string): Promise<BatchWriter> {
    return (await this.#get(scope, topic)).openBatch();
  }

  async read(
    scope: Scope,
    topic: string,
    page: { readonly partition: number; readonly offset: number; readonly size: number },
    shown: ShownRows = async () => () => true,
  ): Promise<readonly StreamMessage[]> {
    const log = await this.#get(scope, topic);
    const partition = log.partitions[page.partition];
    if (!partition) throw malformed(`partition: ${page.partition} is not one of 0 to ${log.partitions.length - 1}.`);
    if (!(page.size >= 1 && page.size <= MAX_READ)) {
      throw malformed(`size: ${page.size} is not between 1 and ${MAX_READ}.`);
    }
    const { first, next } = partition;
    if (!(page.offset >= first && page.offset <= next)) {
      const kept = first === next ? `of which nothing is kept; its next row has ${next}` : `${first} to ${next - 1}`;
      throw malformed(`offset: ${page.offset} is outside of partition ${page.partition}, ${kept}.`);
    }
    const messages: StreamMessage[] = [];
    for await (const { base, batch, reader } of partition.batchesAt(page.offset)) {
      const { header } = await reader.commitRecord(batch);
      const isShown = await shown(header);
      if (isShown === null) continue;
      const about = { partition: partition.number, batch: header.batch, ts: header.ts, format: header.format };
      for await (const row of messagesOf(reader, batch, base, page.offset, rowsOf(header.format))) {
        if (!isShown(row.offset - base)) continue;
        messages.push({ ...about, ...row });
        if (messages.length === page.size) return messages;
      }
    }
    return messages;
  }

  async *batches(scope: Scope, topic: string, positions: Positions): AsyncGenerator<StoredBatch> {
    const log = await this.#find(scope, topic);
    if (log) yield* batchesOf(log.partitions, positions);
  }

  async stats(scope: Scope, topic: string, positions: Positions): Promise<TopicStats> {
    const { topic: made, partitions } = await this.#get(scope, topic);
    const rows = partitions.map((partition) => {
      const committed = positions.get(partition.number) ?? 0;
      return {
        partition: partition.number,
        first_offset: partition.first,
        last_offset: partition.next - 1,
        committed,
        lag: partition.next - committed,
        bytes: partition.bytes,
      };
    });
    return {
      topic,
      replicas: made.replicas,
      requested_replicas: made.requestedReplicas,
      partitions: rows,
      messages: rows.reduce((sum, row) => sum + row.last_offset + 1 - row.first_offset, 0),
      lag: rows.reduce((sum, row) => sum + row.lag, 0),
      bytes: rows.reduce((sum, row) => sum + row.bytes, 0),
    };
  }

  async prune(scope: Scope, topic: string, committed: () => Promise<Positions>, now: number): Promise<Removed> {
    return (await this.#get(scope, topic)).prune(committed, now);
  }

  async compact(scope: Scope, topic: string, committed: Positions, keysOf: KeysOf): Promise<Removed> {
    return (await this.#get(scope, topic)).compact(committed, keysOf);
  }

  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    for (const log of open) await (await log).close();
  }
}
