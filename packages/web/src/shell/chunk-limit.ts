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

/** A screen's code that cannot be fetched because the platform does not answer. */
export class ChunkLost extends Error {
  constructor(what: string) {
    super(`${what} could not be loaded: the platform does not answer`);
    this.name = 'ChunkLost';
  }
}

/** Whether the platform answers at all just now. */
export const platformAnswers = (): Promise<boolean> =>
  fetch('/health/ready', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/**
 * The code of a screen, or why it did not come. The router reloads the page for code that is gone, as after an upgrade; without a
 * platform behind it that would end in the browser's own error page, so then the screen says ChunkLost and the page stays.
 */
export async function arrived<T>(chunk: Promise<T>, what: string, isUp = platformAnswers): Promise<T> {
  try {
    return await withinLimit(chunk, what);
  } catch (error) {
    if (error instanceof ChunkLate || (await isUp())) throw error;
    throw new ChunkLost(what);
  }
}
