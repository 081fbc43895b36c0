import { setImmediate } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';

/** Chunks that are handed over in one go, which takes a tenth of a millisecond: others get their turn between those of a longer result. */
const CHUNKS_AT_ONCE = 16;

/**
 * The same result, whose chunks are handed over at once: they are in memory already, and the way to another thread and back for each takes
 * four times as long as its values.
 */
function handedOver(result: DuckDBMaterializedResult): DuckDBMaterializedResult {
  const { chunkCount } = result;
  let next = 0;
  const fetchChunk = async () => {
    if (next > 0 && next % CHUNKS_AT_ONCE === 0) await setImmediate();
    return next < chunkCount ? result.getChunk(next++) : null;
  };
  return Object.create(result, { fetchChunk: { value: fetchChunk } });
}

/** Runs one statement in as few ways to DuckDB's threads and back as there are: node-api's own `run` takes up to five. */
export async function runAtOnce(
  connection: DuckDBConnection,
  text: string,
  values: DuckDBValue[] | Record<string, DuckDBValue> = [],
  types?: DuckDBType[],
): Promise<DuckDBMaterializedResult> {
  if (Object.keys(values).length === 0) return handedOver(await connection.run(text));
  const prepared = await connection.prepare(text);
  try {
    prepared.bind(values, types);
    return handedOver(await prepared.run());
  } finally {
    prepared.destroySync();
  }
}
