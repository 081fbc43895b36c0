import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellAct } from './cell-keys.ts';

const pressed = (key: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('[SCR-08] arrows leave a cell that is chosen or was typed into, and move the caret of one that is edited', () => {
  assert.deepEqual(cellAct('chosen', pressed('ArrowDown')), { go: [1, 0] });
  assert.deepEqual(cellAct('typed', pressed('ArrowLeft')), { go: [0, -1] });
  assert.equal(cellAct('edited', pressed('ArrowLeft')), undefined);
  assert.equal(cellAct('typed', pressed('Home')), undefined);
  assert.equal(cellAct('chosen', pressed('ArrowRight', { shiftKey: true })), undefined);
});

test('[SCR-08] Enter and F2 edit a chosen cell; Enter and Tab end what is written and go on', () => {
  assert.equal(cellAct('chosen', pressed('Enter')), 'edit');
  assert.equal(cellAct('typed', pressed('F2')), 'edit');
  assert.deepEqual(cellAct('edited', pressed('Enter')), { go: [1, 0] });
  assert.deepEqual(cellAct('typed', pressed('Enter', { shiftKey: true })), { go: [-1, 0] });
  assert.deepEqual(cellAct('typed', pressed('Tab')), { go: [0, 1] });
  assert.equal(cellAct('chosen', pressed('Tab')), undefined, 'the way out of the grid');
});

test('[SCR-08] Escape takes back what is written only; Ctrl Enter keeps it, and sends from a chosen cell', () => {
  assert.equal(cellAct('edited', pressed('Escape')), 'take back');
  assert.equal(cellAct('chosen', pressed('Escape')), undefined);
  assert.equal(cellAct('typed', pressed('Enter', { ctrlKey: true })), 'keep');
  assert.equal(cellAct('chosen', pressed('Enter', { metaKey: true })), 'send');
  assert.equal(cellAct('chosen', pressed('ArrowDown', { altKey: true })), undefined);
});
