import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { PlatformError, ReplyCode } from '@datasarana/schema';

const PIECES = { chunkSize: 128 * 1024 };
/** What `deflate` means (RFC 9110, 8.4.1.2); some send it without the header of zlib, which browsers read, too. */
const isZlib = (first: number | undefined): boolean => first === undefined || (first & 0x0f) === 8;

/** By the first byte of what is packed. */
const UNPACKERS: Readonly<Record<string, (first?: number) => Transform>> = {
  gzip: () => createGunzip(PIECES),
  'x-gzip': () => createGunzip(PIECES),
  deflate: (first) => (isZlib(first) ? createInflate(PIECES) : createInflateRaw(PIECES)),
  br: () => createBrotliDecompress(PIECES),
};

/** @throws PlatformError 415 for a `content-encoding` that is not known here */
export function refuseUnknownPacking(contentEncoding: string | undefined): void {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity' || Object.hasOwn(UNPACKERS, encoding)) return;
  throw new PlatformError(`The content-encoding '${contentEncoding}' is not known here`, {
    code: ReplyCode.Malformed,
    type: 'malformed',
    http: 415,
    hint: 'Send it as it is, or packed by gzip.',
  });
}

const isPackingFault = (cause: unknown): boolean => {
  const code = String(Reflect.get(Object(cause), 'code'));
  return code.startsWith('Z_') || code.startsWith('ERR__ERROR_');
};

/** Bytes as they were before they were packed for the way; what is packed in no known way passes as it is. */
export function unpackedPieces<Piece extends Uint8Array>(
  pieces: AsyncIterable<Piece>,
  contentEncoding: string | undefined,
): AsyncIterable<Piece | Buffer> {
  const encoding = contentEncoding?.trim().toLowerCase() ?? '';
  const unpacker = Object.hasOwn(UNPACKERS, encoding) ? UNPACKERS[encoding] : undefined;
  if (!unpacker) return pieces;
  return encoding === 'deflate' ? byFirstByte(pieces, unpacker) : through(pieces, unpacker());
}

function through(pieces: AsyncIterable<Uint8Array>, unpack: Transform): AsyncIterable<Buffer> {
  // who reads `unpack` hears of what goes wrong on either side
  pipeline(pieces, unpack, () => {});
  // broken before anybody reads: nobody else listens then, and the process would end
  unpack.on('error', () => {});
  return unpack;
}

async function* byFirstByte(
  pieces: AsyncIterable<Uint8Array>,
  unpacker: (first?: number) => Transform,
): AsyncGenerator<Buffer> {
  const iterator = pieces[Symbol.asyncIterator]();
  let next = await iterator.next();
  while (!next.done && next.value.length === 0) next = await iterator.next();
  async function* all(): AsyncGenerator<Uint8Array> {
    try {
      for (; !next.done; next = await iterator.next()) yield next.value;
    } finally {
      await iterator.return?.();
    }
  }
  yield* through(all(), unpacker(next.done ? undefined : next.value[0]));
}

/**
 * The pieces of a body, unpacked when it came packed. Ends with a fault when its sender goes away. Who stops reading early leaves
 * `raw` open, so that an answer can still be given. @throws what `broken` makes, when the body is not packed as it says
 */
export async function* unpacked(
  raw: Readable,
  contentEncoding: string | undefined,
  broken: (encoding: string) => Error,
): AsyncGenerator<Buffer> {
  try {
    yield* unpackedPieces<Buffer>(raw.iterator({ destroyOnReturn: false }), contentEncoding);
  } catch (cause) {
    throw isPackingFault(cause) ? broken(String(contentEncoding).toLowerCase()) : cause;
  }
}
