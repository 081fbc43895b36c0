import { bulkSeconds, call, type Door, flightsNdjson } from './door.ts';

/** A real OpenSearch at `BENCH_OPENSEARCH` or on 9200; null when none answers. */
export async function opensearchDoor(): Promise<Door | null> {
  const door = { url: process.env.BENCH_OPENSEARCH ?? 'http://127.0.0.1:9200', headers: {} };
  const answers = await fetch(`${door.url}/_cluster/health`).then(
    (answer) => answer.ok,
    () => false,
  );
  return answers ? door : null;
}

/** Seconds a real OpenSearch takes for the same rows by `_bulk`, refreshed; null when none answers. */
export async function opensearchSeconds(csv: string): Promise<number | null> {
  const door = await opensearchDoor();
  if (door === null) return null;
  const seconds = await bulkSeconds(door, 'bench-flights', await flightsNdjson(csv));
  await call(door, 'DELETE', '/bench-flights');
  return seconds;
}

/** What an index of its takes on disk, in MB. */
export async function opensearchDiskMb(door: Door, index: string): Promise<number> {
  await call(door, 'POST', `/${index}/_flush`);
  const stats = await call<{
    readonly _all: { readonly total: { readonly store: { readonly size_in_bytes: number } } };
  }>(door, 'GET', `/${index}/_stats`);
  return stats._all.total.store.size_in_bytes / 1e6;
}
