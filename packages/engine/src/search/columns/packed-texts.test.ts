import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PackedTexts } from './packed-texts.ts';
import {
  comparedText,
  heldByLike,
  likeText,
  textAmong,
  textBeginning,
  textBytes,
  textContaining,
  textEnding,
} from './text-test.ts';

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '%', '_') }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '1', 'a', 'a\u0000', 'ä\u{10ffff}'),
  fc.constant('number'),
);

function put(texts: PackedTexts, doc: number, text: string | null): void {
  const bytes = Buffer.from(`<${text ?? ''}>`);
  if (text !== null) texts.add(doc, bytes, 1, bytes.length - 1);
}

test('[AGG-28] texts come back as they were put in, in one step or two, also those that end with their number', () => {
  fc.assert(
    fc.property(fc.array(fc.option(text), { maxLength: 40 }), fc.nat(40), (given, cut) => {
      const texts = given.map((each, doc) => (each === 'number' ? `batch-${doc}` : each));
      const length = texts.reduce((sum, each) => sum + Buffer.byteLength(each ?? '') + 1, 0);
      const first = new PackedTexts(Math.min(cut, texts.length), length);
      for (const [doc, each] of texts.slice(0, cut).entries()) put(first, doc, each);
      const all = new PackedTexts(texts.length, length, first);
      for (const [doc, each] of texts.entries()) if (doc >= cut) put(all, doc, each);
      assert.deepEqual(
        texts.map((_, doc) => all.at(doc)),
        texts.map((each) => (each === null ? null : each.toWellFormed())),
      );
      const ending = all.where(textEnding('1'));
      assert.deepEqual(
        texts.map((_, doc) => ending.has(doc)),
        texts.map((each) => each?.endsWith('1') === true),
      );
    }),
  );
});

test('[AGG-28] texts that differ in the number of their document alone take little more than their places', () => {
  const texts = Array.from({ length: 1000 }, (_, doc) => `a-long-name-of-a-batch-${doc}`);
  const packed = new PackedTexts(1000, texts.join(' ').length + 1);
  for (const [doc, each] of texts.entries()) put(packed, doc, each);
  packed.trim();
  assert.deepEqual(
    texts.map((_, doc) => packed.at(doc)),
    texts,
  );
  assert.ok(packed.byteLength < 4 * 1000 + 100, `${packed.byteLength} bytes`);
});

test('[QRY-21] texts are found by the bytes they have in them as by looking at each, few or many, whatever their order', () => {
  const word = fc.constantFrom('ab', 'cab', 'abab', 'xäbx', 'b', '', 'a', 'ba-1', 'number');
  const documents = fc.array(fc.option(word), { maxLength: 60 });
  fc.assert(
    fc.property(
      documents,
      fc.constantFrom('ab', 'ba', 'äb', '-1'),
      fc.boolean(),
      fc.nat(5000),
      (given, part, turned, gap) => {
        const texts = given.map((each, i) => (each === 'number' ? `ab${gap + i}` : each));
        const packed = new PackedTexts(gap + texts.length, 20 * texts.length);
        const places = texts.map((each, i) => [gap + i, each] as const);
        for (const [doc, each] of turned ? places.toReversed() : places) put(packed, doc, each);
        const found = packed.where(textContaining(part), Buffer.from(part));
        const [many, plain] = [
          places.filter(([doc]) => found.has(doc)),
          places.filter(([, each]) => each?.includes(part)),
        ];
        assert.deepEqual(many, plain);
        assert.equal(found.size, plain.length);
      },
    ),
  );
});

const lone = fc.oneof(text, fc.string({ unit: fc.constantFrom('a', 'b', 'ä', '\u{10000}', '%', '_', '\\') }));

/** What LIKE says, one character at a time. */
function isLike(given: readonly string[], pattern: readonly string[]): boolean {
  const [sign, ...rest] = pattern;
  if (sign === undefined) return given.length === 0;
  if (sign === '%') return isLike(given, rest) || (given.length > 0 && isLike(given.slice(1), pattern));
  if (sign === '\\') return given.length > 0 && given[0] === rest[0] && isLike(given.slice(1), rest.slice(1));
  return given.length > 0 && (sign === '_' || sign === given[0]) && isLike(given.slice(1), rest);
}

test('[QRY-21] tests of texts as bytes say what they say of characters', () => {
  fc.assert(
    fc.property(lone, lone, (one, other) => {
      const [given, limit] = [one.toWellFormed(), other.toWellFormed()];
      const bytes = textBytes(given);
      const order = Buffer.compare(Buffer.from(given), Buffer.from(limit));
      assert.equal(comparedText('=', limit)(bytes, 0), order === 0);
      assert.equal(comparedText('<', limit)(bytes, 0), order < 0);
      assert.equal(comparedText('<=', limit)(bytes, 0), order <= 0);
      assert.equal(comparedText('>', limit)(bytes, 0), order > 0);
      assert.equal(comparedText('>=', limit)(bytes, 0), order >= 0);
      assert.equal(textAmong(['ä', limit])(bytes, 0), order === 0 || given === 'ä');
      assert.equal(textBeginning(limit)(bytes, 0), given.startsWith(limit));
      assert.equal(textEnding(limit)(bytes, 0), given.endsWith(limit));
      assert.equal(textContaining(limit)(bytes, 0), given.includes(limit));
      // a single sign of escape at the end is refused before it gets here
      const pattern = /^(?:[^\\]|\\[\s\S])*$/u.test(limit) ? limit : limit.replaceAll('\\', '');
      assert.equal(likeText(pattern)(bytes, 0), isLike([...given], [...pattern]), 'like');
      if (likeText(pattern)(bytes, 0)) assert.ok(Buffer.from(given).includes(Buffer.from(heldByLike(pattern))), 'held');
    }),
    { numRuns: 2000 },
  );
});
