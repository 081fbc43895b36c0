import { createHash } from 'node:crypto';
import type { SQLOutputValue } from 'node:sqlite';
import type { Position } from './database.ts';
import { sqliteLiteral } from './sqlite-values.ts';

/** Rows by which a file is known again. */
const KEPT = 64;
/** Of fewer rows the owner may have changed every one. */
const TELLING = 8;

type Values = readonly SQLOutputValue[];

interface LastRow {
  readonly position: Position;
  readonly print: string;
}

const printOf = (row: Values): string => {
  const hash = createHash('sha256');
  for (const value of row) hash.update(`${sqliteLiteral(value) ?? 'NULL'},`);
  return hash.digest('base64');
};

/**
 * The rows that were read last. Whoever keeps to SQLite's locks changes some rows between two pages; a file that was copied over
 * the one that is read has other rows in their place.
 */
export class LastRows {
  #rows: readonly LastRow[] = [];
  #before: Position | null;

  /** `before`: where reading begins. */
  constructor(before: Position | null) {
    this.#before = before;
  }

  /** The position of the last of them. */
  get position(): Position | null {
    return this.#rows.at(-1)?.position ?? this.#before;
  }

  /** Position behind which they stand. */
  get before(): Position | null {
    return this.#before;
  }

  /** Whether there are enough of them to tell anything. */
  get areTelling(): boolean {
    return this.#rows.length >= TELLING;
  }

  note(rows: readonly Values[], positionOf: (row: Values) => Position): void {
    const fresh = rows.slice(-KEPT).map((row) => ({ position: positionOf(row), print: printOf(row) }));
    const left = rows.length > KEPT ? rows.at(-KEPT - 1) : undefined;
    if (left) this.#before = positionOf(left);
    const all = left ? fresh : [...this.#rows, ...fresh];
    const gone = all.slice(0, Math.max(0, all.length - KEPT));
    this.#before = gone.at(-1)?.position ?? this.#before;
    this.#rows = all.slice(gone.length);
  }

  /** Whether one of these rows is one of them, unchanged. */
  stillIn(rows: Iterable<Values>): boolean {
    const known = new Set(this.#rows.map(({ print }) => print));
    for (const row of rows) if (known.has(printOf(row))) return true;
    return false;
  }
}
