import type { Hashes } from './key-table.ts';

const BITS = 64;
const HALF = 0xffffffffn;
const HALF_BITS = 32n;
const BLOCK = 8;
const SEED = 0xe17a1465n;
const OF_LENGTH = 0xc6a4a7935bd1e995n;
const FACTOR = 0xd6e8feb86659fd93n;
/** What DuckDB's halves are counted from, so that they fit whole numbers of 32 bits. */
const LEAST = 2 ** 31;

const times = (a: bigint, b: bigint): bigint => BigInt.asUintN(BITS, a * b);

/** `hash()` of DuckDB 1.5 for one text (`HashBytes` in `hash.cpp`): blocks of eight bytes of its UTF-8, the last one filled with zeros. */
function hashOf(text: string): bigint {
  const bytes = Buffer.from(text, 'utf8');
  const blocks = Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK);
  bytes.copy(blocks);
  let hash = SEED ^ times(BigInt(bytes.length), OF_LENGTH);
  for (let at = 0; at < blocks.length; at += BLOCK) hash = times(hash ^ blocks.readBigUInt64LE(at), FACTOR);
  for (let round = 0; round < 2; round++) hash = times(hash ^ (hash >> HALF_BITS), FACTOR);
  return hash ^ (hash >> HALF_BITS);
}

/**
 * What DuckDB makes of texts with `hash()`, without asking it: the way there and back takes a millisecond, a text one to two thousandths
 * of that. Nothing of it is stored; a test compares the two.
 */
export function hashesOfTexts(texts: readonly string[]): Hashes {
  const hashes = texts.map(hashOf);
  const half = (of: (hash: bigint) => bigint): Int32Array =>
    Int32Array.from(hashes, (hash) => Number(of(hash) & HALF) - LEAST);
  return { low: half((hash) => hash), high: half((hash) => hash >> HALF_BITS), size: texts.length };
}
