import type { CsvShape, EarlyLoad } from '@datasarana/engine';

/** Files that are read together, so that no thread of the index is without work; fewer wait for the end of the batch. */
const TOGETHER = 4;

/** Lets the index read the first files of an upload while the rest still comes; a head start that may fail unnoticed. */
export class EarlyRead {
  readonly #begin: (shape: CsvShape) => Promise<EarlyLoad | null>;
  #load: Promise<EarlyLoad | null> | null = null;
  readonly #waiting: string[] = [];

  constructor(begin: (shape: CsvShape) => Promise<EarlyLoad | null>) {
    this.#begin = begin;
  }

  readonly take = (shape: CsvShape, file: string): void => {
    this.#waiting.push(file);
    if (this.#waiting.length < TOGETHER) return;
    const files = this.#waiting.splice(0);
    this.#load ??= this.#begin(shape);
    this.#load = this.#load.then((load) => {
      load?.take(files);
      return load;
    });
    this.#load.catch(() => {});
  };

  /** What was read, for who applies the batch; null when nothing was. */
  async load(): Promise<EarlyLoad | null> {
    return (await this.#load?.catch(() => null)) ?? null;
  }

  async abort(): Promise<void> {
    const load = await this.load();
    await load?.abort();
  }
}
