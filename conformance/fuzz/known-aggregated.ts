import type { Difference, Known } from './difference.ts';
import { DATES, NUMBERS } from './fields.ts';
import { aggregationsAround, hasSeveral, namesOf, typeAt, valueAt, valuesOf } from './place.ts';

const aroundOf = ({ said, each }: Difference) => aggregationsAround(said, each.calls);

/** Types whose values are found by their order there. */
const RANGED: ReadonlySet<string> = new Set([...NUMBERS, ...DATES]);

/** As many values stand one by one in a digest there. */
const FEW = 200;

/** Whether ours is the share of a field's values at or below, where all of them are asked as they are stored. */
function isShareOf(field: string, { said, asked, mapped, each }: Difference): boolean {
  const isChanged = /"query":|"min_score":|"missing":|"method":"(PUT|DELETE)"|_bulk|_by_query/.test(asked);
  if (isChanged || /"(null_value|ignore_malformed)":|"float"|"half_float"|"scaled_float"/.test(mapped)) return true;
  const [, limit, here] = /\.values\.(-?[\d.]+): ([\d.e-]+) here/.exec(said) ?? [];
  if (limit === undefined) return true;
  const values = valuesOf(field, each)
    .flat()
    .filter((value) => value !== null);
  const share = (100 * values.filter((value) => Number(value) <= Number(limit)).length) / values.length;
  return Math.abs(share - Number(here)) < 1e-6;
}

interface Bucket {
  readonly key: string | number;
  readonly doc_count: number;
  readonly score?: number;
}

/** The buckets a difference lies in. */
function bucketsIn(answer: unknown, said: string): readonly Bucket[] {
  const [, path = ''] = /^(?:call \d+: )?([^:]*\.buckets)\.[\w.]+: /.exec(said) ?? [];
  const buckets = valueAt(answer, path.split('.'));
  return Array.isArray(buckets) ? buckets : [];
}

const countsIn = (answer: unknown, said: string): ReadonlyMap<string | number, number> =>
  new Map(bucketsIn(answer, said).map(({ key, doc_count }) => [key, doc_count]));

const scoresIn = (answer: unknown, said: string): readonly number[] =>
  bucketsIn(answer, said).map(({ score }) => Number(score));

const isOfOne = ({ doc_count }: Bucket): boolean => doc_count === 1;

/** Figures and buckets. */
export const AGGREGATED: readonly Known[] = [
  {
    because: 'figures of unsigned_long come as text too there',
    said: /_as_string: nothing here/,
    holds: (found) => {
      const { aggs: _within, ...own } = aroundOf(found).at(-1) ?? {};
      const named = JSON.stringify(own);
      return namesOf('unsigned_long', found.each.mapping).some((name) => named.includes(`"field":"${name}"`));
    },
  },
  {
    because: 'keys of a field that is of another type in the second index are numbers alone here',
    said: /\.buckets\.\d+\.key_as_string: nothing here, /,
    asked: /\$index,\$index-copy/,
    holds: (found) => {
      const { field } = Object(aroundOf(found).at(-1)?.terms);
      return ['boolean', ...DATES].includes(String(typeAt(found.each.mapping, String(field))));
    },
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
        const isHeld = (value: unknown): boolean => [value].flat().some((each) => each !== null);
        const holders = valuesOf(field, found.each).filter(isHeld);
        return typeAt(found.each.mapping, field) === 'keyword' && holders.length < found.each.documents.length;
      }),
  },
  {
    because: 'ranks of values are guessed between those there are there, even below the least; here they are exact',
    said: /\.values\.[^:]*: /,
    holds: (found) => {
      const around = aroundOf(found);
      const own = around.at(-1)?.percentile_ranks;
      return own !== undefined && (around.length > 1 || isShareOf(Object(own).field, found));
    },
  },
  {
    because: 'nested objects count among the documents that terms have to stand out of there',
    said: /buckets\.length: |buckets\.\d+\.(key|score): /,
    stored: /"n":\[\{/,
    holds: (found) => {
      const { significant_terms: terms, significant_text: text = terms } = aroundOf(found).at(-1) ?? {};
      return text !== undefined && Object(text).background_filter === undefined;
    },
  },
  {
    because: 'of values that stand out alike by their distance the last digits tell which is first',
    said: /\.buckets\.\d+\.key: /,
    asked: /"gnd":/,
    holds: ({ said, ours, theirs }) => {
      const [own, other] = [scoresIn(ours, said), scoresIn(theirs, said)];
      return own.length > 1 && own.every((score, i) => Math.abs(score - (other[i] ?? 0)) < 1e-12);
    },
  },
  {
    because:
      'words behind those that are left out as said before are left out too there, in the next text of a document',
    said: /\.buckets\.(length|\d+\.(key|doc_count)): /,
    asked: /"filter_duplicate_text":true/,
    holds: ({ said, each, ours, theirs }) => {
      const own = Object(aggregationsAround(said, each.calls).at(-1)?.significant_text);
      const { field, filter_duplicate_text, chi_square, mutual_information } = own;
      const [mine, yours] = [countsIn(ours, said), countsIn(theirs, said)];
      const isNoneMore = [...yours].every(([key, count]) => count <= (mine.get(key) ?? count));
      const isLess = [...mine].some(([key, count]) => (yours.get(key) ?? 0) < count);
      // a word that is as usual as elsewhere stands out as seldom once it is left out
      const isSeldom = Object(chi_square ?? mutual_information).include_negatives === true && yours.size > mine.size;
      return filter_duplicate_text === true && isNoneMore && (isLess || isSeldom) && hasSeveral(String(field), each);
    },
  },
  {
    because: 'why hits of a top_hits were found is not told here',
    said: /\._explanation: nothing here, /,
    holds: (found) => Object(aroundOf(found).at(-1)?.top_hits).explain === true,
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
    because: 'of values that stand out alike, where not all of them are asked for, any are told there',
    said: /\.buckets\.\d+\.key: /,
    holds: (found) => {
      const { significant_terms: terms, significant_text: text = terms } = aroundOf(found).at(-1) ?? {};
      const [own, other] = [scoresIn(found.ours, found.said), scoresIn(found.theirs, found.said)];
      const scores = own.toSorted((one, another) => another - one);
      const at = Number(/\.buckets\.(\d+)\.key: /.exec(found.said)?.[1]);
      const isCut = own.length === Number(Object(text).size ?? 10) && own.length === other.length;
      return text !== undefined && isCut && scores[at] === scores.at(-1) && scores.at(-1) === Math.min(...other);
    },
  },
  {
    because:
      'a rare_terms around a query that is rewritten forgets its max_doc_count there and has buckets of one document',
    said: /\.buckets\.length: /,
    holds: (found) => {
      const { rare_terms: own, aggs } = aroundOf(found).at(-1) ?? {};
      const buckets = bucketsIn(found.theirs, found.said);
      const isRewritten = /"filters?":/.test(JSON.stringify(aggs ?? null));
      return Number(Object(own).max_doc_count) > 1 && isRewritten && buckets.every(isOfOne);
    },
  },
  {
    because: 'what was copied to a field is not among the words that stand out there',
    holds: (found) => Object(aroundOf(found).at(-1)?.significant_text).field === 'copies',
  },
  {
    because: 'there an estimate from a digest once there are many values, here exact by Hazen’s rule',
    said: /\.values\.|\.value: /,
    holds: (found) => {
      const own = aroundOf(found).at(-1);
      const { field } = Object(own?.percentiles ?? own?.median_absolute_deviation);
      return field !== undefined && valuesOf(field, found.each).flat().length > FEW;
    },
  },
  {
    because:
      'there the rest counts those of the kept buckets only that are too small; here those that are large enough',
    said: /sum_other_doc_count/,
    holds: (found) => Object(aroundOf(found).at(-1)?.terms).min_doc_count === 2,
  },
  {
    because:
      'of shorter buckets of automatic length the last terms are cut off, and the rest told, before they merge there',
    said: /sum_other_doc_count|\.buckets\.(length|\d+\.(key|doc_count)): /,
    holds: (found) => {
      const around = aroundOf(found);
      const isMerged = around.some(({ auto_date_histogram: own }) => own !== undefined);
      return isMerged && Object(around.at(-1)?.terms).size === 2;
    },
  },
  {
    because:
      'of terms in the order of their keys, or the rarest first, the first ones alone are held against min_doc_count there',
    said: /buckets\.length: |buckets\.\d+\.key: /,
    holds: (found) => {
      const { order, min_doc_count } = Object(aroundOf(found).at(-1)?.terms);
      const [, here = 0, there = 0] = /length: (\d+) here, (\d+) there/.exec(found.said) ?? [];
      const [first] = [order].flat().map((by) => JSON.stringify(by));
      const isLeft = first?.startsWith('{"_key":') || first === '{"_count":"asc"}';
      return min_doc_count === 2 && isLeft === true && Number(here) >= Number(there);
    },
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
    because: 'documents beside a figure of a field without a name are not counted there',
    said: /doc_count: \d+ here, 0 there/,
    asked: /"field":""/,
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
    holds: (found) => {
      const [, here = 0, there = 0] =
        /\.(?:value|sum|avg): (-?[\d.e+]+) here, (-?[\d.e+]+) there/.exec(found.said) ?? [];
      const { sum, avg, stats, extended_stats, weighted_avg } = aroundOf(found).at(-1) ?? {};
      const fields = weighted_avg
        ? [Object(weighted_avg).value.field, Object(weighted_avg).weight.field]
        : [Object(sum ?? avg ?? stats ?? extended_stats).field];
      const values = fields.map((field) => valuesOf(String(field), found.each).flat().map(Number));
      const most = values.map((each) => each.reduce((all, value) => Math.max(all, Math.abs(value)), 0));
      // what is lost of a product may be divided by a weight of one
      const lost = most.reduce((all, each) => all * each, Number.EPSILON) * (values[0]?.length ?? 0);
      return most.some((each) => each > 1e15) && Math.abs(Number(here) - Number(there)) <= lost;
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
      const { field } = Object(Object.values(Object(Object.values(Object(first))[0]))[0]);
      const isNumber = RANGED.has(String(typeAt(each.mapping, String(field))));
      const query = JSON.stringify(each.calls.map(({ body }) => Object(body).query));
      const isLimited = ['range', 'term', 'terms', 'match'].some((kind) => query.includes(`"${kind}":{"${field}":`));
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
    because: 'the least and the largest of several numbers without a sign are told wrong there',
    said: /(value|min|max): \d+ here, \d+ there/,
    holds: (found) => {
      const own = aroundOf(found).at(-1);
      const { field } = Object(own?.min ?? own?.max ?? own?.stats ?? own?.extended_stats);
      return typeAt(found.each.mapping, String(field)) === 'unsigned_long' && hasSeveral(String(field), found.each);
    },
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
