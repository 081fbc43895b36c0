import type { DuckDBConnection } from '@duckdb/node-api';
import { allRows } from '../store/rows.ts';

/** What a tenant keeps by name beside its indexes. */
export type NameKind =
  | 'alias'
  | 'template'
  | 'index_template'
  | 'component_template'
  | 'data_stream'
  | 'cluster_settings'
  | 'task'
  | 'script';

type Body = Readonly<Record<string, unknown>>;

/** Aliases and templates of one tenant, read once and kept in step with the file. */
export class Names {
  readonly #kept: Map<NameKind, Map<string, Body>>;
  #revision = 0;

  private constructor(kept: Map<NameKind, Map<string, Body>>) {
    this.#kept = kept;
  }

  static async load(connection: DuckDBConnection): Promise<Names> {
    const kept = new Map<NameKind, Map<string, Body>>();
    for (const row of await allRows(connection, 'SELECT kind, name, body FROM names')) {
      const kind = String(row.kind) as NameKind;
      const known = kept.get(kind) ?? new Map<string, Body>();
      known.set(String(row.name), JSON.parse(String(row.body)));
      kept.set(kind, known);
    }
    return new Names(kept);
  }

  /** Goes up with every name that comes, changes or goes. */
  get revision(): number {
    return this.#revision;
  }

  all(kind: NameKind): ReadonlyMap<string, Body> {
    return this.#kept.get(kind) ?? new Map();
  }

  get(kind: NameKind, name: string): Body | null {
    return this.#kept.get(kind)?.get(name) ?? null;
  }

  /** Stores a body, or with null forgets it. */
  async put(connection: DuckDBConnection, kind: NameKind, name: string, body: Body | null): Promise<void> {
    await connection.run('DELETE FROM names WHERE kind = $kind AND name = $name', { kind, name });
    if (body !== null) {
      await connection.run('INSERT INTO names VALUES ($kind, $name, $body)', {
        kind,
        name,
        body: JSON.stringify(body),
      });
    }
    const known = this.#kept.get(kind) ?? new Map<string, Body>();
    this.#kept.set(kind, known);
    this.#revision++;
    if (body === null) known.delete(name);
    else known.set(name, body);
  }
}

/** A JSON object; anything else is an empty one. */
export const asBody = (value: unknown): Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Body) : {};
