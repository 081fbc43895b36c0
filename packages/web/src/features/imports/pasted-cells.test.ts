import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pastedCells } from './pasted-cells.ts';

test('[SCR-08] copied cells are rows of cells, however their lines end, and empty ones count', () => {
  assert.deepEqual(pastedCells('1\t2\r\n3\t4\r\n'), [
    ['1', '2'],
    ['3', '4'],
  ]);
  assert.deepEqual(pastedCells('a\n\nb'), [['a'], [''], ['b']]);
  assert.deepEqual(pastedCells('\t\tc\n'), [['', '', 'c']]);
  assert.deepEqual(pastedCells('a\t'), [['a', '']]);
  assert.deepEqual(pastedCells('a\t\nb\t'), [
    ['a', ''],
    ['b', ''],
  ]);
});

test('[SCR-08] quotes around a tab or a line end are those of the spreadsheet, others belong to the cell', () => {
  assert.deepEqual(pastedCells('"two\nlines"\tb\n'), [['two\nlines', 'b']]);
  assert.deepEqual(pastedCells('"say ""a\tb"""\n'), [['say "a\tb"']]);
  assert.deepEqual(pastedCells('"quoted"\tb'), [['"quoted"', 'b']]);
  assert.deepEqual(pastedCells('5" pipe\t6"'), [['5" pipe', '6"']]);
  assert.deepEqual(pastedCells('"open\tb\n'), [['"open', 'b']]);
});

test('[SCR-08] one cell is one cell, and nothing is none', () => {
  assert.deepEqual(pastedCells('12\r\n'), [['12']]);
  assert.deepEqual(pastedCells(''), []);
});
