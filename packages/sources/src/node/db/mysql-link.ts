import { createRequire } from 'node:module';
import { connect as openSocket, type Socket } from 'node:net';
import type mysql from 'mysql2';
import type { Connection, ConnectionOptions } from 'mysql2';
import type { DatabaseSettings } from '../../source/source.ts';
import { ASKING_MS, type Connect, type DatabaseFault, DatabaseRefused, messageOf } from './database.ts';
import { mysqlCell } from './mysql-cells.ts';
import type { RowEvents, RowLink } from './table-scan.ts';

/** Opens a socket without asking anyone: for services that may reach what their machine reaches. */
export const connectFreely: Connect = (host, port, signal) =>
  new Promise((resolve, reject) => {
    const socket = openSocket({ host, port, ...(signal && { signal }) });
    socket.once('error', reject);
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
  });

const FAULTS: Readonly<Record<string, readonly [DatabaseFault, string]>> = {
  ER_ACCESS_DENIED_ERROR: [
    'uid',
    'The database refused this user and password. Check both, from which hosts the user may sign in, and whether only with TLS.',
  ],
  ER_ACCESS_DENIED_NO_PASSWORD_ERROR: ['uid', 'The database refused this user without a password.'],
  ER_DBACCESS_DENIED_ERROR: ['database', 'The user may not use this database. Grant SELECT on it.'],
  ER_BAD_DB_ERROR: ['database', 'There is no such database on the server.'],
  ER_NO_SUCH_TABLE: ['table', 'There is no such table in the database.'],
  ER_TABLEACCESS_DENIED_ERROR: ['table', 'The user may not read this table. Grant SELECT on it.'],
  HANDSHAKE_NO_SSL_SUPPORT: ['tls', 'The server offers no TLS. Choose "off", or set TLS up on the server.'],
  HANDSHAKE_SSL_ERROR: ['tls', 'TLS could not be agreed on with the server.'],
  PROTOCOL_CONNECTION_LOST: ['lost', 'The connection to the database broke off. Try again.'],
  ECONNRESET: ['lost', 'The connection to the database broke off. Try again.'],
  EPIPE: ['lost', 'The connection to the database broke off. Try again.'],
  ER_SERVER_SHUTDOWN: ['lost', 'The database is shutting down. Try again when it is back.'],
  ER_CONNECTION_KILLED: ['lost', 'The database ended the connection. Try again.'],
  ECONNREFUSED: ['host', 'Nothing answers at this host and port. Check both, and that the database listens there.'],
  ENOTFOUND: ['host', 'There is no host of this name.'],
  EAI_AGAIN: ['host', 'The name of the host could not be looked up.'],
  ETIMEDOUT: ['host', 'The host did not answer in time. Check the address and the firewalls between.'],
  EHOSTUNREACH: ['host', 'The host cannot be reached from here.'],
  ENETUNREACH: ['host', 'The network of the host cannot be reached from here.'],
  ER_STATEMENT_TIMEOUT: ['timeout', 'The statement took longer than allowed. Narrow it down.'],
  ER_QUERY_TIMEOUT: ['timeout', 'The statement took longer than allowed. Narrow it down.'],
  ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION: [
    'statement',
    'The statement would change data. Only reading is allowed here.',
  ],
};

const SILENT = `The database took the connection and answered nothing for ${ASKING_MS / 1000} seconds. Try again, and look at the server when it stays so.`;

/** Errors of MariaDB that the driver knows by their numbers alone. */
const OF_MARIADB: Readonly<Record<number, string>> = { 1927: 'ER_CONNECTION_KILLED', 1969: 'ER_STATEMENT_TIMEOUT' };

function codeOf(cause: unknown): string {
  const { code, errno } = Object(cause) as Readonly<Record<string, unknown>>;
  return String(code ?? OF_MARIADB[Number(errno)] ?? '');
}
const isCertificate = (code: string): boolean => /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code);

/** What the driver threw, with what to do about it; anything it cannot name is what `otherwise` says. */
export function refusalOf(cause: unknown, otherwise: DatabaseFault): Error {
  if (cause instanceof DatabaseRefused) return cause;
  const code = codeOf(cause);
  const said = messageOf(cause);
  if (isCertificate(code) || (code === 'HANDSHAKE_SSL_ERROR' && /certificate/.test(said))) {
    const message = `The certificate of the server cannot be verified (${said}). Choose "required" to encrypt without verifying, or give the server a certificate this machine trusts.`;
    return new DatabaseRefused('tls', message, { cause });
  }
  // A platform that keeps a list of allowed addresses says so in its own words.
  if (code === '') return cause instanceof Error ? cause : new Error(said);
  const [fault, hint] = FAULTS[code] ?? [otherwise, ''];
  return new DatabaseRefused(fault, hint === '' ? said : `${hint} (${said})`, { cause });
}

/** Whether the server ended a statement that took too long. */
export const isTooLong = (cause: unknown): boolean => /^ER_(?:STATEMENT|QUERY)_TIMEOUT$/.test(codeOf(cause));

/** Whether reading may go on over a new connection. */
export const isLost = (cause: unknown): boolean => FAULTS[codeOf(cause)]?.[0] === 'lost';

const load = createRequire(import.meta.url);
/** The driver takes 25 MB: it is loaded when a database is read. */
const driver = (): typeof mysql => load('mysql2') as typeof mysql;

/** Rogue servers may ask for a file of this machine; the driver never offers any. */
const FLAGS = ['-LOCAL_FILES'];

const options = (settings: DatabaseSettings, socket: Socket): ConnectionOptions => ({
  stream: () => socket,
  host: settings.host ?? '',
  port: settings.port ?? MYSQL_PORT,
  user: settings.uid ?? '',
  password: settings.pwd ?? '',
  ...(settings.database && { database: settings.database }),
  ...(settings.tls &&
    settings.tls !== 'off' && {
      ssl: { rejectUnauthorized: settings.tls === 'verify', verifyIdentity: settings.tls === 'verify' },
    }),
  charset: 'utf8mb4',
  connectTimeout: 15_000,
  multipleStatements: false,
  jsonStrings: true,
  flags: FLAGS,
  typeCast: mysqlCell,
});

export const MYSQL_PORT = 3306;

/** A text as its bytes: whether a backslash stands for itself in quotes is a setting of the server. */
const textOfBytes = (value: string): string => `_utf8mb4 x'${Buffer.from(value).toString('hex')}'`;

function filled(sql: string, values: readonly string[]): string {
  let at = 0;
  return sql.replace(/\?/g, () => textOfBytes(values[at++] ?? ''));
}

/** One connection to a MySQL-compatible server. */
export class MysqlLink implements RowLink {
  readonly #connection: Connection;
  /** What ended the connection while no statement ran. */
  #lost: unknown = null;
  /** Who waits for an answer of a statement. */
  readonly #waiting = new Set<(cause: unknown) => void>();

  constructor(connection: Connection) {
    this.#connection = connection;
    // A connection that breaks off tells itself, not the statement that runs without a callback.
    connection.on('error', (cause) => {
      this.#lost = cause;
      this.#fail(cause);
    });
  }

  #fail(cause: unknown): void {
    for (const failed of this.#waiting) failed(cause);
    this.#waiting.clear();
  }

  /** @throws DatabaseRefused */
  static async open(settings: DatabaseSettings, connect: Connect, signal?: AbortSignal): Promise<MysqlLink> {
    try {
      const socket = await connect(settings.host ?? '', settings.port ?? MYSQL_PORT, signal);
      socket.setNoDelay(true);
      socket.setKeepAlive(true, 30_000);
      const connection = driver().createConnection(options(settings, socket));
      const link = new MysqlLink(connection);
      await new Promise<void>((resolve, reject) => {
        const stop = (): void => {
          connection.destroy();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
        connection.connect((cause) => {
          signal?.removeEventListener('abort', stop);
          if (cause) {
            connection.destroy();
            reject(cause);
          } else resolve();
        });
      });
      return link;
    } catch (cause) {
      throw refusalOf(cause, 'host');
    }
  }

  get usable(): boolean {
    return this.#lost === null;
  }

  /** Number by which another connection can stop a statement of this one. */
  get threadId(): number {
    return this.#connection.threadId ?? 0;
  }

  /** All rows of a short statement, as texts; each `?` of it is one of the values. */
  async rows(sql: string, values: readonly string[] = []): Promise<readonly (readonly (string | null)[])[]> {
    const timer = setTimeout(() => this.close(new DatabaseRefused('timeout', SILENT)), ASKING_MS);
    const { promise, resolve, reject } = Promise.withResolvers<readonly (readonly (string | null)[])[]>();
    // the driver never calls back for a connection that is closed here
    this.#waiting.add(reject);
    this.#connection.query({ sql: filled(sql, values), rowsAsArray: true }, (cause, rows) => {
      if (cause) reject(cause);
      else resolve(Array.isArray(rows) ? (rows as unknown as (string | null)[][]) : []);
    });
    try {
      return await promise;
    } catch (cause) {
      throw refusalOf(cause, 'statement');
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(reject);
    }
  }

  stream(sql: string, on: RowEvents): void {
    this.#waiting.add(on.failed);
    const query = this.#connection.query({ sql, rowsAsArray: true });
    query.on('fields', (fields: readonly { readonly name: string }[] | undefined) =>
      on.fields((fields ?? []).map(({ name }) => name)),
    );
    query.on('result', (row: unknown) => {
      if (Array.isArray(row)) on.row(row as (string | null)[]);
    });
    query.on('error', (cause) => {
      this.#waiting.delete(on.failed);
      on.failed(cause);
    });
    query.on('end', () => {
      this.#waiting.delete(on.failed);
      on.end();
    });
  }

  pause(): void {
    this.#connection.pause();
  }

  resume(): void {
    this.#connection.resume();
  }

  close(reason: unknown = new DatabaseRefused('lost', 'The connection was closed.')): void {
    this.#lost ??= reason;
    this.#connection.destroy();
    this.#fail(reason);
  }
}

export const mysqlName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

export const mysqlText = (value: string): string => driver().escape(value);
