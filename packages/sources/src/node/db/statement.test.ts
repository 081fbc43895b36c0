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

test('[SRC-16] [SEC-05] what a server reads as a word behind a number, two hyphens or money is one', () => {
  for (const hidden of [
    "select 1--1 into outfile '/tmp/x'",
    "select 1--\u00a01 into outfile '/tmp/x'",
    "select 1e0into outfile '/tmp/x'",
    "select 1.5E-3into outfile '/tmp/x'",
    "select .5e1into outfile '/tmp/x'",
    'select `sleep`(60)',
    'select `LOAD_FILE` (1)',
    'select "benchmark"(1, 2)',
  ])
    refused(hidden);
  refused('select $delete from a', 'sqlserver');
  refused('select $1delete from a', 'sqlserver');
  refused('select 1edelete from a', 'sqlserver');
  assert.equal(readOnlyStatement('select 1--1, 5 -- one', 'mysql'), 'select 1--1, 5');
  assert.equal(readOnlyStatement('select `update`, a.1e0 from `call` where b in (1e5)', 'mysql').length, 51);
});

test('[SRC-16] [SEC-05] a comment does not reach the server, which may see its end elsewhere', () => {
  const nested = "select 1 a /* /* */ ' */ ) q; delete from t; select * from (select 1 b /*' */";
  assert.equal(
    readOnlyStatement(nested, 'sqlserver'),
    "select 1 a   ' */ ) q; delete from t; select * from (select 1 b /*' */",
  );
  assert.equal(readOnlyStatement("select 1 --\r' \n , 2 --'", 'sqlserver'), 'select 1   , 2');
  assert.equal(readOnlyStatement('select/**/1 # x; drop', 'mysql'), 'select 1');
});

test('[SEC-05] a backslash hides a quote in MySQL only', () => {
  assert.ok(readOnlyStatement("select 'a\\'; delete'", 'mysql'));
  assert.throws(() => readOnlyStatement("select 'a\\'; delete from x --'", 'sqlite'), DatabaseRefused);
});
