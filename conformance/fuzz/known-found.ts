import type { FuzzCase } from './calls.ts';
import type { Difference, Known } from './difference.ts';
import { hasSeveral, isOrderedByOther, mappedAt, namesOf, orderOf, typeAt, valueAt, valuesOf } from './place.ts';

/** Whether a field is kept and not indexed. */
const isOffIn = (mapping: unknown, field: string): boolean => Object(mappedAt(mapping, field)).index === false;

/** The fields in which other documents should be like one that is named; all of them where none are named. */
function likedFields({ asked, each: { mapping } }: Difference): readonly string[] {
  const named = [...asked.matchAll(/"more_like_this":\{(?:"fields":(\[[^\]]*\]),)?"like":[^}]*"_id":/g)];
  const all = ['keyword', 'text'].flatMap((type) => namesOf(type, mapping));
  return named.flatMap(([, fields]) => (fields === undefined ? all : (JSON.parse(fields) as readonly string[])));
}

/** Whether a search asks something of a field of that type; `before` and `behind` stand around its name. */
const asksOf =
  (type: string, before = '"', behind = '"') =>
  ({ asked, each }: Difference): boolean =>
    namesOf(type, each.mapping).some((name) => asked.includes(before + name + behind));

/** Numbers of 32 bits at most, booleans, and numbers with a fraction: what stands in there for a missing one is theirs alone. */
const APART: ReadonlySet<string> = new Set([
  ...['integer', 'short', 'byte', 'boolean'],
  ...['half_float', 'float', 'double', 'scaled_float'],
]);

/** Numbers of any kind, which no text can be put in an order with. */
const NUMBERS: ReadonlySet<string> = new Set([...APART, 'long', 'unsigned_long', 'date', 'date_nanos']);

/** The largest number without a sign. */
const LARGEST = '18446744073709551615';

/** Whether a value of a completion is several inputs. */
const hasInputs = (value: unknown): boolean => [value].flat().flatMap((each) => Object(each).input ?? each).length > 1;

/** Whether it is asked who has a completion, by its name, a pattern or what it stands in, that is an empty list somewhere. */
function asksForEmptyList({ asked, each }: Difference): boolean {
  const fields = [...asked.matchAll(/"exists":\{"field":"([^"]+)"/g)].map(([, field = '']) => field);
  const isNamed = (name: string): boolean =>
    fields.some((field) => `${name}.`.startsWith(field.endsWith('*') ? field.slice(0, -1) : `${field}.`));
  const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
  return namesOf('completion', each.mapping).some((name) => isNamed(name) && valuesOf(name, each).some(isEmpty));
}

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

/** What is found by the types of fields, how it scores and is ordered. */
export const FOUND: readonly Known[] = [
  {
    because: 'of an object a document names in two ways both values are shown here, the last there',
    said: /\.fields\.o\./,
    asked: /"o\.dotted(\.far)?":.*"fields":\["\*"\]/,
  },
  {
    because:
      'hits of two indexes come as it happens there in the order of what is a keyword in one and a boolean or a number in the other',
    said: /hits\.hits\.\d+\.(_id|sort\.\d+): /,
    holds: ({ each }) =>
      isOrderedByOther(
        each,
        (...types) => types.includes('keyword') && types.some((type) => NUMBERS.has(String(type))),
      ),
  },
  {
    because: 'the highest score of several indexes in none of which anything can match is 0 there',
    said: /hits\.max_score: null here, 0 there/,
    asked: /\$index,\$index-copy/,
    holds: ({ ours }) => valueAt(ours, ['hits', 'total', 'value']) === 0,
  },
  {
    because:
      'hits without a number of 32 bits, with a fraction, or a boolean, stand apart there from those without another one in another index',
    said: /hits\.hits\.\d+\.(_id|sort\.\d+): /,
    holds: ({ said, ours, theirs, each }) => {
      const [, path = '', value] = /((?:responses\.\d+\.)?hits\.hits\.\d+)\.(?:_id|(sort\.\d+))/.exec(said) ?? [];
      const place = [...path.split('.'), ...(value?.split('.') ?? ['sort'])];
      const sorts = [ours, theirs].map((answer) => JSON.stringify(valueAt(answer, place)));
      const standIn =
        /2147483647|-2147483648|Infinity|\b9223372036854775807|-9223372036854775808|\b9223372036854776000/;
      const isMissing =
        value === undefined ? sorts.some((one) => standIn.test(one)) : sorts.every((one) => standIn.test(one));
      return isMissing && isOrderedByOther(each, (...types) => types.some((type) => APART.has(String(type))));
    },
  },
  {
    because:
      'words near to another, or that fit a pattern, count in a match_only_text as often as they are there, and once there',
    said: /_?score: |\.sort\.\d+: |explanation\.value: /,
    asked: /"fuzz(y|iness)":|\w~|"rewrite":"(scoring_boolean|top_terms_)/,
    holds: ({ asked, each }) =>
      namesOf('match_only_text', each.mapping).some(
        (name) =>
          asked.includes(`"${name}`) ||
          asked.includes(`${name}:`) ||
          // a text that names no field is looked for in all of them
          /[?&]q=[^&]*\w~|"query_string":\{"query":"[^"]*\w~/.test(asked),
      ),
  },
  {
    because: 'a clause finds some of several numbers without a sign there, when few documents are asked',
    said: /(score|total\.value|hits\.length|matched_queries(\.length)?|_explanation\.value): /,
    mapped: /unsigned_long/,
    // a number beyond 2^63 stands before the small ones there
    stored: /\["?\d[^\]]*"(9223372036854775808|18446744073709551615)"|\["(9223372036854775808|18446744073709551615)",/,
    holds: (found) =>
      [asksOf('unsigned_long'), asksOf('unsigned_long', '', ':'), asksOf('unsigned_long', '', '%3A')].some((asks) =>
        asks(found),
      ),
  },
  {
    because: 'a word of a flat object is rare among the values of its path here, among all of its words there',
    said: /(score|explanation\.value): /,
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
    because: 'an empty list of completions exists there, as no other empty list does',
    said: /total(\.value)?: |updated: |deleted: |doc_count: |count: |_id: |hits\.length: |score: /,
    holds: asksForEmptyList,
  },
  {
    because: 'what was copied to a field is not among the words of the document that others should be like there',
    holds: (found) => likedFields(found).includes('copies'),
  },
  {
    because: 'what stands in for a null is not among the words of the document that others should be like there',
    mapped: /"null_value":/,
    holds: (found) =>
      likedFields(found).some((field) => Object(mappedAt(found.each.mapping, field)).null_value !== undefined),
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
    said: /(score|explanation\.value): /,
    holds: asksOf('wildcard'),
  },
  {
    because:
      'other scores of a wildcard field, of words of a flat object, of near words of a match_only_text or of phrases in a text to be typed leave other hits above min_score, or among the first to rescore or to sample, there',
    asked: /"(min_score|rescore|sampler|diversified_sampler)":/,
    holds: (found) =>
      [asksOf('wildcard'), asksOf('flat_object'), asksOf('flat_object', '"', '.')].some((asks) => asks(found)) ||
      (/"fuzz(y|iness)":|\w~/.test(found.asked) && asksOf('match_only_text')(found)) ||
      // a text that names no field is looked for in all of them
      (/phrase|prefix|\\"/.test(found.asked) && namesOf('search_as_you_type', found.each.mapping).length > 0),
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
    because:
      'words near to another are not found in a keyword that is not indexed there, when it is said how they score',
    said: /\btotal(\.value)?: |(updated|deleted|batches): |doc_count: |count: |_id: |length: |score: |matched_queries/,
    holds: ({ asked, each }) => {
      const rewritten = [...asked.matchAll(/"fuzzy":\{"([\w.]+)":\{[^{}]*"rewrite":/g)];
      return rewritten.some(([, name = '']) => isOffIn(each.mapping, name));
    },
  },
  {
    because: 'a pattern in a text that is searched for finds nothing in a keyword that is not indexed there',
    said: /hits\.total(\.value)?: |doc_count: |count: |_id: |hits\.length: |score: /,
    asked: /query_string":|[?&]q=/,
    holds: ({ asked, each }) => {
      const texts = [...asked.matchAll(/"query":"((?:[^"\\]|\\.)*)"|[?&]q=([^&"]*)/g)].map(([text]) => text);
      const hasPattern = texts.some((text) => /[\w.:](\?|%3F)|(\*|%2A)\w|\w(~|%7E)/i.test(text));
      return hasPattern && namesOf('keyword', each.mapping).some((name) => isOffIn(each.mapping, name));
    },
  },
  {
    because: 'a number with an exponent is looked for in texts by its spelling in Java there',
    said: /hits\.total(\.value)?: |doc_count: |count: |_id: |hits\.length: |score: /,
    asked: /"(match\w*|term|fuzzy|prefix)":\{"[\w.]+":(\{"(query|value)":)?-?\d+(\.\d+)?e\+\d+/,
  },
  {
    because: 'an expression in the text of a query looks into completions there, as no other pattern does',
    asked: /"query_string":|[?&]q=[^&"]*%2F/,
    mapped: /"type":"completion"/,
    said: /hits\.total(\.value)?: |doc_count: |count: |_id: |hits\.length: /,
    holds: ({ asked }) => /"query":"[^"]*\/[^"]*\/|[?&]q=[^&"]*%2F/.test(asked),
  },
  {
    because:
      'who has a boolean without doc_values, which is who has one of both values, scores there by how many have such fields',
    said: /_?score: |\.sort\.\d+: |_explanation\.value: |\.(_id|length): /,
    mapped: /"doc_values":false/,
    holds: ({ asked, each }) =>
      namesOf('boolean', each.mapping).some(
        (name) =>
          Object(mappedAt(each.mapping, name)).doc_values === false &&
          new RegExp(`"(terms|range)":\\{"${name}":`).test(asked),
      ),
  },
  {
    because: 'phrases and beginnings of words score by the pairs and beginnings that a text to be typed keeps there',
    said: /score: |\.sort\.\d+: |explanation\.value: /,
    asked: /phrase|prefix|\*|\\"|%22/,
    mapped: /"search_as_you_type"/,
  },
  {
    because:
      'words near to another are looked for among the beginnings that a text to be typed keeps there, where no field is named',
    said: /(score|total(\.value)?|length|matched_queries|explanation\.value|doc_count|count|matched): |\._id: |\.sort\.\d+: /,
    asked: /[?&]q=[^&"]*\w(~|%7E)|"query":"[^"]*\w~/,
    mapped: /"search_as_you_type"/,
  },
  {
    because:
      'the beginnings of words behind the first of several texts to be typed stand elsewhere there than their pairs, and a phrase of both is not found',
    said: /(score|total(\.value)?|length|matched_queries|explanation\.value|doc_count|count|matched): |\._id: |\.sort\.\d+: /,
    asked: /phrase_prefix/,
    holds: ({ each }) => namesOf('search_as_you_type', each.mapping).some((name) => hasSeveral(name, each)),
  },
  {
    because: 'words of several fields are in no text there where a text to be typed is among them with its parts',
    said: /(score|total(\.value)?|length|matched_queries|explanation\.value|doc_count|count|matched): |\._id: |\.sort\.\d+: /,
    asked: /"multi_match":\{(?![^{}]*"fields":\[(?![^\]]*\*))[^{}]*"type":"cross_fields"/,
    mapped: /"search_as_you_type"/,
  },
  {
    because: 'intervals of a text find nothing there where a synonym of several words stands beside one of one word',
    said: /(score|total\.value|hits\.length|matched_queries|explanation\.value|doc_count): /,
    asked:
      /"intervals":\{.*"query":"[^"]*(\b(alpha|delta|foxtrot|trot|echo)\b[^"]*\b(beta|the)\b|\b(beta|the)\b[^"]*\b(alpha|foxtrot|echo)\b)/i,
    mapped: /"(search_)?analyzer":"meant"/,
  },
  {
    because: 'an expression in the text of a query finds nothing through an alias there',
    said: /score: |\.sort\.\d+: |total(\.value)?: |doc_count: |count: |_id: |length: |matched_queries/,
    asked: /"query_string":\{[^{}]*\/.*\/|[?&]q=[^&"]*%2F/,
    mapped: /"type":"alias"/,
    holds: ({ asked }) => /"fields":\[[^\]]*"alias\d+|alias\d+(:|%3A)(\/|%2F)/.test(asked),
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
    because: 'a later page in the order of a scaled_float, or any of numbers of nested objects, loses hits there',
    holds: ({ said, each, ours, theirs }) => {
      // where the page has as many hits as asked for, later ones stand in the places of those that were lost
      const [, here, there = 0] = /hits\.hits\.length: (\d+) here, (\d+) there/.exec(said) ?? [];
      const isOther = here === undefined ? /hits\.hits\.\d+\._id: /.test(said) : Number(here) > Number(there);
      const isLater = /^call [1-9]: /.test(said);
      const sorts = JSON.stringify(each.calls.map(({ body }) => body)).replace(/^.*?"sort":/, '');
      const [mine, yours] = [idsOf(ours), idsOf(theirs)];
      const kept = mine.filter((id) => yours.includes(id));
      return (
        isOther &&
        kept.every((id, i) => yours[i] === id) &&
        (hasNestedOrder(each) ||
          (isLater && namesOf('scaled_float', each.mapping).some((f) => sorts.includes(`{"${f}":`))))
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
    because:
      'a word that intervals name twice, around one their analyser leaves out, is found where it stands once there',
    said: /hits\.total(\.value)?: |doc_count: |count: |_id: |length: |score: /,
    asked: /"intervals":\{.*"query":"[^"]*?\b(\w+) (the|a) \1\b/,
    mapped: /"analyzer":"(english|paired)"/,
  },
  {
    because: 'distances of several points a document is ordered by are added up rounded one by one there',
    said: /hits\.hits\.\d+\.(_id|sort\.\d+|_source\..*|fields\..*): /,
    asked: /"_geo_distance":\{[^{}]*(\{[^{}]*\})?[^{}]*"mode":"(sum|avg)"/,
    holds: ({ said, each, theirs }) => {
      const path = (/((?:responses\.\d+\.)?hits\.hits)\./.exec(said)?.[1] ?? '').split('.');
      const hits = (valueAt(theirs, path) ?? []) as readonly Hit[];
      return orderOf(said, each.calls).fields.some((field, i) => {
        const [distances, lost] = [hits.map(({ sort }) => Number(sort[i])), 1e-14];
        const isNear = (one: number, next: number): boolean => one !== next && Math.abs(one - next) <= one * lost;
        return field === '_geo_distance' && distances.some((each, at) => isNear(each, distances[at + 1] ?? each));
      });
    },
  },
  {
    because: 'a whole number beyond 32 bits that stands in for a missing one begins again at the other end there',
    asked: /"missing":(2147483648|-2147483649)[,}]/,
    holds: ({ said, each }) => orderOf(said, each.calls).isOrder,
  },
  {
    because: 'a number with an exponent that stands in for a missing text has its place by its spelling in Java there',
    holds: ({ said, asked, each }) => {
      const standIns = [...asked.matchAll(/"([\w.]+)":\{[^{}]*"missing":-?\d(?:\.\d+)?e\+\d/g)];
      const isOfText = standIns.some(([, field = '']) => typeAt(each.mapping, field) === 'keyword');
      return isOfText && orderOf(said, each.calls).isOrder;
    },
  },
  {
    because: 'a range below the largest number without a sign finds nothing there',
    asked: /"lt":"?18446744073709551615"?/,
    mapped: /unsigned_long/,
  },
  {
    because:
      'the least of several numbers without a sign is told wrong there, and a missing one stands beside 0 and the largest',
    holds: ({ said, asked, each }) => {
      // values among the fields come in the same order
      const [, shown = ''] = /hits\.\d+\.fields\.([\w.]+)\.\d+: \d+ here, \d+ there/.exec(said) ?? [];
      const { isOrder, fields } = orderOf(said, each.calls);
      return (isOrder ? [...fields, shown] : [shown]).some((field) => {
        const values = typeAt(each.mapping, field) === 'unsigned_long' ? valuesOf(field, each) : [];
        const isMissing = isOrder && values.length < each.documents.length;
        const isDescending = new RegExp(`"${field}":(\\{"order":)?"desc"|${field}(:|%3A)desc`).test(asked);
        const isBesideEnd = values.some((value) => String(value) === (isDescending ? '0' : LARGEST));
        return (isMissing && isBesideEnd) || values.some((value) => Array.isArray(value) && value.length > 1);
      });
    },
  },
];
