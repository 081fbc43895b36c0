import { conflict } from '@datasarana/schema';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoredDocument } from '../load/documents.ts';
import { widthOf } from '../load/stage.ts';
import type { Limits } from '../store/interruptible.ts';
import type { OpenTenant } from '../store/lazy-store.ts';
import { compareIndexes, type IndexComparison } from './compare.ts';
import { eachDocument } from './each-document.ts';
import { latestPosition, releaseRows } from './release.ts';
import { countArchived, restoreArchive } from './restore.ts';
import {
  type ArchivedStates,
  type ArchivePending,
  type ArchivePosition,
  archivePending,
  writeArchive,
} from './write-archive.ts';
import { writeRetired } from './write-retired.ts';

/** How the archive reaches the tenant's file. */
export interface ArchiveAccess {
  readonly write: <T>(
    work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>,
    limits?: Limits,
  ) => Promise<T>;
  readonly read: <T>(
    work: (connection: DuckDBConnection, tenant: OpenTenant) => Promise<T>,
    limits?: Limits,
  ) => Promise<T>;
}

/** Copies of an index outside of it, and indexes made anew from them. */
export class IndexArchive {
  readonly #access: ArchiveAccess;

  constructor(access: ArchiveAccess) {
    this.#access = access;
  }

  /** How many states were written to the index since `position`. */
  pending(name: string, position: ArchivePosition): Promise<ArchivePending> {
    return this.#access.read((connection, { catalogue }) => archivePending(connection, catalogue.get(name), position));
  }

  /** Writes what was not archived yet as a Parquet file, from one snapshot. */
  write(name: string, position: ArchivePosition, file: string, now: number, limits?: Limits): Promise<ArchivedStates> {
    return this.#access.read(
      (connection, { catalogue }) => writeArchive(connection, catalogue.get(name), position, file, now),
      limits,
    );
  }

  /** Writes which documents of `name` are gone once `made` has taken its place. */
  retire(name: string, made: string, position: ArchivePosition, file: string): Promise<ArchivedStates> {
    return this.#access.read((connection, { catalogue }) =>
      writeRetired(connection, catalogue.get(name), catalogue.get(made), position, file),
    );
  }

  /** Fills the empty index `name` from archive files. @returns its documents */
  restore(name: string, files: readonly string[], limits?: Limits): Promise<number> {
    return this.#access.write((connection, { catalogue, store }) => {
      const layout = catalogue.get(name);
      return store.withRoom(widthOf(layout), () => restoreArchive(connection, layout, files, limits?.signal));
    }, limits);
  }

  /** How many documents `restore` makes of archive files. */
  count(files: readonly string[], limits?: Limits): Promise<number> {
    return this.#access.read((connection) => countArchived(connection, files), limits);
  }

  /** Behind everything the index holds now. */
  latest(name: string): Promise<ArchivePosition> {
    return this.#access.read((connection, { catalogue }) => latestPosition(connection, catalogue.get(name)));
  }

  /** Lets go of rows in transit that stand before `position`, which is one of this index. @returns how many there were */
  release(name: string, position: ArchivePosition): Promise<number> {
    return this.#access.write((connection, { catalogue }) => releaseRows(connection, catalogue.get(name), position));
  }

  /** Shows every document of one snapshot, in the order they were written. @returns how many there were */
  each(name: string, visit: (document: StoredDocument) => Promise<void>, limits?: Limits): Promise<number> {
    return this.#access.read(
      (connection, { catalogue }) => eachDocument(connection, catalogue.get(name), visit),
      limits,
    );
  }

  /** Compares two indexes document by document; without `ids` by values only. */
  compare(one: string, other: string, ids: boolean, limits?: Limits): Promise<IndexComparison> {
    return this.#access.read(
      (connection, { catalogue }) => compareIndexes(connection, catalogue.get(one), catalogue.get(other), ids),
      limits,
    );
  }

  /**
   * Puts the index `made` in the place of `name` in one transaction; the one that was there is gone, its ledgers stay.
   * @throws PlatformError 409 when `name` was written to since `writes` was read, so that nothing new is lost
   */
  replace(name: string, made: string, unchanged: { readonly refreshed: number } | null): Promise<void> {
    return this.#access.write(async (connection, { catalogue }) => {
      if (unchanged && (await catalogue.refreshed(connection, name)) !== unchanged.refreshed) {
        throw conflict('The index was written to while it was compared. Rebuild it again, when less comes in.');
      }
      await catalogue.replace(connection, name, made);
    });
  }
}
