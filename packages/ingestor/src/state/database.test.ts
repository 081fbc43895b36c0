import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { faultOf, isOfTheMachine } from '../tasks/machine.ts';
import type { HeldSource } from '../tasks/task.ts';
import { openDatabase } from './database.ts';
import { Progress } from './progress.ts';

const TABLE = {
  name: 'table',
  size: 0,
  mtime: 0,
  generation: 0,
  state: 'waiting',
  fault: null,
  tries: 0,
  again: 0,
} as const;

const OLDER = `
  CREATE TABLE inputs (
    task TEXT NOT NULL, source TEXT NOT NULL, name TEXT NOT NULL, size INTEGER NOT NULL, mtime REAL NOT NULL,
    generation INTEGER NOT NULL, mark TEXT NOT NULL, rows INTEGER NOT NULL, state TEXT NOT NULL, fault TEXT,
    tries INTEGER NOT NULL DEFAULT 0, again INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (task, source, name)) STRICT;
  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT, task TEXT NOT NULL, source TEXT NOT NULL, input TEXT NOT NULL,
    request_id TEXT NOT NULL, file TEXT NOT NULL, bytes INTEGER NOT NULL, rows INTEGER NOT NULL, aside INTEGER NOT NULL,
    line INTEGER NOT NULL, query TEXT NOT NULL, before TEXT NOT NULL) STRICT;
  INSERT INTO inputs VALUES ('t', 's', '/in/a.csv', 90, 5, 2, '{"offset":90}', 12, 'done', NULL, 0, 0);
  INSERT INTO outbox VALUES (7, 't', 's', '/in/a.csv', 'r', 'f.csv.gz', 40, 10, 1, 4, '{"delimiter":","}',
    '{"mark":{"offset":30},"rows":1}');
`;

test('[TSK-07] what an older version left waiting is sent, or taken back to where its file stood', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-older-'));
  const older = new DatabaseSync(path.join(folder, 'progress.sqlite'));
  older.exec(OLDER);
  older.close();
  openDatabase(folder).close();
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's' } as HeldSource;
    const waiting = progress.next(source);
    assert.ok(waiting);
    const part = { input: '/in/a.csv', at: 2, line: 4, rows: 10, aside: 1 };
    assert.deepEqual(waiting.parts, [{ ...part, before: { mark: { offset: 30 }, rows: 1, generation: 2 } }]);
    assert.deepEqual([waiting.id, waiting.request_id, waiting.rows], [7, 'r', 10]);
    assert.deepEqual(
      progress.takeBack(source, waiting, (input) => input),
      ['f.csv.gz'],
    );
    const { rows, mark, state } = progress.input(source, '/in/a.csv') ?? {};
    assert.deepEqual([rows, mark, state, progress.next(source)], [1, { offset: 30 }, 'waiting', null]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-07] prints of rows go with the batch that brought them: kept with it, taken back with it, gone with the task', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-ties-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's', source: {}, settings: {} } as HeldSource;
    progress.add('t', { id: 't', name: 't', token: 'dst_x' }, { ...source.source, id: 's' }, source.settings, 0);
    const at = (rows: number) => {
      const input = { name: 'table', size: 0, mtime: 0, generation: 0, state: 'waiting' as const, fault: null };
      return { ...input, rows, mark: { rows }, tries: 0, again: 0 };
    };
    const enqueue = (rows: number, before: number, ties: readonly string[]) => {
      const part = { input: 'table', at: 2, line: 1, rows: rows - before, aside: 0 };
      const { mark, generation } = at(before);
      const parts = [{ ...part, before: { mark, rows: before, generation } }];
      const waiting = { request_id: String(rows), file: `${rows}.gz`, bytes: 1, rows: 2, query: {}, parts };
      progress.enqueue(source, [{ input: at(rows), ties }], waiting);
    };
    const kept = () => [...progress.ties.known(source, 'table', ['a', 'b', 'c'])].sort();
    enqueue(2, 0, ['a', 'b']);
    enqueue(3, 2, ['c']);
    assert.deepEqual(kept(), ['a', 'b', 'c']);
    const first = progress.next(source);
    const second = progress.next(source, first?.id);
    assert.ok(first && second);
    progress.takeBack(source, second, (input) => input);
    assert.deepEqual(kept(), ['a', 'b']);
    progress.ties.forget(source, 'table', 1);
    assert.deepEqual(kept(), ['a', 'b']);
    enqueue(3, 2, ['c']);
    progress.ties.forget(source, 'table', 2);
    assert.deepEqual(kept(), ['c']);
    progress.remove('t');
    assert.deepEqual(kept(), []);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-05] what waits of a file that was read anew since, or of one that has its old name, is none of its rows', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-anew-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's' } as HeldSource;
    const at = (name: string, generation: number, rows: number) => {
      const input = { size: 0, mtime: 0, state: 'waiting' as const, fault: null, tries: 0, again: 0 };
      return { ...input, name, generation, rows, mark: { offset: rows } };
    };
    const part = { input: 'log', at: 2, line: 1, rows: 5, aside: 0 };
    const parts = [{ ...part, before: { mark: { offset: 0 }, rows: 0, generation: 1 } }];
    const waiting = { request_id: 'r', file: 'f.gz', bytes: 1, rows: 5, query: {}, parts };
    progress.enqueue(source, [{ input: at('log', 1, 5), ties: [] }], waiting);
    progress.keepInput(source, at('log', 2, 9));
    progress.renameInput(source, at('log', 2, 9), at('log-2', 2, 9));
    assert.equal(progress.next(source)?.parts[0]?.input, 'log', 'rows of the file before keep its name');
    progress.keepInput(source, at('log', 3, 7));
    const first = progress.next(source);
    assert.ok(first);
    progress.takeBack(source, first, (input) => input);
    assert.equal(progress.input(source, 'log')?.rows, 7, 'the file of now stands where it stood');
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-05] [TSK-07] with a batch go those behind it that share an input with it; others wait on, as their files may be gone', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-behind-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's' } as HeldSource;
    const at = (name: string, rows: number, generation = 1) => {
      const input = { size: 0, mtime: 0, state: 'done' as const, fault: null, tries: 0, again: 0 };
      return { ...input, name, generation, rows, mark: { offset: rows } };
    };
    const enqueue = (file: string, parts: readonly (readonly [string, number, number?])[]) =>
      progress.enqueue(
        source,
        parts.map(([name, rows, generation]) => ({ input: at(name, rows, generation), ties: [] })),
        {
          ...{ request_id: file, file, bytes: 1, rows: 1, query: {} },
          parts: parts.map(([input, rows, generation = 1]) => {
            const before = { mark: { offset: rows - 1 }, rows: rows - 1, generation };
            return { input, at: 2, line: 1, rows: 1, aside: 0, before };
          }),
        },
      );
    enqueue('1', [['a', 1]]);
    enqueue('2', [['b', 1]]);
    enqueue('3', [
      ['a', 2],
      ['c', 1],
    ]);
    enqueue('4', [['d', 1]]);
    enqueue('5', [['c', 2]]);
    enqueue('6', [['a', 1, 2]]);
    const first = progress.next(source);
    assert.ok(first?.parts[0]);
    assert.equal(progress.inputBehind(source, first.parts[0]), null, 'another file has its name');
    progress.displaced.keep(source, at('a', 2), 'replaced');
    assert.deepEqual(
      progress.takeBack(source, first, (input) => input),
      ['1', '3', '5'],
    );
    assert.deepEqual([...progress.spoolFiles()], ['2', '4', '6']);
    const { rows, state } = progress.inputBehind(source, first.parts[0]) ?? {};
    assert.deepEqual([rows, state], [0, 'waiting']);
    const left = ['a', 'b', 'c'].map((name) => progress.input(source, name)?.rows);
    assert.deepEqual(left, [1, 1, 0]);
    const next = progress.next(source);
    assert.ok(next);
    assert.deepEqual(
      progress.takeBack(
        source,
        next,
        (input) => input,
        () => true,
      ),
      ['2', '4', '6'],
    );
    for (let generation = 1; generation <= 102; generation++)
      progress.displaced.keep(source, at('e', 1, generation), 'replaced');
    assert.deepEqual(
      progress.displaced.replaced(source).map(({ generation }) => generation),
      Array.from({ length: 100 }, (_, i) => 102 - i),
    );
    progress.remove('t');
    assert.deepEqual(progress.displaced.replaced(source), []);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-07] batches in the place of one go before those that waited behind it, of its source and of no other', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-divided-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const [source, other] = [{ task: 't', id: 's' } as HeldSource, { task: 't', id: 'o' } as HeldSource];
    const batch = (file: string) => ({ request_id: file, file, bytes: 1, rows: 1, query: {}, parts: [] });
    for (const file of ['a', 'b', 'c']) progress.enqueue(source, [], batch(file));
    progress.enqueue(other, [], batch('x'));
    progress.enqueue(source, [], batch('d'));
    const second = progress.next(source, progress.next(source)?.id);
    assert.ok(second);
    progress.divide(source, second, [batch('b1'), batch('b2')]);
    progress.enqueue(source, [], batch('e'));
    const files = (of: HeldSource) => progress.behind(of, 0).map(({ file }) => file);
    assert.deepEqual([files(source), files(other)], [['a', 'b1', 'b2', 'c', 'd', 'e'], ['x']]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[ING-19] files that were set aside, and those that are read now, are told before all others, and how many there are', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-aside-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's' } as HeldSource;
    for (let mtime = 0; mtime < 9; mtime++) {
      const input = { size: 1, generation: 1, mark: {}, rows: 1, fault: null, tries: 0, again: 0 };
      progress.keepInput(source, { ...input, mtime, name: `${mtime}.csv`, state: mtime === 2 ? 'aside' : 'done' });
    }
    const more = { size: 1, generation: 1, mark: {}, fault: null, tries: 0, again: 0, state: 'waiting' } as const;
    progress.keepInput(source, { ...more, mtime: 20, name: 'next.csv', rows: 0 });
    progress.keepInput(source, { ...more, mtime: 1, name: 'half.csv', rows: 5 });
    assert.deepEqual(
      progress.inputs(source, 4).map(({ name }) => name),
      ['2.csv', 'half.csv', 'next.csv', '8.csv'],
    );
    assert.equal(progress.countInputs(source), 11);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('[TSK-07] [ING-19] what a full disk does not take is refused by that name, whole, and taken once there is room', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'datasarana-full-'));
  const database = openDatabase(folder);
  try {
    const progress = new Progress(database);
    const source = { task: 't', id: 's', source: {}, settings: {} } as HeldSource;
    const at = (rows: number) => ({ input: { ...TABLE, rows, mark: { rows, text: 'x'.repeat(100_000) } }, ties: [] });
    const waiting = { request_id: 'r', file: 'f.csv.gz', bytes: 40, rows: 1, query: {}, parts: [] };
    database.exec('PRAGMA max_page_count = 1');
    for (let i = 0; i < 2; i++)
      assert.throws(
        () => progress.enqueue(source, [at(1)], waiting),
        (cause) => isOfTheMachine(cause) && /full/.test(faultOf(cause)),
      );
    database.exec('PRAGMA max_page_count = 1000');
    assert.deepEqual([progress.next(source), progress.input(source, TABLE.name)], [null, null]);
    progress.enqueue(source, [at(2)], waiting);
    assert.deepEqual([progress.next(source)?.rows, progress.input(source, TABLE.name)?.rows], [1, 2]);
  } finally {
    database.close();
    await rm(folder, { recursive: true, force: true });
  }
});
