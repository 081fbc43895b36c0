import { setImmediate } from 'node:timers/promises';
import {
  type DuckDBConnection,
  type DuckDBDataChunk,
  DuckDBMaterializedResult,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';

/** Chunks that are handed over in one go, which takes a tenth of a millisecond: others get their turn between those of a longer result. */
const CHUNKS_AT_ONCE = 16;

/**
 * The same result, whose chunks are handed over at once: they are in memory already, and the way to another thread and back for each takes
 * four times as long as its values.
 */
class HandedOver extends DuckDBMaterializedResult {
  readonly #count: number;
  #next = 0;

  constructor(result: DuckDBMaterializedResult) {
    // node-api keeps what it hands to DuckDB to itself
    super(Reflect.get(result, 'result'));
    this.#count = result.chunkCount;
  }

  override async fetchChunk(): Promise<DuckDBDataChunk | null> {
    if (this.#next > 0 && this.#next % CHUNKS_AT_ONCE === 0) await setImmediate();
    return this.#next < this.#count ? this.getChunk(this.#next++) : null;
  }
}

/** Runs one statement in as few ways to DuckDB's threads and back as there are: node-api's own `run` takes up to five. */
export async function runAtOnce(
  connection: DuckDBConnection,
  text: string,
  values: DuckDBValue[] | Record<string, DuckDBValue> = [],
  types?: DuckDBType[],
): Promise<DuckDBMaterializedResult> {
  if (Object.keys(values).length === 0) return new HandedOver(await connection.run(text));
  const prepared = await connection.prepare(text);
  try {
    prepared.bind(values, types);
    return new HandedOver(await prepared.run());
  } finally {
    prepared.destroySync();
  }
}
