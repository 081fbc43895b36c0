import {
  type Hit,
  pageBehind,
  pagedOrder,
  type Snapshot,
  type WriteOperation,
  type WriteRefused,
  type WriteResult,
} from '@datasarana/engine';
import type { SearchRequest } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { infosNamed, type OsCall } from '../call.ts';
import { onShards } from '../shard-failures.ts';
import { shardsOf } from '../shards.ts';
import type { Task } from '../tasks/task.ts';
import type { Progress } from './progress.ts';

/** What is done with every document of a query. */
export interface Walk {
  readonly names: readonly string[];
  readonly request: SearchRequest;
  /** Those of the names whose documents are not shown. */
  readonly withheld?: readonly string[];
  /** Whether documents come as they were sent, whatever their mapping leaves out of what is shown. */
  readonly whole?: boolean;
  /** Documents per batch. */
  readonly size: number;
  /** Documents after which it is enough. */
  readonly most: number;
  readonly proceeds: boolean;
  /** The index a hit is written to, and how. */
  readonly write: (hit: Hit) => Promise<{
    readonly index: string;
    readonly operation: WriteOperation;
    /** Why it is not written at all. */
    readonly refused?: PlatformError;
  }>;
}

type Documents = OsCall['documents'];

/** Pages of one index after the other, or by an order of all of them together. */
export async function* pages(
  snapshot: Pick<Snapshot, 'search'>,
  walk: Pick<Walk, 'names' | 'request' | 'size' | 'withheld' | 'whole'>,
  signal: AbortSignal,
): AsyncGenerator<readonly Hit[]> {
  const { names, request, size, withheld = [], whole = false } = walk;
  const limits = { signal, withheld, whole };
  if (request.sort.length > 0 && names.length > 1) {
    for (let from = 0; ; from += size) {
      const { hits } = await snapshot.search(names, { ...request, from, size }, limits);
      if (hits.hits.length === 0) return;
      yield hits.hits;
    }
  }
  const sort = pagedOrder(request.sort);
  for (const name of names) {
    let asked: SearchRequest = { ...request, size, sort };
    for (;;) {
      const { hits } = await snapshot.search([name], asked, limits);
      yield hits.hits;
      const last = hits.hits.at(-1)?.sort;
      if (last === undefined || hits.hits.length < size) break;
      asked = pageBehind(asked, last);
    }
  }
}

/** Batches of that many hits, whichever indexes they are of. */
async function* filled(found: AsyncIterable<readonly Hit[]>, size: number): AsyncGenerator<readonly Hit[]> {
  let batch: Hit[] = [];
  for await (const page of found) {
    for (const hit of page) {
      batch.push(hit);
      if (batch.length < size) continue;
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

const OUTCOMES = {
  created: 'created',
  updated: 'updated',
  deleted: 'deleted',
  noop: 'noops',
  not_found: 'noops',
} as const;

function note(written: WriteResult | WriteRefused, index: string, proceeds: boolean, progress: Progress): void {
  const { counts } = progress;
  if (!('error' in written)) {
    counts[OUTCOMES[written.result]]++;
    return;
  }
  const isConflict = written.error.detail.openSearch?.type === 'version_conflict_engine_exception';
  if (isConflict) counts.conflicts++;
  if (!isConflict || !proceeds) progress.refused(index, written.id, written.error);
}

/** Writes a batch, the documents of each index together. @returns whether the walk may go on */
async function writeBatch(documents: Documents, hits: readonly Hit[], walk: Walk, progress: Progress) {
  const byIndex = new Map<string, WriteOperation[]>();
  for (const hit of hits) {
    const { index, operation, refused } = await walk.write(hit);
    if (refused !== undefined) {
      progress.refused(index, operation.id, refused);
      continue;
    }
    const known = byIndex.get(index);
    if (known === undefined) byIndex.set(index, [operation]);
    else known.push(operation);
  }
  progress.counts.batches++;
  for (const [index, operations] of byIndex) {
    for (const written of await documents.write(index, operations)) note(written, index, walk.proceeds, progress);
  }
  return progress.failures.length === 0;
}

/** Documents that count for how many are enough: a conflict leaves its place to the next one. */
const handled = ({ counts: { updated, created, deleted, noops } }: Progress): number =>
  updated + created + deleted + noops;

/**
 * Takes every document of a query, as it was when the work began, through `write`, batch by batch; ends early when the
 * task is cancelled, a document is refused, or there were enough.
 */
export async function walkThrough(call: OsCall, walk: Walk, progress: Progress, task: Task): Promise<void> {
  const { documents, services, scope } = call;
  const { counts } = progress;
  if (walk.names.length === 0) return;
  const snapshot = await services.search.snapshot(scope);
  const asked: Pick<Snapshot, 'search'> = {
    search: (names, ...how) => onShards(call, names, () => snapshot.search(names, ...how)),
  };
  try {
    const count = await asked.search(walk.names, { ...walk.request, size: 0, sort: [] }, { signal: task.signal });
    counts.total = Math.min(count.hits.total.value, walk.most);
    for await (const page of filled(pages(asked, walk, task.signal), walk.size)) {
      const hits = page.slice(0, walk.most - handled(progress));
      if (hits.length === 0) continue;
      const began = performance.now();
      const goesOn = await writeBatch(documents, hits, walk, progress);
      if (!goesOn || handled(progress) >= counts.total || task.signal.aborted) break;
      await progress.pace.wait(hits.length, performance.now() - began, task.signal);
      if (task.signal.aborted) break;
    }
  } catch (error) {
    if (!task.signal.aborted || error instanceof PlatformError) throw error;
  } finally {
    await snapshot.close();
  }
}

/** `slices`: a number, or as many as the smallest index has shards. */
export async function sliceCount(call: OsCall, names: readonly string[]): Promise<number> {
  const { slices = '1' } = call.query;
  if (slices !== 'auto') return Number(slices);
  const infos = await infosNamed(call, names);
  return Math.min(...infos.map(shardsOf), 1024);
}
