import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance } from './edit-distance.ts';

/** As it is defined: the least of what each last edit leaves. */
function defined(a: readonly string[], b: readonly string[], transpositions: boolean): number {
  if (a.length === 0 || b.length === 0) return a.length + b.length;
  const [restA, restB] = [a.slice(0, -1), b.slice(0, -1)];
  const edits = [
    defined(restA, b, transpositions) + 1,
    defined(a, restB, transpositions) + 1,
    defined(restA, restB, transpositions) + (a.at(-1) === b.at(-1) ? 0 : 1),
  ];
  if (transpositions && a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1))
    edits.push(defined(a.slice(0, -2), b.slice(0, -2), transpositions) + 1);
  return Math.min(...edits);
}

test('[QRY-21] edits between words are counted as they are defined, up to the limit', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'é'), { maxLength: 5 });
  fc.assert(
    fc.property(word, word, fc.nat(6), fc.boolean(), (a, b, limit, transpositions) => {
      const wanted = Math.min(defined(a, b, transpositions), limit + 1);
      assert.equal(editDistance(a, b, limit, transpositions), wanted, `${a.join('')} ${b.join('')}`);
    }),
  );
});

test('[QRY-21] words longer than any before are compared whole', () => {
  const long = Array.from({ length: 500 }, (_, i) => `${i % 7}`);
  assert.equal(editDistance(long, [...long.slice(1), 'x'], 2, true), 2);
  assert.equal(editDistance(long, long.toReversed(), 2, true), 3);
});
