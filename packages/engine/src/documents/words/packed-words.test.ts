import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DocBits } from '../../search/text/bits.ts';
import { JoinedTerms } from './joined-terms.ts';
import { FoundPlaces, isPlaced, type PackedTerm, unpacked, WordPacker } from './packed-words.ts';
import type { TermOccurrences } from './segment.ts';

/** A document and where a term stands in it. */
type Placed = readonly [doc: number, places: readonly number[]];

const normOf = (doc: number): number => Math.trunc(doc / 7) % 5;

const placesArbitrary = fc
  .uniqueArray(fc.oneof(fc.nat(40), fc.nat(70_000)), { minLength: 1, maxLength: 12 })
  .map((places) => places.sort((a, b) => a - b));
const termArbitrary = fc
  .uniqueArray(fc.tuple(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 2)), placesArbitrary), {
    selector: ([doc]) => doc,
    maxLength: 80,
  })
  .map((documents): readonly Placed[] => documents.sort(([a], [b]) => a - b));

const occurrencesOf = (documents: readonly Placed[]): TermOccurrences => ({
  docs: Int32Array.from(documents.flatMap(([doc, places]) => places.map(() => doc))),
  norms: Uint8Array.from(documents.flatMap(([doc, places]) => places.map(() => normOf(doc)))),
  places: Int32Array.from(documents.flatMap(([, places]) => places)),
});

function packed(documents: readonly Placed[], packer = new WordPacker()): readonly PackedTerm[] {
  const occurrences = occurrencesOf(documents);
  return packer.pack(occurrences, 0, occurrences.docs.length);
}

const told = (rows: readonly PackedTerm[]) =>
  rows
    .map(unpacked)
    .flatMap(({ docs, frequencies, norms }) => Array.from(docs, (doc, i) => [doc, frequencies[i], norms[i]]));

const expected = (documents: readonly Placed[]) => documents.map(([doc, places]) => [doc, places.length, normOf(doc)]);

function placesOf(rows: readonly PackedTerm[], wanted: readonly number[]): readonly (readonly number[])[] {
  const found = new FoundPlaces(Int32Array.from(wanted));
  for (const row of rows.filter(isPlaced)) found.add(row);
  return wanted.map((_, i) => found.of(i));
}

test('[TPL-31] words packed without their places give back their documents, how often they are in each, and its length', () => {
  fc.assert(
    fc.property(termArbitrary, fc.constantFrom(1, 7, 5000), (term, apart) => {
      const documents = term.map(([doc, places]) => [doc * apart, places] as const).filter(([doc]) => doc < 2 ** 31);
      const occurrences = { ...occurrencesOf(documents), places: null };
      const rows = new WordPacker().pack(occurrences, 0, occurrences.docs.length);
      assert.deepEqual(told(rows), expected(documents));
    }),
  );
});

test('[TPL-31] packed words give back their documents, how often and where they stand in each, and its length', () => {
  const packer = new WordPacker();
  fc.assert(
    fc.property(fc.array(termArbitrary, { maxLength: 4 }), fc.array(fc.nat(300)), (terms, others) => {
      packer.begin();
      const all = terms.map((documents) => packed(documents, packer));
      for (const [i, documents] of terms.entries()) {
        const rows = all[i] ?? [];
        assert.deepEqual(told(rows), expected(documents));
        const wanted = [...new Set([...documents.filter((_, at) => at % 3 > 0).map(([doc]) => doc), ...others])];
        wanted.sort((a, b) => a - b);
        const places = new Map(documents);
        assert.deepEqual(
          placesOf(rows, wanted),
          wanted.map((doc) => places.get(doc) ?? []),
        );
      }
    }),
  );
});

test('[TPL-31] a word of very many documents takes several rows, none of them long', () => {
  const documents = Array.from({ length: 20_000 }, (_, i): Placed => [i * 3, i % 7 === 0 ? [i, i + 200] : [i % 500]]);
  const rows = packed(documents);
  assert.ok(rows.length > 10);
  for (const { data, places } of rows) assert.ok(data.length < 4096 && (places?.length ?? 0) < 4096);
  assert.deepEqual(told(rows), expected(documents));
  assert.deepEqual(placesOf(rows, [0, 2, 59_994]), [[0, 200], [], [19_998 % 500]]);
});

test('[TPL-31] what is packed of one segment can be put behind that of another, whatever the order of their documents', () => {
  const glued = (parts: readonly PackedTerm[]): PackedTerm => ({
    documents: parts.reduce((sum, part) => sum + part.documents, 0),
    data: Buffer.concat(parts.map(({ data }) => data)),
    places: Buffer.concat(parts.map(({ places }) => places ?? Buffer.alloc(0))),
  });
  fc.assert(
    fc.property(fc.array(termArbitrary, { minLength: 1, maxLength: 4 }), (terms) => {
      const known = new Set<number>();
      const apart = terms.map((documents) => documents.filter(([doc]) => !known.has(doc) && known.add(doc)));
      const row = glued(apart.flatMap((documents) => packed(documents)));
      assert.deepEqual(told([row]), apart.flatMap(expected));
      const all = apart.flat().sort(([a], [b]) => a - b);
      const wanted = all.map(([doc]) => doc);
      assert.deepEqual(
        placesOf([row], wanted),
        all.map(([, places]) => places),
      );
    }),
  );
});

test('[IDX-10] segments that are written anew as one lose removed documents, and keep places where all of them tell them', () => {
  const documentsArbitrary = termArbitrary.map((documents) =>
    documents.map(([doc, places]): Placed => [doc % 997, places]),
  );
  fc.assert(
    fc.property(
      fc.array(documentsArbitrary, { minLength: 1, maxLength: 3 }),
      fc.array(fc.nat(996)),
      fc.boolean(),
      (terms, removed, isTold) => {
        const known = new Set<number>();
        const apart = terms.map((documents) =>
          documents.filter(([doc]) => !known.has(doc) && known.add(doc)).sort(([a], [b]) => a - b),
        );
        const parts = apart.flatMap((documents) => packed(documents));
        const joined = new JoinedTerms(DocBits.of(Int32Array.from(removed), 997), 997);
        const made = joined.of(isTold ? parts : parts.map((part) => ({ ...part, places: null })));
        const left = apart
          .flat()
          .filter(([doc]) => !removed.includes(doc))
          .sort(([a], [b]) => a - b);
        const { docs, norms, places } = occurrencesOf(left);
        assert.deepEqual(made, { docs, norms, places: isTold || parts.length === 0 ? places : null });
        assert.deepEqual(
          [joined.documents, joined.tokens, joined.span],
          [left.length, docs.length, [left[0]?.[0] ?? -1, left.at(-1)?.[0] ?? -1]],
        );
      },
    ),
  );
});
