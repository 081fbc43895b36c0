import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { TextPacker } from './packed-texts.ts';
import { WordPacker } from './packed-words.ts';
import { type CutTexts, countOut, documentsWithTexts } from './segment.ts';

/** Texts of words by number, each with how long it is said to be, and what it is known by. */
interface Given {
  readonly texts: readonly (readonly number[])[];
  readonly norms: readonly number[];
  readonly keys: readonly number[];
  /** The text of each document from `from` on, -1 for none. */
  readonly held: readonly number[];
  readonly from: number;
}

const TERMS = 12;

const cutOf = ({ texts, norms }: Given): CutTexts => {
  const starts = [0];
  for (const words of texts) starts.push((starts.at(-1) ?? 0) + words.length);
  return {
    terms: Array.from({ length: TERMS }, (_, i) => `term${i}`),
    starts: Int32Array.from(starts),
    words: Int32Array.from(texts.flat()),
    places: null,
    norms: Int32Array.from(norms),
  };
};

/** What becomes of the documents when their words are written out and packed one by one. */
function expected(given: Given) {
  const cut = cutOf(given);
  const made = countOut(cut, documentsWithTexts(Int32Array.from(given.held), given.from));
  const packer = new WordPacker();
  const terms = Array.from({ length: TERMS }, (_, term) => {
    const [from, to] = [made.starts[term] ?? 0, made.starts[term + 1] ?? 0];
    packer.begin();
    const rows = packer.pack(made, from, to).map(({ documents, data }) => ({ documents, data: Buffer.from(data) }));
    return { term, rows, words: to - from };
  });
  return { documents: made.documents, span: made.span, terms: terms.filter(({ words }) => words > 0) };
}

const packer = new TextPacker();

/** The same, documents given a thousand at a time in an order of their own; those without a text are left out or have a key of none. */
function told(given: Given) {
  const { keys, held, from } = given;
  packer.begin({ cut: cutOf(given), keys }, { from, to: from + held.length });
  const documents = held
    .map((text, i) => ({ doc: from + i, key: keys[text] ?? 2 ** 31 - 1 }))
    .filter(({ doc, key }) => key < 2 ** 31 - 1 || doc % 2 === 0)
    .toSorted((a, b) => ((a.doc * 7) % 5) - ((b.doc * 7) % 5));
  for (let at = 0; at < documents.length; at += 5000) {
    const some = documents.slice(at, at + 5000);
    packer.take(
      Int32Array.from(some, ({ doc }) => doc),
      Int32Array.from(some, ({ key }) => key),
      some.length,
    );
  }
  const { terms, ...rest } = packer.pack();
  return {
    ...rest,
    terms: terms.map(({ rows, ...term }) => ({
      ...term,
      rows: rows.map(({ documents: count, data, places }) => {
        assert.equal(places, null);
        return { documents: count, data: Buffer.from(data) };
      }),
    })),
  };
}

const word = fc.nat(TERMS - 1);
const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(word, { maxLength: 8 }) },
  { weight: 1, arbitrary: fc.tuple(word, fc.integer({ min: 100, max: 20_000 })).map(([i, n]) => Array(n).fill(i)) },
);
/** Keys of few different ends meet in the same places of a table. */
const key = fc.oneof(
  fc.nat(2 ** 31 - 2),
  fc.nat(30).map((i) => i << 20),
);

const given: fc.Arbitrary<Given> = fc.uniqueArray(key, { minLength: 1, maxLength: 12 }).chain((keys) =>
  fc.record({
    keys: fc.constant(keys),
    texts: fc.array(text, { minLength: keys.length, maxLength: keys.length }),
    norms: fc.array(fc.nat(255), { minLength: keys.length, maxLength: keys.length }),
    held: fc.array(fc.integer({ min: -1, max: keys.length - 1 }), { maxLength: 60 }),
    from: fc.oneof(fc.nat(500), fc.nat(2 ** 31 - 100)),
  }),
);

test('[TPL-31] words of shared texts are packed byte for byte as those that are written out first', () => {
  // what two of them differ in takes a minute to say
  fc.assert(fc.property(given, (each) => isDeepStrictEqual(told(each), expected(each))));
});

test('[TPL-31] so are those of so many documents that a term takes several rows, near each other and far apart', () => {
  const texts = [[0, 1], [1, 2, 2], [], [3]];
  for (const every of [1, 40, 3000]) {
    const held = Array.from({ length: 400_000 }, (_, i) => (i % every > 0 ? -1 : (i / every) % 7 === 3 ? 1 : i % 4));
    const each = { texts, norms: [7, 8, 0, 1], keys: [5, 900, 5 + 2 ** 16, 77], held, from: 1_000_000 };
    const found = told(each);
    assert.ok(isDeepStrictEqual(found, expected(each)));
    assert.equal(
      found.terms.some(({ rows }) => rows.length > 1),
      every < 3000,
    );
  }
});
