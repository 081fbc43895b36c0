import type { Found, FuzzCase } from './calls.ts';
import type { Difference, Known } from './difference.ts';
import { AGGREGATED } from './known-aggregated.ts';
import { REFUSALS } from './known-refusals.ts';
import { namesOf, orderOf, standsBeside, typeAt, valueAt, valuesOf } from './place.ts';

/** Whether a field is kept and not indexed. */
const isOffIn = (mapping: unknown, field: string): boolean =>
  valueAt(mapping, [...field.split('.').flatMap((step) => ['properties', step]), 'index']) === false;

/** Whether a search asks something of a field of that type; `before` and `behind` stand around its name. */
const asksOf =
  (type: string, before = '"', behind = '"') =>
  ({ asked, each }: Difference): boolean =>
    namesOf(type, each.mapping).some((name) => asked.includes(before + name + behind));

/** The largest number without a sign. */
const LARGEST = '18446744073709551615';

/** What may be typed, in both answers to what was suggested. */
function optionsIn({ said, ours, theirs }: Difference): readonly (readonly Option[])[] {
  const path = (/((?:responses\.\d+\.)?suggest\..*\.options)\./.exec(said)?.[1] ?? '').split('.');
  return [ours, theirs].map((answer) => (valueAt(answer, path) ?? []) as readonly Option[]);
}

interface Option {
  readonly text: string;
  readonly _id: string;
  readonly _score: number;
}

/** Whether a value of a completion is several inputs. */
const hasInputs = (value: unknown): boolean => [value].flat().flatMap((each) => Object(each).input ?? each).length > 1;

/** Whether hits are ordered by values of nested objects. */
const hasNestedOrder = ({ calls }: FuzzCase): boolean =>
  calls.some(({ body }) =>
    [Object(body).sort].flat().some((by) => Object.values(Object(by)).some((how) => Object(how).nested !== undefined)),
  );

interface Hit {
  readonly _id: string;
  readonly sort: readonly unknown[];
}

/** The hits of a page. */
const idsOf = (answer: unknown): readonly string[] =>
  ((valueAt(answer, ['hits', 'hits']) ?? []) as readonly Hit[]).map(({ _id }) => _id);

/** How values are shown. */
const SHOWN: readonly Known[] = [
  {
    because: 'ten digits behind a sign are milliseconds here, and there a year beyond all years, which is passed over',
    said: /\._ignored(\.length)?: /,
    mapped: /"ignore_malformed":true/,
    holds: ({ asked, stored }) => [asked, stored].some((each) => /[:[,]"?-\d{10}[",\]}]/.test(each)),
  },
  { because: 'each gives documents without an id one of its own', said: /\b_id: "[\w-]{20}" here, "[\w-]{20}" there/ },
  {
    because: 'a value missing from the order of top_hits is null here, the end of its type there',
    said: /aggregations\..*\.sort\.\d+: null here, (-?9223372036854776000|"-?Infinity") there/,
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
    said: /(^|[. ])fields\.[\w.]+\.: nothing here, (\{"flat_object"|\["\{)/,
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
    because: 'a clause beside match_none is not looked at there, so that hits tell nothing of its name',
    said: /\.matched_queries: \[.*\] here, nothing there/,
    holds: ({ each }) => each.calls.some(({ body }) => standsBeside(body, /"match_none":/)),
  },
  {
    because:
      'a clause beside a range that finds nothing is not looked at there, so that hits do not tell it has no objects',
    said: /\.inner_hits: (\{"\w+":\{"hits":\{"total":\{"value":0,"relation":"eq"\},"max_score":null,"hits":\[\]\}\},?)+\} here, nothing there/,
    holds: ({ each }) => each.calls.some(({ body }) => standsBeside(body, /"range":/)),
  },
  {
    because: 'a clause beside match_none is not looked at there, so that hits tell nothing of its objects',
    said: /\.inner_hits: \{.*\} here, nothing there/,
    holds: ({ each }) => each.calls.some(({ body }) => standsBeside(body, /"match_none":/)),
  },
  {
    because: 'of documents with one text to be typed any one is told there',
    said: /suggest\..*\.options\.\d+\._id: /,
    asked: /"skip_duplicates":true/,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const at = Number(/options\.(\d+)\._id/.exec(found.said)?.[1]);
      return mine[at]?.text === yours[at]?.text;
    },
  },
  {
    because: 'of the last options, where more are as heavy, others may be told there',
    said: /suggest\..*\.options\.\d+\._id: /,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const at = Number(/options\.(\d+)\._id/.exec(found.said)?.[1]);
      const weights = new Set([...mine.slice(at), ...yours.slice(at)].map(({ _score }) => _score));
      return mine.length === yours.length && weights.size === 1;
    },
  },
  {
    because: 'of documents with several texts to be typed, one that was told for another is left out there',
    said: /suggest\..*\.options\.length: /,
    asked: /"skip_duplicates":true/,
    holds: (found) => {
      const [mine = [], yours = []] = optionsIn(found);
      const told = new Set(yours.map(({ text }) => text));
      const isOf = new Set(yours.map(({ _id }) => _id));
      const missing = mine.filter(({ text }) => !told.has(text));
      const known = found.each.documents.filter(({ uid }) => isOf.has(String(uid))).map((one) => JSON.stringify(one));
      const isKnown = (text: unknown): boolean => known.some((one) => one.includes(JSON.stringify(text)));
      return mine.length > yours.length && missing.every(({ _id, text }) => isOf.has(_id) || isKnown(text));
    },
  },
  {
    because: 'a share of the documents counts nested objects there',
    said: /^(call \d+: )?(responses\.\d+\.)?suggest\..*options/,
    asked: /"(min_doc_freq|max_term_freq)":0\.\d/,
    stored: /"n":\[\{/,
  },
  {
    because: 'of a total of none that is not to be counted it is told there whether a query was run at all',
    said: /hits\.total\.relation: "gte" here, "eq" there/,
    asked: /"track_total_hits":0/,
  },
];

/** What is found by the types of fields, how it scores and is ordered. */
const FOUND: readonly Known[] = [
  {
    because: 'a clause finds some of several numbers without a sign there, when few documents are asked',
    said: /(score|total\.value|hits\.length|matched_queries): /,
    mapped: /unsigned_long/,
    // a number beyond 2^63 stands before the small ones there
    stored: /\["?\d[^\]]*"(9223372036854775808|18446744073709551615)"|\["(9223372036854775808|18446744073709551615)",/,
    holds: asksOf('unsigned_long'),
  },
  {
    because: 'a word of a flat object is rare among the values of its path here, among all of its words there',
    said: /score: /,
    mapped: /flat_object/,
    holds: (found) =>
      asksOf('flat_object')(found) || asksOf('flat_object', '"', '.')(found) || /"query_string"/.test(found.asked),
  },
  {
    because: 'a completion scores alike however many inputs it has here, the higher the fewer there',
    said: /score: /,
    holds: ({ asked, each }) =>
      namesOf('completion', each.mapping).some((name) => {
        const isAsked =
          asked.includes(`"${name}"`) || /"(query_string|simple_query_string|multi_match)"|\?q=/.test(asked);
        return isAsked && valuesOf(name, each).some(hasInputs);
      }),
  },
  {
    because: 'what was copied to a field is not among the words of the document that others should be like there',
    asked: /"more_like_this":\{"fields":\[[^\]]*"copies"[^}]*"_id":/,
  },
  {
    because: 'what stands in for a null is not among the words of the document that others should be like there',
    asked: /"more_like_this":\{"fields":[^}]*"_id":/,
    mapped: /"type":"keyword"[^}]*"null_value":/,
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
    said: /(score|_explanation\.value): /,
    holds: asksOf('wildcard'),
  },
  {
    because:
      'other scores of a wildcard field, or of words of a flat object, leave other hits above min_score, or among the first to rescore or to sample, there',
    asked: /"(min_score|rescore|sampler|diversified_sampler)":/,
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
    because: 'a pattern finds nothing in a keyword that is not indexed there, when case does not matter',
    holds: ({ asked, each }) => {
      const caseless = [...asked.matchAll(/"wildcard":\{"([\w.]+)":\{"value":"[^"]*","case_insensitive":true/g)];
      return caseless.some(([, name = '']) => isOffIn(each.mapping, name));
    },
  },
  {
    because: 'an expression in the text of a query looks into completions there, as no other pattern does',
    asked: /"query_string":|[?&]q=[^&"]*%2F/,
    mapped: /"type":"completion"/,
    said: /hits\.total\.value: |doc_count: |_id: |hits\.length: /,
    holds: ({ asked }) => /"query":"[^"]*\/[^"]*\/|[?&]q=[^&"]*%2F/.test(asked),
  },
  {
    because: 'geo_shape and intervals find nothing through an alias there',
    asked: /"(geo_shape|intervals)":\{"alias\d+":/,
  },
  {
    because: 'an empty text is found nowhere there by an empty pattern, or when case does not matter',
    asked: /"value":"","case_insensitive":true|"wildcard":\{"[\w.]+":(""|\{"value":"")/,
  },
  {
    because: 'a later page in the order of a scaled_float, or of numbers of nested objects, loses hits there',
    holds: ({ said, each, ours, theirs }) => {
      // where the page has as many hits as asked for, later ones stand in the places of those that were lost
      const [, here, there = 0] = /^call [1-9]: hits\.hits\.length: (\d+) here, (\d+) there/.exec(said) ?? [];
      const isOther =
        here === undefined ? /^call [1-9]: hits\.hits\.\d+\._id: /.test(said) : Number(here) > Number(there);
      const sorts = JSON.stringify(each.calls.map(({ body }) => body)).replace(/^.*?"sort":/, '');
      const [mine, yours] = [idsOf(ours), idsOf(theirs)];
      const kept = mine.filter((id) => yours.includes(id));
      return (
        isOther &&
        kept.every((id, i) => yours[i] === id) &&
        (hasNestedOrder(each) || namesOf('scaled_float', each.mapping).some((f) => sorts.includes(`{"${f}":`)))
      );
    },
  },
  {
    because: 'several decimals a document is ordered by are added up rounded one by one there',
    said: /hits\.hits\.\d+\.(_id|sort\.\d+): /,
    asked: /"mode":"(sum|avg)"/,
    holds: ({ said, each, ours, theirs }) => {
      const path = (/((?:responses\.\d+\.)?hits\.hits)\./.exec(said)?.[1] ?? '').split('.');
      const [mine = [], yours = []] = [ours, theirs].map((answer) => (valueAt(answer, path) ?? []) as readonly Hit[]);
      const orders = new Map(yours.map(({ _id, sort }) => [_id, sort]));
      return orderOf(said, each.calls).fields.some((field, i) => {
        if (typeAt(each.mapping, field) !== 'double') return false;
        const values = valuesOf(field, each)
          .flat()
          .map((value) => Math.abs(Number(value)));
        const lost = Math.max(...values.filter(Number.isFinite)) * 1e-14;
        return mine.some(({ _id, sort }) => {
          const off = Math.abs(Number(sort[i]) - Number(orders.get(_id)?.[i]));
          return off > 0 && off <= lost;
        });
      });
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
      const { isOrder, fields } = orderOf(said, each.calls);
      return (isOrder ? [...fields, shown] : [shown]).some((field) => {
        const values = typeAt(each.mapping, field) === 'unsigned_long' ? valuesOf(field, each) : [];
        const isBesideLargest = isOrder && values.length < each.documents.length && values.includes(LARGEST);
        return isBesideLargest || values.some((value) => Array.isArray(value) && value.length > 1);
      });
    },
  },
];

const KNOWN: readonly Known[] = [...REFUSALS, ...SHOWN, ...AGGREGATED, ...FOUND];

/** Why a difference is no fault of ours, or null. */
export function knownDifference(
  { said, calls, ours, theirs }: Found,
  stored: Pick<FuzzCase, 'mapping' | 'documents'>,
): string | null {
  const { mapping, documents } = stored;
  const found: Difference = {
    said,
    asked: JSON.stringify(calls),
    mapped: JSON.stringify(mapping),
    stored: JSON.stringify(documents),
    each: { mapping, documents, calls },
    ours,
    theirs,
  };
  const known = KNOWN.find(
    (rule) =>
      (['said', 'asked', 'mapped', 'stored'] as const).every((part) => rule[part]?.test(found[part]) !== false) &&
      rule.holds?.(found) !== false,
  );
  return known?.because ?? null;
}
