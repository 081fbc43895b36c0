import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';

async function read(text: string, name = 'x.txt') {
  const { format, columns, rows, setAside } = await previewFile(new Blob([text]), { name });
  return { format, columns, rows, aside: setAside.map(({ line, reason }) => [line, reason]) };
}

test('[SRC-23] logs of containers, of Kubernetes and of Python come in by their parts', async () => {
  assert.deepEqual(
    await read(
      '2024-01-05T10:00:00.123456789Z stdout F on :80\n2024-01-05T10:00:01+01:00 stderr P\nstray\n2024-01-05T10:00:02Z stdout F x\n',
    ),
    {
      format: 'log',
      columns: ['time', 'stream', 'part', 'message'],
      rows: [
        ['2024-01-05T10:00:00.123456789Z', 'stdout', 'F', 'on :80'],
        ['2024-01-05T10:00:01+01:00', 'stderr', 'P', ''],
        ['2024-01-05T10:00:02Z', 'stdout', 'F', 'x'],
      ],
      aside: [[3, 'The line is no entry of the log of a container']],
    },
  );
  const { rows } = await read(
    'I0105 10:00:00.123456       1 server.go:12] Starting\nE20240105 10:00:01.000000 12 a/b.cc:3] Bad\n',
  );
  assert.deepEqual(rows, [
    ['01-05 10:00:00.123456', 'INFO', '1', 'server.go:12', 'Starting'],
    ['2024-01-05T10:00:01.000000', 'ERROR', '12', 'a/b.cc:3', 'Bad'],
  ]);
  assert.deepEqual(
    (
      await read(
        'INFO:root:up: at last\nERROR:app.db:bad\nTraceback (most recent call last):\n  File "x"\nValueError: x\n',
      )
    ).rows,
    [
      ['INFO', 'root', 'up: at last'],
      ['ERROR', 'app.db', 'bad\nTraceback (most recent call last):\n  File "x"\nValueError: x'],
    ],
  );
  assert.deepEqual(
    (await read('INFO 2024-01-05 10:00:00,123 basehttp 1 "GET /a, b"\nERROR 2024-01-05 10:00:01,123 x 2 bad\n')).rows,
    [
      ['2024-01-05T10:00:00.123', 'INFO', 'basehttp 1 "GET /a, b"'],
      ['2024-01-05T10:00:01.123', 'ERROR', 'x 2 bad'],
    ],
  );
});

test('[SRC-23] [SRC-36] a file that is called a log and is no table gives each of its lines, the first one, too', async () => {
  const lines = 'just text\nmore, with a comma\n\n  and what is set in\nend\n';
  const rows = [['just text'], ['more, with a comma'], ['  and what is set in'], ['end']];
  const found = { format: 'log', columns: ['message'], rows, aside: [] };
  for (const name of ['app.log', 'app.log.1', 'APP.LOG', 'app.log-20240105'])
    assert.deepEqual(await read(lines, name), found, name);
  assert.equal((await read(lines, 'app.txt')).format, 'csv');
  for (const table of ['a,b\n1,2\n3,4\n', 'code\n', 'a\tb\tc\n1\t2\t3\n4\t5\n'.replace('4\t5', '4\t5\t6')])
    assert.equal((await read(table, 'device.log')).format, 'csv', table);
});

test('[SRC-23] [SRC-36] a stray line at the beginning of a log is refused alone', async () => {
  const text = `=== started ===\n${'2024-01-05 10:00:00,123 INFO [main] a.B - up\n'.repeat(3)}`;
  const { columns, rows, aside } = await read(text, 'app.log');
  assert.deepEqual([columns.length, rows.length], [5, 3]);
  assert.deepEqual(aside, [[1, 'The line is no entry of the log of a program']]);
});
