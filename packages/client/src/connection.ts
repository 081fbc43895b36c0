/** Whether the last request reached the platform; drives the offline banner (SCR-20). */
export class Connection {
  #online = true;
  #since = 0;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly isOnline = (): boolean => this.#online;
  /** Epoch ms of the moment the connection was lost. */
  readonly lostAt = (): number => this.#since;

  /** Told by the client after every request. */
  turn(online: boolean, now: number): void {
    if (this.#online === online) return;
    this.#online = online;
    if (!online) this.#since = now;
    for (const listener of this.#listeners) listener();
  }
}
