import { FileRefused } from '../refusal.ts';
import type { SetAside } from '../rows/row-reader.ts';

/** They stand in memory until the others are read: of more the file as a whole was taken for something it is not. */
export const MOST_SET_ASIDE = 1_000_000;
/** Characters of rows kept as they came; of those behind only the beginnings. */
const TEXT_KEPT = 64 * 1024 * 1024;
const BEGINNING = 256;

/** Told of a file of which more rows than that cannot be read. */
export const tooManySetAside = ({ line, reason }: Pick<SetAside, 'line' | 'reason'>): FileRefused =>
  new FileRefused(
    'rows',
    `More than ${MOST_SET_ASIDE.toLocaleString('en')} of its rows cannot be read, the first in line ${line}: ${reason}`,
  );

/** The text by itself: a piece of a longer one would keep that in memory. */
const apart = (text: string): string => Buffer.from(text).toString();

/** The rows of a file that could not be read, whatever sets them aside. */
export class SetAsideRows<Row extends SetAside = SetAside> {
  readonly #rows: Row[] = [];
  #kept = 0;

  get rows(): readonly Row[] {
    return this.#rows;
  }

  /** @throws FileRefused (`rows`) for one more than {@link MOST_SET_ASIDE} */
  add(row: Row): void {
    const [first] = this.#rows;
    if (first && this.#rows.length === MOST_SET_ASIDE) throw tooManySetAside(first);
    const fits = this.#kept + row.raw.length <= TEXT_KEPT;
    const raw = apart(fits ? row.raw : row.raw.slice(0, BEGINNING));
    const note = fits ? '' : ` (text cut: more than ${TEXT_KEPT / 1024 / 1024} MB of rows were set aside)`;
    this.#kept += raw.length;
    this.#rows.push({ ...row, raw, reason: apart(row.reason + note) });
  }

  addAll(rows: readonly Row[]): void {
    for (const row of rows) this.add(row);
  }
}
