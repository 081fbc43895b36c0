import { drop, type FuzzCase, type Server, store } from './calls.ts';

export type Pair = readonly [Server, Server];

const beside = (server: Server, letter: string): Server => ({ ...server, index: `${server.index}-${letter}` });

/** Two places on both servers, by turns: while a case is asked of one, the other is filled for the next. */
export class Places {
  readonly #pairs: readonly Pair[];
  #turn = 0;
  #filling: Promise<Pair> | null = null;

  constructor([ours, theirs]: Pair) {
    this.#pairs = ['a', 'b'].map((letter) => [beside(ours, letter), beside(theirs, letter)]);
  }

  /** Begins to fill the place that is not asked now. */
  fill(each: FuzzCase): void {
    this.#turn = 1 - this.#turn;
    const pair = this.#pairs[this.#turn];
    if (pair === undefined) throw new Error('There are two places');
    const before = this.#filling ?? Promise.resolve();
    const filled = before.catch(() => undefined).then(() => Promise.all(pair.map((server) => store(server, each))));
    this.#filling = filled.then(() => pair);
    // who takes the place hears of it
    this.#filling.catch(() => undefined);
  }

  /** The place that was filled last, once it is. */
  async filled(): Promise<Pair> {
    if (this.#filling === null) throw new Error('No place was filled');
    return this.#filling;
  }

  async drop(): Promise<void> {
    await this.#filling?.catch(() => undefined);
    await Promise.all(this.#pairs.flat().map(drop));
  }
}
