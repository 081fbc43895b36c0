import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PlainRows } from './plain-rows.ts';

const WINDOW_BYTES = 256 * 1024;

/** How many rows at the start of the text are plain, and how long they are, by a pattern. */
function plainBy(text: string, cells: number, most: number): { readonly rows: number; readonly next: number } {
  const cell = '(?:"[^"\\n]*"|(?!")[^",\\n\\r]*)';
  // a quote in the middle of a cell is for others
  const row = new RegExp(`^${cell}(?:,${cell}){${cells - 1}}\\n`);
  let [rows, next] = [0, 0];
  for (let found = row.exec(text); found && rows < most; found = row.exec(text.slice(next))) {
    rows++;
    next += found[0].length;
  }
  return { rows, next };
}

test('[SRC-26] rows that may be taken as they stand are those a pattern finds, wherever signs stand among sixteen bytes', () => {
  const piece = fc.constantFrom(
    'a',
    ',',
    '\n',
    '"',
    '","',
    ',"',
    '",',
    '"\n',
    '\r',
    '\r\n',
    ' ',
    '',
    'long words',
    '0123456789abcdef',
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 5 }),
      (pieces, cells, most) => {
        const text = pieces.join('');
        const plain = new PlainRows(',', cells);
        const rows = plain.count(Buffer.from(text), 0, most);
        assert.deepEqual({ rows, next: plain.next }, plainBy(text, cells, most));
      },
    ),
    { numRuns: 3000 },
  );
});

test('[SRC-26] rows are counted on behind what is held at once, and a row longer than that is left to others', () => {
  const row = `${'x'.repeat(1000)},"${'y'.repeat(999)}"\n`;
  const bytes = Buffer.from(row.repeat(1000));
  const plain = new PlainRows(',', 2);
  let [rows, at] = [0, 0];
  while (at < bytes.length) {
    const found = plain.count(bytes, at, 100_000);
    assert.ok(found > 0, `at ${at}`);
    rows += found;
    at = plain.next;
  }
  assert.equal(rows, 1000);
  assert.equal(new PlainRows(',', 2).count(Buffer.from(`${'z'.repeat(WINDOW_BYTES)},1\n`), 0, 1), 0);
});

test('[SRC-26] two that count in turns do not see the bytes of the other', () => {
  const [first, second] = [new PlainRows(',', 2), new PlainRows(';', 3)];
  const [ones, others] = [Buffer.from('1,2\n3,4\n5,6\n'), Buffer.from('a;b;c\nd;e;f\n')];
  assert.equal(first.count(ones, 0, 1), 1);
  assert.equal(second.count(others, 0, 1), 1);
  assert.equal(first.count(ones, first.next, 9), 2);
  assert.equal(second.count(others, second.next, 9), 1);
});

test('[SRC-26] where rows are not plain it is looked for them less and less', () => {
  const plain = new PlainRows(',', 2);
  const bytes = Buffer.from('"a""b",c\nd,e\n');
  assert.equal(plain.count(bytes, 0, 9), 0);
  assert.equal(plain.count(bytes, 9, 9), 0, 'one row is passed over');
  assert.equal(plain.count(bytes, 9, 9), 1);
});
