import type { Positions, Removed } from '../port.ts';
import type { Partition, Segment } from './partition.ts';

type Partitions = readonly Partition[];

export const bytesOf = (partitions: Partitions): number => partitions.reduce((sum, { bytes }) => sum + bytes, 0);

async function isOld(partition: Partition, oldest: number): Promise<boolean> {
  const last = partition.last;
  return last !== null && partition.first < partition.next && (await partition.newest({ ...last })) < oldest;
}

/** Whether a segment holds nothing but messages from before `oldest`, in epoch ms. */
export async function hasOld(partitions: Partitions, oldest: number): Promise<boolean> {
  for (const partition of partitions) {
    const [segment] = partition.closed(partition.next);
    if (segment ? (await partition.newest(segment)) < oldest : await isOld(partition, oldest)) return true;
  }
  return false;
}

/** Removes segments of nothing but messages from before `oldest`, as far as they are committed. */
export async function pruneAge(partitions: Partitions, committed: Positions, oldest: number): Promise<Removed> {
  const removed = { messages: 0, bytes: 0 };
  for (const partition of partitions) {
    const position = committed.get(partition.number) ?? 0;
    if (position >= partition.next && (await isOld(partition, oldest))) await partition.roll();
    const old: Segment[] = [];
    for (const segment of partition.closed(position)) {
      if ((await partition.newest(segment)) >= oldest) break;
      old.push(segment);
    }
    removed.bytes += old.reduce((sum, { bytes }) => sum + bytes, 0);
    removed.messages += await partition.drop(old);
  }
  return removed;
}

/** The oldest segment of the fullest partition goes, until all have `most` bytes; what is not committed stays. */
export async function pruneSize(partitions: Partitions, committed: Positions, most: number): Promise<Removed> {
  const removed = { messages: 0, bytes: 0 };
  while (bytesOf(partitions) > most) {
    const fullest = [...partitions].sort((a, b) => b.bytes - a.bytes);
    const found = fullest
      .map((partition) => ({ partition, segment: partition.closed(committed.get(partition.number) ?? 0)[0] }))
      .find(({ segment }) => segment !== undefined);
    if (!found?.segment) break;
    removed.bytes += found.segment.bytes;
    removed.messages += await found.partition.drop([found.segment]);
  }
  return removed;
}

/** Whether no partition holds a message. */
export const isEmpty = (partitions: Partitions): boolean => partitions.every(({ first, next }) => first === next);

/** Removes all that is committed. */
export async function pruneApplied(partitions: Partitions, committed: Positions): Promise<Removed> {
  const removed = { messages: 0, bytes: 0 };
  for (const partition of partitions) {
    const position = committed.get(partition.number) ?? 0;
    if (position >= partition.next) await partition.roll();
    const applied = partition.closed(position);
    removed.bytes += applied.reduce((sum, { bytes }) => sum + bytes, 0);
    removed.messages += await partition.drop(applied);
  }
  return removed;
}
