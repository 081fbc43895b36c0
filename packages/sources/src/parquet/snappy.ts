import { WrongPage } from './runs.ts';

const LITERAL = 0;
const NEAR = 1;
const FAR = 2;
/** Lengths of literals from here on stand in bytes of their own. */
const LONG_LITERAL = 60;
/** Up to so many bytes a loop is done before a call would have begun. */
const BY_LOOP = 32;

/** The number that so many bytes from `at` on tell. */
function numberAt(packed: Uint8Array, at: number, bytes: number): number {
  if (at + bytes > packed.length) throw new WrongPage('a page that ends within a length');
  let value = 0;
  for (let i = bytes - 1; i >= 0; i--) value = value * 256 + (packed[at + i] as number);
  return value;
}

/** Where the page begins behind how long all of it is, which its header says as well. */
function behindLength(packed: Uint8Array): number {
  let at = 0;
  while (numberAt(packed, at++, 1) >= 0x80);
  return at;
}

function putFew(unpacked: Uint8Array, to: number, end: number, packed: Uint8Array, at: number): void {
  for (let i = to, from = at; i < end; i++, from++) unpacked[i] = packed[from] as number;
}

/**
 * Unpacks a page that Snappy packed (format description of google/snappy). The reader's own takes the length of a literal for a negative one
 * from 2 GB on, goes back by it, and never ends.
 * @throws WrongPage for what does not unpack to `length` bytes
 */
export function unpackSnappy(packed: Uint8Array, length: number): Uint8Array {
  const unpacked = new Uint8Array(length);
  let at = behindLength(packed);
  let to = 0;
  while (at < packed.length) {
    const tag = packed[at++] as number;
    const kind = tag & 3;
    let size = (tag >>> 2) + 1;
    if (kind === LITERAL) {
      if (size > LONG_LITERAL) {
        const bytes = size - LONG_LITERAL;
        size = numberAt(packed, at, bytes) + 1;
        at += bytes;
      }
      const end = to + size;
      if (at + size > packed.length || end > length) throw new WrongPage(`${size} bytes that are not there`);
      if (size > BY_LOOP) unpacked.set(packed.subarray(at, at + size), to);
      else putFew(unpacked, to, end, packed, at);
      at += size;
      to = end;
      continue;
    }
    const bytes = kind === FAR ? 2 : kind === NEAR ? 1 : 4;
    let back = numberAt(packed, at, bytes);
    at += bytes;
    if (kind === NEAR) {
      size = ((tag >>> 2) & 7) + 4;
      back += (tag >>> 5) * 256;
    }
    if (back === 0 || back > to || to + size > length) throw new WrongPage(`${size} bytes from ${back} before ${to}`);
    // what is copied may be copied again at once
    for (const end = to + size; to < end; to++) unpacked[to] = unpacked[to - back] as number;
  }
  if (to !== length) throw new WrongPage(`${to} bytes instead of ${length}`);
  return unpacked;
}
