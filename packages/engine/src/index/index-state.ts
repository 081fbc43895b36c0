import { KnownKeys } from './keys/known-keys.ts';
import { RowPlaces } from './row-places.ts';
import { ShapeBook } from './shapes/shape-book.ts';

/** What the next document of an index is given. */
export interface NextNumbers {
  readonly seqNo: number;
  readonly doc: number;
}

/** What of an index changes with its documents and outlives its layouts. */
export class IndexState {
  /** How stored documents are put together from columns. */
  readonly shapes = new ShapeBook();
  /** Where the rows of documents stand. */
  readonly rows = new RowPlaces();
  /** Number of the first document whose words are not written yet; null when all are. */
  waiting: number | null = null;
  /** What the next stored document is given, as the last write left it; null when that is to be read from the file. */
  next: NextNumbers | null = null;
  /** Whether a write that leaves words waiting is about to be committed. */
  deferring = false;
  #keys = new KnownKeys('_id');

  /** What is known of keys made of these columns: of one way to make them, the last that was asked for. */
  knownKeys(columns: string): KnownKeys {
    if (this.#keys.columns !== columns) this.#keys = new KnownKeys(columns);
    return this.#keys;
  }
}
