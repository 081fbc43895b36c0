import type { FuzzCase } from './calls.ts';
import type { Known } from './difference.ts';
import { DATES, NUMBERS } from './fields.ts';
import { aggregationsAround, aroundOf, hasSeveral, namesOf, namesOfField, typeAt, valueAt, valuesOf } from './place.ts';

/** Types whose values are found by their order there. */
const RANGED: ReadonlySet<string> = new Set([...NUMBERS, ...DATES]);

/** The field of a source of a composite: `{ "name": { "terms": { "field": … } } }`. */
const fieldOf = (source: unknown): unknown => Object(Object.values(Object(Object.values(Object(source))[0]))[0]).field;

/** Whether there are documents without a value. */
const hasHolesIn = (field: string, each: FuzzCase): boolean =>
  valuesOf(field, each).filter((value) => [value].flat().some((own) => own !== null)).length < each.documents.length;

/** Other buckets, samples and the hits within them. */
export const BUCKETS: readonly Known[] = [
  {
    because: 'without a field to tell documents apart by there is no sample there',
    said: /\.doc_count: [1-9]\d* here, 0 there/,
    holds: (found) => {
      const { diversified_sampler: own } = aroundOf(found).at(-1) ?? {};
      return own !== undefined && typeAt(found.each.mapping, String(Object(own).field)) === undefined;
    },
  },
  {
    because: 'an automatic length of no dates is that of what is looked for in their field there, and a second here',
    said: /\.interval: "1s" here, "\d+\w" there/,
    holds: (found) => {
      const { field } = Object(aroundOf(found).at(-1)?.auto_date_histogram);
      const [, path = ''] = /^(?:call \d+: )?(.*)\.interval: /.exec(found.said) ?? [];
      const buckets = valueAt(found.ours, [...path.split('.'), 'buckets']);
      const queries = JSON.stringify(found.each.calls.map(({ body }) => Object(body).query ?? null));
      return Array.isArray(buckets) && buckets.length === 0 && queries.includes(`"${field}":`);
    },
  },
  {
    because: 'the least value of a field no index has, alone in its buckets, empties them there',
    said: /(buckets\.length|doc_count): [1-9]\d* here, 0 there/,
    holds: ({ asked, each }) =>
      [...asked.matchAll(/"min":\{"field":"([^"]*)"/g)].some(
        ([, field = '']) => typeAt(each.mapping, field) === undefined,
      ),
  },
  {
    because: 'a sample of no documents has none here, and is refused there once there is one',
    said: /status: 200 here .*(400 there \("numHits must be > 0; |500 there \("Cannot read field \\"score\\" because)/,
    asked: /"(diversified_)?sampler":\{[^{}]*"shard_size":0[,}]/,
  },
  {
    because: 'the objects of the last document of a sample are not counted there',
    stored: /"n":\[\{/,
    holds: (found) => {
      const around = aroundOf(found);
      const sample = around.findIndex(({ sampler }) => sampler !== undefined);
      return sample >= 0 && around.slice(sample + 1).some(({ nested }) => nested !== undefined);
    },
  },
  {
    because: 'documents without a keyword are sampled there as if they had the first of all keywords',
    holds: (found) =>
      aroundOf(found).some(({ diversified_sampler: own }) => {
        const field = String(Object(own).field);
        return typeAt(found.each.mapping, field) === 'keyword' && hasHolesIn(field, found.each);
      }),
  },
  {
    because: 'a sample is of all indexes together here, and of each of them there',
    asked: /\$index,\$index-copy/,
    holds: (found) =>
      aroundOf(found).some(
        ({ sampler, diversified_sampler: diverse }) => sampler !== undefined || diverse !== undefined,
      ),
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
    because:
      'a filter around a composite counts no document there of a segment in which none has the first field of the composite',
    said: /\.doc_count: [1-9]\d* here, \d+ there/,
    holds: (found) => {
      const [, here, there] = /doc_count: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      const { filter, aggs } = aroundOf(found).at(-1) ?? {};
      const firsts = Object.values(Object(aggs)).flatMap((each) => [Object(each).composite?.sources ?? []].flat()[0]);
      const isPartly = firsts.some((source) => hasHolesIn(String(fieldOf(source)), found.each));
      return filter !== undefined && Number(there) < Number(here) && isPartly;
    },
  },
  {
    because: 'a document with several values in one bucket of a composite histogram counts there once for each',
    holds: (found) => {
      const { composite } = aroundOf(found).find((each) => each.composite !== undefined) ?? {};
      const sources = ([Object(composite).sources ?? []].flat() as readonly unknown[]).flatMap((each) =>
        Object.entries(Object(Object.values(Object(each))[0])),
      );
      return sources.some(([kind, own]) => {
        const field = String(Object(own).field);
        // moments of one millisecond are one key, too, and so are numbers that are rounded alike
        const isRounded = ['date_nanos', 'scaled_float'].includes(String(typeAt(found.each.mapping, field)));
        const isShared = kind !== 'terms' || isRounded;
        return isShared && hasSeveral(field, found.each);
      });
    },
  },
  {
    because:
      'values beside a range or number that is looked for in the first field of a composite are left out there, where a document has several',
    stored: /\[(?:"[^"]*"|-?[\d.]+),/,
    holds: ({ said, each }) => {
      const [{ composite } = {}, ...within] = aggregationsAround(said, each.calls);
      const [first] = [Object(composite).sources ?? []].flat();
      const field = String(fieldOf(first));
      const isNumber = RANGED.has(String(typeAt(each.mapping, field)));
      const query = JSON.stringify(each.calls.map(({ body }) => Object(body).query));
      const isLimited = namesOfField(field, each.mapping).some((name) =>
        ['range', 'term', 'terms', 'match'].some((kind) => query.includes(`"${kind}":{"${name}":`)),
      );
      // pages of one composite stand beside each other
      const isInside = within.some((each) => each.composite === undefined);
      return !isInside && isNumber && isLimited;
    },
  },
  {
    because: 'a document with several dates in one bucket of automatic length counts there once for each shorter one',
    said: /doc_count: \d+ here, \d+ there/,
    stored: /\[(?:"[^"]*"|-?[\d.]+),|"n":\[\{[^\]]*\},\{/,
    holds: (found) => {
      const [, here = 0, there = 0] = /doc_count: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      const around = aroundOf(found);
      const outer = around.findIndex(({ auto_date_histogram: own }) => own !== undefined);
      // the objects of one document may lie in several of the shorter ones
      const isOfDocuments = around.slice(outer).some(({ reverse_nested }) => reverse_nested !== undefined);
      return Number(here) < Number(there) && outer >= 0 && (outer === around.length - 1 || isOfDocuments);
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
    because: 'an automatic length of moments in nanoseconds is longer there than the number of buckets asks for',
    said: /\.(buckets\.length|interval): /,
    holds: (found) => {
      const own = aroundOf(found).at(-1)?.auto_date_histogram;
      return typeAt(found.each.mapping, String(Object(own).field)) === 'date_nanos';
    },
  },
  {
    because:
      'a scaled_float is multiplied by one over its factor there, so that its last digits lie below or above a bucket',
    said: /\.buckets(\.|\.length: )/,
    holds: (found) => {
      const own = aroundOf(found).at(-1)?.histogram;
      return typeAt(found.each.mapping, String(Object(own).field)) === 'scaled_float';
    },
  },
  {
    because:
      'a scaled_float is multiplied by one over its factor there, so that the key of the least or largest bucket is',
    mapped: /"scaled_float"/,
    holds: ({ said }) => {
      const [, here, there] = /\.keys\.\d+: "(-?[\d.]+)" here, "(-?[\d.]+)" there/.exec(said) ?? [];
      return here !== undefined && Math.abs(Number(here) / Number(there) - 1) < 1e-14;
    },
  },
  {
    because:
      'a scaled_float is multiplied by one over its factor there, so that its key is written with other last digits',
    said: /\.key_as_string: /,
    holds: (found) => {
      const [, here, there] = /key_as_string: (".*") here, (".*") there/.exec(found.said) ?? [];
      const { terms } = Object(aroundOf(found).at(-1)?.multi_terms);
      const types = [terms ?? []].flat().map(({ field }) => typeAt(found.each.mapping, String(field)));
      const [mine, yours] = [here, there].map((text) =>
        text === undefined ? [] : String(JSON.parse(text)).split('|'),
      );
      const isNear = (one: string, i: number) =>
        one === yours?.[i] || Math.abs(Number(one) / Number(yours?.[i]) - 1) < 1e-14;
      return types.includes('scaled_float') && mine?.length === yours?.length && mine?.every(isNear) === true;
    },
  },
  {
    because: 'fields are not shown by their types within nested objects of an unknown path, where nothing is',
    said: /\.buckets[.:]/,
    holds: (found) => aroundOf(found).some(({ nested }) => Object(nested).path === 'nonsense'),
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
    because:
      'nested objects among the hits of a top_hits show objects of other documents or places as their inner hits there',
    said: /hits\.hits\.\d+\.inner_hits: nothing here, /,
    holds: (found) => {
      const around = aroundOf(found);
      return around.at(-1)?.top_hits !== undefined && around.some(({ nested }) => nested !== undefined);
    },
  },
  {
    because: 'ranges of addresses are left out there of buckets that nothing is in',
    said: /buckets\.length: [1-9]\d* here, 0 there/,
    holds: (found) => aroundOf(found).at(-1)?.ip_range !== undefined,
  },
  {
    because: 'what is inside an adjacency_matrix within other buckets belongs to the wrong ones there',
    holds: (found) =>
      aroundOf(found).some((each, i, all) => each.adjacency_matrix !== undefined && i > 0 && i < all.length - 1),
  },
  {
    because:
      'what is inside a missing of a field that is not mapped, within other buckets, is counted for all of those together there',
    holds: (found) =>
      aroundOf(found).some(
        ({ missing }, i, all) =>
          missing !== undefined &&
          typeAt(found.each.mapping, String(Object(missing).field)) === undefined &&
          i > 0 &&
          i < all.length - 1,
      ),
  },
  {
    because: 'a filter finds some of several numbers without a sign there, when few documents are asked',
    said: /doc_count: |buckets\.length: /,
    holds: (found) => {
      const around = aroundOf(found);
      if (found.said.includes('.length: ') && around.at(-1)?.adjacency_matrix === undefined) return false;
      const filters = JSON.stringify(around.map(({ aggs: _within, ...own }) => own));
      return namesOf('unsigned_long', found.each.mapping).some(
        (name) => (filters.includes(`"${name}"`) || filters.includes(`${name}:`)) && hasSeveral(name, found.each),
      );
    },
  },
];
