import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeldRows, type RowsSize } from './held-rows.ts';

const ROWS = [
  { term: 'dew', documents: 2, data: [1, 2, 3] },
  { term: 'fog', documents: 1, data: [] },
  { term: 'fog', documents: 3, data: [4] },
  { term: 'fög', documents: 1, data: [5, 6] },
  // behind others by its bytes, before them by UTF-16
  { term: '\uff01', documents: 4, data: [7] },
  { term: '\u{1f327}', documents: 1, data: [8, 9] },
];

const SIZE: RowsSize = { terms: 5, rows: 6, textBytes: 3 + 3 + 4 + 3 + 4, dataBytes: 9 };

function heldOf(rows: typeof ROWS, { size = SIZE, isWhole = true } = {}): HeldRows | null {
  const held = new HeldRows(size, isWhole);
  const added = rows.map(({ term, documents, data }, i) =>
    held.add({ term, row: 40 + i, documents, data: isWhole ? Uint8Array.from(data) : null }),
  );
  return added.every(Boolean) && held.done() ? held : null;
}

test('[QRY-21] rows are found by their term, with what they have packed', () => {
  const held = heldOf(ROWS);
  const of = (term: string) => held?.of(term).map(({ documents, data }) => [documents, ...data]);
  assert.deepEqual(of('dew'), [[2, 1, 2, 3]]);
  assert.deepEqual(of('fog'), [[1], [3, 4]]);
  assert.deepEqual(of('fög'), [[1, 5, 6]]);
  assert.deepEqual(of('\uff01'), [[4, 7]]);
  assert.deepEqual(of('\u{1f327}'), [[1, 8, 9]]);
  for (const other of ['', 'a', 'do', 'fo', 'fogs', 'g', '\ufffd', '\u{1f328}', 'constructor'])
    assert.deepEqual(of(other), [], other);
});

test('[QRY-21] it is known where the rows of a term stand without what they have packed', () => {
  const held = heldOf(ROWS, { isWhole: false });
  assert.deepEqual(held?.rangeOf('dew'), { first: 40, last: 40 });
  assert.deepEqual(held?.rangeOf('fog'), { first: 41, last: 42 });
  assert.deepEqual(held?.rangeOf('\u{1f327}'), { first: 45, last: 45 });
  assert.equal(held?.rangeOf('fo'), null);
});

test('[QRY-21] rows are found by their term in whatever order the terms stand', () => {
  const held = heldOf([...ROWS.slice(4), ...ROWS.slice(1, 3), ...ROWS.slice(3, 4), ...ROWS.slice(0, 1)]);
  const of = (term: string) => held?.of(term).map(({ documents, data }) => [documents, ...data]);
  assert.deepEqual(of('dew'), [[2, 1, 2, 3]]);
  assert.deepEqual(of('fog'), [[1], [3, 4]]);
  assert.deepEqual(of('fög'), [[1, 5, 6]]);
  assert.deepEqual(of('\uff01'), [[4, 7]]);
  assert.deepEqual(of('\u{1f327}'), [[1, 8, 9]]);
  assert.deepEqual(held?.rangeOf('fog'), { first: 42, last: 43 });
  for (const other of ['', 'a', 'fogs', 'g']) assert.deepEqual(of(other), [], other);
});

test('[QRY-21] rows of a term that stand apart, a gap and more rows than were counted are not held', () => {
  const [dew, ...behind] = ROWS;
  const apart = [...behind.slice(0, 1), ...(dew ? [dew] : []), ...behind.slice(1)];
  assert.equal(heldOf(apart, { size: { ...SIZE, terms: 6, textBytes: SIZE.textBytes + 3 } }), null, 'a term twice');
  assert.equal(heldOf([...ROWS, ...ROWS.slice(5)]), null, 'a row more');
  const [first = { term: '', documents: 0, data: [] }, ...others] = ROWS;
  const held = new HeldRows(SIZE, false);
  assert.ok(held.add({ ...first, row: 7, data: null }));
  assert.ok(!held.add({ term: others[0]?.term ?? '', documents: 1, row: 9, data: null }), 'a gap');
});
