import type { CountedFile, CsvShape } from '@datasarana/engine';
import { CellForms } from '@datasarana/sources/node';
import type { Sinks } from './read-as.ts';

/** Hands on each file of the spool once it is full, with what its cells have in common, so that the index reads it while others still come. */
export class ComingFiles {
  readonly #onFile: Sinks['onFile'];
  readonly #spool: Sinks['spool'];
  readonly #shape: () => CsvShape;
  #forms: CellForms | null = null;

  /** `shape` is asked once the first block is there. */
  constructor({ onFile, spool }: Pick<Sinks, 'onFile' | 'spool'>, shape: () => CsvShape) {
    this.#onFile = onFile;
    this.#spool = spool;
    this.#shape = shape;
  }

  /** Sees each block, and the file before it when that is full. */
  readonly look = (block: Buffer, full: CountedFile | null): void => {
    if (this.#onFile === null) return;
    if (full !== null) this.#onFile(this.#shape(), { ...full, forms: this.#forms?.take() });
    this.#forms ??= this.#begin();
    this.#forms.look(block);
  };

  /** All blocks were written: the file they ended with is the last. */
  async end(): Promise<void> {
    const last = await this.#spool.close();
    if (last !== null) this.#onFile?.(this.#shape(), { ...last, forms: this.#forms?.take(), isLast: true });
  }

  #begin(): CellForms {
    const { delimiter, columns } = this.#shape();
    return new CellForms(delimiter, columns.length);
  }
}
