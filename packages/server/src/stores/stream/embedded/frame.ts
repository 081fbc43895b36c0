import { crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * A segment is a row of frames: 17 bytes of head (kind, stored length, raw length, rows, CRC32 over the head before it and
 * the payload), then the payload. A batch is any number of block frames closed by one commit frame; what no commit frame
 * closes was never acknowledged. A sparse frame is a block of which compaction left some rows: its payload begins with how many
 * and which (32-bit numbers of the rows inside the block it was), its `rows` still counts all of them, so that offsets stay.
 */
export const FRAME_HEAD = 17;
const CRC_AT = 13;
const PACKED = 0x80;
const PACK_FROM = 512;

export type FrameKind = 'block' | 'commit' | 'sparse';
const KINDS: Readonly<Record<FrameKind, number>> = { block: 1, commit: 2, sparse: 3 };
const KIND_OF = new Map(Object.entries(KINDS).map(([kind, code]) => [code, kind as FrameKind]));

export interface FrameHead {
  readonly kind: FrameKind;
  readonly packed: boolean;
  readonly stored: number;
  readonly raw: number;
  readonly rows: number;
  readonly crc: number;
}

/** One frame around a payload that is compressed already (`raw` = its length before), or is left as it is. */
export function frameOf(kind: FrameKind, payload: Buffer, raw: number, rows: number, packed: boolean): Buffer {
  const frame = Buffer.allocUnsafe(FRAME_HEAD + payload.length);
  frame.writeUInt8(KINDS[kind] | (packed ? PACKED : 0), 0);
  frame.writeUInt32LE(payload.length, 1);
  frame.writeUInt32LE(raw, 5);
  frame.writeUInt32LE(rows, 9);
  frame.writeUInt32LE(crc32(payload, crc32(frame.subarray(0, CRC_AT))), CRC_AT);
  payload.copy(frame, FRAME_HEAD);
  return frame;
}

/** A frame of a short payload, compressed when that pays. */
export function packedFrame(kind: FrameKind, payload: Buffer, rows: number): Buffer {
  if (payload.length < PACK_FROM) return frameOf(kind, payload, payload.length, rows, false);
  return frameOf(kind, zstdCompressSync(payload), payload.length, rows, true);
}

/** Null when the bytes are no frame head. */
export function parseHead(bytes: Buffer): FrameHead | null {
  if (bytes.length < FRAME_HEAD) return null;
  const kind = KIND_OF.get(bytes.readUInt8(0) & ~PACKED);
  if (!kind) return null;
  return {
    kind,
    packed: (bytes.readUInt8(0) & PACKED) !== 0,
    stored: bytes.readUInt32LE(1),
    raw: bytes.readUInt32LE(5),
    rows: bytes.readUInt32LE(9),
    crc: bytes.readUInt32LE(CRC_AT),
  };
}

export function isIntact(head: Buffer, frame: FrameHead, payload: Buffer): boolean {
  return payload.length === frame.stored && crc32(payload, crc32(head.subarray(0, CRC_AT))) === frame.crc;
}

export function unpack(frame: FrameHead, payload: Buffer): Buffer {
  return frame.packed ? zstdDecompressSync(payload) : payload;
}

/** The frame of a block of `rows` rows of which only `kept` are left, with their text. */
export function sparseFrame(kept: readonly number[], text: Buffer, rows: number): Buffer {
  const numbers = Buffer.alloc(4 * (kept.length + 1));
  numbers.writeUInt32LE(kept.length, 0);
  kept.forEach((row, i) => {
    numbers.writeUInt32LE(row, 4 * (i + 1));
  });
  return packedFrame('sparse', Buffer.concat([numbers, text]), rows);
}

/** Rows of a block: their text, and which of its rows they are when some were left out. */
export interface BlockRows {
  readonly text: Buffer;
  readonly kept: readonly number[] | null;
}

export function rowsOfFrame({ kind }: FrameHead, payload: Buffer): BlockRows {
  if (kind !== 'sparse') return { text: payload, kept: null };
  const count = payload.readUInt32LE(0);
  const kept = Array.from({ length: count }, (_, i) => payload.readUInt32LE(4 * (i + 1)));
  return { text: payload.subarray(4 * (count + 1)), kept };
}
