import { type FileHandle, open, rm } from 'node:fs/promises';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { BatchHeader, KeysOf, Positions, Removed } from '../port.ts';
import { FRAME_HEAD, type FrameHead, sparseFrame } from './frame.ts';
import { type Partition, type Segment, writeAll } from './partition.ts';
import { rowsOf } from './rows.ts';
import { type SegmentBatch, SegmentReader } from './segment.ts';

/** The newest row of every key, kept on disk beside memory: a topic has more keys than memory holds. */
class LatestRows {
  readonly #db = new DatabaseSync('');
  readonly #note: StatementSync;
  readonly #find: StatementSync;

  constructor() {
    this.#db.exec(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -32000;
      CREATE TABLE latest (key TEXT PRIMARY KEY, sequence INTEGER, row INTEGER) WITHOUT ROWID; BEGIN`);
    this.#note = this.#db.prepare(`INSERT INTO latest VALUES (?, ?, ?) ON CONFLICT (key) DO UPDATE
      SET sequence = excluded.sequence, row = excluded.row
      WHERE (excluded.sequence, excluded.row) > (latest.sequence, latest.row)`);
    this.#find = this.#db.prepare('SELECT 1 FROM latest WHERE key = ? AND sequence = ? AND row = ?');
  }

  note(key: string, sequence: number, row: number): void {
    this.#note.run(key, sequence, row);
  }

  isLatest(key: string, sequence: number, row: number): boolean {
    return this.#find.get(key, sequence, row) !== undefined;
  }

  close(): void {
    this.#db.close();
  }
}

type KeyOf = (row: string, ordinal: number) => string | null;

interface BlockOfBatch {
  readonly at: number;
  readonly head: FrameHead;
  /** Number of the block's first row inside the batch. */
  readonly first: number;
  readonly rows: readonly string[];
  /** Number of each row inside the block as it was written. */
  readonly numbers: readonly number[];
}

async function* blocksOf(
  reader: SegmentReader,
  batch: SegmentBatch,
  header: BatchHeader,
): AsyncGenerator<BlockOfBatch> {
  const split = rowsOf(header.format);
  let first = 0;
  for await (const { at, head } of reader.blocks(batch)) {
    const { text, kept } = await reader.rows(at, head);
    const rows = split(text.toString('utf8'));
    yield { at, head, first, rows, numbers: kept ?? rows.map((_, i) => i) };
    first += head.rows;
  }
}

async function noteRows(partition: Partition, until: number, keysOf: KeysOf, latest: LatestRows): Promise<void> {
  for await (const { base, batch, reader } of partition.batches(partition.first)) {
    if (base + batch.count > until) return;
    const { sequence, header } = await reader.commitRecord(batch);
    const keyOf = keysOf(header);
    if (!keyOf) continue;
    for await (const { first, rows, numbers } of blocksOf(reader, batch, header)) {
      rows.forEach((row, i) => {
        const ordinal = first + (numbers[i] ?? i);
        const key = keyOf(row, ordinal);
        if (key !== null) latest.note(key, sequence, ordinal);
      });
    }
  }
}

/** Writes a segment anew, frame by frame, without the rows a newer one of the same key stands for. */
class Rewriting {
  readonly #reader: SegmentReader;
  readonly #file: FileHandle;
  readonly #latest: LatestRows;
  bytes = 0;
  messages = 0;

  constructor(reader: SegmentReader, file: FileHandle, latest: LatestRows) {
    this.#reader = reader;
    this.#file = file;
    this.#latest = latest;
  }

  async batch(batch: SegmentBatch, keysOf: KeysOf): Promise<void> {
    const { sequence, header } = await this.#reader.commitRecord(batch);
    const keyOf = keysOf(header);
    for await (const block of blocksOf(this.#reader, batch, header)) await this.#block(block, sequence, keyOf);
    await this.#put(await this.#reader.bytes(batch.commitAt, batch.end - batch.commitAt));
  }

  async #block({ at, head, first, rows, numbers }: BlockOfBatch, sequence: number, keyOf: KeyOf | null): Promise<void> {
    const staying = rows.flatMap((row, i) => {
      const ordinal = first + (numbers[i] ?? i);
      const key = keyOf?.(row, ordinal) ?? null;
      return key === null || this.#latest.isLatest(key, sequence, ordinal) ? [i] : [];
    });
    if (staying.length === rows.length) {
      await this.#put(await this.#reader.bytes(at, FRAME_HEAD + head.stored));
      return;
    }
    this.messages += rows.length - staying.length;
    const text = staying.map((i) => `${rows[i]}\n`).join('');
    const kept = staying.map((i) => numbers[i] ?? i);
    await this.#put(sparseFrame(kept, Buffer.from(text, 'utf8'), head.rows));
  }

  async #put(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes, this.bytes);
    this.bytes += bytes.length;
  }
}

async function rewrite(partition: Partition, segment: Segment, keysOf: KeysOf, latest: LatestRows): Promise<Removed> {
  const part = `${segment.path}.part`;
  const reader = await SegmentReader.open(segment.path);
  const file = await open(part, 'w');
  try {
    const rewriting = new Rewriting(reader, file, latest);
    for await (const batch of reader.batches(false)) await rewriting.batch(batch, keysOf);
    if (rewriting.messages === 0) return { messages: 0, bytes: 0 };
    await file.sync();
    const before = segment.bytes;
    await partition.replace(segment, part, rewriting.bytes);
    return { messages: rewriting.messages, bytes: before - rewriting.bytes };
  } finally {
    await file.close();
    await reader.close();
    await rm(part, { force: true });
  }
}

/**
 * Leaves of the rows of each key only the newest (STR-10), in all segments that nothing is appended to and that the
 * consumer has behind it. Two passes: which row is the newest, then each segment anew; a crash leaves whole files.
 */
export async function compactPartitions(
  partitions: readonly Partition[],
  committed: Positions,
  keysOf: KeysOf,
): Promise<Removed> {
  const latest = new LatestRows();
  const removed = { messages: 0, bytes: 0 };
  try {
    for (const partition of partitions) {
      await noteRows(partition, committed.get(partition.number) ?? 0, keysOf, latest);
    }
    for (const partition of partitions) {
      for (const segment of partition.closed(committed.get(partition.number) ?? 0)) {
        const { messages, bytes } = await rewrite(partition, segment, keysOf, latest);
        removed.messages += messages;
        removed.bytes += bytes;
      }
    }
  } finally {
    latest.close();
  }
  return removed;
}
