import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type NumberSource, numbersByCode } from './gather.ts';
import { placedKey } from './placed.ts';
import { Selected } from './selected.ts';

const HOUR = 3_600_000;

const start = fc.oneof(
  fc.integer({ min: -50, max: 50 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true }),
  fc.integer({ min: -20_000, max: 20_000 }).map((hours) => hours * HOUR),
);
const starts = fc.uniqueArray(start, { minLength: 1, maxLength: 40 }).map((all) => Float64Array.from(all).toSorted());

/** On the starts, close beside them and far away. */
const valueNear = (all: Float64Array): fc.Arbitrary<number | null> =>
  fc.oneof(
    fc.constantFrom(...all),
    fc.tuple(fc.constantFrom(...all), fc.constantFrom(-1, -1e-7, 1e-7, 1)).map(([at, away]) => at + away),
    start,
    fc.constantFrom(null, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
  );

const drawn = fc.array(starts, { minLength: 1, maxLength: 3 }).chain((sets) =>
  fc.record({
    sets: fc.constant(sets),
    documents: fc.array(fc.record({ value: valueNear(sets[0] ?? new Float64Array(1)), group: fc.nat(3) }), {
      maxLength: 60,
    }),
    isCoded: fc.boolean(),
  }),
);

function sourceOf(values: readonly (number | null)[], isCoded: boolean): NumberSource {
  if (!isCoded) return { coded: null, values: Float64Array.from(values, (value) => value ?? Number.NaN) };
  const keys = [null, ...new Set(values.filter((value) => value !== null))];
  const codes = Uint8Array.from(values, (value) => keys.indexOf(value));
  return numbersByCode({ numbering: 'n', codes, base: keys.length, map: null, keys, name: 'n' });
}

test('[AGG-10] a value has the place of the last start it reaches, whichever way its column is kept', () => {
  fc.assert(
    fc.property(drawn, ({ sets, documents, isCoded }) => {
      const byGroup =
        sets.length === 1 ? null : Int32Array.from({ length: 4 }, (_, group) => (group < sets.length ? group : -1));
      const source = sourceOf(
        documents.map(({ value }) => value),
        isCoded,
      );
      const key = placedKey('k', source, { starts: sets, byGroup });
      const selected = new Selected();
      selected.length = documents.length;
      for (const [doc, { group }] of documents.entries()) {
        selected.docs[doc] = doc;
        selected.groups[doc] = group;
      }
      key.add(selected);
      const expected = documents.flatMap(({ value, group }, doc) => {
        const own = byGroup === null ? sets[0] : sets[group];
        if (own === undefined || value === null) return [];
        const place = own.filter((each) => each <= value).length;
        return [{ doc, group: group * key.keys.length + place }];
      });
      const found = Array.from({ length: selected.length }, (_, i) => ({
        doc: selected.docs[i],
        group: selected.groups[i],
      }));
      assert.deepEqual(found, expected);
    }),
    { numRuns: 500 },
  );
});
