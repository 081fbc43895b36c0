import type { Positions, StoredBatch } from '../port.ts';
import type { Partition } from './partition.ts';
import type { SegmentBatch, SegmentReader } from './segment.ts';

/** Batches at or beyond the positions, by sequence across partitions. */
export async function* batchesOf(partitions: readonly Partition[], positions: Positions): AsyncGenerator<StoredBatch> {
  const streams: { readonly found: AsyncGenerator<StoredBatch, void>; head: StoredBatch | null }[] = [];
  const step = async (found: AsyncGenerator<StoredBatch, void>): Promise<StoredBatch | null> =>
    (await found.next()).value ?? null;
  try {
    for (const partition of partitions) {
      const found = stored(partition, positions.get(partition.number) ?? 0);
      streams.push({ found, head: await step(found) });
    }
    for (;;) {
      const heads = streams.flatMap(({ head }) => head ?? []);
      const next = heads.reduce<StoredBatch | null>((min, b) => (!min || b.sequence < min.sequence ? b : min), null);
      if (!next) return;
      yield next;
      for (const stream of streams) if (stream.head === next) stream.head = await step(stream.found);
    }
  } finally {
    for (const stream of streams) await stream.found.return();
  }
}

async function* stored(partition: Partition, from: number): AsyncGenerator<StoredBatch, void> {
  for await (const { base, batch, reader } of partition.batches(from)) {
    const { sequence, header } = await reader.commitRecord(batch);
    yield {
      partition: partition.number,
      baseOffset: base,
      count: batch.count,
      sequence,
      header,
      payload: () => payloadOf(reader, batch),
    };
  }
}

async function* payloadOf(reader: SegmentReader, batch: SegmentBatch): AsyncGenerator<Buffer> {
  for await (const { at, head } of reader.blocks(batch)) yield (await reader.rows(at, head)).text;
}

/** Messages of one batch from `offset` on, as text of one row each. */
export async function* messagesOf(
  reader: SegmentReader,
  batch: SegmentBatch,
  base: number,
  offset: number,
  split: (block: string) => readonly string[],
): AsyncGenerator<{ readonly offset: number; readonly value: string }> {
  let first = base;
  for await (const { at, head } of reader.blocks(batch)) {
    if (first + head.rows > offset) {
      const { text, kept } = await reader.rows(at, head);
      for (const [i, value] of split(text.toString('utf8')).entries()) {
        const found = first + (kept?.[i] ?? i);
        if (found >= offset) yield { offset: found, value };
      }
    }
    first += head.rows;
  }
}
