import type { CountedFile, CsvShape, EarlyLoad } from '@datasarana/engine';

type CellForms = CountedFile['forms'];

/** Lets the index read the first files of an upload while the rest still comes; a head start that may fail unnoticed. */
export class EarlyRead {
  readonly #begin: (shape: CsvShape) => Promise<EarlyLoad | null>;
  #load: Promise<EarlyLoad | null> | null = null;
  #forms: CellForms;

  constructor(begin: (shape: CsvShape) => Promise<EarlyLoad | null>) {
    this.#begin = begin;
  }

  /** The last file is read early only behind others. */
  readonly take = (shape: CsvShape, file: CountedFile): void => {
    if (file.isLast && this.#load === null) {
      this.#forms = file.forms;
      return;
    }
    this.#load ??= this.#begin(shape);
    this.#load = this.#load.then((load) => {
      load?.take(file);
      return load;
    });
    this.#load.catch(() => {});
  };

  /** What was read, for who applies the batch; null when nothing was. */
  async load(): Promise<EarlyLoad | null> {
    return (await this.#load?.catch(() => null)) ?? null;
  }

  /** Of the cells of an upload that is one file, where they are known. */
  get forms(): CellForms {
    return this.#forms;
  }

  async abort(): Promise<void> {
    const load = await this.load();
    await load?.abort();
  }
}
