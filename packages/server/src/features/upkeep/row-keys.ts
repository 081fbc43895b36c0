import { lineOf, splitRows } from '@datasarana/sources';
import type { Scope } from '../../access/scope.ts';
import type { Services } from '../../services.ts';
import type { BatchHeader, KeysOf } from '../../stores/stream/port.ts';
import { BATCH_KIND, batchOf } from '../data/batch-record.ts';
import { type LogHeader, storedHeader } from '../data/batch-work.ts';

type KeyOf = (row: string, ordinal: number) => string | null;

const valueAt = (record: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Readonly<Record<string, unknown>>)[name] : undefined;
  }, record);

/**
 * What the key fields of a row hold, as text; two rows of the same text have the same key. Dates carry the format they are read
 * by, since the same text may mean another day in another file.
 */
function keyReader({ received }: LogHeader, keyFields: readonly string[]): KeyOf | null {
  if (received.format === 'ndjson') {
    return (row) => JSON.stringify(keyFields.map((path) => valueAt(JSON.parse(row), path) ?? null));
  }
  const places = keyFields.map((path) => received.columns.findIndex(({ field }) => field === path));
  if (places.includes(-1)) return null;
  const formats = places.map((at) => received.columns[at]?.dateFormat ?? '');
  return (row) => {
    const cells = splitRows(row, received.delimiter, 1).rows[0] ?? [];
    return JSON.stringify([places.map((at) => cells[at] ?? ''), formats]);
  };
}

type Stores = Pick<Services, 'search' | 'records' | 'stream'>;

const NONE: ReadonlySet<number> = new Set();

/** Whether the rows of a batch are in the index: one that failed, was cancelled or undone stands for no other row. */
async function isStored({ records }: Stores, scope: Scope, batch: string): Promise<boolean> {
  const record = await records.get(scope, BATCH_KIND, batch);
  return record !== null && batchOf(record).state === 'done';
}

/**
 * How compaction tells the rows of a topic apart (STR-10): by the template's key fields. Rows that were refused, and those of batches that
 * are not in the index, have no key: they stay and stand for no other. Null without key fields: each row is a record of its own.
 */
export async function rowKeys(stores: Stores, scope: Scope, topic: string): Promise<KeysOf | null> {
  const definition = await stores.search.definition(scope, topic);
  if (!definition || definition.keyFields.length === 0) return null;
  const stored = new Map<string, ReadonlySet<number>>();
  for await (const { header } of stores.stream.batches(scope, topic, new Map())) {
    const { batch } = header;
    if (stored.has(batch) || !(await isStored(stores, scope, batch))) continue;
    stored.set(batch, new Set(await stores.search.refusedLines(scope, topic, batch)));
  }
  return (header: BatchHeader) => {
    const log = storedHeader(header);
    const known = stored.get(header.batch);
    const refused = log.filled ? known && NONE : known;
    const keyOf = refused && keyReader(log, definition.keyFields);
    if (!keyOf) return null;
    return (row, ordinal) => (refused.has(lineOf(log.received.lines, ordinal)) ? null : keyOf(row, ordinal));
  };
}
