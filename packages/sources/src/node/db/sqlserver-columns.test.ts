import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSql } from './sqlserver.ts';
import { declaredType, keyKindOf, type SqlServerColumn, selectedColumns, sqlServerCell } from './sqlserver-columns.ts';
import { pageSql } from './sqlserver-read.ts';

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
