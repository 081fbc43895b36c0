import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { runAtOnce } from '../store/at-once.ts';
import { BEGIN_READ } from '../store/tenant-store.ts';
import type { IndexVersion } from './columns/version.ts';
import { rowsOf } from './run.ts';
import { joined, type Sql, sql, whole } from './sql.ts';

/** What the snapshot of a connection says of the state of an index. */
export async function readVersion(connection: DuckDBConnection, layout: IndexLayout): Promise<IndexVersion> {
  const [row = []] = await rowsOf(connection, stateOf([layout]));
  return versionIn(layout, row.slice(1));
}

/** Begins a transaction and reads the states of the indexes in one step. */
export async function beginWithVersions(
  connection: DuckDBConnection,
  layouts: readonly IndexLayout[],
): Promise<ReadonlyMap<number, IndexVersion>> {
  const result = await runAtOnce(connection, `${BEGIN_READ}; ${stateOf(layouts).text}`);
  const rows = new Map((await result.getRowsJS()).map(([id, ...row]) => [Number(id), row]));
  return new Map(layouts.map((layout) => [layout.id, versionIn(layout, rows.get(layout.id) ?? [])]));
}

const stateOf = (layouts: readonly IndexLayout[]): Sql =>
  sql`SELECT id, next_doc, next_segment, deleted, refreshed, documents FROM catalogue WHERE id IN (${joined(
    layouts.map(({ id }) => whole(id)),
    ', ',
  )})`;

function versionIn({ id }: IndexLayout, row: readonly unknown[]): IndexVersion {
  const [nextDoc = 0, , deleted = 0, , documents = 0] = row.map(Number);
  return { nextDoc, deleted, documents, key: `${id}/${row.join('/')}` };
}

/** States of indexes as they are while nothing is written. */
export class Versions {
  #generation: number | null = null;
  readonly #known = new Map<number, IndexVersion>();

  /** The states of all of them in this generation; null when one is not known. */
  all(generation: number | null, layouts: readonly IndexLayout[]): ReadonlyMap<number, IndexVersion> | null {
    if (generation === null || generation !== this.#generation) return null;
    const found = new Map<number, IndexVersion>();
    for (const { id } of layouts) {
      const version = this.#known.get(id);
      if (version === undefined) return null;
      found.set(id, version);
    }
    return found;
  }

  /** Notes states that were read while the generation stayed the same. */
  note(generation: number, versions: ReadonlyMap<number, IndexVersion>): void {
    if (this.#generation !== generation) this.#known.clear();
    this.#generation = generation;
    for (const [id, version] of versions) this.#known.set(id, version);
  }
}

/** A snapshot that is newer than the states a search had begun with. */
export class Outdated extends Error {}
