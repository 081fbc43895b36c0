import type { FuzzCase } from './calls.ts';
import type { Difference, Known } from './difference.ts';
import { DATES, NUMBERS } from './fields.ts';
import { REFUSALS } from './known-refusals.ts';
import { aggregationsAround, namesOf, orderOf, standsBeside, typeAt } from './place.ts';

const aroundOf = ({ said, each }: Difference) => aggregationsAround(said, each.calls);

/** Whether a search asks something of a field of that type; `before` and `behind` stand around its name. */
const asksOf =
  (type: string, before = '"', behind = '"') =>
  ({ asked, each }: Difference): boolean =>
    namesOf(type, each.mapping).some((name) => asked.includes(before + name + behind));

/** How values are shown. */
const SHOWN: readonly Known[] = [
  { because: 'each gives documents without an id one of its own', said: /\b_id: "[\w-]{20}" here, "[\w-]{20}" there/ },
  {
    because: 'a value missing from the order of top_hits is null here, the end of its type there',
    said: /aggregations\..*\.sort\.\d+: null here, -?9223372036854776000 there/,
  },
  {
    because: 'a number that stands in for a missing text is written as Java does there',
    said: /\.sort\.\d+: "\de[+]\d+" here, "\d\.\dE\d+" there/,
  },
  {
    because: 'an object of a flat_object among fields is a text of Java’s there',
    said: /fields\.[\w.]+: \{.*\} here, "\{\w+=.*\}" there/,
  },
  {
    because: 'the leaves of a flat_object are a field of their own there, with an empty name',
    said: /^(call \d+: )?fields\.[\w.]+\.: nothing here, \{"flat_object"/,
  },
  {
    because: 'figures of unsigned_long come as text too there',
    said: /_as_string: nothing here/,
    mapped: /unsigned_long/,
  },
  {
    because: 'scores of named clauses are told there only when the address asks for them',
    said: /\.matched_queries: \{.*\} here, \[.*\] there/,
    asked: /"include_named_queries_score":true/,
  },
  {
    because: 'objects tell the names of clauses of other inner hits there, by the order of hashes',
    said: /inner_hits\..*\.matched_queries/,
    asked: /"inner_hits":.*"inner_hits":/,
  },
  {
    because: 'groups without hits have none of their own there',
    said: /responses\.\d+\.hits: .* here, nothing there/,
    asked: /"collapse"/,
  },
  {
    because: 'objects among the hits of a top_hits show the booleans they are ordered by as numbers there',
    said: /aggregations\..*inner_hits\..*\.sort\.\d+: (true here, 1|false here, 0) there/,
  },
  {
    because: 'a clause beside match_none is not looked at there, so that hits tell nothing of its objects',
    said: /\.inner_hits: \{.*\} here, nothing there/,
    holds: ({ each }) => each.calls.some(({ body }) => standsBeside(body, /"match_none":/)),
  },
  {
    because: 'a share of the documents counts nested objects there',
    said: /^suggest\..*options/,
    asked: /"(min_doc_freq|max_term_freq)":0\.\d/,
    stored: /"n":\[\{/,
  },
  {
    because: 'short fragments of a highlight begin and end elsewhere',
    said: /\.highlight\./,
    asked: /fragment_size/,
  },
  {
    because: 'of a total of none that is not to be counted it is told there whether a query was run at all',
    said: /hits\.total\.relation: "gte" here, "eq" there/,
    asked: /"track_total_hits":0/,
  },
];

/** Types whose values are found by their order there. */
const RANGED: ReadonlySet<string> = new Set([...NUMBERS, ...DATES]);

/** Figures and buckets. */
const AGGREGATED: readonly Known[] = [
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

/** What is found by the types of fields, how it scores and is ordered. */
const FOUND: readonly Known[] = [
  {
    because: 'a clause finds some of several numbers without a sign there, when few documents are asked',
    said: /(score|total\.value|hits\.length): /,
    mapped: /unsigned_long/,
    // a number beyond 2^63 stands before the small ones there
    stored: /\["?\d[^\]]*"(9223372036854775808|18446744073709551615)"|\["(9223372036854775808|18446744073709551615)",/,
    holds: asksOf('unsigned_long'),
  },
  {
    because: 'a word of a flat object is rare among the values of its path here, among all of its words there',
    said: /score: /,
    mapped: /flat_object/,
  },
  {
    because: 'a path of several steps into a flat object exists nowhere there',
    holds: asksOf('flat_object', '"exists":{"field":"', '.b.'),
  },
  {
    because: 'a fuzzy query on a wildcard field finds by pieces of three letters there',
    holds: asksOf('wildcard', '"fuzzy":{"'),
  },
  {
    because: 'what a wildcard field is found by there are pieces of three letters, which score or do not',
    said: /score: /,
    holds: asksOf('wildcard'),
  },
  {
    because:
      'other scores of a wildcard field, or of words of a flat object, leave other hits above min_score, or among the first to rescore, there',
    asked: /"(min_score|rescore)":/,
    holds: (found) =>
      [asksOf('wildcard'), asksOf('flat_object'), asksOf('flat_object', '"', '.')].some((asks) => asks(found)),
  },
  {
    because: 'a wildcard field does not find what an escaped pattern means there',
    holds: ({ asked, each }) => {
      const escaped = [...asked.matchAll(/"wildcard":\{"([\w.]+)":\{"value":"[^"]*\\\\/g)].map(([, name]) => name);
      return namesOf('wildcard', each.mapping).some((name) => escaped.includes(name));
    },
  },
  {
    because: 'geo_shape and intervals find nothing through an alias there',
    asked: /"(geo_shape|intervals)":\{"alias\d+":/,
  },
  {
    because: 'an empty text is found nowhere there when case does not matter',
    asked: /"value":"","case_insensitive":true/,
  },
  {
    because: 'a word of more than 255 letters is cut there, so that the text counts more words',
    said: /score: /,
    stored: /\w{256,}/,
  },
  {
    because: 'a later page in the order of a scaled_float loses hits there',
    holds: ({ said, each }) => {
      // where the page has as many hits as asked for, others stand in the places of those that were lost
      const [, here, there = 0] = /^call [1-9]: hits\.hits\.length: (\d+) here, (\d+) there/.exec(said) ?? [];
      const isOther =
        here === undefined ? /^call [1-9]: hits\.hits\.\d+\._id: /.test(said) : Number(here) > Number(there);
      const sorts = JSON.stringify(each.calls.map(({ body }) => body)).replace(/^.*?"sort":/, '');
      return isOther && namesOf('scaled_float', each.mapping).some((f) => sorts.includes(`{"${f}":`));
    },
  },
  {
    because: 'a whole number beyond 32 bits that stands in for a missing one begins again at the other end there',
    asked: /"missing":(2147483648|-2147483649)[,}]/,
    holds: ({ said, each }) => orderOf(said, each.calls).isOrder,
  },
  {
    because: 'a range below the largest number without a sign finds nothing there',
    asked: /"lt":"?18446744073709551615"?/,
    mapped: /unsigned_long/,
  },
  {
    because: 'the least of several numbers without a sign, and a missing one beside the largest, are told wrong there',
    holds: ({ said, each }) => {
      // values among the fields come in the same order
      const [, shown = ''] = /hits\.\d+\.fields\.([\w.]+)\.\d+: \d+ here, \d+ there/.exec(said) ?? [];
      if (typeAt(each.mapping, shown) === 'unsigned_long') return true;
      const { isOrder, fields } = orderOf(said, each.calls);
      return isOrder && fields.some((field) => typeAt(each.mapping, field) === 'unsigned_long');
    },
  },
];

const KNOWN: readonly Known[] = [...REFUSALS, ...SHOWN, ...AGGREGATED, ...FOUND];

/** Why a difference is no fault of ours, or null. */
export function knownDifference(said: string, each: FuzzCase): string | null {
  const { calls, mapping, documents } = each;
  const [asked, mapped, stored] = [calls, mapping, documents].map((value) => JSON.stringify(value));
  const found: Difference = { said, asked: asked ?? '', mapped: mapped ?? '', stored: stored ?? '', each };
  const known = KNOWN.find(
    (rule) =>
      (['said', 'asked', 'mapped', 'stored'] as const).every((part) => rule[part]?.test(found[part]) !== false) &&
      rule.holds?.(found) !== false,
  );
  return known?.because ?? null;
}
