/** Imports begun in this browser whose end nobody was told of yet; kept, so that a page opened later tells it. */
const keyOf = (user: string): string => `ds.imports.${user}`;
const MOST = 20;

const listeners = new Set<() => void>();
/** Batches that are on the screen: their end is seen there. */
const watched = new Set<string>();

function read(user: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(user)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function write(user: string, ids: readonly string[]): void {
  if (ids.length === 0) localStorage.removeItem(keyOf(user));
  else localStorage.setItem(keyOf(user), JSON.stringify(ids.slice(-MOST)));
}

export const followed = {
  ids: read,
  add: (user: string, id: string): void => {
    write(user, [...read(user).filter((known) => known !== id), id]);
    for (const listener of listeners) listener();
  },
  drop: (user: string, id: string): void =>
    write(
      user,
      read(user).filter((known) => known !== id),
    ),
  /** Told when an import begins. */
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Marks a batch as being on the screen until the answer is called. */
  watch: (id: string): (() => void) => {
    watched.add(id);
    return () => watched.delete(id);
  },
  isWatched: (id: string): boolean => watched.has(id),
};
