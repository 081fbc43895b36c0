import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RawRow, RejectedRow } from '@datasarana/client';
import { type Edits, mendingOf, rebased, spreadOver, without, written } from './mending-edits.ts';

const NONE: Edits = new Map();
const rejected = (line: number, raw: RawRow): RejectedRow => ({ line, raw, cells: [] });
const row = rejected(3, { num1: 'two', txt1: 'a', txt2: 'x' });
const mine = written(NONE, row, { num1: '2', txt1: 'a', txt2: 'x' });
const rows = (edits: Edits) => mendingOf(edits).rows;

test('[SCR-08] a row written in goes with how it stood; one that is again what it was is not sent', () => {
  assert.deepEqual(rows(mine), [{ line: 3, raw: { num1: '2', txt1: 'a', txt2: 'x' }, was: row.raw }]);
  assert.equal(written(mine, row, row.raw).size, 0);
  const cells = [{ row, cells: { txt1: 'b' } }];
  assert.deepEqual(rows(spreadOver(mine, cells))?.[0]?.raw, { num1: '2', txt1: 'b', txt2: 'x' });
  assert.equal(spreadOver(NONE, [{ row: rejected(4, 'one text'), cells: { txt1: 'b' } }]).size, 0);
});

test('[SCR-08] a row that was drawn anew under its edit is still sent with how it stood first', () => {
  const later = rejected(3, { num1: 'two', txt1: 'b', txt2: 'x' });
  assert.deepEqual(rows(written(mine, later, { num1: '3', txt1: 'a', txt2: 'x' }))?.[0]?.was, row.raw);
});

test('[SCR-08] over a row that somebody else wrote anew the own cells stay, and the others are theirs', () => {
  const theirs = rejected(3, { num1: 'zwei', txt1: 'b', txt2: 'x' });
  const next = rebased(mine, { gone: [], rewritten: [theirs] });
  assert.deepEqual(rows(next), [{ line: 3, raw: { num1: '2', txt1: 'b', txt2: 'x' }, was: theirs.raw }]);
  const same = rejected(3, { num1: '2', txt1: 'b', txt2: 'x' });
  assert.equal(rebased(mine, { gone: [], rewritten: [same] }).size, 0, 'nothing of it is new');
});

test('[SCR-08] rows that were mended meanwhile take their edits along; a text stays what was written', () => {
  const text = written(mine, rejected(5, '1,2,3'), '1,2');
  const next = rebased(text, { gone: [3], rewritten: [rejected(5, '1,2,4')] });
  assert.deepEqual(rows(next), [{ line: 5, raw: '1,2', was: '1,2,4' }]);
});

test('[SCR-08] what is written while rows are being sent is left to be sent', () => {
  const other = written(mine, rejected(9, { num1: 'nine' }), { num1: '9' });
  assert.deepEqual([...without(other, mine).keys()], [9]);
  assert.deepEqual([...without(written(other, row, { num1: '22' }), other).keys()], [3], 'the same row once more');
});
