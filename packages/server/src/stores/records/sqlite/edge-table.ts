import { notFound } from '@datasarana/schema';
import type { Connection } from './connection.ts';
import type { Space } from './protocol.ts';

/** An end of an edge as the scope sees it. */
interface End {
  readonly id: string;
  readonly tenant: string;
  readonly kind: string;
  readonly version: number;
}

export interface EdgeWrite {
  readonly label: string;
  readonly from: string;
  readonly to: string;
  readonly props: string;
}

/** Edges lie in the tenant, or in the cluster when both ends do. */
export class EdgeTable {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Answers where the edge starts when it was new or its props changed, else null. */
  link(space: Space, edge: EdgeWrite): End | null {
    const from = this.#end(space, edge.from);
    const to = this.#end(space, edge.to);
    const tenant = from.tenant === '' && to.tenant === '' ? '' : space.tenant;
    const written = this.#connection.run(
      `INSERT INTO edge (cluster, tenant, label, source, target, props) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET props = excluded.props WHERE props <> excluded.props`,
      space.cluster,
      tenant,
      edge.label,
      edge.from,
      edge.to,
      edge.props,
    );
    return written > 0 ? from : null;
  }

  /** Answers where the edge started when there was one, else null. */
  unlink(space: Space, edge: EdgeWrite): End | null {
    const removed = this.#connection.run(
      `DELETE FROM edge WHERE cluster = ? AND tenant IN (?, '') AND source = ? AND label = ? AND target = ?`,
      space.cluster,
      space.tenant,
      edge.from,
      edge.label,
      edge.to,
    );
    return removed > 0 ? this.#end(space, edge.from) : null;
  }

  /** Takes all edges of a record that is erased. */
  drop(cluster: string, tenant: string, id: string): void {
    for (const side of ['source', 'target'])
      this.#connection.run(
        `DELETE FROM edge WHERE cluster = ? AND tenant IN (?, '') AND ${side} = ?`,
        cluster,
        tenant,
        id,
      );
  }

  #end(space: Space, id: string): End {
    const row = this.#connection.get(
      `SELECT b.tenant, b.kind, v.version FROM vertex v JOIN bucket b ON b.id = v.bucket
        WHERE v.id = ? AND b.cluster = ? AND b.tenant IN (?, '') ORDER BY b.tenant DESC LIMIT 1`,
      id,
      space.cluster,
      space.tenant,
    );
    if (!row) throw notFound(`There is no record '${id}' to link`);
    return { id, tenant: String(row.tenant), kind: String(row.kind), version: Number(row.version) };
  }
}
