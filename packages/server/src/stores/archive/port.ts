import type { ArchivedStates, ArchivePosition } from '@datasarana/engine';
import type { Scope } from '../../access/scope.ts';

/** One file of the archive. */
export interface ArchiveObject {
  /** `shard/number.parquet`. */
  readonly name: string;
  /** States of documents in it. */
  readonly states: number;
  readonly removals: number;
  readonly bytes: number;
  readonly sha256: string;
  /** When it was written, epoch ms. */
  readonly ts: number;
}

export interface ArchiveManifest {
  /** How far the index is archived. */
  readonly position: ArchivePosition;
  /** Oldest first. */
  readonly objects: readonly ArchiveObject[];
}

/** How objects are put into folders (TPL-17). */
export interface Sharding {
  /** A new folder is begun when one holds `threshold` objects; else objects take turns in `shards` folders. */
  readonly auto: boolean;
  readonly shards: number;
  readonly threshold: number;
}

/** Writes the object to a local file. */
export type WriteObject = (position: ArchivePosition, file: string) => Promise<ArchivedStates>;

/**
 * Parquet files of what was written to an index, per topic; those of `scope.tenant`, another tenant's are not there. An object
 * counts once it stands in the manifest, which is changed as one; nothing is ever written over.
 */
export interface Archive {
  manifest(scope: Scope, topic: string): Promise<ArchiveManifest>;
  /** Adds what `write` finds beyond the position; null when that is nothing. Calls for one topic take turns. */
  add(scope: Scope, topic: string, sharding: Sharding, write: WriteObject, now: number): Promise<ArchiveObject | null>;
  /**
   * Local files of all objects, oldest first.
   * @throws PlatformError 31/409 naming an object that is missing or not what was written
   */
  files(scope: Scope, topic: string): Promise<readonly string[]>;
  /** Topics with an archive. */
  topics(scope: Scope): Promise<readonly string[]>;
  /** False when there was none. */
  remove(scope: Scope, topic: string): Promise<boolean>;
}
