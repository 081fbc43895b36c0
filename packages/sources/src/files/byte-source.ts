import { FileRefused } from '../refusal.ts';

/** A file whose bytes can be read anywhere: a `Blob` in the browser, a file handle in Node. */
export interface ByteSource {
  readonly size: number;
  /** Bytes from `from` up to, not including, `to`. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

export const DAMAGED_GZIP = 'The gzip archive is cut or damaged. Pack it again and send it once more.';

/** Bytes that are enough to tell a format. */
export const HEAD_BYTES = 64 * 1024;

const CHUNK_BYTES = 256 * 1024;

/** A file of the browser, read in pieces. */
export const blobSource = (blob: Blob): ByteSource => ({
  size: blob.size,
  read: async (from, to) => new Uint8Array(await blob.slice(from, to).arrayBuffer()),
});

/** The bytes of a stretch, one chunk after the other. */
export async function* bytesOf(
  source: ByteSource,
  from = 0,
  to = source.size,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let at = from; at < to; at += CHUNK_BYTES) yield source.read(at, Math.min(at + CHUNK_BYTES, to));
}

/** How browsers and Node say that something follows a packed stream: they read the first of several one behind another. */
const MORE_FOLLOWS = /trailing junk|junk found|unexpected input|extra bytes/i;

/**
 * Unpacks a stream; `format` as the platform's `DecompressionStream` names it. Of archives one behind another in one file it gives
 * the first. @throws FileRefused for gzip that is cut or damaged
 */
export async function* unpacked(
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>,
  format: 'gzip' | 'deflate-raw',
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const iterator = bytes[Symbol.asyncIterator]();
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.(undefined);
    },
  });
  const reader = source.pipeThrough(new DecompressionStream(format)).getReader();
  let isBegun = false;
  const next = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    try {
      const { value } = await reader.read();
      isBegun ||= value !== undefined;
      return value ?? null;
    } catch (cause) {
      if (format !== 'gzip' || cause instanceof FileRefused) throw cause;
      if (isBegun && cause instanceof Error && MORE_FOLLOWS.test(cause.message)) return null;
      throw new FileRefused('damaged', DAMAGED_GZIP, { cause });
    }
  };
  try {
    for (let value = await next(); value !== null; value = await next()) yield value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}
