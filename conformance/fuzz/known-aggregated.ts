import type { Difference, Known } from './difference.ts';
import { DATES, NUMBERS } from './fields.ts';
import { aggregationsAround, namesOf, typeAt } from './place.ts';

const aroundOf = ({ said, each }: Difference) => aggregationsAround(said, each.calls);

/** Types whose values are found by their order there. */
const RANGED: ReadonlySet<string> = new Set([...NUMBERS, ...DATES]);

/** Figures and buckets. */
export const AGGREGATED: readonly Known[] = [
  {
    because: 'there an estimate from a digest once there are many values, here exact by Hazen’s rule',
    said: /\.values\.|\.value: /,
    asked: /"(percentiles|median_absolute_deviation)"/,
  },
  {
    because:
      'there the rest counts those of the kept buckets only that are too small; here those that are large enough',
    said: /sum_other_doc_count/,
    asked: /"min_doc_count":2/,
  },
  {
    because: 'cardinality, min and max look at documents below min_score too there',
    asked: /"min_score":/,
    holds: (found) => {
      const [around, ...within] = aroundOf(found);
      return within.length === 0 && [around?.cardinality, around?.min, around?.max].some((own) => own !== undefined);
    },
  },
  {
    because: 'rings that do not stand in the order of their beginnings lose documents there',
    holds: (found) => {
      const rings = aroundOf(found).flatMap(({ geo_distance: own }) => [Object(own).ranges ?? []]);
      return rings.some((ranges) => {
        const starts = [ranges].flat().map((range) => Number(Object(range).from ?? 0));
        return starts.some((start, i) => i > 0 && start < (starts[i - 1] ?? 0));
      });
    },
  },
  {
    because: 'numbers of more than 15 digits, and products with them, are added up rounded one by one there',
    said: /\.(value|sum|avg): -?[\d.]+ here, -?[\d.]+ there/,
    stored: /\d{16}/,
    holds: (found) => {
      const own = Object.keys(aroundOf(found).at(-1) ?? {});
      return own.some((kind) => ['sum', 'avg', 'stats', 'extended_stats', 'weighted_avg'].includes(kind));
    },
  },
  {
    because: 'a document with several values in one bucket of a composite histogram counts there once for each',
    holds: (found) => {
      const { composite } = aroundOf(found).find((each) => each.composite !== undefined) ?? {};
      const sources = JSON.stringify(composite) ?? '';
      // moments of one millisecond are one key, too
      const nanos = namesOf('date_nanos', found.each.mapping);
      return /"(date_)?histogram":/.test(sources) || nanos.some((name) => sources.includes(`"field":"${name}"`));
    },
  },
  {
    because: 'values beside a range of the first field of a composite are left out there, where a document has several',
    stored: /\[(?:"[^"]*"|-?[\d.]+),/,
    holds: ({ said, each }) => {
      const [{ composite } = {}, ...within] = aggregationsAround(said, each.calls);
      const [first] = [Object(composite).sources ?? []].flat();
      const { field } = Object(Object.values(Object(Object.values(Object(first))[0]))[0]);
      const isNumber = RANGED.has(String(typeAt(each.mapping, String(field))));
      const query = JSON.stringify(each.calls.map(({ body }) => Object(body).query));
      return within.length === 0 && isNumber && query.includes(`"range":{"${field}":`);
    },
  },
  {
    because: 'a document with several dates in one bucket of automatic length counts there once for each shorter one',
    said: /doc_count: \d+ here, \d+ there/,
    stored: /\[(?:"[^"]*"|-?[\d.]+),/,
    holds: (found) => {
      const [, here = 0, there = 0] = /doc_count: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      return Number(here) < Number(there) && aroundOf(found).at(-1)?.auto_date_histogram !== undefined;
    },
  },
  {
    because:
      'groups below min_doc_count are left out there of the shorter buckets of automatic length, before they merge',
    said: /doc_count: \d+ here, \d+ there|buckets\.length: /,
    asked: /"min_doc_count":2/,
    holds: (found) => {
      const around = aroundOf(found);
      const outer = around.findIndex(({ auto_date_histogram: own }) => own !== undefined);
      return outer >= 0 && around.slice(outer + 1).some(({ terms }) => Object(terms).min_doc_count === 2);
    },
  },
  {
    because: 'an automatic length within buckets of automatic length is chosen for the shorter buckets there',
    holds: (found) => aroundOf(found).filter(({ auto_date_histogram: own }) => own !== undefined).length > 1,
  },
  {
    because:
      'hits of a top_hits that does not begin with the first are lost where buckets of automatic length merge there',
    said: /\.hits\.hits\.(length: \d+ here, \d+ there|\d+\.)/,
    asked: /"from":1/,
    holds: (found) => {
      const around = aroundOf(found);
      return (
        around.some(({ auto_date_histogram: own }) => own !== undefined) && Object(around.at(-1)?.top_hits).from > 0
      );
    },
  },
  {
    because: 'ranges of addresses are left out there of buckets that nothing is in',
    said: /buckets\.length: [1-9]\d* here, 0 there/,
    holds: (found) => aroundOf(found).at(-1)?.ip_range !== undefined,
  },
  {
    because: 'the least and the largest of several numbers without a sign are told wrong there',
    said: /(value|min|max): \d+ here, \d+ there/,
    holds: (found) => {
      const own = aroundOf(found).at(-1);
      const { field } = Object(own?.min ?? own?.max ?? own?.stats ?? own?.extended_stats);
      return typeAt(found.each.mapping, String(field)) === 'unsigned_long';
    },
  },
  {
    because: 'what is inside an adjacency_matrix within other buckets belongs to the wrong ones there',
    holds: (found) =>
      aroundOf(found).some((each, i, all) => each.adjacency_matrix !== undefined && i > 0 && i < all.length - 1),
  },
  {
    because: 'a filter finds some of several numbers without a sign there, when few documents are asked',
    said: /doc_count: /,
    holds: (found) => {
      const filters = JSON.stringify(aroundOf(found).map(({ aggs: _within, ...own }) => own));
      return namesOf('unsigned_long', found.each.mapping).some((name) => filters.includes(`"${name}"`));
    },
  },
];
