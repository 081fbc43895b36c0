/**
 * Looks again so many ms after the last look ended: one at a time, however long it takes, and none while nobody sees it. Who
 * comes back later than the next look was due gets it at once.
 */
export class RepeatedLook {
  readonly #every: number;
  readonly #look: () => Promise<unknown>;
  #due: number;
  #seen = false;
  #looking = false;
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(every: number, look: () => Promise<unknown>) {
    this.#every = every;
    this.#look = look;
    this.#due = Date.now() + every;
  }

  /** Whether somebody sees it: the page is in front. */
  see(seen: boolean): void {
    this.#seen = seen;
    this.#turn();
  }

  stop(): void {
    this.#stopped = true;
    this.#turn();
  }

  #turn(): void {
    clearTimeout(this.#timer);
    if (this.#stopped || this.#looking || !this.#seen) return;
    this.#timer = setTimeout(() => void this.#run(), Math.max(0, this.#due - Date.now()));
  }

  async #run(): Promise<void> {
    this.#looking = true;
    // What went wrong is told where the look was made; the next may go well.
    await this.#look().catch(() => undefined);
    this.#looking = false;
    this.#due = Date.now() + this.#every;
    this.#turn();
  }
}
