import { DuckDBDataChunk, type DuckDBType } from '@duckdb/node-api';

/** Chunks that are kept: what a few bulks of usual size take, some megabytes. */
const MOST = 16;

/**
 * Chunks of the table that was written to last, to be filled again. Their memory is DuckDB's and nothing to V8, which lets go of chunks only
 * when it happens to collect the objects that stand for them.
 */
class ChunkPool {
  #types: readonly DuckDBType[] = [];
  #chunks: DuckDBDataChunk[] = [];

  /** A chunk without values, with room for so many rows. `types` are those of a table, always the same array. */
  take(types: readonly DuckDBType[], rows: number): DuckDBDataChunk {
    if (types !== this.#types) [this.#types, this.#chunks] = [types, []];
    const chunk = this.#chunks.pop() ?? DuckDBDataChunk.create(types);
    chunk.rowCount = rows;
    return chunk;
  }

  /** Gives a chunk back that nobody reads any more. */
  give(types: readonly DuckDBType[], chunk: DuckDBDataChunk): void {
    if (types !== this.#types || this.#chunks.length === MOST) return;
    chunk.reset();
    this.#chunks.push(chunk);
  }
}

export const chunkPool = new ChunkPool();
