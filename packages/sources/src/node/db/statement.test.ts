import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DatabaseRefused } from './database.ts';
import { type Dialect, readOnlyStatement } from './statement.ts';

const refused = (sql: string, dialect: Dialect = 'mysql'): void =>
  assert.throws(() => readOnlyStatement(sql, dialect), DatabaseRefused, sql);

test('[SRC-16] one reading statement passes, without its semicolon', () => {
  assert.equal(readOnlyStatement(' select 1 ; ', 'mysql'), 'select 1');
  assert.equal(
    readOnlyStatement('select \'a; delete from b\', "drop" from `update` -- ; x', 'mysql').startsWith('select'),
    true,
  );
  assert.ok(readOnlyStatement('with a as (select 1) select * from a', 'sqlite'));
  assert.ok(readOnlyStatement("select replace('a','b','c')", 'mysql'), 'a function of that name');
  assert.ok(readOnlyStatement('show create table t', 'mysql'));
  assert.ok(readOnlyStatement('select [drop] from [a;b]', 'sqlserver'));
});

test('[SRC-16] [SEC-05] anything else is refused', () => {
  for (const sql of [
    '',
    '-- only a comment',
    'delete from a',
    'select 1; delete from a',
    'select 1; /* x */ select 2',
    "select 'a''; delete from a",
    'select * from a into outfile "/tmp/x"',
    'select /*!50000 1 into @a */ 2',
    'select /*M!100100 1 */ 2',
    'select * from a for update; ',
    'with a as (select 1) delete from b',
    'set global x = 1',
    'select (1',
    'select 1) q; drop table a',
  ])
    refused(sql);
  refused('select 1 delete from a', 'sqlserver');
  refused('select 1 insert a values (1)', 'sqlserver');
  refused('select 1 dbcc checkdb', 'sqlserver');
  refused('select 1) q delete from a --', 'sqlserver');
  refused('with a as (select 1) select * from a', 'sqlserver');
  refused('pragma journal_mode = wal', 'sqlite');
  refused("attach 'x' as y", 'sqlite');
});

test('[SEC-05] a backslash hides a quote in MySQL only', () => {
  assert.ok(readOnlyStatement("select 'a\\'; delete'", 'mysql'));
  assert.throws(() => readOnlyStatement("select 'a\\'; delete from x --'", 'sqlite'), DatabaseRefused);
});
