import { type FileHandle, mkdir, open, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../../folder.ts';
import { packedFrame } from './frame.ts';
import { type CommitRecord, type SegmentBatch, SegmentReader } from './segment.ts';

/** `log` = grows by small batches, verified at open. `batch` = one large batch, on disk before it got its name. */
type SegmentType = 'log' | 'batch';

export interface Segment {
  readonly base: number;
  readonly type: SegmentType;
  readonly path: string;
  bytes: number;
  /** Time of its newest batch in epoch ms, once it was looked up. */
  newest?: number;
}

export interface PendingCommit {
  readonly record: CommitRecord;
  readonly count: number;
  /** Frames of a small batch. */
  readonly frames: readonly Buffer[];
}

const ROLL_BYTES = 16 * 1024 * 1024;
const NAME = /^(\d{20})\.(log|batch)$/;
const PART = /\.part$/;

/** One partition: segment files named by the offset of their first message. */
export class Partition {
  readonly folder: string;
  readonly number: number;
  readonly #segments: Segment[];
  #active: FileHandle | null = null;
  next: number;
  lastSequence: number;

  private constructor(folder: string, number: number, segments: Segment[], start: number) {
    this.folder = folder;
    this.number = number;
    this.#segments = segments;
    this.next = start;
    this.lastSequence = 0;
  }

  /** Opens what is there: leftovers of batches never committed go, a torn tail is cut off. */
  static async open(folder: string, number: number, start = 0): Promise<Partition> {
    await mkdir(folder, { recursive: true });
    const segments: Segment[] = [];
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const match = NAME.exec(name);
      if (PART.test(name)) await rm(path, { force: true });
      else if (match) {
        const type = match[2] === 'log' ? 'log' : 'batch';
        segments.push({ base: Number(match[1]), type, path, bytes: (await stat(path)).size });
      }
    }
    // a log of batches without rows may share its base with the batch file that came after it
    segments.sort((a, b) => a.base - b.base || (a.type === 'log' ? -1 : 1));
    const partition = new Partition(folder, number, segments, start);
    await partition.#recover();
    return partition;
  }

  get first(): number {
    return this.#segments[0]?.base ?? this.next;
  }

  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes, 0);
  }

  async #recover(): Promise<void> {
    for (;;) {
      const last = this.#segments.at(-1);
      if (!last) return;
      this.next = last.base;
      const found = await this.#lastBatch(last);
      if (found) {
        this.lastSequence = found.sequence;
        return;
      }
      // an empty log file keeps the next offset; the sequence is then that of the segment before
      if (last.type === 'log' && this.#segments.length === 1) return;
      // a batch file was whole before it got its name: without its end it is damaged, not torn, and worth keeping
      if (last.type === 'batch') await rename(last.path, `${last.path}.damaged`);
      else await rm(last.path);
      this.#segments.pop();
    }
  }

  async #lastBatch(segment: Segment): Promise<CommitRecord | null> {
    const reader = await SegmentReader.open(segment.path);
    try {
      let last: SegmentBatch | null = null;
      for await (const batch of reader.batches(segment.type === 'log')) {
        last = batch;
        this.next += batch.count;
      }
      const end = last?.end ?? 0;
      if (end < reader.size) await truncate(segment.path, end);
      segment.bytes = end;
      return last && (await reader.commitRecord(last));
    } finally {
      await reader.close();
    }
  }

  /** Writes small batches behind each other and syncs once; all or none are kept. Answers their base offsets. */
  async append(commits: readonly PendingCommit[]): Promise<readonly number[]> {
    const file = await this.#activeFile();
    const segment = this.#segments.at(-1) as Segment;
    const bytes = Buffer.concat(
      commits.flatMap((c) => [...c.frames, packedFrame('commit', Buffer.from(JSON.stringify(c.record)), c.count)]),
    );
    try {
      await writeAll(file, bytes, segment.bytes);
      await file.sync();
    } catch (cause) {
      await file.truncate(segment.bytes);
      throw new Error('The stream could not be written; is the disk full?', { cause });
    }
    segment.bytes += bytes.length;
    return commits.map((commit) => this.#took(commit));
  }

  /** Gives a large batch, already in its own file, its offset: the commit frame, sync, name, sync of the folder. */
  async adopt(part: FileHandle, path: string, at: number, commit: PendingCommit): Promise<number> {
    const frame = packedFrame('commit', Buffer.from(JSON.stringify(commit.record)), commit.count);
    await writeAll(part, frame, at);
    await part.sync();
    await part.close();
    await this.#closeActive();
    const final = join(this.folder, `${String(this.next).padStart(20, '0')}.batch`);
    await rename(path, final);
    await syncFolder(this.folder);
    this.#segments.push({ base: this.next, type: 'batch', path: final, bytes: at + frame.length });
    return this.#took(commit);
  }

  #took(commit: PendingCommit): number {
    const base = this.next;
    this.next += commit.count;
    this.lastSequence = commit.record.sequence;
    return base;
  }

  async #activeFile(): Promise<FileHandle> {
    const last = this.#segments.at(-1);
    if (last?.type === 'log' && (last.bytes < ROLL_BYTES || last.base === this.next)) {
      this.#active ??= await open(last.path, 'r+');
      return this.#active;
    }
    await this.#closeActive();
    return this.#begin();
  }

  async #begin(): Promise<FileHandle> {
    const path = join(this.folder, `${String(this.next).padStart(20, '0')}.log`);
    this.#active = await open(path, 'w+');
    await syncFolder(this.folder);
    this.#segments.push({ base: this.next, type: 'log', path, bytes: 0 });
    return this.#active;
  }

  async #closeActive(): Promise<void> {
    await this.#active?.close();
    this.#active = null;
  }

  get last(): Segment | null {
    return this.#segments.at(-1) ?? null;
  }

  /** Segments nothing is appended to any more, whose messages all stand before `committed`. */
  closed(committed: number): readonly Segment[] {
    return this.#segments.filter((segment, i) => {
      const following = this.#segments[i + 1];
      if (!following) return segment.type === 'batch' && this.next <= committed;
      return following.base <= committed;
    });
  }

  /** Time of the newest batch of a closed segment. */
  async newest(segment: Segment): Promise<number> {
    if (segment.newest !== undefined) return segment.newest;
    const reader = await SegmentReader.open(segment.path);
    try {
      let last: SegmentBatch | null = null;
      for await (const batch of reader.batches(false)) last = batch;
      segment.newest = last ? (await reader.commitRecord(last)).header.ts : 0;
      return segment.newest;
    } finally {
      await reader.close();
    }
  }

  /** Closes the segment that is appended to, so that it can be pruned; nothing may be appended meanwhile. */
  async roll(): Promise<void> {
    const last = this.#segments.at(-1);
    if (!last || last.base === this.next) return;
    await this.#closeActive();
    await this.#begin();
  }

  /** Removes the oldest segments. @returns the messages they held */
  async drop(oldest: readonly Segment[]): Promise<number> {
    const before = this.first;
    for (const segment of oldest) {
      if (this.#segments[0] !== segment) throw new Error('Only the oldest segments can be removed.');
      if (this.#segments.length === 1) await this.#begin();
      this.#segments.shift();
      await rm(segment.path, { force: true });
    }
    await syncFolder(this.folder);
    return this.first - before;
  }

  /** Puts a file written anew in the place of a closed segment. */
  async replace(segment: Segment, path: string, bytes: number): Promise<void> {
    await rename(path, segment.path);
    await syncFolder(this.folder);
    segment.bytes = bytes;
  }

  /** Committed batches with a base offset at or beyond `from`, in order. The reader is closed behind each segment. */
  async *batches(
    from: number,
  ): AsyncGenerator<{ readonly base: number; readonly batch: SegmentBatch; readonly reader: SegmentReader }> {
    const until = this.next;
    for (const [i, segment] of [...this.#segments].entries()) {
      const following = this.#segments[i + 1];
      if (following && following.base < from) continue;
      yield* this.#segmentBatches(segment, from, until);
    }
  }

  /** Batches that hold messages from `offset` on. */
  async *batchesAt(
    offset: number,
  ): AsyncGenerator<{ readonly base: number; readonly batch: SegmentBatch; readonly reader: SegmentReader }> {
    const index = this.#segments.findLastIndex((segment) => segment.base <= offset);
    const until = this.next;
    for (const segment of this.#segments.slice(Math.max(0, index))) {
      for await (const found of this.#segmentBatches(segment, 0, until)) {
        if (found.base + found.batch.count > offset) yield found;
      }
    }
  }

  async *#segmentBatches(
    segment: Segment,
    from: number,
    until: number,
  ): AsyncGenerator<{ readonly base: number; readonly batch: SegmentBatch; readonly reader: SegmentReader }> {
    const reader = await this.#reader(segment);
    if (!reader) return;
    try {
      let base = segment.base;
      for await (const batch of reader.batches(false)) {
        if (base + batch.count > until) return;
        if (base >= from) yield { base, batch, reader };
        base += batch.count;
      }
    } finally {
      await reader.close();
    }
  }

  /** Null when retention took the segment away in the meantime. */
  async #reader(segment: Segment): Promise<SegmentReader | null> {
    try {
      return await SegmentReader.open(segment.path);
    } catch (cause) {
      if (this.#segments.includes(segment)) throw cause;
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#closeActive();
  }
}

/** `FileHandle.write` may write less than asked. */
export async function writeAll(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  let done = 0;
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
    done += bytesWritten;
  }
}
