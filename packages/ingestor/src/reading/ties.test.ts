import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ties } from './ties.ts';

const rows = (from: number, to: number, second: string) =>
  Array.from({ length: to - from }, (_, i) => [String(from + i), second]);

/** What a service keeps on disk. */
function disk() {
  const kept = new Set<string>();
  const known = (prints: readonly string[]) => new Set(prints.filter((print) => kept.has(print)));
  const unseen = (ties: Ties, given: string[][], read: number) => {
    const found = ties.unseen(given, 1, read);
    for (const print of found.ties) kept.add(print);
    return found.rows;
  };
  return { known, unseen };
}

test('[TSK-07] what was read with the last value is left out when it is read again, also by a later process', () => {
  const { known, unseen } = disk();
  const first = new Ties(undefined, undefined, known);
  assert.equal(first.mark, undefined, 'nothing was read');
  assert.equal(unseen(first, [...rows(0, 3, 'a'), ...rows(3, 6, 'b')], 0).length, 6);
  const again = new Ties(JSON.parse(JSON.stringify(first.mark)), undefined, known);
  assert.deepEqual(again.mark, { value: 'b', from: 0 });
  const more = [...rows(3, 7, 'b'), ...rows(7, 8, 'c')];
  assert.deepEqual(unseen(again, more, 6), [...rows(6, 7, 'b'), ...rows(7, 8, 'c')]);
  assert.deepEqual(again.mark, { value: 'c', from: 6 });
  assert.deepEqual(unseen(again, rows(7, 8, 'c'), 8), []);
});

test('[TSK-07] any number of rows of one value is known again, in blocks of any size, and those that came late are found', () => {
  const { known, unseen } = disk();
  const ties = new Ties(undefined, undefined, known);
  for (let at = 1; at < 5001; at += 500) assert.equal(unseen(ties, rows(at, at + 500, 'a'), at - 1).length, 500);
  const late = [...rows(0, 1, 'a'), ...rows(5001, 5002, 'a')];
  const all = rows(0, 5002, 'a');
  const found = [0, 700, 1400, 2100, 2800, 3500, 4200, 4900].flatMap((at) =>
    unseen(ties, all.slice(at, at + 700), 5000),
  );
  assert.deepEqual(found, late);
  assert.deepEqual(unseen(ties, all, 5002), []);
});

test('[TSK-07] values that a database takes for one, whatever their case, accents and spaces at the end, are read again together', () => {
  const { known, unseen } = disk();
  const same = ['été', 'ETE', 'Été ', 'ete'].map((value, i) => [String(i), value]);
  const first = new Ties(undefined, undefined, known);
  assert.equal(unseen(first, [['9', 'a'], ...same.slice(0, 2)], 0).length, 3);
  assert.equal(unseen(first, same.slice(2), 3).length, 2);
  const again = new Ties(JSON.parse(JSON.stringify(first.mark)), undefined, known);
  const late = ['7', 'eté'];
  assert.deepEqual(unseen(again, [...same, late], 5), [late]);
  assert.deepEqual(unseen(again, [...same, late, ['8', 'f']], 6), [['8', 'f']]);
  assert.equal(again.mark?.value, 'f');
});

test('[TSK-07] rows of the value at which an older version stopped, without its ties, are not read again', () => {
  const { known, unseen } = disk();
  const ties = new Ties(undefined, 'a', known);
  assert.equal(unseen(ties, rows(5, 7, 'a'), 5).length, 2);
  assert.equal(ties.mark, undefined);
  unseen(ties, rows(7, 9, 'b'), 7);
  assert.deepEqual(ties.mark, { value: 'b', from: 7 });
});

test('[TSK-07] a block without rows leaves the value that was read last', () => {
  const { known, unseen } = disk();
  const ties = new Ties({ value: 'a', from: 3 }, undefined, known);
  assert.deepEqual(unseen(ties, [], 5), []);
  assert.deepEqual(ties.mark, { value: 'a', from: 3 });
});

test('[TSK-07] of rows that are alike in every column, as a table without a key has them, each counts', () => {
  const { known, unseen } = disk();
  const twins = (count: number, second: string) => Array.from({ length: count }, () => ['x', second]);
  const first = new Ties(undefined, undefined, known);
  first.begin(['txt1', 'txt2'], true);
  assert.equal(unseen(first, [...twins(2, 'a'), ...twins(2, 'b')], 0).length, 4);
  assert.equal(unseen(first, twins(1, 'b'), 4).length, 1, 'the next block of one reading goes on');
  const again = new Ties(first.mark, undefined, known);
  again.begin(['txt1', 'txt2'], true);
  assert.deepEqual(unseen(again, twins(2, 'b'), 5), []);
  assert.deepEqual(unseen(again, [...twins(2, 'b'), ...twins(1, 'c')], 5), [...twins(1, 'b'), ...twins(1, 'c')]);
  again.begin(['txt1', 'txt2'], true);
  assert.deepEqual(unseen(again, twins(2, 'c'), 7), twins(1, 'c'));
});
