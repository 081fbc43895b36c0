const SECOND = 1000;

/** Keeps work to a number of documents a second; `-1` = as fast as it goes. */
export class Pace {
  perSecond: number;
  /** Time spent waiting so far, in ms. */
  waited = 0;
  /** When the present wait ends, in epoch ms; 0 = none. */
  until = 0;
  #wake: (() => void) | null = null;

  constructor(perSecond: number) {
    this.perSecond = perSecond;
  }

  /** Takes another pace; who waits by a slower one goes on at once. */
  set(perSecond: number): void {
    const isFaster = perSecond === -1 || (this.perSecond !== -1 && perSecond > this.perSecond);
    this.perSecond = perSecond;
    if (isFaster) this.#wake?.();
  }

  /** Waits as long as that many documents may take, less what they have taken already. */
  async wait(documents: number, tookMs: number, signal: AbortSignal): Promise<void> {
    const rest = this.perSecond === -1 ? 0 : (documents / this.perSecond) * SECOND - tookMs;
    if (rest <= 0 || signal.aborted) return;
    const begun = Date.now();
    this.until = begun + rest;
    const woken = Promise.withResolvers<void>();
    const wake = (): void => woken.resolve();
    const timer = setTimeout(wake, rest);
    this.#wake = wake;
    signal.addEventListener('abort', wake, { once: true });
    await woken.promise;
    signal.removeEventListener('abort', wake);
    clearTimeout(timer);
    this.#wake = null;
    this.until = 0;
    this.waited += Date.now() - begun;
  }
}
