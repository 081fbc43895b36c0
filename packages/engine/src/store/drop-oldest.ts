/** What stays of a full map. */
const STAYS = 7 / 8;

/**
 * Takes the oldest entries out of a map or set that holds more than `most`, an eighth of them at once: who asks a map for its first key goes past
 * all that were taken out before it, so that one at a time takes the longer the more a map may hold.
 */
export function dropOldest<K>(entries: Map<K, unknown> | Set<K>, most: number): void {
  if (entries.size <= most) return;
  for (const oldest of entries.keys()) {
    if (entries.size <= most * STAYS) return;
    entries.delete(oldest);
  }
}
