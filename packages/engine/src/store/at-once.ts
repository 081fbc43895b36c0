import type { DuckDBConnection, DuckDBMaterializedResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';

/** Up to so many chunks are handed over in one go: others get their turn between those of a longer result. */
const FEW_CHUNKS = 4;

/**
 * The same result, whose chunks are handed over at once: they are in memory already, and the way to another thread and back takes as long
 * as a short statement.
 */
function handedOver(result: DuckDBMaterializedResult): DuckDBMaterializedResult {
  const { chunkCount } = result;
  if (chunkCount > FEW_CHUNKS) return result;
  let next = 0;
  const fetchChunk = async () => (next < chunkCount ? result.getChunk(next++) : null);
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
