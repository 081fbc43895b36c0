import type { Fields } from '../json/fields.ts';

const NAMES = /^#Fields(?::\s*|\t)(.+)$/i;
/** `-` has no value, nor has a set of Zeek without members. */
const NO_VALUE = ['-', '(empty)'];

/** Lines of the extended format of the W3C, as IIS and CloudFront write them, and of Zeek: a directive names the fields of the entries below it. */
export class ExtendedLog {
  #names: readonly string[] = [];

  /** An entry by the names of its fields, and its moment where it has a day and a time; null for a directive; a text says why it is none. */
  read(line: string): Fields | string | null {
    if (line.startsWith('#')) {
      const [, names] = NAMES.exec(line) ?? [];
      if (names !== undefined) this.#names = names.trim().split(/\s+/);
      return null;
    }
    const cells = line.includes('\t') ? line.split('\t') : line.trim().split(/ +/);
    if (cells.length !== this.#names.length)
      return `The line has ${cells.length} values, the fields named above it are ${this.#names.length}`;
    const values = cells.map((cell) => (NO_VALUE.includes(cell) ? null : cell));
    const entry = Object.fromEntries(this.#names.map((name, i) => [name, values[i] ?? null]));
    const { date, time } = entry;
    return date && time ? { timestamp: `${date}T${time}Z`, ...entry } : entry;
  }
}
