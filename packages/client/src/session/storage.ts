/** Where a session keeps a value between reloads; `null` = nothing kept. */
export interface KeptValue {
  read(): string | null;
  write(value: string | null): void;
}

/** What a session keeps (SES-11): the token per tab, the last login id per browser; nothing secret in local storage. */
export interface SessionStorage {
  readonly token: KeptValue;
  readonly lastLogin: KeptValue;
}

const kept = (storage: Storage, key: string): KeptValue => ({
  read: () => storage.getItem(key),
  write: (value) => (value === null ? storage.removeItem(key) : storage.setItem(key, value)),
});

/** The token for this tab, the last login id for this browser; nothing secret is in plain local storage (SES-11). */
export const browserStorage = (): SessionStorage => ({
  token: kept(sessionStorage, 'ds.token'),
  lastLogin: kept(localStorage, 'ds.login'),
});

const inMemory = (): KeptValue => {
  let value: string | null = null;
  return {
    read: () => value,
    write: (next) => {
      value = next;
    },
  };
};

/** For Node and tests. */
export const memoryStorage = (): SessionStorage => ({ token: inMemory(), lastLogin: inMemory() });
