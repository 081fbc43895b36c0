import { shortFirst } from '../store/short-first.ts';

/**
 * Work that writes do before their turn, and that of the write whose turn it is: while the latter hands its documents over, nothing is begun
 * for the others, so that they are read while DuckDB stores it instead of before it may.
 */
export class AheadOfTurn {
  #turn: Promise<void> = Promise.resolve();
  #last: Promise<void> = Promise.resolve();

  /** Runs what a write does ahead of its turn, one after the other; who waits for the thread has it in between. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const may = this.#last.then(() => this.#free());
    this.#last = may.then(() => shortFirst.pauseOfWrite());
    await may;
    return work();
  }

  async #free(): Promise<void> {
    for (let turn: Promise<void> | null = null; turn !== this.#turn; ) {
      turn = this.#turn;
      await turn;
    }
  }

  /** The turn of a write begins; it hands documents over until what is answered is called. */
  begin(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#turn = promise;
    return resolve;
  }
}
