export interface InboxEntry {
  readonly tone: 'positive' | 'negative' | 'warning' | 'info';
  readonly title: string;
  readonly message: string | undefined;
  /** Epoch ms. */
  readonly at: number;
}

const kept = 50;
let entries: readonly InboxEntry[] = [];
let unread = 0;
const listeners = new Set<() => void>();
const tell = () => {
  for (const listener of listeners) listener();
};

/** Notifications of this session, newest first; the bell in the top bar shows them. */
export const inbox = {
  entries: (): readonly InboxEntry[] => entries,
  unread: (): number => unread,
  add: (entry: InboxEntry): void => {
    entries = [entry, ...entries].slice(0, kept);
    unread += 1;
    tell();
  },
  read: (): void => {
    unread = 0;
    tell();
  },
  clear: (): void => {
    entries = [];
    unread = 0;
    tell();
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
