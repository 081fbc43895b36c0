import type { Socket } from 'node:net';
import type { Connection, Request } from 'tedious';
import type { Cell } from '../../rows/row-reader.ts';
import { DEFAULT_PORTS } from '../../source/default-ports.ts';
import type { DatabaseSettings } from '../../source/source.ts';
import { ASKING_MS, type Connect, type DatabaseFault, DatabaseRefused, messageOf } from './database.ts';
import { sqlServerCell } from './sqlserver-columns.ts';
import type { RowEvents, RowLink } from './table-scan.ts';

const UNREACHED =
  'Nothing answers at this host and port. Check both, and that the server listens for TCP connections there.';
const BROKEN: readonly [DatabaseFault, string] = ['lost', 'The connection to the database broke off. Try again.'];
const USER: readonly [DatabaseFault, string] = [
  'uid',
  'The server refused this user and password. Check both, and that the server allows SQL Server authentication.',
];

/** By the number of the server's message, else the driver's code. */
const FAULTS: Readonly<Record<string, readonly [DatabaseFault, string]>> = {
  ELOGIN: USER,
  18456: USER,
  18452: USER,
  4060: ['database', 'There is no such database on the server, or this user may not open it.'],
  911: ['database', 'There is no such database on the server.'],
  916: ['database', 'The user may not use this database. Grant it access.'],
  208: ['table', 'There is no such table in the database.'],
  229: ['table', 'The user may not read this table. Grant SELECT on it.'],
  1222: ['timeout', 'Another transaction holds the rows. Try again when it has ended.'],
  1205: BROKEN,
  6005: ['lost', 'The database is shutting down. Try again when it is back.'],
  596: BROKEN,
  ESOCKET: BROKEN,
  ECONNCLOSED: BROKEN,
  EINVALIDSTATE: BROKEN,
  ECONNRESET: BROKEN,
  EPIPE: BROKEN,
  ETIMEOUT: ['timeout', 'The statement took longer than allowed. Narrow it down.'],
  EENCRYPT: [
    'tls',
    'The two do not agree on TLS. Choose "required" when the server asks for it, "off" when it has none.',
  ],
  ECONNREFUSED: ['host', UNREACHED],
  ENOTFOUND: ['host', 'There is no host of this name.'],
  EAI_AGAIN: ['host', 'The name of the host could not be looked up.'],
  ETIMEDOUT: ['host', 'The host did not answer in time. Check the address and the firewalls between.'],
  EHOSTUNREACH: ['host', 'The host cannot be reached from here.'],
  ENETUNREACH: ['host', 'The network of the host cannot be reached from here.'],
};

/** The causes of an error, the first one last. */
function chainOf(cause: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let each = cause; each instanceof Error && chain.length < 8; each = each.cause) chain.unshift(each);
  return chain;
}

const codesOf = (cause: unknown): readonly string[] =>
  chainOf(cause).flatMap((each) => {
    const [number, code] = [Reflect.get(Object(each), 'number'), Reflect.get(Object(each), 'code')];
    return [...(typeof number === 'number' ? [String(number)] : []), ...(typeof code === 'string' ? [code] : [])];
  });

/** A login that fails for its database is told by its text alone. */
const isDatabase = (cause: unknown): boolean =>
  chainOf(cause).some((each) => /^Cannot open database/.test(messageOf(each)));

const faultOf = (cause: unknown): readonly [DatabaseFault, string] | undefined =>
  isDatabase(cause) ? FAULTS[4060] : codesOf(cause).flatMap((code) => (FAULTS[code] ? [FAULTS[code]] : []))[0];

/** What the driver threw, with what to do about it; anything it cannot name is what `otherwise` says. */
export function sqlServerRefusal(cause: unknown, otherwise: DatabaseFault): Error {
  if (cause instanceof DatabaseRefused) return cause;
  const chain = chainOf(cause);
  const named = chain.find((each) => each instanceof DatabaseRefused);
  if (named instanceof DatabaseRefused) return named;
  const said = messageOf(chain[0] ?? cause);
  if (codesOf(cause).some((code) => /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code))) {
    const message = `The certificate of the server cannot be verified (${said}). Choose "required" to encrypt without verifying, or give the server a certificate this machine trusts.`;
    return new DatabaseRefused('tls', message, { cause });
  }
  // A platform that keeps a list of allowed addresses says so in its own words.
  const [first] = chain;
  if (first instanceof Error && codesOf(first).length === 0 && chain.length > 1) return first;
  const found = faultOf(cause);
  return new DatabaseRefused(found?.[0] ?? otherwise, found ? `${found[1]} (${said})` : said, { cause });
}

/** Whether reading may go on over a new connection. */
export const isSqlServerLost = (cause: unknown): boolean => {
  const fault = faultOf(cause)?.[0];
  return fault === 'lost' || fault === 'host';
};

const options = (settings: DatabaseSettings, connect: Connect, signal: AbortSignal | undefined) => ({
  server: settings.host ?? '',
  authentication: { type: 'default' as const, options: { userName: settings.uid ?? '', password: settings.pwd ?? '' } },
  options: {
    ...(settings.database && { database: settings.database }),
    port: settings.port ?? DEFAULT_PORTS.sqlserver,
    encrypt: settings.tls !== undefined && settings.tls !== 'off',
    trustServerCertificate: settings.tls !== 'verify',
    appName: 'Datasarana',
    connectTimeout: 15_000,
    requestTimeout: 0,
    // What broke off is opened again by who reads, behind the last row.
    maxRetriesOnTransientErrors: 0,
    useUTC: true,
    // The driver names host and port, also of the server it is sent on to: all of them are asked for by `connect`.
    connector: (...[at]: { readonly host: string; readonly port: number }[]): Promise<Socket> =>
      connect(at?.host ?? settings.host ?? '', at?.port ?? DEFAULT_PORTS.sqlserver, signal),
  },
});

/** One connection to a SQL Server. */
export class SqlServerLink implements RowLink {
  readonly #connection: Connection;
  readonly #request: typeof Request;
  #running: Request | null = null;
  #failed: ((cause: unknown) => void) | null = null;
  #ended = false;

  private constructor(connection: Connection, request: typeof Request) {
    this.#connection = connection;
    this.#request = request;
    connection.on('end', () => {
      this.#ended = true;
      this.#failed?.(new DatabaseRefused(...BROKEN));
    });
    // It is told to the statement that runs.
    connection.on('error', () => {});
  }

  /** @throws DatabaseRefused */
  static async open(settings: DatabaseSettings, connect: Connect, signal?: AbortSignal): Promise<SqlServerLink> {
    // loaded when a database of this kind is read: it brings the clients of a cloud with it
    const tedious = await import('tedious');
    const connection = new tedious.default.Connection(options(settings, connect, signal));
    const link = new SqlServerLink(connection, tedious.default.Request);
    const stop = (): void => connection.close();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        connection.connect((cause) => (cause ? reject(cause) : resolve()));
      });
      return link;
    } catch (cause) {
      signal?.throwIfAborted();
      throw sqlServerRefusal(cause, 'host');
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }

  get usable(): boolean {
    return !this.#ended;
  }

  /** All rows of a short statement, as texts. */
  async rows(sql: string): Promise<readonly (readonly Cell[])[]> {
    const rows: Cell[][] = [];
    const timer = setTimeout(() => this.#running?.cancel(), ASKING_MS);
    try {
      await new Promise<void>((resolve, reject) => {
        this.stream(sql, { fields: () => {}, row: (row) => void rows.push(row), end: resolve, failed: reject });
      });
    } catch (cause) {
      throw sqlServerRefusal(cause, 'statement');
    } finally {
      clearTimeout(timer);
    }
    return rows;
  }

  stream(sql: string, on: RowEvents): void {
    const Asked = this.#request;
    this.#failed = on.failed;
    const request = new Asked(sql, (cause) => {
      if (this.#running === request) this.#running = null;
      this.#failed = null;
      if (cause) on.failed(cause);
      else on.end();
    });
    request.on('columnMetadata', (columns) => on.fields(namesOf(columns)));
    request.on('row', (columns: readonly DriverCell[]) =>
      on.row(columns.map(({ value, metadata }) => sqlServerCell(value, typeOf(metadata)))),
    );
    this.#running = request;
    this.#connection.execSqlBatch(request);
  }

  pause(): void {
    this.#running?.pause();
  }

  resume(): void {
    this.#running?.resume();
  }

  close(reason: unknown = new DatabaseRefused('lost', 'The connection was closed.')): void {
    this.#failed?.(reason);
    this.#failed = null;
    this.#connection.close();
  }
}

interface DriverCell {
  readonly value: unknown;
  readonly metadata: {
    readonly colName: string;
    readonly type: { readonly name: string };
    readonly dataLength?: number;
  };
}

/** The driver has one name for floats of four and of eight bytes when they may be NULL. */
function typeOf({ type, dataLength }: DriverCell['metadata']): string {
  if (type.name === 'FloatN') return dataLength === 4 ? 'real' : 'float';
  return type.name.toLowerCase();
}

const namesOf = (columns: unknown): readonly string[] =>
  (Array.isArray(columns) ? columns : Object.values(Object(columns))).map((column) =>
    String(Reflect.get(Object(column), 'colName') ?? ''),
  );
