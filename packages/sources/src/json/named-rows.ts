import { columnNames, placeNames } from '../csv/header.ts';
import type { SetAside } from '../rows/row-reader.ts';
import type { Fields } from './fields.ts';

/** What a list of values among rows is: the names of those below it, a row, or neither. */
type ReadList = { readonly kind: 'names' } | { readonly kind: 'row'; readonly fields: Fields } | string;

const NO_OBJECT = 'The element is not a JSON object';

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

/**
 * Lists of values below a list of their names, `[["code", "num1"], ["A", 1]]`, as census bureaus and spreadsheets on the web answer. Where
 * the first one holds other values than texts it names nothing, and theirs are called by their places.
 */
export class NamedRows {
  #names: readonly string[] | null = null;
  /** The list of names while no row stands below it. */
  #unused: string | null = null;
  readonly #areKnown: boolean;
  #areOfPlaces = false;

  /** `names` where they stand elsewhere. */
  constructor(names: readonly string[] | null = null) {
    this.#names = names;
    this.#areKnown = names !== null;
  }

  /** `place` counts the elements of the list of rows from 1, `text` is this one. Answers a reason where it is no row. */
  read(list: readonly unknown[], place: number, text: string): ReadList {
    if (!this.#areKnown && place === 1 && list.length > 0 && list.every(isText)) {
      this.#names = columnNames(list.map(String));
      this.#unused = text;
      return { kind: 'names' };
    }
    if (!this.#areKnown && place === 1 && !list.every((value) => typeof value === 'string')) {
      this.#names = placeNames(list);
      this.#areOfPlaces = true;
    }
    const names = this.#names;
    if (names === null) return NO_OBJECT;
    this.#unused = null;
    if (list.length > names.length) return this.#tooLong(list.length, names.length);
    const fields: Record<string, unknown> = Object.create(null);
    list.forEach((value, i) => {
      fields[names[i] ?? ''] = value;
    });
    return { kind: 'row', fields };
  }

  #tooLong(cells: number, known: number): string {
    return `The row has ${cells} cells, ${this.#areOfPlaces ? 'the first one has' : 'the header names'} ${known}.`;
  }

  /** The list that was taken for names, when an object follows it: it names nothing. */
  refuseNames(): readonly SetAside[] {
    const raw = this.#unused;
    if (raw === null) return [];
    this.#unused = null;
    this.#names = null;
    return [{ line: 1, raw, rule: 'json', reason: NO_OBJECT }];
  }
}
