import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GramSet } from './gram-set.ts';

/** Letters at both sides of what is noted as bits, and the ends of what a unit can be. */
const unit = fc.constantFrom(1, 2, 0x61, 0x7e, 0x7f, 0x80, 0x81, 0xe9, 0x3000, 0xd83d, 0xffff);

test('[API-07] one and two letters are new once, whichever they are', () => {
  const property = fc.property(fc.array(fc.tuple(fc.option(unit, { nil: 0 }), unit), { maxLength: 60 }), (grams) => {
    const set = new GramSet();
    const naive = new Set<string>();
    for (const [before, last] of grams) {
      const gram = `${before}/${last}`;
      assert.equal(set.add(before, last), !naive.has(gram), gram);
      naive.add(gram);
    }
  });
  fc.assert(property, { numRuns: 300 });
});
