import { Connection } from '../records/sqlite/connection.ts';

/** A request as its sender named it: whose it is, their name for it, and what was asked. */
export interface Asked {
  readonly tenant: string;
  readonly user: string;
  /** The `request_id` header. */
  readonly request: string;
  /** Digest of call and body: another question under the same name is another request. */
  readonly digest: string;
}

/** What the replies of one tenant may take: the oldest go first. */
export interface ReplyBounds {
  readonly replies: number;
  readonly bytes: number;
}

/** How long a reply is kept, in ms. */
export const KEPT_MS = 24 * 60 * 60 * 1000;
const BOUNDS: ReplyBounds = { replies: 10_000, bytes: 64 * 1024 * 1024 };
/** A larger reply is not kept. */
const MOST_BYTES = 1024 * 1024;

interface Room {
  replies: number;
  bytes: number;
}

/**
 * Replies to requests that changed something, so that one which is sent again is answered alike and done once. They outlive the
 * process; the operating system writes them to disk in its own time, since what they tell of is on disk already.
 */
export class KeptReplies {
  readonly #connection: Connection;
  readonly #bounds: ReplyBounds;
  readonly #rooms = new Map<string, Room>();

  constructor(file: string, bounds: ReplyBounds = BOUNDS) {
    this.#connection = new Connection(file, false);
    this.#bounds = bounds;
    this.#connection.exec(`
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON;
      CREATE TABLE IF NOT EXISTS reply (tenant TEXT NOT NULL, user TEXT NOT NULL, request TEXT NOT NULL, digest TEXT NOT NULL,
        ts INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tenant, user, request, digest)) STRICT;
      CREATE INDEX IF NOT EXISTS reply_age ON reply (tenant, ts);`);
    this.#measure();
  }

  /** The reply that was kept, as JSON text; null when there is none, or none any more. */
  recall({ tenant, user, request, digest }: Asked, now: number): string | null {
    const row = this.#connection.get(
      'SELECT body FROM reply WHERE tenant = ? AND user = ? AND request = ? AND digest = ? AND ts > ?',
      tenant,
      user,
      request,
      digest,
      now - KEPT_MS,
    );
    return row === undefined ? null : String(row.body);
  }

  keep({ tenant, user, request, digest }: Asked, body: string, now: number): void {
    if (body.length > MOST_BYTES) return;
    const room = this.#rooms.get(tenant) ?? { replies: 0, bytes: 0 };
    this.#rooms.set(tenant, room);
    this.#connection.run(
      'INSERT OR REPLACE INTO reply VALUES (?, ?, ?, ?, ?, ?)',
      tenant,
      user,
      request,
      digest,
      now,
      body,
    );
    room.replies += 1;
    room.bytes += body.length;
    const { replies, bytes } = this.#bounds;
    if (room.replies > replies || room.bytes > bytes) this.#makeRoom(tenant, room);
  }

  /** Forgets what names this record, or came from or belongs to it: it was erased (REC-39, SEC-11). */
  forget(tenant: string, id: string): void {
    this.#connection.run('DELETE FROM reply WHERE tenant = ?', id);
    this.#connection.run('DELETE FROM reply WHERE tenant = ? AND (user = ? OR instr(body, ?) > 0)', tenant, id, id);
    this.#measure();
  }

  /** Forgets what is too old. */
  sweep(now: number): void {
    this.#connection.run('DELETE FROM reply WHERE ts <= ?', now - KEPT_MS);
    this.#measure();
  }

  async close(): Promise<void> {
    this.#connection.close();
  }

  /** A tenth more than has to go goes, so that the next ones find room. */
  #makeRoom(tenant: string, room: Room): void {
    const wanted = { replies: this.#bounds.replies * 0.9, bytes: this.#bounds.bytes * 0.9 };
    for (const { ts, n, bytes } of this.#connection.all(
      'SELECT ts, count(*) AS n, sum(length(body)) AS bytes FROM reply WHERE tenant = ? GROUP BY ts ORDER BY ts',
      tenant,
    )) {
      if (room.replies <= wanted.replies && room.bytes <= wanted.bytes) return;
      this.#connection.run('DELETE FROM reply WHERE tenant = ? AND ts = ?', tenant, Number(ts));
      room.replies -= Number(n);
      room.bytes -= Number(bytes);
    }
  }

  #measure(): void {
    this.#rooms.clear();
    for (const { tenant, n, bytes } of this.#connection.all(
      'SELECT tenant, count(*) AS n, sum(length(body)) AS bytes FROM reply GROUP BY tenant',
    ))
      this.#rooms.set(String(tenant), { replies: Number(n), bytes: Number(bytes) });
  }
}
