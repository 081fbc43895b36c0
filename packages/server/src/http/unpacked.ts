import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';

const PIECES = { chunkSize: 128 * 1024 };
const UNPACKERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => createGunzip(PIECES),
  deflate: () => createInflate(PIECES),
};

const isPackingFault = (cause: unknown): boolean =>
  String((Object(cause) as { readonly code?: unknown }).code).startsWith('Z_');

const wentAway = (): Error => new Error('The client went away');

/**
 * The pieces of a body, unpacked when its content-encoding is gzip or deflate. Who stops reading early leaves `raw` open, so
 * that an answer can still be given. @throws what `broken` makes, when the body is not packed as it says
 */
export async function* unpacked(
  raw: Readable,
  contentEncoding: string | undefined,
  broken: (encoding: string) => Error,
): AsyncGenerator<Buffer> {
  const encoding = contentEncoding?.toLowerCase() ?? '';
  const unpacker = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined;
  if (!unpacker) {
    yield* raw.iterator({ destroyOnReturn: false });
    return;
  }
  // a stream that is closed already tells it no more: its pipe would never end
  if (raw.destroyed && !raw.readableEnded) throw raw.errored ?? wentAway();
  const unpack = unpacker();
  const end = (cause?: Error): void => {
    // unlike pipe alone, this ends the reading when the client goes away in the middle
    if (!raw.readableEnded) unpack.destroy(cause ?? wentAway());
  };
  raw.once('error', end).once('close', end);
  try {
    yield* raw.pipe(unpack);
  } catch (cause) {
    throw isPackingFault(cause) ? broken(encoding) : cause;
  } finally {
    raw.unpipe(unpack);
    raw.off('error', end).off('close', end);
  }
}
