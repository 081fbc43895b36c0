/** Murmur3 of 32 bits with seed 0 over the UTF-16 bytes of a text, as OpenSearch spreads documents over shards. */
export function murmur3(text: string): number {
  const bytes = Buffer.from(text, 'utf16le');
  let hash = 0;
  const mix = (value: number): number => {
    const rolled = Math.imul(value, 0xcc9e2d51);
    return Math.imul((rolled << 15) | (rolled >>> 17), 0x1b873593);
  };
  const whole = bytes.length & ~3;
  for (let i = 0; i < whole; i += 4) {
    hash ^= mix(bytes.readInt32LE(i));
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let i = bytes.length - 1; i >= whole; i--) rest = (rest << 8) | (bytes[i] ?? 0);
  if (bytes.length > whole) hash ^= mix(rest);
  hash ^= bytes.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** How many shards an index could be split into: the number of shards doubled as long as it stays within 1024. */
function routingShards(shards: number): number {
  let most = shards;
  while (most * 2 <= 1024) most *= 2;
  return most;
}

/**
 * The shard a document would be on in OpenSearch. Here one table holds them all; but what a wrong routing does not find
 * there is not found here either.
 */
export function shardOf(routing: string, shards: number): number {
  const all = routingShards(shards);
  const hash = murmur3(routing) % all;
  return Math.floor((hash < 0 ? hash + all : hash) / (all / shards));
}
