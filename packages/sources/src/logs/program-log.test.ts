import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentTable } from '../json/flatten.ts';
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

const AT = '2024-01-31T10:00:00.123';
const ZONED = `${AT}+02:00`;
const FORMS: readonly (readonly [line: string, parts: Readonly<Record<string, string>>])[] = [
  [
    '2024-01-31 10:00:00,123 ERROR [main] com.x.Foo - bad, a=1',
    { time: AT, level: 'ERROR', thread: 'main', logger: 'com.x.Foo', message: 'bad, a=1' },
  ],
  ['2024-01-31 10:00:00,123 INFO com.x.Foo - up', { time: AT, level: 'INFO', logger: 'com.x.Foo', message: 'up' }],
  [
    '2024-01-31 10:00:00,123 INFO org.x.NameNode: START: x',
    { time: AT, level: 'INFO', logger: 'org.x.NameNode', message: 'START: x' },
  ],
  [
    '2024-01-31 10:00:00,123 INFO www.example.com: no answer',
    { time: AT, level: 'INFO', message: 'www.example.com: no answer' },
  ],
  [
    '2024-01-31 10:00:00,123 INFO [main] Run (Run.java:go(12)) - x',
    { time: AT, level: 'INFO', thread: 'main', logger: 'Run (Run.java:go(12))', message: 'x' },
  ],
  [
    '2024-01-31 10:00:00,123 INFO  [org.x] (worker 1-1) WFLYSRV0049: x',
    { time: AT, level: 'INFO', logger: 'org.x', thread: 'worker 1-1', message: 'WFLYSRV0049: x' },
  ],
  [
    '2024-01-31 10:00:00.123  INFO 12 --- [  main] o.s.Boot  : up: so',
    { time: AT, level: 'INFO', process: '12', thread: 'main', logger: 'o.s.Boot', message: 'up: so' },
  ],
  [
    `2024-01-31T10:00:00.123+02:00  INFO 12 --- [shop] [nio-1] [        ] o.C.[/]  : up`,
    {
      time: ZONED,
      level: 'INFO',
      process: '12',
      application: 'shop',
      thread: 'nio-1',
      logger: 'o.C.[/]',
      message: 'up',
    },
  ],
  [
    `2024-01-31T10:00:00.123+02:00  INFO 12 --- [shop] [nio-1] [65a1-00cd] o.C : up`,
    {
      time: ZONED,
      level: 'INFO',
      process: '12',
      application: 'shop',
      thread: 'nio-1',
      trace: '65a1-00cd',
      logger: 'o.C',
      message: 'up',
    },
  ],
  [
    '2024-01-31 10:00:00,123 [http-1] WARN  c.x.Foo - slow',
    { time: AT, level: 'WARN', thread: 'http-1', logger: 'c.x.Foo', message: 'slow' },
  ],
  [
    '2024-01-31 10:00:00,123 [http-1] WARN  it is - slow',
    { time: AT, level: 'WARN', origin: '[http-1]', message: 'it is - slow' },
  ],
  [
    '[2024-01-31T10:00:00,123][INFO ][o.o.n.Node      ] [node-1] [a][0] up',
    { time: AT, level: 'INFO', logger: 'o.o.n.Node', node: 'node-1', message: '[a][0] up' },
  ],
  ['[2024-01-31T10:00:00,123][WARN ][o.o.d.x] old', { time: AT, level: 'WARN', logger: 'o.o.d.x', message: 'old' }],
  [
    '[2024-01-31 10:00:00,123] INFO [Group 0]: x (kafka.Group)',
    { time: AT, level: 'INFO', message: '[Group 0]: x (kafka.Group)' },
  ],
  ['2024-01-31 10:00:00,123 - app.db - INFO - ready', { time: AT, level: 'INFO', origin: 'app.db', message: 'ready' }],
  [
    '[2024-01-31 10:00:00] local.ERROR: no such file {"a":1}',
    { time: '2024-01-31T10:00:00', level: 'ERROR', origin: 'local', message: 'no such file {"a":1}' },
  ],
  [
    '[2024-01-31T10:00:00.5+00:00] app.INFO: x [] []',
    { time: '2024-01-31T10:00:00.5+00:00', level: 'INFO', origin: 'app', message: 'x [] []' },
  ],
  [
    '2024-01-31 10:00:00.123 UTC [77] u@db LOG:  statement: select 1',
    { time: `${AT}Z`, level: 'LOG', origin: '[77] u@db', message: 'statement: select 1' },
  ],
  ['2024-01-31 10:00:00.123 +01:00 [INF] done', { time: `${AT}+01:00`, level: 'INF', message: 'done' }],
  ['2024-01-31T10:00:00Z info: ok', { time: '2024-01-31T10:00:00Z', level: 'info', message: 'ok' }],
  ['2024/01/31 10:00:00 [ WARN ] x', { time: '2024-01-31T10:00:00', level: 'WARN', message: 'x' }],
  ['2024-01-31 10:00:00 ERROR', { time: '2024-01-31T10:00:00', level: 'ERROR', message: '' }],
];

test('[SRC-23] an entry of a program comes in by its moment, its level, its thread and logger or its origin, and its message', () => {
  for (const [line, parts] of FORMS) {
    assert.deepEqual(programEntry(line), parts, line);
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
      [1, 'ERROR', `bad\n${TRACE.split('\n').slice(1, 6).join('\n')}`],
      [8, 'INFO', 'up'],
      [9, null, 'without a level\n# of what it said'],
    ]);
    assert.deepEqual(refused, []);
  }
  assert.equal(isLog(TRACE), true);
  const long = `${FORMS[0]?.[0]}\n${'\tat com.x.Foo.bar(Foo.java:1)\n'.repeat(3000)}`;
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

test('[SRC-23] [SRC-36] parts that no entry among the first thousand has stay in the message, so that none is refused', async () => {
  const plain = '2024-01-31 10:00:00,123 INFO up\n'.repeat(1000);
  const { columns, blocks } = await documentTable(
    readLog(
      inPieces(
        Buffer.from(
          `${plain}2024-01-31 10:00:01,123 [t1] WARN a.B - x\n[2024-01-31T10:00:02,123][INFO ][o.N   ] [n1] y\n`,
        ),
        10_000,
      ),
    ),
  );
  const late: unknown[] = [];
  for await (const { rows, setAside } of blocks) {
    late.push(...rows);
    assert.deepEqual(setAside, []);
  }
  assert.deepEqual(columns, ['time', 'level', 'message']);
  assert.deepEqual(late.slice(1000), [
    ['2024-01-31T10:00:01.123', 'WARN', '[t1] a.B - x'],
    ['2024-01-31T10:00:02.123', 'INFO', '[o.N   ] [n1] y'],
  ]);
});
