import type { Scope } from '../../access/scope.ts';
import type { StoredBatch, StreamLog, TopicSettings } from './port.ts';

/** Answers a log over the same storage each time it is called. */
export type OpenLog = () => Promise<StreamLog>;

export const SETTINGS: TopicSettings = {
  partitions: 3,
  replicas: 2,
  compaction: 'Compact',
  limit: 'Period',
  retention: 604_800_000,
};

export const scopeOf = (tenant: string): Scope => ({
  cluster: 'c',
  tenant,
  user: 'u',
  roles: ['data engineer'],
  groups: [],
  requestId: 'r',
});

export const rowsFrom = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `{"id":"${name}-${i}"}`);

export async function put(log: StreamLog, scope: Scope, topic: string, name: string, rows: readonly string[], ts = 1) {
  const writer = await log.openBatch(scope, topic);
  if (rows.length > 0) await writer.write(Buffer.from(`${rows.join('\n')}\n`), rows.length);
  return writer.commit({ batch: name, format: 'ndjson', ts });
}

export async function textOf(batch: StoredBatch): Promise<string> {
  const blocks: Buffer[] = [];
  for await (const block of batch.payload()) blocks.push(block);
  return Buffer.concat(blocks).toString('utf8');
}

export async function namesOf(found: AsyncIterable<StoredBatch>): Promise<string[]> {
  const names: string[] = [];
  for await (const { header } of found) names.push(header.batch);
  return names;
}
