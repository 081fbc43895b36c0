import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashesOfStart, hashOfText } from './hash.ts';
import { Lookup } from './lookup.ts';
import { textBeginning, textBytes } from './text-test.ts';

const FIRST = 4;
const letters = fc.constantFrom('a', 'b', '\0', 'ä', '\u{10ffff}');
const texts = fc.array(fc.string({ unit: letters, maxLength: 6 }), { minLength: 1, maxLength: 60 });
const starts = fc.string({ unit: letters, minLength: 3, maxLength: 6 });

test('[API-31] texts that begin alike are looked up by their first bytes, each once', () => {
  fc.assert(
    fc.property(texts, starts, (all, start) => {
      const bytes = all.map(textBytes);
      const lookup = new Lookup(all.length, (doc) => hashOfText(bytes[doc] ?? textBytes(''), 0, FIRST));
      const found: number[] = [];
      lookup.each(hashesOfStart(textBytes(start), FIRST), (doc) => found.push(doc));
      assert.equal(new Set(found).size, found.length, 'none comes twice');
      const begins = textBeginning(start);
      for (const [doc, each] of bytes.entries()) if (begins(each, 0)) assert.ok(found.includes(doc), all[doc]);
    }),
  );
});
