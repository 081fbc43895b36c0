import type { Known } from './difference.ts';
import { isBesideNone, isWithinBuckets, namesOf, pathIn, standsBeside, valueAt } from './place.ts';
import { holdsCrossing } from './rings.ts';

/** Faults of requests, told by their words. */
export const REFUSALS: readonly Known[] = [
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
    because: 'scores of a top_hits of documents that the query does not find, as a global has them, fail there',
    said: /status: 200 here .*, 400 there \("Doc id \d+ doesn't match the query"\)/,
    asked: /"global":\{\}.*"top_hits":\{[^{}]*(\{[^{}]*\}[^{}]*)*"track_scores":true/,
  },
  {
    because: 'where nothing can match in several indexes one alone is asked there, which refuses for all of them',
    said: /status: 200 here .*, 400 there \(/,
    asked: /\$index,\$index-copy.*"sort":\[\{"(?!uid")/,
    holds: ({ ours, theirs }) => {
      const { failures = [] } = Object(Object(ours)._shards);
      const said = (each: unknown): unknown => Object(Object(each).reason).reason;
      const refused = Object(Object(theirs).error).failed_shards ?? [];
      const isOfBoth = failures.length > 0 && said(failures[0]) === said(refused[0]);
      return isOfBoth && valueAt(ours, ['hits', 'total', 'value']) === 0;
    },
  },
  {
    because: 'geo_bounds within several buckets fails there where no document has a point',
    said: /status: 200 here .*, 500 there \("(array_index_out_of_bounds_exception|Index \d+ out of bounds for length \d+)"\)/,
    holds: ({ each }) => isWithinBuckets('geo_bounds', each.calls),
  },
  {
    because: 'the buckets of an adjacency_matrix are counted by the first of those around it there, and fail in others',
    said: /status: 200 here .*, 500 there \("(array_index_out_of_bounds_exception|Index (\d+) out of bounds for length \2)"\)/,
    holds: ({ each }) => isWithinBuckets('adjacency_matrix', each.calls),
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
    because: 'a number that no number without a sign can be is a fault of the request here, and a failure there',
    said: /status: 400 here \("(-\d+) is not an? \w+ value"\), 500 there \(".*Value \[\1\] is out of range for an unsigned long"\)/,
    asked: /"missing":-\d/,
  },
  {
    because: 'a function without the value it needs is a fault of the request here, and a failure there',
    said: /status: 400 here \("Missing value for field \[([\w.]+)\]"\), 500 there \("Missing value for field \[\1\]"\)/,
  },
  {
    because:
      'a page in the order of numbers without a sign or scaled ones, or of dates of nested objects, fails there at times',
    said: /^(call \d+: )?status: 200 here .*, 500 there \("unsupported_operation_exception"\)/,
    holds: ({ asked, each }) =>
      /"sort":\[[^\]]*"nested":\{"path":/.test(asked) ||
      ['unsigned_long', 'scaled_float'].some((type) =>
        namesOf(type, each.mapping).some((name) => asked.includes(`{"${name}":{"order":`)),
      ),
  },
  {
    because: 'a moment before 1970 that stands in for a missing one is beyond the types of dates there, and fails',
    said: /status: (200|400) here .*, 500 there \(".*nanoseconds \[-\d+\] are before the epoch in 1970 and cannot be processed/,
  },
  {
    because: 'a moment before 1970 is missing from an order by nanoseconds here, and fails there',
    said: /status: 200 here .*, 400 there \("milliSeconds \[-\d+\] are before the epoch in 1970/,
    asked: /"numeric_type":"date_nanos"/,
  },
  {
    because: 'hits are ordered and buckets made by a field without doc_values here, which is refused there',
    said: /status: 200 here .*, 400 there \("((failed to create query: )?Can't load fielddata on \[[\w.]+\] because fielddata is unsupported on fields of type \[\w+\]\. Use doc values instead\.|cannot collapse on field `[\w.]+` without `doc_values`)"\)/,
    mapped: /"doc_values":false/,
  },
  {
    because: 'a filter of an alias scores by a field without doc_values here, which is refused there',
    said: /status: 200 here .*, 400 there \("failed to parse filter for alias/,
    mapped: /"doc_values":false/,
    holds: ({ theirs }) => /"caused_by":\{[^{}]*"reason":"Can't load fielddata on \[/.test(JSON.stringify(theirs)),
  },
  {
    because: 'groups by a field that is not indexed have inner hits here, and are refused there',
    said: /status: 200 here .*, 400 there \("cannot expand `inner_hits` for collapse field `[\w.]+`, only indexed field can retrieve `inner_hits`"\)/,
    mapped: /"index":false/,
  },
  {
    because: 'a pattern in a text that is searched for in a keyword that is not indexed is refused there',
    said: /status: 200 here .*, 400 there \("(failed to create query: )?Cannot search on field \[[\w.]+\] since it is not indexed\."\)/,
    asked: /query_string":|[?&]q=/,
    mapped: /"type":"keyword"[^}]*"index":false/,
  },
  {
    because: 'a beginning is looked for in a completion here, and refused there where its field is named',
    said: /status: 200 here .*, 400 there \("(failed to create query: )?Can only use prefix queries on keyword and text fields - not on \[[\w.]+\] which is of type \[completion\]"\)/,
  },
  {
    because: 'whether there is an object that holds a flat_object cannot be asked there',
    said: /status: 200 here .*, 400 there \("(failed to create query: )?String index out of range: -?\d+"\)/,
    asked: /"exists":\{"field":|_exists_/,
    mapped: /"flat_object"/,
  },
  {
    because: 'documents that are passed over while values are counted cannot always be there',
    said: /status: 200 here .*, 500 there \("Failed when performing dynamic pruning in cardinality aggregation\./,
    asked: /"cardinality":/,
  },
  {
    because: 'a boolean or a number where a point should stand is refused here, and its letters are a geohash there',
    said: /status: 400 here \("[\w.[\]]+: expected a point as .*, got (true|false|\d+)"\), 200 there/,
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
    because: 'what is unusual in a field that is not indexed is told here, and refused there',
    said: /status: 200 here .*, 400 there \("SignificantText aggregation requires fields to be searchable, but \[[\w.]+\] is not"\)/,
    mapped: /"index":false/,
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
    because: 'values of another document cannot be looked up by _explain and by filters of aliases there',
    said: /status: 200 here .*, 400 there \("(failed to create query: async actions are left after rewrite|failed to parse filter for alias)/,
    asked: /"terms":\{"[\w.]+":\{"index":/,
  },
  {
    because: 'a sample by a field some document has several values of is refused here, there once it is found',
    said: /status: 400 here \("Diversified sampling needs one value per document, .*, 200 there/,
  },
  {
    because: 'several weights of a document fail there, in buckets too that are left out of the answer',
    said: /status: 200 here .*, 500 there \("Encountered more than one weight/,
    asked:
      /("terms":\{([^{}]|\{[^{}]*\})*"(size":2[,}]|min_doc_count")|"significant_(terms|text)":).*"aggs".*"weighted_avg":/,
  },
  {
    because: 'a window of hits below none is refused here, and there once there is a hit',
    said: /status: 400 here \("rescore(\[\d\])?\.window_size: expected a number from 0 to 2147483647, got (-\d+|\\"-\d+\\")"\), 200 there/,
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
    said: /status: 400 here .*, 500 there \("(Numeric value \(.*\) out of range of (int|long)|Can't get text on a |No minimum should match has been specified|java\.lang\.NumberFormatException: |Cannot (invoke|read field) .*null"\)$|Index \d+ out of bounds|null_pointer_exception|\[nested\] failed to find nested object under path \[|attempting to get number of dimensions on an empty coordinate node)/,
  },
  {
    because: 'an aggregation that cannot be made is a failure there',
    said: /status: 400 here .*, 500 there \("(-\d+"|Failed to create aggregators|value source config is invalid; must have either a field or a script|Invalid aggregation order path|Aggregation \[\w+\] cannot support regular expression style include\/exclude)/,
  },
  {
    because: 'a number beyond its field’s type matches nothing here and is refused there',
    said: /status: 200 here .*400 there .*(is out of range for an? |supports only finite values, but got )/,
  },
  {
    because: 'a new field takes numbers of several types by the first of them here, there they refuse the document',
    said: /status: (20[01]|409) here .*, 400 there|errors: false here, true there/,
    holds: ({ theirs }) =>
      /"mapper \[[\w.]+\] cannot be changed from type \[\w+\] to \[\w+\]"/.test(JSON.stringify(theirs)),
  },
  {
    because: 'a null in search_after is a missing value here, and fails there',
    said: /status: 200 here .*, 500 there \("Cannot invoke .*Value\(\).* because .*value.* is null"\)/,
    asked: /"search_after":\[[^\]]*null/,
  },
  {
    because: 'of a search that cannot be read, of an index that is not there, another fault is told',
    said: /status: 404 here \("no such index \[absent-index\]"\), 400 there/,
  },
  {
    because: 'a span query on a field without places is refused here, and there only when the word is found',
    said: /status: 400 here .*indexed without position data.* 200 there/,
  },
  {
    because: 'an update of a _bulk that cannot be read fails alone here, and all of it there',
    said: /status: 200 here \("[^"].*400 there .*(UpdateRequest\]|script or doc is missing;|doc must be specified if doc_as_upsert)/,
    asked: /_bulk/,
  },
  {
    because: 'what is not known at its place is passed over there and refused here, with its path',
    said: /status: 400 here \(".*(no_such_name|\b(?!(max|prefix|index)\b)\w+x\b).* 200 there/,
    asked: /no_such_name|\w+x"/,
  },
  {
    because: 'what is no object among the ranges of buckets is passed over there and refused here',
    said: /status: 400 here \(".*ranges\[\d+\]: expected an object .* 200 there/,
  },
  {
    because: 'what stands before a clause, or a list around it, is passed over there and refused here',
    said: /status: 400 here .*must start with start_object.* 200 there/,
  },
  {
    because:
      'a list around a single value or object, or of plain values, is passed over at some places there and refused here',
    said: /status: 400 here \("[\w.[\]]+: expected (?!a list)[^"]*, got \[.* 200 there/,
    holds: ({ said, each }) =>
      each.calls.some(({ body }) => {
        const value = valueAt(body, pathIn(said));
        const isPlain = Array.isArray(value) && value.every((one) => typeof one !== 'object');
        return Array.isArray(value) && (value.length === 1 || isPlain);
      }),
  },
  {
    because: 'a value that was left out of the index is left out of fields through an alias, too, and fails there',
    said: /status: 200 here .*400 there \("(For input string|failed to parse date field|'.*' is not an IP string literal|unsupported symbol)/,
    mapped: /"ignore_malformed":true/,
    asked: /"fields":\[[^\]]*"alias\d+"/,
  },
  {
    because: 'nested objects among the hits of a top_hits, beside inner hits of the query, fail there',
    said: /status: 200 here .*500 there \("Index: \d+, Size: \d+"\)/,
    asked: /"inner_hits":.*"nested":\{"path":"[\w.]+"\},"aggs":.*"top_hits":/,
  },
  {
    because: 'top_hits of no hits tells how many there are here, and is refused there',
    said: /status: 200 here .*400 there \("numHits must be > 0; /,
    asked: /"top_hits":\{"size":0[,}]/,
  },
  {
    because: 'what stands in for a missing address is an address here; there bytes that no hit can show',
    said: /status: 400 here \("'.*' is not an IP string literal\."\), 200 there|status: 200 here .*400 there \("encoded bytes are of incorrect length"\)/,
    mapped: /"ip"/,
    asked: /"missing":(?!"_)/,
  },
  {
    because: 'an object where a list of intervals should stand is passed over there and refused here',
    said: /status: 400 here \("[\w.[\]]*\.intervals: expected a list, got \{.* 200 there/,
  },
  {
    because: 'a null in a list of points is passed over here and refused there',
    said: /status: (20[01]|409) here.*, 400 there|errors: false here, true there/,
    mapped: /"geo_point"/,
    asked: /\[null\]|[[,]null[,\]]/,
    holds: ({ theirs }) => JSON.stringify(theirs).includes('"geo_point expected"'),
  },
  {
    because: 'an empty name of an index refuses the whole of a bulk here, and its own line there',
    said: /status: 400 here \("Validation Failed: 1: index is missing;"\), 200 there/,
    asked: /"_index":""/,
  },
  {
    because: 'corners beyond the globe are refused here, and brought back onto it there so that another shape is meant',
    said: /status: 400 here \("[\w.[\]]*shape[\w.[\]]*: expected a number from -(360 to 360|90 to 90), got -?[\d.e+]+"\), 200 there/,
  },
  {
    because: 'a shape beyond the globe is refused here before the document is held against what is stored',
    said: /status: 400 here \("failed to parse field \[[\w.]+\] of type \[geo_shape\]"\), 409 there/,
    asked: /\de\+\d/,
  },
  {
    because: 'an origin beyond the globe is refused here, and distances from it are counted there',
    said: /status: 400 here \("aggs\.[\w.]+\.geo_distance\.origin\.(lat|lon): expected a number from -(180|90) to (180|90), got -?[\d.e+]+"\), 200 there/,
  },
  {
    because: 'a corner beyond the globe of the bounds of a grid is refused here, and taken there',
    said: /status: 400 here \("aggs\.[\w.]+\.geo(hash|tile)_grid\.bounds\.[\w.]+: expected a number from -(180|90) to (180|90), got -?[\d.e+]+"\), 200 there/,
  },
  {
    because: 'a polygon whose edges cross counts by odd and even here, and is refused there',
    said: /(status: 20[01] here( \(""\))?, 400 there|errors: false here, true there)/,
    holds: ({ each }) => each.calls.some(({ body, lines }) => holdsCrossing(body) || holdsCrossing(lines)),
  },
  {
    because: 'ten digits behind a sign are milliseconds here, and there a year beyond all years',
    said: /status: (20[01]|400) here .*[45]00 there .*Invalid value for Year \(valid values -999999999 - 999999999\): -?\d{10}"|status: 20[01] here .*400 there .*failed to parse field \[[\w.]+\] of type \[date(_range)?\] .*field's value: '-\d{10}'"\)/,
  },
  {
    because: 'an object among the values of terms is refused here, and its spelling in Java is looked for there',
    said: /status: 400 here \("[\w.[\]]*\.(terms\.[\w.]+|terms_set\.[\w.]+\.terms)\[\d+\]: expected .* got \{.* 200 there/,
  },
  {
    because: 'a minimum_should_match is read here whatever the words, and only for several of them there',
    said: /status: 400 here \(".*minimum_should_match: expected a minimum_should_match such as .* 200 there/,
  },
  {
    because:
      'what stands beside a range that finds nothing, terms of no values or a field that is not there is not looked at there',
    said: /status: 400 here \("(failed to create query: .*|Can only use \w+ queries on .*|Failed to parse query \[.*|\[(gauss|exp|linear)\] origin doesn't support .*|[\w.[\]]+: expected (a duration such as|text, got|a word, phrase, range or group) .*) 200 there/,
    holds: ({ each }) =>
      each.calls.some(({ body, lines = [] }) =>
        standsBeside(
          [body, ...lines],
          /"range":|"match_none":|"exists":\{"field":"(absent|n|n\.k)"|"terms":\{"[\w.]+":(\[\]|\{"index":)/,
        ),
      ),
  },
  {
    because: 'what stands beside match_none is not looked at there',
    said: /status: 400 here \("query[.[].* 200 there/,
    holds: ({ said, each }) => each.calls.some(({ body }) => isBesideNone(body, pathIn(said))),
  },
  {
    because: 'a search of no index at all is not looked at there',
    said: /status: 400 here .* 200 there/,
    holds: ({ each }) => each.calls.every(({ path }) => /^~\/absent-index\/.*ignore_unavailable=true/.test(path)),
  },
  {
    because: 'more_like_this without fields looks at all texts here and is refused there',
    said: /status: 200 here .*cannot infer the field to analyze/,
  },
  {
    because: 'nothing where a value should stand is passed over there and refused here',
    said: /status: 400 here \("[\w.[\]]+: expected [^"]*, got (\{\}|\[\]|\\"\\"|null)"\), 200 there/,
    holds: ({ said, each }) =>
      each.calls.some(({ body }) => /^(\{\}|\[\]|""|null)$/.test(JSON.stringify(valueAt(body, pathIn(said))) ?? '')),
  },
  {
    because: 'ids without values, terms_set without terms and a nested order without its path are taken there',
    said: /status: 400 here \("[\w.[\]]+: expected \[(values\] in ids|terms\] in terms_set|path\] in nested sort), got nothing"\), 200 there/,
  },
  {
    because: 'groups of a field of other types in two indexes cannot be brought together there',
    said: /status: 200 here .*, 500 there \("Merging\/Reducing the aggregations failed when computing the aggregation/,
    asked: /\$index,\$index-copy/,
  },
  {
    because: 'an order by a field of other types in two indexes cannot be brought together there',
    said: /status: 200 here .*, 500 there \("class \S+ cannot be cast to class \S+ /,
    asked: /\$index,\$index-copy.*"sort":\[\{"(?!uid")/,
  },
  {
    because: 'what values of a field of other types in two indexes come to together is not told here',
    said: /status: 400 here \("Field \[[\w.]+\] of type \[\w+\] is not supported for aggregation \[\w+\]"\), 200 there/,
    asked: /\$index,\$index-copy/,
  },
];
