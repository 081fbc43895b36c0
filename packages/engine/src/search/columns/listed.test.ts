import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CodedMatches } from './coded-matches.ts';
import { Listed } from './listed.ts';

const KINDS = 40;
const codes = fc.array(fc.nat(KINDS - 1), { maxLength: 500 });

test('[AGG-28] documents listed by their codes are those a look at each of them finds', () => {
  fc.assert(
    fc.property(codes, fc.array(fc.nat(KINDS - 1), { maxLength: 5 }), (given, wanted) => {
      const all = Uint8Array.from(given);
      const listed = new Listed(all, KINDS);
      const having = (code: number): readonly number[] => given.flatMap((each, doc) => (each === code ? [doc] : []));
      for (let code = 0; code < KINDS; code++) {
        assert.deepEqual([...listed.of(code)], having(code));
        assert.equal(listed.count(code), having(code).length);
      }
      const passes = Uint8Array.from({ length: KINDS }, (_, code) => (wanted.includes(code) ? 1 : 0));
      const expected = given.flatMap((code, doc) => (wanted.includes(code) ? [doc] : []));
      const found = listed.where(passes, all);
      if (found !== null) assert.deepEqual(found.first(Number.POSITIVE_INFINITY), expected);
      assert.equal(found === null, expected.length > given.length / 4);
    }),
  );
});

test('[AGG-28] lists serve a column that has gone on, and one of an earlier state', () => {
  const [few, fewer] = [fc.array(fc.nat(KINDS - 2), { maxLength: 500 }), fc.nat(500)];
  fc.assert(
    fc.property(few, few, fewer, fc.nat(KINDS - 1), (before, since, earlier, wanted) => {
      const listed = new Listed(Uint8Array.from(before), KINDS - 1);
      const passes = Uint8Array.from({ length: KINDS }, (_, code) => (code === wanted ? 1 : 0));
      for (const given of [[...before, ...since, KINDS - 1], before.slice(0, earlier)]) {
        const found = listed.where(passes, Uint8Array.from(given));
        const expected = given.flatMap((code, doc) => (code === wanted ? [doc] : []));
        if (found !== null) assert.deepEqual(found.first(Number.POSITIVE_INFINITY), expected);
        assert.equal(found === null, listed.count(wanted) > before.length / 4);
      }
    }),
  );
});

test('[AGG-28] the first documents of codes, how many there are and which of them pass other tests are told without their set', () => {
  const wantedCodes = fc.array(fc.nat(KINDS - 1), { maxLength: 8 });
  const passesOf = (wanted: readonly number[]): Uint8Array =>
    Uint8Array.from({ length: KINDS }, (_, code) => (wanted.includes(code) ? 1 : 0));
  fc.assert(
    fc.property(codes, wantedCodes, wantedCodes, fc.nat(20), (given, wanted, also, limit) => {
      const all = Uint8Array.from(given);
      const listed = new Listed(all, KINDS);
      const test = { codes: all, passes: passesOf(wanted) };
      const expected = given.flatMap((code, doc) => (wanted.includes(code) ? [doc] : []));
      const counts = Uint32Array.from({ length: KINDS }, (_, code) => listed.count(code));
      for (const found of [listed.matches(test), new CodedMatches(test, counts)]) {
        assert.equal(found?.size, expected.length);
        assert.deepEqual(found?.first(limit), expected.slice(0, limit));
        assert.deepEqual([...(found?.members() ?? [])], expected);
        assert.deepEqual([...(found?.toBits().members() ?? [])], expected);
      }
      // in reverse each document has the code of another
      const others = [{ codes: all.toReversed(), passes: passesOf(also) }];
      const both = expected.filter((doc) => also.includes(given[given.length - 1 - doc] ?? 0));
      const found = listed.among(test, others);
      assert.deepEqual([found.size, ...found.first(limit)], [both.length, ...both.slice(0, limit)]);
      assert.deepEqual([...found.members()], both);
    }),
  );
  const later = { codes: new Uint8Array(3), passes: passesOf([0]) };
  assert.equal(new Listed(new Uint8Array(2), KINDS).matches(later), null);
});
