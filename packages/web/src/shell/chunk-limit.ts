/** Time a screen's code is given to arrive (RTE-14). */
export const chunkLimit = 120_000;

export class ChunkLate extends Error {
  constructor(what: string) {
    super(`${what} did not arrive within ${chunkLimit / 1000} seconds`);
    this.name = 'ChunkLate';
  }
}

/** Resolves with the chunk or rejects with ChunkLate after the limit. */
export function withinLimit<T>(chunk: Promise<T>, what: string, limit = chunkLimit): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLate(what)), limit);
  });
  return Promise.race([chunk, late]).finally(() => clearTimeout(timer));
}
