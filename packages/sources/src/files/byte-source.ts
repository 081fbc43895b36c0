/** A file whose bytes can be read anywhere: a `Blob` in the browser, a file handle in Node. */
export interface ByteSource {
  readonly size: number;
  /** Bytes from `from` up to, not including, `to`. */
  read(from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
}

const CHUNK_BYTES = 256 * 1024;

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

/** Unpacks a stream; `format` as the platform's `DecompressionStream` names it. */
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
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
