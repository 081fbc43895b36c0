import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused } from './database.ts';

/** Number of a file, its length, and when it was written to. */
interface Stamp {
  readonly ino: bigint;
  readonly size: bigint;
  readonly mtimeNs: bigint;
}

const stampOf = (file: string): Stamp | null => statSync(file, { bigint: true, throwIfNoEntry: false }) ?? null;

/**
 * A file that is open for reading. SQLite tells by a counter in it whether the pages it keeps are still those of the file; who copies
 * another file over it may bring the same counter.
 */
export class OpenedSqlite {
  readonly db: DatabaseSync;
  readonly #file: string;
  readonly #stamp: Stamp | null;

  /** @throws DatabaseRefused for a path that is not whole or leads to nothing */
  constructor(file: string) {
    if (!path.isAbsolute(file))
      throw new DatabaseRefused('file', `'${file}' is no full path of an SQLite file, like /data/in/shop.db.`);
    if (!existsSync(file)) throw new DatabaseRefused('file', `There is no file ${file}.`);
    this.#file = file;
    this.#stamp = stampOf(file);
    this.db = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  }

  /** Whether it was written to since. One that has another file's name by now is read to its end as it is. */
  get isWrittenTo(): boolean {
    const now = stampOf(this.#file);
    if (now === null || this.#stamp === null || now.ino !== this.#stamp.ino) return false;
    return now.size !== this.#stamp.size || now.mtimeNs !== this.#stamp.mtimeNs;
  }

  /** Whether SQLite's own writers leave the file alone while it is read: with a log beside it (WAL) they do not. */
  get isLockedWhenRead(): boolean {
    return this.db.prepare('PRAGMA journal_mode').get()?.journal_mode !== 'wal';
  }

  close(): void {
    if (this.db.isOpen) this.db.close();
  }
}
