import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLog } from './is-log.ts';
import { programEntry } from './program-log.ts';
import { readLog } from './read-log.ts';

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function entriesOf(text: string, size = 7, encoding: BufferEncoding = 'utf8') {
  const [entries, refused]: [(readonly [number, unknown, unknown])[], string[]] = [[], []];
  for await (const { documents, lines, setAside } of readLog(inPieces(Buffer.from(text, encoding), size))) {
    entries.push(...documents.map(({ level, message }, i) => [lines[i] ?? 0, level, message] as const));
    refused.push(...setAside.map(({ line, reason }) => `${line} ${reason}`));
  }
  return { entries, refused };
}

const FORMS: readonly (readonly [line: string, ...parts: (string | null)[]])[] = [
  [
    '2024-01-31 10:00:00,123 ERROR [main] com.x.Foo - bad, a=1',
    '2024-01-31T10:00:00.123',
    'ERROR',
    null,
    '[main] com.x.Foo - bad, a=1',
  ],
  [
    '2024-01-31 10:00:00.123  INFO 12 --- [main] o.s.Boot : up',
    '2024-01-31T10:00:00.123',
    'INFO',
    null,
    '12 --- [main] o.s.Boot : up',
  ],
  [
    '2024-01-31 10:00:00,123 [http-1] WARN  c.x.Foo - slow',
    '2024-01-31T10:00:00.123',
    'WARN',
    '[http-1]',
    'c.x.Foo - slow',
  ],
  ['2024-01-31 10:00:00,123 - app.db - INFO - ready', '2024-01-31T10:00:00.123', 'INFO', 'app.db', 'ready'],
  [
    '[2024-01-31 10:00:00] local.ERROR: no such file {"a":1}',
    '2024-01-31T10:00:00',
    'ERROR',
    'local',
    'no such file {"a":1}',
  ],
  ['[2024-01-31T10:00:00.5+00:00] app.INFO: x [] []', '2024-01-31T10:00:00.5+00:00', 'INFO', 'app', 'x [] []'],
  [
    '2024-01-31 10:00:00.123 UTC [77] u@db LOG:  statement: select 1',
    '2024-01-31T10:00:00.123Z',
    'LOG',
    '[77] u@db',
    'statement: select 1',
  ],
  ['2024-01-31 10:00:00.123 +01:00 [INF] done', '2024-01-31T10:00:00.123+01:00', 'INF', null, 'done'],
  ['2024-01-31T10:00:00Z info: ok', '2024-01-31T10:00:00Z', 'info', null, 'ok'],
  ['2024/01/31 10:00:00 [ WARN ] x', '2024-01-31T10:00:00', 'WARN', null, 'x'],
  ['2024-01-31 10:00:00 ERROR', '2024-01-31T10:00:00', 'ERROR', null, ''],
];

test('[SRC-23] an entry of a program comes in by its moment, its level, what stands between them and its message', () => {
  for (const [line, time, level, origin, message] of FORMS) {
    assert.deepEqual(programEntry(line), { time, level, origin, message }, line);
    assert.equal(isLog(`${line}\n${line}\n`), true, line);
  }
  for (const line of [
    '2024-01-31 10:00:00,ERROR,x',
    '2024-01-31 10:00:00;INFO;x',
    '2024-01-31\tINFO\tx',
    '2024-01-31 10:00:00 the error was',
    '2024-01-31 10:00:00 informed',
    '10:00:00 INFO x',
  ])
    assert.equal(programEntry(line), null, line);
});

const TRACE = [
  '2024-01-31 10:00:00,123 ERROR [main] Foo - bad',
  'java.lang.IllegalStateException: no, really',
  '\tat com.x.Foo.bar(Foo.java:1)',
  '',
  'Caused by: java.io.IOException',
  '\t... 12 more',
  '',
  '2024-01-31 10:00:01,000 INFO  [main] Foo - up',
  '2024-01-31 10:00:02,000 without a level',
  '# of what it said',
  '',
].join('\n');

test('[SRC-23] [SRC-36] a stack trace goes on with the message above it, however the bytes come', async () => {
  for (const size of [1, 64, 10_000]) {
    const { entries, refused } = await entriesOf(TRACE, size);
    assert.deepEqual(entries, [
      [1, 'ERROR', `[main] Foo - bad\n${TRACE.split('\n').slice(1, 6).join('\n')}`],
      [8, 'INFO', '[main] Foo - up'],
      [9, null, 'without a level\n# of what it said'],
    ]);
    assert.deepEqual(refused, []);
  }
  assert.equal(isLog(TRACE), true);
  const long = `${FORMS[0]?.[0]}\n${'\tat com.x.Foo.bar(Foo.java:1)\n'.repeat(200)}`;
  assert.deepEqual([isLog(long), (await entriesOf(long)).entries.length], [true, 1]);
});

test('[SRC-36] a damaged line of a trace is refused alone', async () => {
  const { entries, refused } = await entriesOf(
    '2024-01-31 10:00:00 ERROR bad\n\tat \xe4\n\tat b\n2024-01-31 10:00:01 INFO x\n',
    7,
    'latin1',
  );
  assert.deepEqual(refused, ['2 The line is not UTF-8']);
  assert.deepEqual(entries, [
    [1, 'ERROR', 'bad\n\tat b'],
    [4, 'INFO', 'x'],
  ]);
});

test('[SRC-23] [SRC-36] what PHP traces below errors of a web server goes on with them, and other stray lines are refused', async () => {
  const { entries, refused } = await entriesOf(
    '2024/01/31 10:00:00 [error] 12#34: *5 PHP message: x\nStack trace:\n#0 /a.php(3): f()\n#1 {main}\n  thrown in /a.php on line 3\nstray\n',
  );
  assert.deepEqual(entries, [
    [1, 'error', 'PHP message: x\nStack trace:\n#0 /a.php(3): f()\n#1 {main}\n  thrown in /a.php on line 3'],
  ]);
  assert.deepEqual(refused, ['6 The line is no entry of the error log of a web server']);
});
