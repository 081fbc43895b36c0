import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvCell, csvRow } from './csv.ts';

test('[SEC-04] cells a spreadsheet would run get an apostrophe, numbers stay', () => {
  for (const text of ['=1+1', '+SUM(A1)', '-cmd', '@x', '\tx']) assert.match(csvCell(text), /^"?'/, text);
  assert.deepEqual(['-12.5', '+3', '-1e-7', -4].map(csvCell), ['-12.5', '+3', '-1e-7', '-4']);
  assert.equal(csvCell('\r=1'), `"'\r=1"`);
});

test('[SEC-04] whatever is in a cell, the line has as many cells as were given and none is a formula', () => {
  const quoted = /"(?:[^"]|"")*"|[^,"\r\n]*/y;
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { minLength: 1 }), (cells) => {
      const line = csvRow(cells);
      const found: string[] = [];
      for (let at = 0; ; at++) {
        quoted.lastIndex = at;
        const [cell = ''] = quoted.exec(line) ?? [];
        found.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
        at += cell.length;
        if (line[at] !== ',') {
          assert.equal(line.slice(at), '\r\n');
          break;
        }
      }
      assert.equal(found.length, cells.length);
      for (const cell of found) assert.ok(!/^[=@\t\r]|^[+-](?![\d.])/.test(cell), cell);
    }),
  );
});
