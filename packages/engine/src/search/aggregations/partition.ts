import { addressKeyOf } from '../address-order.ts';
import type { FieldValues } from './field-values.ts';

/** Which of several partitions a value falls into, as OpenSearch deals them out. */
export function partitionOf(
  key: unknown,
  { kind, isAddress }: Pick<FieldValues, 'kind' | 'isAddress'>,
  partitions: number,
): number {
  const bytes = isAddress ? Buffer.from(addressKeyOf(String(key)), 'hex') : new TextEncoder().encode(String(key));
  if (kind === 'text') return modulo(BigInt(murmur3(bytes, SEED)), partitions);
  if (kind === 'decimal') return modulo(mix64(bitsOf(Number(key))), partitions);
  return modulo(mix64(BigInt(typeof key === 'bigint' ? key : Number(key))), partitions);
}

const modulo = (hash: bigint, partitions: number): number => {
  const all = BigInt(partitions);
  return Number(((hash % all) + all) % all);
};

const bitsOf = (value: number): bigint => {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigInt64(0);
};

/** Lucene's BitMixer.mix64. */
function mix64(value: bigint): bigint {
  const wide = (number: bigint) => BigInt.asUintN(64, number);
  let z = wide(value);
  z = wide((z ^ (z >> 32n)) * 0x4cd6944c5cc20b6dn);
  z = wide((z ^ (z >> 29n)) * 0xfc12c5b19d3259e9n);
  return BigInt.asIntN(64, z ^ (z >> 32n));
}

const SEED = 31;
const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by));
const mixed = (block: number): number => Math.imul(rotated(Math.imul(block, 0xcc9e2d51), 15), 0x1b873593);

/** MurmurHash3 x86 32-bit, as Lucene's StringHelper computes it; signed. */
function murmur3(bytes: Uint8Array, seed: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const whole = bytes.length - (bytes.length % 4);
  let hash = seed;
  for (let at = 0; at < whole; at += 4) {
    hash = (Math.imul(rotated(hash ^ mixed(view.getInt32(at, true)), 13), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = bytes.length - 1; at >= whole; at--) rest = (rest << 8) | (bytes[at] ?? 0);
  if (bytes.length > whole) hash ^= mixed(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
