import { DocBits } from '../text/bits.ts';
import type { Coded, Codes } from './coded.ts';
import type { Passes } from './passing.ts';
import { passesBy } from './selected.ts';

/** By code: whether its value passes. */
export function passesOf({ base, map, keys }: Coded, passes: Passes): Uint8Array {
  const byKey = keys.map(passes);
  return passesBy(base, map, (key) => byKey[key] === true);
}

/** The documents whose code passes. */
export function bitsOfCodes(codes: Codes, passes: Uint8Array): DocBits {
  const bits = new DocBits(codes.length);
  const { data } = bits;
  const whole = codes.length & ~7;
  for (let i = 0, at = 1; i < whole; i += 8, at++) {
    data[at] =
      ((passes[codes[i] ?? 0] ?? 0) << 7) |
      ((passes[codes[i + 1] ?? 0] ?? 0) << 6) |
      ((passes[codes[i + 2] ?? 0] ?? 0) << 5) |
      ((passes[codes[i + 3] ?? 0] ?? 0) << 4) |
      ((passes[codes[i + 4] ?? 0] ?? 0) << 3) |
      ((passes[codes[i + 5] ?? 0] ?? 0) << 2) |
      ((passes[codes[i + 6] ?? 0] ?? 0) << 1) |
      (passes[codes[i + 7] ?? 0] ?? 0);
  }
  for (let i = whole; i < codes.length; i++) if (passes[codes[i] ?? 0] === 1) bits.add(i);
  return bits;
}
