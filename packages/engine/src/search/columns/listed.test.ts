import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Listed } from './listed.ts';

const KINDS = 40;
const codes = fc.array(fc.nat(KINDS - 1), { maxLength: 500 });

test('[AGG-28] documents listed by their codes are those a look at each of them finds', () => {
  fc.assert(
    fc.property(codes, fc.array(fc.nat(KINDS - 1), { maxLength: 5 }), (given, wanted) => {
      const listed = new Listed(Uint8Array.from(given), KINDS);
      const having = (code: number): readonly number[] => given.flatMap((each, doc) => (each === code ? [doc] : []));
      for (let code = 0; code < KINDS; code++) {
        assert.deepEqual([...listed.of(code)], having(code));
        assert.equal(listed.count(code), having(code).length);
      }
      const passes = Uint8Array.from({ length: KINDS }, (_, code) => (wanted.includes(code) ? 1 : 0));
      const expected = given.flatMap((code, doc) => (wanted.includes(code) ? [doc] : []));
      const found = listed.where(passes);
      if (found !== null) assert.deepEqual(found.first(Number.POSITIVE_INFINITY), expected);
      assert.equal(found === null, expected.length > given.length / 4);
    }),
  );
});
