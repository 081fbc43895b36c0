import type { Known } from './difference.ts';
import { isBesideNone, pathIn, standsBeside, valueAt } from './place.ts';

/** What is refused here and passed over there, told by its words. */
export const STRICTNESS: readonly Known[] = [
  {
    because: 'a boolean or a number where a point should stand is refused here, and its letters are a geohash there',
    said: /status: 400 here \("[\w.[\]]+: expected a point as .*, got (true|false|\d+)"\), 200 there/,
  },
  {
    because: 'the hits within what must not match are never gathered there, so that their order is not looked at',
    said: /status: 400 here \("No mapping found for \[[^\]]*\] in order to sort on"\), 200 there/,
    asked: /"must_not":\[.*"inner_hits":\{[^{}]*"sort":/,
  },
  {
    because: 'a sample by a field some document has several values of is refused here, there once it is found',
    said: /status: 400 here \("Diversified sampling needs one value per document, .*, 200 there/,
  },
  {
    because: 'a window of hits below none is refused here, and there once there is a hit',
    said: /status: 400 here \("rescore(\[\d\])?\.window_size: expected a number from 0 to 2147483647, got (-\d+|\\"-\d+\\")"\), 200 there/,
  },
  {
    because: 'a span query on a field without places is refused here, and there only when the word is found',
    said: /status: 400 here .*indexed without position data.* 200 there/,
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
    said: /status: 400 here \("(failed to create query: .*|\[\w+\] analyzer \[.*\] not found.*|Can only use \w+ queries on .*|Failed to parse query \[.*|\[(gauss|exp|linear)\] origin doesn't support .*|[\w.[\]]+: expected (\[\w+\] in (gauss|exp|linear), got|a duration such as|text, got|a word, phrase, range or group) .*|regexp\.value: character \d+: .*) 200 there/,
    holds: ({ each }) =>
      each.calls.some(({ body, lines = [] }) =>
        standsBeside(
          [body, ...lines],
          /"range":|"match_none":|"exists":\{"field":"(absent|n|n\.k)"|"terms":\{"[\w.]+":(\[\]|\{"index":)|"ids":\{(\}|"values":\[\])/,
        ),
      ),
  },
  {
    because: 'what stands beside match_none is not looked at there',
    said: /status: 400 here \("(query[.[]|aggs\.).* 200 there/,
    holds: ({ said, each }) => each.calls.some(({ body }) => isBesideNone(body, pathIn(said))),
  },
  {
    because: 'a tie_breaker beyond 1 is looked at there where several fields are asked',
    said: /status: 400 here \("[\w.[\]]+\.query_string\.tie_breaker: expected a number from 0 to 1, got [-\d.e+]+"\), 200 there/,
  },
  {
    because: 'an order beside a rescore is passed over there by an index in which nothing can match',
    said: /status: 400 here \("Cannot use \[sort\] option in conjunction with \[rescore\]\."\), 200 there/,
    asked: /\$index,\$index-copy/,
  },
  {
    because: 'a search of no index at all is not looked at there',
    said: /status: 400 here .* 200 there/,
    holds: ({ each }) => each.calls.every(({ path }) => /^~\/absent-index\/.*ignore_unavailable=true/.test(path)),
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
    because: 'what values of a field of other types in two indexes come to together is not told here',
    said: /status: 400 here \("Field \[[\w.]+\] of type \[\w+\] is not supported for aggregation \[\w+\]"\), 200 there/,
    asked: /\$index,\$index-copy/,
  },
];
