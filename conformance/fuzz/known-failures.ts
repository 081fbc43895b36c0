import type { Known } from './difference.ts';
import { isOrderedByOther, isWithinBuckets, namesOf } from './place.ts';

/** What fails there, told by its words. */
export const FAILURES: readonly Known[] = [
  {
    because: 'a completion that is suggested beside an order, of a search without a query, fails there',
    said: /status: 200 here .*, 500 there \("Cannot invoke .*Query\.rewrite\(.*because .*query.* is null"\)/,
    holds: ({ each }) =>
      each.calls.some(({ body }) => {
        const { query, suggest } = Object(body);
        return query === undefined && JSON.stringify(suggest ?? null).includes('"completion":');
      }),
  },
  {
    because: 'scores of a top_hits within a multi_terms have nothing to be told by there, and fail',
    said: /status: 200 here .*, 500 there \("(null_pointer_exception|Cannot invoke .*Scorable\.score\(\).* is null)"\)/,
    asked: /"multi_terms":.*"top_hits":/,
  },
  {
    because: 'geo_bounds within several buckets fails there where no document has a point',
    said: /status: 200 here .*, 500 there \("(array_index_out_of_bounds_exception|Index \d+ out of bounds for length \d+)"\)/,
    holds: ({ each }) => isWithinBuckets('geo_bounds', each.calls),
  },
  {
    because: 'an ip_range within a histogram fails there where a bucket between others is empty',
    said: /status: 200 here .*, 500 there \("Expected \[\d+\] buckets, but got \[0\]"\)/,
    asked: /histogram":.*"ip_range":/,
  },
  {
    because: 'the buckets of an adjacency_matrix are counted by the first of those around it there, and fail in others',
    said: /status: 200 here .*, 500 there \("(array_index_out_of_bounds_exception|Index (\d+) out of bounds for length \2)"\)/,
    holds: ({ each }) => isWithinBuckets('adjacency_matrix', each.calls),
  },
  {
    because: 'intervals of a word that stands twice among others fail there, where nothing is scored',
    said: /status: 200 here .*, 500 there \("Cannot read field \\"offset\\" because \\"ids\\" is null"\)/,
    asked: /"intervals":\{/,
  },
  {
    because:
      'a distance to a field that is a point in one index and a number in another fails there beside what is refused anyway',
    said: /status: 400 here \("(search_after has \d+ value\(s\) but sort has \d+\.)"\), 500 there \("\1"\)/,
    asked: /"_geo_distance":/,
    holds: ({ theirs }) => /"class_cast_exception"/.test(JSON.stringify(theirs)),
  },
  {
    because: 'what is no number in place of a missing value is passed over there, and fails where one is missing',
    said: /status: 400 here \("[\w.[\]]+\.field_value_factor\.missing: expected a number, got [^"]*"\), 500 there \("Missing value for field \[[\w.]+\]"\)/,
  },
  {
    because: 'a sample without anything in it is a fault of the request here, and a failure there',
    said: /status: 400 here \("(Sampler aggregation must be used with child aggregations\.)"\), 500 there \("\1"\)/,
  },
  {
    because: 'an adjacency_matrix without filters is a fault of the request here, and a failure there',
    said: /status: 400 here \("(.*expected \[filters\] in adjacency_matrix, got nothing|\[adjacency_matrix\] is missing : filters parameter, at .*)"\), 500 there \("\[\w+\] is missing : filters parameter"\)/,
  },
  {
    because:
      'a number that no number without a sign can be is a fault of the request here, where it is asked for, and a failure there',
    said: /status: (200 here \(""\)|400 here \("-\d+ is not an? \w+ value"\)), 500 there \(".*Value \[-\d+\] is out of range for an unsigned long"\)/,
    asked: /"missing":"?-\d/,
  },
  {
    because:
      'who has any field that a pattern of names stands for cannot be asked again there beside a text to be typed',
    said: /status: 200 here .*, 500 there \("unsupported_operation_exception"\)/,
    asked: /"exists":\{"field":"[^"]*\*/,
    mapped: /"search_as_you_type"/,
  },
  {
    because:
      'words that are left out as said before are missing from their documents there, which some ways to weigh them refuse',
    said: /status: 200 here .*, 400 there \("(subsetFreq > subsetSize|supersetFreq - subsetFreq > supersetSize - subsetSize), /,
    asked: /"significant_text":\{.*"filter_duplicate_text":true/,
  },
  {
    because: 'a text that is more edits away than it has letters cannot be scored by itself there',
    said: /status: 200 here .*, [45]00 there \("boost must be a positive float, got -(Infinity|\d[\d.]*)"\)/,
    asked: /"(fuzzy|fuzziness)":.*"(constant_score_boolean|scoring_boolean|top_terms_)/,
  },
  {
    because: 'what stands in for a missing number is read by the format of the figure there, which it need not fit',
    said: /status: 200 here .*, 500 there \("java\.text\.ParseException: Unparseable number: /,
    asked: /"missing":[^{}]*"format":|"format":[^{}]*"missing":/,
  },
  {
    because: 'a corner of an envelope that is a list of positions is a fault of the request here, and a failure there',
    said: /status: 400 here \(".*: expected a position \[lon, lat\] of numbers, got .*"\), 500 there \("(bottomRight|topLeft) of envelope cannot be null"\)/,
    asked: /"type":"envelope"/,
  },
  {
    because: 'a function without the value it needs is a fault of the request here, and a failure there',
    said: /status: 400 here \("Missing value for field \[([\w.]+)\]"\), 500 there \("Missing value for field \[\1\]"\)/,
  },
  {
    because:
      'a page in the order of numbers without a sign, scaled or added up, or of dates of nested objects, fails there at times',
    said: /^(call \d+: )?status: 200 here .*, 500 there \("unsupported_operation_exception"\)/,
    holds: ({ asked, each }) =>
      /"sort":\[[^\]]*("nested":\{"path":|"mode":"(sum|avg|median)")/.test(asked) ||
      ['unsigned_long', 'scaled_float'].some((type) =>
        namesOf(type, each.mapping).some((name) => asked.includes(`{"${name}":{"order":`)),
      ),
  },
  {
    because: 'a moment before 1970 that stands in for a missing one is beyond the types of dates there, and fails',
    said: /status: (200|400) here .*, 500 there \(".*nanoseconds \[-\d+\] are before the epoch in 1970 and cannot be processed/,
  },
  {
    because: 'documents that are passed over while values are counted cannot always be there',
    said: /status: 200 here .*, 500 there \("Failed when performing dynamic pruning in cardinality aggregation\./,
    asked: /"cardinality":/,
  },
  {
    because: 'how near a date that is not indexed is cannot be explained there',
    said: /status: 200 here .*, 500 there \("Cannot invoke .*Scorer\.iterator\(\).* because .*scorer.* is null"\)/,
    asked: /_explain.*"distance_feature":/,
    mapped: /"type":"date"[^}]*"index":false/,
  },
  {
    because: 'too many buckets are a fault of the request here, and there a failure to try again upon',
    said: /status: 400 here \("Trying to create too many buckets\..*, (503|429) there/,
  },
  {
    because: 'how near a date without doc_values is cannot be told there',
    said: /status: 200 here .*, 500 there \("unexpected docvalues type NONE for field '[\w.]+'/,
    asked: /"distance_feature":/,
    mapped: /"doc_values":false/,
  },
  {
    because: 'a background without a field of its query fails there',
    said: /status: 200 here .*, 500 there \("Rewrite first"\)/,
    asked: /"significant_text":\{.*"background_filter":/,
  },
  {
    because: 'a function of a document that its query does not find fails there',
    said: /status: 200 here .*, 500 there \("Can't compute score on document \S* ?as it doesn't match the query"/,
    asked: /"(function_score|rescore)":/,
  },
  {
    because: 'a completion beside an order with scores fails there where the query does not find its document',
    said: /status: 200 here .*, 500 there \("Can't compute score on document \S* ?as it doesn't match the query"/,
    holds: ({ each }) =>
      each.calls.some(({ body }) => {
        const { track_scores, suggest } = Object(body);
        return String(track_scores) === 'true' && JSON.stringify(suggest ?? null).includes('"completion":');
      }),
  },
  {
    because: 'a score of one of several numbers without a sign, which a clause finds there at times, fails there',
    said: /status: 200 here .*, 500 there \("Can't compute score on document \S* ?as it doesn't match the query"/,
    holds: ({ asked, each }) =>
      namesOf('unsigned_long', each.mapping).some(
        (name) => asked.includes(`"${name}":`) || asked.includes(`${name}:`) || asked.includes(`${name}%3A`),
      ),
  },
  {
    because: 'groups by a field of which a document has several values fail there',
    said: /status: (200|400) here .*, 500 there \("failed to collapse \S+, the collapse field must be single valued"/,
    asked: /"collapse"/,
  },
  {
    because: 'several weights of a document fail there, in buckets too that are left out of the answer',
    said: /status: 200 here .*, 500 there \("Encountered more than one weight/,
    asked:
      /("terms":\{([^{}]|\{[^{}]*\})*"(size":2[,}]|min_doc_count")|"significant_(terms|text)":).*"aggs".*"weighted_avg":/,
  },
  {
    because:
      'a list in place of a rescore, or what is none in a list, is a fault of the request here, and a failure there',
    said: /status: 400 here \("rescore(\[\d\]: expected an object [^"]*, got .*|: expected an object [^"]*, got \[.*)"\), 500 there \("fieldName cannot be null"\)/,
  },
  {
    because: 'several weights of a document fail there',
    said: /status: 400 here .*, 500 there \("Encountered more than one weight/,
  },
  {
    because: 'highlights without a mark before or behind fail there',
    said: /status: 200 here .*, 500 there \("(array_index_out_of_bounds_exception|Index 0 out of bounds for length 0)"\)/,
    asked: /"(pre|post)_tags":\[\]/,
  },
  {
    because: 'an expression without letters fails on a wildcard field there',
    said: /status: 200 here .*, 500 there \("Cannot invoke .*ByteRunAutomaton\.run\(.*is null"\)/,
    holds: ({ asked, each }) =>
      namesOf('wildcard', each.mapping).some((name) => asked.includes(`"regexp":{"${name}":{"value":""`)),
  },
  {
    because: 'a limit of scores below 0 makes negative scores here, and fails there',
    said: /status: 200 here .*, 500 there \("function score query returned an invalid score: -/,
    asked: /"max_boost":-/,
  },
  {
    because: 'what its parsers do not catch is a failure there',
    said: /status: 400 here .*, 500 there \("(Numeric value \(.*\) out of range of (int|long)|Can't get text on a |No minimum should match has been specified|java\.lang\.NumberFormatException: |java\.lang\.IllegalArgumentException: -?[\d.]+ is not an integer value|Cannot (invoke|read field) .*null"\)$|Index \d+ out of bounds|null_pointer_exception|\[nested\] failed to find nested object under path \[|attempting to get number of dimensions on an empty coordinate node)/,
  },
  {
    because: 'an aggregation that cannot be made is a failure there',
    said: /status: 400 here .*, 500 there \("(-\d+"|Failed to create aggregators|value source config is invalid; must have either a field or a script|Invalid aggregation order path|Aggregation \[\w+\] cannot support regular expression style include\/exclude)/,
  },
  {
    because: 'a null in search_after is a missing value here, and fails there',
    said: /status: 200 here .*, 500 there \("Cannot invoke .*Value\(\).* because .*value.* is null"\)/,
    asked: /"search_after":\[[^\]]*null/,
  },
  {
    because: 'nested objects among the hits of a top_hits, beside inner hits of the query, fail there',
    said: /status: 200 here .*500 there \("Index: \d+, Size: \d+"\)/,
    asked: /"inner_hits":.*"nested":\{"path":"[\w.]+"\},"aggs":.*"top_hits":/,
  },
  {
    because: 'ten digits behind a sign are milliseconds here, and there a year beyond all years',
    said: /status: (20[01]|400) here .*[45]00 there .*Invalid value for Year \(valid values -999999999 - 999999999\): -?\d{10}"|status: (20[01]|409) here .*400 there .*failed to parse field \[[\w.]+\] of type \[date(_range)?\] .*field's value: '-\d{10}'"\)/,
  },
  {
    because: 'a write among others of ten digits behind a sign is milliseconds here, and there a year beyond all years',
    said: /\berrors: false here, true there|\bitems\.\d+\.\w+\.\w+: /,
    asked: /[:[,]"?-\d{10}[",\]}]/,
  },
  {
    because: 'a text that two indexes part into other words is corrected word by word here, and fails there',
    said: /status: 200 here .*, 500 there \("Can't merge suggest result, this might be caused by suggest calls across multiple indices with different analysis chains/,
    asked: /\$index,\$index-copy/,
  },
  {
    because: 'groups of a field of other types in two indexes cannot be brought together there',
    said: /status: 200 here .*, 500 there \("Merging\/Reducing the aggregations failed when computing the aggregation/,
    asked: /\$index,\$index-copy/,
  },
  {
    because: 'an order by a field of other types in two indexes cannot be brought together there',
    said: /status: 200 here .*, (500 there \("class \S+ cannot be cast to class \S+ |400 there \("Can't do sort across indices, )/,
    holds: ({ each }) => isOrderedByOther(each),
  },
];
