import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewFile } from '../files/preview-file.ts';

async function read(text: string, name = 'list.txt') {
  const { format, columns, rows, setAside } = await previewFile(new Blob([text]), { name });
  return { format, columns, rows, aside: setAside.map(({ line }) => line) };
}

test('[SRC-26] [SRC-36] cells below each other under names with rules of dashes are columns, whatever commas are in them', async () => {
  const list =
    'CUSTNO   NAME         BALANCE\n-------- ---------- ---------\n00000001 SMITH, J     1234.50\n\n00000002 DOE A        -20.00\n00000003                 0.00\n0000000004 TOO WIDE      1.00\n\n(3 rows affected)\n';
  assert.deepEqual(await read(list), {
    format: 'log',
    columns: ['CUSTNO', 'NAME', 'BALANCE'],
    rows: [
      ['00000001', 'SMITH, J', '1234.50'],
      ['00000002', 'DOE A', '-20.00'],
      ['00000003', null, '0.00'],
    ],
    aside: [7, 9],
  });
  const latin = Buffer.from(list.replace('DOE A', 'Dör A'), 'latin1');
  const preview = await previewFile(new Blob([latin]), { name: 'list.txt' });
  assert.equal(preview.rows[1]?.[1], 'Dör A');
});

test('[SRC-26] [SRC-36] a row of dashes for what is missing is a row, the rules of pages and totals are none', async () => {
  const list =
    'A   BB   C\n--- ---- ---\n1   x    2\n--  --   -\n--- ---- ---\n3   y    4\n         ----\n--  -    --\n============\n';
  const { columns, rows, aside } = await read(list);
  assert.deepEqual(columns, ['A', 'BB', 'C']);
  assert.deepEqual(rows, [
    ['1', 'x', '2'],
    ['--', '--', '-'],
    ['3', 'y', '4'],
    ['--', '-', '--'],
  ]);
  assert.deepEqual(aside, []);
});

test('[SRC-26] [SRC-36] so are those that ps and df print, with words in the last column', async () => {
  const ps =
    'USER         PID %CPU TTY      COMMAND\nroot           1  0.0 ?        /sbin/init splash\nann        12345 12.5 pts/0    node --max old\nroot     1234567  0.0 ?        [kworker]\n';
  assert.deepEqual(await read(ps), {
    format: 'log',
    columns: ['USER', 'PID', '%CPU', 'TTY', 'COMMAND'],
    rows: [
      ['root', '1', '0.0', '?', '/sbin/init splash'],
      ['ann', '12345', '12.5', 'pts/0', 'node --max old'],
      ['root', '1234567', '0.0', '?', '[kworker]'],
    ],
    aside: [],
  });
  const { columns, rows } = await read(
    'Filesystem     1K-blocks  Used Use% Mounted on\r\nudev             8123456     0   0% /dev\r\n/dev/sda1      102345678 45678  48% /\r\n',
  );
  assert.deepEqual(columns, ['Filesystem', '1K-blocks', 'Used', 'Use%', 'Mounted on']);
  assert.deepEqual(rows[1], ['/dev/sda1', '102345678', '45678', '48%', '/']);
});

test('[SRC-26] [SRC-36] of a list drawn with lines the names are found below its title, and are no rows on the next page', async () => {
  const rule = '-----------------------------\n';
  const names = '|    Nr |    Betrag|Text      |\n';
  assert.deepEqual(
    await read(
      `31.01.2024   Liste   1\n\n${rule}${names}${rule}|      1|  1.234,50|Strom | A |\n|      2|     89,00-|          |\n${rule}Seite 2\n${rule}${names}${rule}|      3|      7,10|x         |\n`.replaceAll(
        '89,00-|',
        '9,00-|',
      ),
    ),
    {
      format: 'log',
      columns: ['Nr', 'Betrag', 'Text'],
      rows: [
        ['1', '1.234,50', 'Strom | A'],
        ['2', '9,00-', null],
        ['3', '7,10', 'x'],
      ],
      aside: [9],
    },
  );
});

test('[SRC-26] what a delimiter cuts, sentences and lists of one column stay what they are', async () => {
  for (const text of [
    'code,num1\nA,1\nB,2\n',
    'code num1 x\nA 1.5 2\nB 2.5 3\n',
    'a  b  c\n',
    'Some words are here\nand  some  more\nand some others\n',
    'code;text\n---- ----;x\nA;b\n',
    'name\n----\nA\n',
    'a\tb\n--- ---\tx\n1\t2\n',
  ])
    assert.equal((await read(text)).format, 'csv', text);
});
