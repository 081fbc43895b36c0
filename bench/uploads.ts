import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';

/** Below what the platform takes in one upload. */
const MOST_BYTES = 900_000_000;
const BLOCK = 1 << 20;

/** Opens one upload of a file. */
type Opened = () => Readable;

/** A file as uploads: itself, or, when it is CSV too long for one, its pieces with its first line before each. */
export async function uploadsOf(file: string, most = MOST_BYTES): Promise<readonly Opened[]> {
  const { size } = await stat(file);
  if (size <= most) return [() => createReadStream(file, { highWaterMark: BLOCK })];
  const handle = await open(file);
  try {
    const behindLine = async (at: number): Promise<number> => {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(BLOCK), position: at });
      const end = buffer.subarray(0, bytesRead).indexOf(10);
      return end < 0 ? size : at + end + 1;
    };
    const first = await behindLine(0);
    const cuts = [first];
    for (let at = first; at < size; cuts.push(at)) at = at + most >= size ? size : await behindLine(at + most - BLOCK);
    return cuts.slice(1).map((end, i) => () => piece(file, first, cuts[i] ?? first, end));
  } finally {
    await handle.close();
  }
}

function piece(file: string, head: number, start: number, end: number): Readable {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield* createReadStream(file, { end: head - 1 });
    yield* createReadStream(file, { start, end: end - 1, highWaterMark: BLOCK });
  }
  return Readable.from(bytes(), { objectMode: false, highWaterMark: BLOCK });
}
