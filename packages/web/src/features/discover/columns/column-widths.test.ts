import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOUNDS, readWidths, writeWidths } from './column-widths.ts';

test('[SCR-07] widths of columns come back from an address as they were written, of shown columns alone', () => {
  const written = writeWidths({ kw1: 200, 'obj.num1': 96, gone: 80 }, ['obj.num1', 'ts1', 'kw1']);
  assert.equal(written, 'obj.num1:96,kw1:200');
  assert.deepEqual(readWidths(written), { 'obj.num1': 96, kw1: 200 });
  assert.equal(writeWidths({ kw1: 200 }, ['ts1']), undefined);
  assert.equal(writeWidths({}, ['constructor']), undefined);
});

test('[SCR-07] [SEC-04] what is no width is dropped, and none is more than a screen or less than can be taken hold of', () => {
  assert.deepEqual(readWidths('a:1e9,b:3,c:-5,d:x,e,:7,f:80.4'), { a: BOUNDS.most, b: BOUNDS.least, f: 80 });
  assert.deepEqual(readWidths(undefined), {});
});
