import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { DatabaseSettings } from '../../source/source.ts';
import { DatabaseRefused } from './database.ts';
import { openDatabase } from './open.ts';
import { sampleSql } from './sqlserver.ts';
import { declaredType, keyKindOf, type SqlServerColumn, selectedColumns, sqlServerCell } from './sqlserver-columns.ts';
import { pageSql } from './sqlserver-read.ts';
import { type Answer, type TdsAnswer, TdsAnswerer } from './tds-answerer.fixture.ts';

const column = (name: string, type: string, more: Partial<SqlServerColumn> = {}): SqlServerColumn => ({
  name,
  type,
  length: 8,
  precision: 0,
  scale: 0,
  collation: null,
  ...more,
});

test('[SRC-12] each type of SQL Server is selected so that no digit is lost', () => {
  const list = (type: string) => selectedColumns([column('a', type)]);
  for (const type of ['int', 'bigint', 'bit', 'float', 'real', 'varchar', 'nvarchar', 'uniqueidentifier', 'varbinary'])
    assert.equal(list(type), '[a]', type);
  assert.equal(list('decimal'), 'CONVERT(varchar(41), [a]) AS [a]');
  assert.equal(list('money'), 'CONVERT(varchar(32), [a], 2) AS [a]');
  assert.equal(list('date'), 'CONVERT(varchar(10), [a], 23) AS [a]');
  assert.equal(list('time'), 'CONVERT(varchar(16), [a], 121) AS [a]');
  for (const type of ['datetime', 'datetime2', 'smalldatetime', 'datetimeoffset'])
    assert.equal(list(type), 'CONVERT(varchar(34), [a], 121) AS [a]', type);
  assert.equal(list('geography'), '[a].STAsText() AS [a]');
  assert.equal(list('hierarchyid'), '[a].ToString() AS [a]');
  assert.equal(list('xml'), 'CONVERT(nvarchar(max), [a]) AS [a]');
  assert.equal(list('nchar'), 'RTRIM([a]) AS [a]');
  assert.equal(list('timestamp'), 'CONVERT(binary(8), [a]) AS [a]');
  assert.equal(selectedColumns([column('a]b', 'int')]), '[a]]b]', '[SEC-05] a name never ends its own bracket');
});

test('[SRC-15] types are shown as a table declares them', () => {
  assert.equal(declaredType(column('a', 'decimal', { precision: 12, scale: 2 })), 'decimal(12,2)');
  assert.equal(declaredType(column('a', 'nvarchar', { length: 100 })), 'nvarchar(50)');
  assert.equal(declaredType(column('a', 'varchar', { length: -1 })), 'varchar(max)');
  assert.equal(declaredType(column('a', 'datetime2', { scale: 7 })), 'datetime2(7)');
  assert.equal(declaredType(column('a', 'bigint')), 'bigint');
});

test('[SRC-12] cells are texts: bits as words, bytes in base64, floats with the digits that tell them apart', () => {
  assert.equal(sqlServerCell(null, 'int'), null);
  assert.equal(sqlServerCell(true, 'bit'), 'true');
  assert.equal(sqlServerCell(Buffer.of(0, 1, 2), 'varbinary'), 'AAEC');
  assert.equal(sqlServerCell('9223372036854775807', 'bigint'), '9223372036854775807');
  assert.equal(sqlServerCell(Math.fround(0.1), 'real'), '0.1');
  assert.equal(sqlServerCell(Math.fround(16777217.5), 'real'), '16777218');
  assert.equal(sqlServerCell(Math.fround(1.1754944e-38), 'real'), '1.1754944e-38');
  assert.equal(sqlServerCell(0.1 + 0.2, 'float'), '0.30000000000000004');
});

const scan = (columns: readonly SqlServerColumn[], key: readonly string[]) => ({
  schema: 'dbo',
  table: "it's",
  columns,
  order: key.map((name) => ({
    name,
    kind: keyKindOf(columns.find((each) => each.name === name)?.type ?? '') ?? 'text',
  })),
});

test('[SRC-12] a page begins behind the last row, each value as a literal of its own type', () => {
  const columns = [
    column('code', 'varchar', { length: 20, collation: 'Latin1_General_CI_AS' }),
    column('at', 'datetime'),
    column('n', 'bigint'),
    column('v', 'timestamp'),
    column('x', 'decimal', { precision: 9, scale: 2 }),
  ];
  const from =
    "SELECT TOP (100) [code], CONVERT(varchar(34), [at], 121) AS [at], [n], CONVERT(binary(8), [v]) AS [v], CONVERT(varchar(41), [x]) AS [x] FROM [dbo].[it's]";
  assert.equal(pageSql(scan(columns, ['n']), null, 100), `${from} ORDER BY [dbo].[it's].[n]`);
  assert.equal(pageSql(scan(columns, []), null, 100), from.replace('TOP (100) ', ''));
  const behind = (key: readonly string[], after: readonly (string | null)[]) =>
    / WHERE (.*) ORDER BY /.exec(pageSql(scan(columns, key), after, 100))?.[1];
  assert.equal(behind(['n'], ['12']), "[n] > CAST(N'12' AS bigint)");
  assert.equal(behind(['x'], ['1.50']), "[x] > CAST(N'1.50' AS decimal(9,2))");
  assert.equal(behind(['v'], ['AAAAAAAAB9E=']), '[v] > CAST(0x00000000000007d1 AS binary(8))');
  assert.equal(
    behind(['at'], ['2024-01-02 03:04:05.123']),
    "[at] > CONVERT(datetime, N'2024-01-02 03:04:05.123', 121)",
  );
  const code = "CAST(N'o''b' COLLATE Latin1_General_CI_AS AS varchar(20))";
  assert.equal(
    behind(['code', 'n'], ["o'b", '1']),
    `([code] >= ${code} AND ([code] > ${code} OR ([code] = ${code} AND [n] > CAST(N'1' AS bigint))))`,
  );
  assert.equal(behind(['n'], [null]), '[n] IS NOT NULL');
  for (const type of ['float', 'real', 'xml', 'geography', 'text']) assert.equal(keyKindOf(type), null, type);
});

test('[SRC-16] [SEC-05] a statement is tried as a derived table, with names of its own and the first rows of its order', () => {
  const columns = [
    { name: '', type: 'int' },
    { name: 'x', type: 'money' },
    { name: 'x', type: 'varchar' },
  ];
  const outer = 'SELECT TOP (10) [c1] AS [column 1], CONVERT(varchar(32), [c2], 2) AS [x], [c3] AS [x] FROM';
  const names = 'AS q ([c1], [c2], [c3])';
  assert.equal(sampleSql(columns, 'select 1, x, x from t', 10), `${outer} (select 1, x, x from t\n) ${names}`);
  const sorted = 'select count(*), x, x from t order by abs(x)';
  assert.equal(
    sampleSql(columns, sorted, 10),
    `${outer} (${sorted}\nOFFSET 0 ROWS FETCH FIRST 10 ROWS ONLY\n) ${names}`,
  );
  const ranked = 'select rank() over (order by x), x, x from t';
  assert.equal(sampleSql(columns, ranked, 10), `${outer} (${ranked}\n) ${names}`);
});

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
