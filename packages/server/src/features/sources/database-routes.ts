import { invalid, SAMPLES } from '@datasarana/schema';
import { type DatabaseSettings, DEFAULT_PORTS } from '@datasarana/sources';
import { type Database, openDatabase } from '@datasarana/sources/node';
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Scope } from '../../access/scope.ts';
import { route } from '../../http/route.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { SECRET_MASK } from '../../stores/records/secret-fields.ts';
import { asPlatformError } from './database-faults.ts';
import type { Sources } from './sources.ts';

const Reach = {
  host: Type.String({ minLength: 1, maxLength: 255 }),
  port: Type.Optional(Type.Integer({ minimum: 1, maximum: 65_535 })),
  uid: Type.String({ maxLength: 255 }),
  pwd: Type.Optional(Type.String({ maxLength: 1024, description: 'or the mask, with `source`' })),
  tls: Type.Optional(Type.Union([Type.Literal('off'), Type.Literal('required'), Type.Literal('verify')])),
  source: Type.Optional(Type.String({ description: 'id of a saved source whose password is meant by the mask' })),
};
const closed = { additionalProperties: false };
const Name = Type.String({ minLength: 1, maxLength: 255 });
const ServerBody = Type.Object(
  { ...Reach, db: Type.Optional(Name), table: Type.Optional(Name), query: Type.Optional(Type.String()) },
  closed,
);
const DatabaseBody = Type.Object(
  { ...Reach, db: Name, table: Type.Optional(Name), query: Type.Optional(Type.String()) },
  closed,
);
const TableBody = Type.Object({ ...Reach, db: Name, table: Name, query: Type.Optional(Type.String()) }, closed);
const QueryBody = Type.Object(
  {
    ...Reach,
    db: Type.Optional(Name),
    table: Type.Optional(Name),
    query: Type.String({ minLength: 1, maxLength: 65_536 }),
  },
  closed,
);
type ServerBody = Static<typeof ServerBody>;

const Names = Type.Array(Type.String());
const ColumnsReply = Type.Object({
  columns: Type.Array(
    Type.Object({ name: Type.String(), type: Type.String(), nullable: Type.Boolean(), key: Type.String() }, closed),
  ),
});
const RowsReply = Type.Object({
  columns: Names,
  rows: Type.Array(Type.Array(Type.Union([Type.String(), Type.Null()]))),
});

/** SRC-16. */
const QUERY_TIMEOUT = 30_000;

/** What the database helpers are asked with; the mask stands for the password of a saved source to the same server. */
async function settingsOf(
  provider: Provider,
  sources: Sources,
  scope: Scope,
  body: ServerBody,
): Promise<DatabaseSettings> {
  const { host, port, uid, pwd = '', db, table, tls, source } = body;
  const settings = {
    host,
    port: port ?? DEFAULT_PORTS[provider],
    uid,
    pwd,
    ...(db && { database: db }),
    ...(table && { table }),
    ...(tls && { tls }),
  };
  if (pwd !== SECRET_MASK) return settings;
  const known = source === undefined ? null : await sources.get(scope, source);
  const stored = known?.provider === provider ? known.db : null;
  const same =
    stored?.host === host &&
    (stored.port ?? DEFAULT_PORTS[provider]) === settings.port &&
    stored.uid === uid &&
    (stored.tls ?? 'off') === (tls ?? 'off');
  if (!same) throw invalid({ pwd: 'Give the password again: it is not sent to another server than it was given for' });
  return { ...settings, pwd: stored.pwd ?? '' };
}

type Provider = keyof typeof DEFAULT_PORTS;

/** The four helpers of each kind of database server (SRC-15, SRC-16, API-83). */
export function registerDatabaseHelpers(app: FastifyInstance, sources: Sources, outbound: Outbound): void {
  registerHelpers(app, 'mysql', sources, outbound);
  registerHelpers(app, 'sqlserver', sources, outbound);
}

function registerHelpers(app: FastifyInstance, provider: Provider, sources: Sources, outbound: Outbound): void {
  const asked = async <T>(
    { scope, body }: { readonly scope: Scope; readonly body: ServerBody },
    ask: (database: Database) => Promise<T>,
  ): Promise<T> => {
    const settings = await settingsOf(provider, sources, scope, body);
    const database = openDatabase(provider, settings, (host, port, signal) =>
      outbound.connect(scope, host, port, signal),
    );
    try {
      return await ask(database);
    } catch (cause) {
      throw asPlatformError(cause);
    } finally {
      await database.close();
    }
  };
  route(app, `db.${provider}.database`, {
    schema: { body: ServerBody, reply: Type.Object({ databases: Names }) },
    handler: (call) => asked(call, async (database) => ({ databases: await database.databases() })),
  });
  route(app, `db.${provider}.table`, {
    schema: { body: DatabaseBody, reply: Type.Object({ tables: Names }) },
    handler: (call) => asked(call, async (database) => ({ tables: await database.tables() })),
  });
  route(app, `db.${provider}.column`, {
    schema: { body: TableBody, reply: ColumnsReply },
    handler: (call) => asked(call, async (database) => ({ columns: await database.columns(call.body.table) })),
  });
  route(app, `db.${provider}.query`, {
    schema: { body: QueryBody, reply: RowsReply },
    handler: (call) => {
      const limits = { rows: SAMPLES.queryRows, timeout: QUERY_TIMEOUT, signal: call.signal };
      return asked(call, (database) => database.query(call.body.query, limits));
    },
  });
}
