import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JsonBytes } from './json-bytes.ts';

test('texts and whole numbers are written as JSON has them, whatever letters they hold', () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.constant('a"b\\c\u007f'));
  const values = fc.array(fc.oneof(text, fc.nat({ max: Number.MAX_SAFE_INTEGER })), { minLength: 1, maxLength: 50 });
  const property = fc.property(values, (all) => {
    const out = new JsonBytes();
    for (const [i, value] of all.entries()) {
      out.text(i === 0 ? '[' : ',');
      if (typeof value === 'number') out.whole(value);
      else out.quoted(value);
    }
    out.text(']');
    assert.equal(out.written.toString(), JSON.stringify(all));
  });
  fc.assert(property, { numRuns: 200 });
});
