import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import type { DatabaseSettings } from '../../source/source.ts';
import { DatabaseRefused } from './database.ts';
import { openDatabase } from './open.ts';
import { type Answer, type Identity, type TdsAnswer, TdsAnswerer } from './tds-answerer.fixture.ts';

const run = promisify(execFile);

/** Made anew by every run; null where no openssl is installed. */
async function ownIdentity(): Promise<Identity | null> {
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout - -out -'.split(' ');
  const { stdout } = await run('openssl', request).catch(() => ({ stdout: '' }));
  if (stdout === '') return null;
  const part = (name: string): string =>
    new RegExp(`-----BEGIN ${name}-----[\\s\\S]+-----END ${name}-----`).exec(stdout)?.[0] ?? '';
  return { key: part('PRIVATE KEY'), cert: part('CERTIFICATE') };
}
const identity = await ownIdentity();

/** 55 rows with ids 1…55, in pages as they are asked for. */
const ROWS = Array.from({ length: 55 }, (_, i) => i + 1);
const text = (...names: readonly string[]): TdsAnswer['columns'] => names.map((name) => [name, 'nvarchar'] as const);

const catalogue: Answer = (sql) => {
  if (sql.includes('sys.databases')) return { columns: text('name'), rows: [['shop'], ['crm']] };
  if (sql.includes('dm_exec_describe'))
    return sql.includes('nonsense')
      ? { columns: text('name', 'type', 'error'), rows: [[null, null, "Invalid object name 'nonsense'."]] }
      : { columns: text('name', 'type', 'error'), rows: [['total', 'decimal(12,2)', null]] };
  if (sql.includes('sys.columns AS c JOIN sys.types'))
    return {
      columns: [
        ...text('name', 'type'),
        ['l', 'int'],
        ['p', 'int'],
        ['s', 'int'],
        ['c', 'nvarchar'],
        ['n', 'bit'],
        ['k', 'nvarchar'],
      ],
      rows: [
        ['id', 'int', 4, 10, 0, null, false, 'primary'],
        ['price', 'decimal', 9, 12, 2, null, true, ''],
        ['blob', 'varbinary', 50, 0, 0, null, true, ''],
        ['guid', 'uniqueidentifier', 16, 0, 0, null, true, 'index'],
        ['share', 'real', 4, 24, 0, null, true, ''],
        ['place', 'geography', -1, 0, 0, null, true, ''],
      ],
    };
  if (sql.includes('i.is_disabled'))
    return { columns: [...text('index', 'name'), ['n', 'bit']], rows: [['1', 'id', false]] };
  if (sql.includes('o.object_id)'))
    return { columns: text('schema', 'name', 'id'), rows: sql.includes("N'orders'") ? [['dbo', 'orders', '77']] : [] };
  if (sql.includes('sys.objects')) return { columns: text('name'), rows: [['dbo.orders'], ['hr.people']] };
  return { number: 208, message: `Invalid object name in ${sql}.` };
};

const page = (sql: string, breakAfter?: number): TdsAnswer => {
  const behind = Number(/\[id\] > CAST\(N'(\d+)' AS int\)/.exec(sql)?.[1] ?? 0);
  const top = Number(/TOP \((\d+)\)/.exec(sql)?.[1]);
  return {
    columns: [
      ['id', 'int'],
      ['price', 'nvarchar'],
      ['blob', 'varbinary'],
      ['guid', 'guid'],
      ['share', 'real'],
      ['place', 'nvarchar'],
    ],
    rows: ROWS.filter((id) => id > behind)
      .slice(0, top)
      .map((id) => [
        id,
        `${id}.50`,
        Buffer.of(id),
        id === 2 ? null : Buffer.alloc(16, id),
        id / 10,
        id === 3 ? 'CIRCULARSTRING (0 0, 1 1, 2 0)' : `POINT (${id} 2)`,
      ]),
    ...(breakAfter !== undefined && { breakAfter }),
  };
};

const running: TdsAnswerer[] = [];
after(() => Promise.all(running.map((each) => each.stop())));
async function start(answer: Answer): Promise<TdsAnswerer> {
  const made = await TdsAnswerer.start(answer);
  running.push(made);
  return made;
}
const reach = ({ port }: Pick<TdsAnswerer, 'port'>, more: DatabaseSettings = {}): DatabaseSettings => ({
  host: '127.0.0.1',
  port,
  uid: 'ann',
  pwd: 'tulip',
  database: 'shop',
  ...more,
});
const isRefusal = (fault: string, pattern: RegExp) => (cause: unknown) => {
  assert.ok(cause instanceof DatabaseRefused, String(cause));
  assert.equal(cause.fault, fault, cause.message);
  return pattern.test(cause.message);
};

test('[SRC-14] [SRC-15] over the wire: databases, tables, columns', async () => {
  const server = await start(catalogue);
  const database = openDatabase('sqlserver', reach(server));
  assert.deepEqual(await database.databases(), ['shop', 'crm']);
  assert.deepEqual(await database.tables(), ['dbo.orders', 'hr.people']);
  assert.deepEqual((await database.columns('orders')).slice(0, 3), [
    { name: 'id', type: 'int', nullable: false, key: 'primary' },
    { name: 'price', type: 'decimal(12,2)', nullable: true, key: '' },
    { name: 'blob', type: 'varbinary(50)', nullable: true, key: '' },
  ]);
  await assert.rejects(database.columns('nothing'), isRefusal('table', /no table 'nothing' in 'shop'/));
  assert.equal(server.logins, 1, 'one connection answers all of it');
  await database.close();
});

test('[SRC-13] [SRC-14] over the wire: a wrong password, no TLS where it is asked for, nobody there', async () => {
  const server = await start(catalogue);
  const { port } = server;
  const asked = (more: DatabaseSettings) => {
    const database = openDatabase('sqlserver', reach({ port }, more));
    return database.databases().finally(() => database.close());
  };
  await assert.rejects(
    asked({ pwd: 'rose' }),
    isRefusal('uid', /refused this user and password.*Login failed for user 'ann'/),
  );
  await assert.rejects(asked({ tls: 'verify' }), isRefusal('tls', /do not agree on TLS/));
  await server.stop();
  running.splice(running.indexOf(server), 1);
  await assert.rejects(asked({}), isRefusal('host', /Nothing answers/));
});

test('[SRC-13] over the wire: TLS when asked for, its certificate verified when that is asked for too', {
  skip: !identity,
}, async () => {
  const server = await TdsAnswerer.start(catalogue, identity ?? undefined);
  running.push(server);
  const asked = (tls: NonNullable<DatabaseSettings['tls']>) => {
    const database = openDatabase('sqlserver', reach(server, { tls }));
    return database.databases().finally(() => database.close());
  };
  assert.deepEqual(await asked('required'), ['shop', 'crm']);
  assert.equal(server.secured, 1);
  await assert.rejects(
    asked('verify'),
    isRefusal('tls', /certificate of the server cannot be verified.*Choose "required"/),
  );
  await assert.rejects(asked('off'), isRefusal('tls', /Choose "required" when the server asks for it/));
  assert.equal(server.logins, 1, 'no password goes to a server that is not trusted');
});

const read = async (server: TdsAnswerer, blockRows = 10): Promise<(readonly (string | null)[])[]> => {
  const database = openDatabase('sqlserver', reach(server));
  const reader = await database.read({ table: 'orders', blockRows });
  const rows: (readonly (string | null)[])[] = [];
  for await (const block of reader.blocks) rows.push(...block.rows);
  await database.close();
  return rows;
};

test('[SRC-12] over the wire: rows come in with their types', async () => {
  const server = await start((sql) => (sql.includes('FROM [dbo].[orders]') ? page(sql) : catalogue(sql)));
  const rows = await read(server);
  assert.equal(rows.length, 55);
  assert.deepEqual(rows[0], [
    '1',
    '1.50',
    'AQ==',
    '01010101-0101-0101-0101-010101010101',
    '0.1',
    '{"type":"Point","coordinates":[1,2]}',
  ]);
  assert.equal(rows[1]?.[3], null);
  assert.equal(rows[2]?.[5], 'CIRCULARSTRING (0 0, 1 1, 2 0)');
});

test('[SRC-12] over the wire: a connection that breaks off is opened again behind the last row, none lost and none doubled', async () => {
  let breaks = 3;
  const server = await start((sql) => {
    if (!sql.includes('FROM [dbo].[orders]')) return catalogue(sql);
    return breaks-- > 0 ? page(sql, 13) : page(sql);
  });
  const rows = await read(server);
  assert.deepEqual(
    rows.map(([id]) => Number(id)),
    ROWS,
  );
  assert.equal(server.logins, 5);
});

test('[SRC-16] over the wire: the first rows of a statement, its faults in the words of the server, and the end of its time', async () => {
  const server = await start((sql) => {
    if (sql.includes('WAIT')) return null;
    return sql.startsWith('SELECT TOP (10)') ? { columns: text('total'), rows: [['12.50']] } : catalogue(sql);
  });
  const database = openDatabase('sqlserver', reach(server));
  const limits = { rows: 10, timeout: 30_000 };
  assert.deepEqual(await database.query('select total from orders', limits), { columns: ['total'], rows: [['12.50']] });
  await assert.rejects(
    database.query('select * from nonsense', limits),
    isRefusal('statement', /Invalid object name 'nonsense'/),
  );
  await assert.rejects(
    database.query('select 1 insert t values (1)', limits),
    isRefusal('statement', /INSERT has no place/),
  );
  await assert.rejects(
    database.query('select WAIT from orders', { rows: 10, timeout: 50 }),
    isRefusal('timeout', /longer than 0.05 seconds/),
  );
  await database.close();
});
