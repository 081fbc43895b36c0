import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FoundPlaces, isPlaced, WordPacker } from '../../documents/words/packed-words.ts';
import { ExactPhrase } from './exact-phrase.ts';
import { SloppyPhrase } from './sloppy.ts';

const WORDS = ['a', 'b', 'c'];

/** A text as a word, or several, at each of its places. */
const textArbitrary = fc.array(fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 }), { maxLength: 12 });
const slotsArbitrary = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 3 })
  .map((slots) => {
    const before = (at: number): number => slots.slice(0, at).reduce((sum, [, step]) => sum + step, 4);
    return slots.map(([word], at) => ({ words: [word], position: before(at) }));
  });

type Text = readonly (readonly string[])[];

const placesIn = (text: Text, word: string): readonly number[] =>
  text.flatMap((words, place) => (words.includes(word) ? [place] : []));

/** Where a word stands in the wanted ones of some texts, as an index tells it. */
function foundIn(texts: readonly Text[], word: string, wanted: Int32Array): FoundPlaces {
  const all = texts.flatMap((text, doc) => placesIn(text, word).map((place) => ({ doc, place })));
  const found = new FoundPlaces(wanted);
  const occurrences = {
    docs: Int32Array.from(all, ({ doc }) => doc),
    norms: new Uint8Array(all.length),
    places: Int32Array.from(all, ({ place }) => place),
  };
  for (const row of new WordPacker().pack(occurrences, 0, all.length).filter(isPlaced)) found.add(row);
  return found;
}

for (const [kind, slopArbitrary] of [
  ['one word behind the other', fc.constant(null)],
  ['its words apart', fc.integer({ min: 1, max: 5 })],
] as const)
  test(`[QRY-21] a phrase with ${kind} is counted where an index tells of its words as in a text that is cut`, () => {
    const searches = fc.tuple(fc.array(textArbitrary, { maxLength: 8 }), slotsArbitrary, slopArbitrary, fc.boolean());
    fc.assert(
      fc.property(searches, ([texts, slots, slop, isEach]) => {
        const wanted = Int32Array.from([...texts.keys()].filter((doc) => isEach || doc % 2 === 0));
        const phrase = slop === null ? new ExactPhrase(slots) : new SloppyPhrase(slots, slop);
        const count = phrase.counter(new Map(WORDS.map((word) => [word, foundIn(texts, word, wanted)])));
        assert.ok(count);
        for (const [at, doc] of wanted.entries()) {
          const text = texts[doc] ?? [];
          assert.equal(count(at), phrase.frequency({ get: (word) => placesIn(text, word) }), JSON.stringify(text));
        }
      }),
    );
  });

test('[QRY-21] a place where several words may stand is left to the text', () => {
  const slots = [
    { words: ['a'], position: 0 },
    { words: ['b', 'c'], position: 1 },
  ];
  const none = new FoundPlaces(new Int32Array(1));
  const places = new Map([
    ['a', [0, 4]],
    ['b', [1]],
    ['c', [1, 5]],
  ]);
  for (const phrase of [new ExactPhrase(slots), new SloppyPhrase(slots, 1)]) {
    assert.equal(phrase.counter(new Map(WORDS.map((word) => [word, none]))), null);
    assert.equal(phrase.frequency(places), 2);
  }
});
