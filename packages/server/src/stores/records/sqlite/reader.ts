import type { Edge, HistoryRow, RecordChange } from '../port.ts';
import { tenantOf } from './bucket-table.ts';
import type { Connection, Row } from './connection.ts';
import type { Kind } from './kinds.ts';
import { ListReader, NOTHING } from './list-reader.ts';
import type { RawRecord, SearchAnswer, SearchQuestion, Space } from './protocol.ts';
import { addFunctions } from './search-functions.ts';
import { RECORD_COLUMNS, toRaw } from './vertex-table.ts';

/** Reads of one read-only connection. Every statement is bound to a bucket, or to cluster and tenant for edges. */
export class Reader {
  readonly #connection: Connection;
  readonly #buckets = new Map<string, number>();
  readonly #lists: ListReader;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#lists = new ListReader(connection);
    addFunctions(connection);
  }

  /** SQLite's count of the commits this connection did not make, of which a reading one makes none. */
  stamp(): number {
    return Number(this.#connection.get('PRAGMA data_version')?.data_version);
  }

  get(space: Space, kind: Kind, id: string): RawRecord | null {
    const bucket = this.#bucket(space, kind);
    if (bucket === null) return null;
    const row = this.#connection.get(`SELECT ${RECORD_COLUMNS} FROM vertex WHERE id = ? AND bucket = ?`, id, bucket);
    return row ? toRaw(row) : null;
  }

  getMany(space: Space, kind: Kind, ids: readonly string[]): readonly RawRecord[] {
    const bucket = this.#bucket(space, kind);
    if (bucket === null || ids.length === 0) return [];
    const rows = this.#connection.all(
      `SELECT ${RECORD_COLUMNS} FROM vertex WHERE id IN (SELECT value FROM json_each(?)) AND bucket = ?`,
      JSON.stringify(ids),
      bucket,
    );
    const found = new Map(rows.map((row) => [String(row.id), toRaw(row)]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  edges(
    space: Space,
    ids: readonly string[],
    label: string,
    direction: 'out' | 'in',
  ): ReadonlyMap<string, readonly Edge[]> {
    const near = direction === 'out' ? 'source' : 'target';
    const rows = this.#connection.all(
      `SELECT source, target, props FROM edge WHERE cluster = ? AND tenant IN (?, '')
        AND ${near} IN (SELECT value FROM json_each(?)) AND label = ? ORDER BY source, target`,
      space.cluster,
      space.tenant,
      JSON.stringify(ids),
      label,
    );
    return Map.groupBy(
      rows.map((row): Edge => {
        return { label, from: String(row.source), to: String(row.target), props: JSON.parse(String(row.props)) };
      }),
      (edge) => (direction === 'out' ? edge.from : edge.to),
    );
  }

  history(space: Space, kind: Kind, id: string, from: number, to: number): readonly HistoryRow[] {
    const bucket = this.#bucket(space, kind);
    if (bucket === null) return [];
    return this.#connection
      .all(
        `SELECT id, version, ts, user, op, request_id, changes, token FROM history WHERE bucket = ? AND id = ?
          ORDER BY seq DESC LIMIT ? OFFSET ?`,
        bucket,
        id,
        Math.max(0, to - from),
        from,
      )
      .map((row) => toHistoryRow(kind.name, row));
  }

  /** Page and total are of one state of the store. */
  search(question: SearchQuestion): SearchAnswer {
    const bucket = this.#bucket(question.space, question.kind);
    if (bucket === null) return NOTHING;
    this.#connection.exec('BEGIN');
    try {
      return this.#lists.search(bucket, question);
    } finally {
      this.#connection.exec('COMMIT');
    }
  }

  #bucket(space: Space, kind: Kind): number | null {
    const tenant = tenantOf(kind, space);
    const key = JSON.stringify([space.cluster, tenant, kind.name]);
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    const row = this.#connection.get(
      'SELECT id FROM bucket WHERE cluster = ? AND tenant = ? AND kind = ?',
      space.cluster,
      tenant,
      kind.name,
    );
    if (!row) return null;
    this.#buckets.set(key, Number(row.id));
    return Number(row.id);
  }
}

function toHistoryRow(kind: string, row: Row): HistoryRow {
  return {
    record: String(row.id),
    kind,
    version: Number(row.version),
    ts: Number(row.ts),
    user: String(row.user),
    op: String(row.op) as RecordChange['op'],
    request_id: String(row.request_id),
    ...(row.token !== '' && { token: String(row.token) }),
    changes: JSON.parse(String(row.changes)),
  };
}
