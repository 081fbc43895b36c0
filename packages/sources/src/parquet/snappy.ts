import { WrongPage } from './runs.ts';

const LITERAL = 0;
/** Lengths of literals from here on stand in bytes of their own. */
const LONG_LITERAL = 60;

/**
 * Unpacks a page that Snappy packed (format description of google/snappy). The reader's own takes the length of a literal for a negative one
 * from 2 GB on, goes back by it, and never ends.
 * @throws WrongPage for what does not unpack to `length` bytes
 */
export function unpackSnappy(packed: Uint8Array, length: number): Uint8Array {
  const unpacked = new Uint8Array(length);
  let at = 0;
  let to = 0;
  const number = (bytes: number): number => {
    if (at + bytes > packed.length) throw new WrongPage('a page that ends within a length');
    let value = 0;
    for (let i = bytes - 1; i >= 0; i--) value = value * 256 + (packed[at + i] ?? 0);
    at += bytes;
    return value;
  };
  // how long all of it is, which the page says as well
  while (number(1) >= 0x80);
  while (at < packed.length) {
    const tag = number(1);
    const kind = tag & 3;
    const isNear = kind === 1;
    const short = (tag >>> 2) + 1;
    if (kind === LITERAL) {
      const size = short > LONG_LITERAL ? number(short - LONG_LITERAL) + 1 : short;
      if (at + size > packed.length || to + size > length) throw new WrongPage(`${size} bytes that are not there`);
      unpacked.set(packed.subarray(at, at + size), to);
      at += size;
      to += size;
      continue;
    }
    const size = isNear ? ((tag >>> 2) & 7) + 4 : short;
    const back = isNear ? (tag >>> 5) * 256 + number(1) : number(kind === 2 ? 2 : 4);
    if (back === 0 || back > to || to + size > length) throw new WrongPage(`${size} bytes from ${back} before ${to}`);
    // what is copied may be copied again at once
    for (const end = to + size; to < end; to++) unpacked[to] = unpacked[to - back] ?? 0;
  }
  if (to !== length) throw new WrongPage(`${to} bytes instead of ${length}`);
  return unpacked;
}
