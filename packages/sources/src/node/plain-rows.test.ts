import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PlainRows } from './plain-rows.ts';

const WINDOW_BYTES = 256 * 1024;

/** The rows at the start of the text that are plain, as they are to be, and how long they are, by a pattern. */
function plainBy(
  text: string,
  cells: number,
  most: number,
): { readonly rows: readonly string[]; readonly next: number } {
  const cell = '(?:"[^"\\n]*"|(?!")[^",\\n\\r]*)';
  const row = new RegExp(`^(${cell}(?:,${cell}){${cells - 1}})\\r?\\n`);
  const rows: string[] = [];
  let next = 0;
  for (let found = row.exec(text); found && rows.length < most; found = row.exec(text.slice(next))) {
    rows.push(`${found[1]}\n`);
    next += found[0].length;
  }
  return { rows, next };
}

/** The same as far as `PlainRows` finds them, in as many calls as it likes. */
function plainIn(
  text: string,
  cells: number,
  most: number,
): { readonly rows: readonly string[]; readonly next: number } {
  const plain = new PlainRows(',', cells);
  const bytes = Buffer.from(text);
  const rows: string[] = [];
  let next = 0;
  for (let left = most; left > 0; ) {
    const run = plain.take(bytes, next, left);
    if (run === null) break;
    const taken = run.bytes.toString('utf8', run.start, run.end).match(/(?:"[^"]*"|[^"\n])*\n/g) ?? [];
    assert.equal(taken.length, run.rows);
    rows.push(...taken);
    left -= run.rows;
    next = plain.next;
  }
  return { rows, next };
}

test('[SRC-26] rows that need no more than to be found are those of a pattern, wherever signs stand among sixteen bytes', () => {
  const end = fc.constantFrom('\n', '\r\n');
  const sign = fc.constantFrom(
    'a',
    ',',
    '"',
    '","',
    ',"',
    '",',
    '"\n',
    '\r',
    '\r\n',
    '\n',
    ' ',
    '',
    'long words',
    '0123456789abcdef',
  );
  const rowLike = fc
    .tuple(fc.constantFrom('1,2', '"a b",', ',"x\ry"', '0123456789abc,d', '"",""'), end)
    .map((parts) => parts.join(''));
  const piece = fc.oneof(sign, rowLike);
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      (pieces, cells, most) => {
        const text = pieces.join('');
        assert.deepEqual(plainIn(text, cells, most), plainBy(text, cells, most));
      },
    ),
    { numRuns: 5000 },
  );
});

test('[SRC-26] rows are found on behind what is held at once, and a row longer than that is left to others', () => {
  for (const end of ['\n', '\r\n']) {
    const bytes = Buffer.from(`${'x'.repeat(1000)},"${'y'.repeat(999)}"${end}`.repeat(1000));
    const plain = new PlainRows(',', 2);
    let [rows, at] = [0, 0];
    while (at < bytes.length) {
      const run = plain.take(bytes, at, 100_000);
      assert.ok(run, `at ${at}`);
      assert.equal(run.end - run.start, run.rows * 2003);
      rows += run.rows;
      at = plain.next;
    }
    assert.equal(rows, 1000);
  }
  assert.equal(new PlainRows(',', 2).take(Buffer.from(`${'z'.repeat(WINDOW_BYTES)},1\n`), 0, 1), null);
});

test('[SRC-26] two that look in turns do not see the bytes of the other', () => {
  const [first, second] = [new PlainRows(',', 2), new PlainRows(';', 3)];
  const [ones, others] = [Buffer.from('1,2\n3,4\n5,6\n'), Buffer.from('a;b;c\r\nd;e;f\r\n')];
  assert.equal(first.take(ones, 0, 1)?.rows, 1);
  assert.equal(second.take(others, 0, 1)?.rows, 1);
  assert.equal(first.take(ones, first.next, 9)?.rows, 2);
  assert.equal(second.take(others, second.next, 9)?.rows, 1);
});

test('[SRC-26] where rows are not plain it is looked for them less and less', () => {
  const plain = new PlainRows(',', 2);
  const bytes = Buffer.from('"a""b",c\nd,e\n');
  assert.equal(plain.take(bytes, 0, 9), null);
  assert.equal(plain.take(bytes, 9, 9), null, 'one row is passed over');
  assert.equal(plain.take(bytes, 9, 9)?.rows, 1);
});
