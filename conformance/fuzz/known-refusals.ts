import type { Known } from './difference.ts';
import { isOrderedByOther, valueAt } from './place.ts';
import { holdsCrossing } from './rings.ts';

/** What is answered here and refused there, told by its words. */
export const REFUSALS: readonly Known[] = [
  {
    because:
      'scores of a top_hits of documents that the query does not find, as a global has them, or of objects within buckets, fail there',
    said: /status: 200 here .*, 400 there \("Doc id \d+ doesn't match the query"\)/,
    asked: /("global":\{\}|"nested":\{"path":).*"top_hits":\{[^{}]*(\{[^{}]*\}[^{}]*)*"track_scores":true/,
  },
  {
    because: 'documents at a distance of 0 from a place are those at the place here, and refused there',
    said: /status: 200 here .*, 400 there \("(failed to create query: )?distance must be greater than zero"\)/,
    asked: /"geo_distance":\{[^{}]*"distance":("?0\D|0)/,
  },
  {
    because: 'a pattern of names that a text to be typed fits is looked for here, and fails there',
    said: /status: 200 here .*, 400 there \("((failed to create query: )?null"\)|failed to parse filter for alias)/,
    mapped: /"search_as_you_type"/,
    holds: ({ theirs }) => /"unsupported_operation_exception","reason":null/.test(JSON.stringify(theirs)),
  },
  {
    because: 'where nothing can match in several indexes one alone is asked there, which refuses for all of them',
    said: /status: 200 here .*, 400 there \(/,
    holds: ({ each, ours, theirs }) => {
      const { failures = [] } = Object(Object(ours)._shards);
      const said = (each: unknown): unknown => Object(Object(each).reason).reason;
      const refused = Object(Object(theirs).error).failed_shards ?? [];
      const isOfBoth = failures.length > 0 && said(failures[0]) === said(refused[0]);
      return isOfBoth && isOrderedByOther(each) && valueAt(ours, ['hits', 'total', 'value']) === 0;
    },
  },
  {
    because: 'a moment before 1970 is missing from an order by nanoseconds here, and fails there',
    said: /status: 200 here .*, 400 there \("milliSeconds \[-\d+\] are before the epoch in 1970/,
    asked: /"numeric_type":"date_nanos"/,
  },
  {
    because: 'documents without a text are counted here, which is refused there',
    said: /status: 200 here .*, 400 there \("Text fields are not optimised for operations that require per-document field data/,
    asked: /"missing":\{"field":/,
  },
  {
    because: 'as many as 500,000 buckets are answered here, and 65,535 there',
    said: /status: 200 here .*, (503|429) there \("Trying to create too many buckets\. Must be less than or equal to: \[65535\]/,
  },
  {
    because: 'hits are ordered and buckets made by a field without doc_values here, which is refused there',
    said: /status: 200 here .*, 400 there \("((failed to create query: )?Can't load fielddata on \[[\w.]+\] because fielddata is unsupported on fields of type \[\w+\]\. Use doc values instead\.|cannot collapse on field `[\w.]+` without `doc_values`)"\)/,
    mapped: /"doc_values":false/,
  },
  {
    because: 'a distance to a field without doc_values is a valid score here, and none there',
    said: /^call \d+: valid: true here, false there/,
    asked: /"(gauss|exp|linear)":\{"/,
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
    because: 'whether there is an object that holds a flat_object cannot be asked there',
    said: /status: 200 here .*, 400 there \("(failed to create query: )?String index out of range: -?\d+"\)/,
    asked: /"exists":\{"field":|_exists_/,
    mapped: /"flat_object"/,
  },
  {
    because: 'what is unusual in a field that is not indexed is told here, and refused there',
    said: /status: 200 here .*, 400 there \("SignificantText aggregation requires fields to be searchable, but \[[\w.]+\] is not"\)/,
    mapped: /"index":false/,
  },
  {
    because: 'values of another document cannot be looked up by _explain there',
    said: /status: 200 here .*, 400 there \("failed to create query: async actions are left after rewrite/,
    asked: /"terms":\{"[\w.]+":\{"index":/,
  },
  {
    because: 'a number beyond its field’s type matches nothing here and is refused there',
    said: /status: 200 here .*400 there .*(is out of range for an? |supports only finite values, but got )/,
  },
  {
    because: 'a new field takes numbers of several types by the first of them here, there they refuse the document',
    said: /status: (20[01]|409) here.*, 400 there|errors: false here, true there/,
    holds: ({ theirs }) =>
      /"mapper \[[\w.]+\] cannot be changed from type \[\w+\] to \[\w+\]"/.test(JSON.stringify(theirs)),
  },
  {
    because: 'of a search that cannot be read, of an index that is not there, another fault is told',
    said: /status: 404 here \("no such index \[absent-index\]"\), 400 there/,
  },
  {
    because: 'an update of a _bulk that cannot be read fails alone here, and all of it there',
    said: /status: 200 here \("[^"].*400 there .*(UpdateRequest\]|script or doc is missing;|doc must be specified if doc_as_upsert)/,
    asked: /_bulk/,
  },
  {
    because: 'a value that was left out of the index is left out of fields through an alias, too, and fails there',
    said: /status: 200 here .*400 there \("(For input string|failed to parse date field|'.*' is not an IP string literal|unsupported symbol)/,
    mapped: /"ignore_malformed":true/,
    asked: /"fields":\[[^\]]*"alias\d+"/,
  },
  {
    because: 'top_hits of no hits tells how many there are here, and is refused there',
    said: /status: 200 here .*400 there \("numHits must be > 0; /,
    asked: /"top_hits":\{"size":0[,}]/,
  },
  {
    because: 'a null in a list of points is passed over here and refused there',
    said: /status: (20[01]|409) here.*, 400 there|errors: false here, true there/,
    mapped: /"geo_point"/,
    asked: /\[null\]|[[,]null[,\]]/,
    holds: ({ theirs }) => JSON.stringify(theirs).includes('"geo_point expected"'),
  },
  {
    because: 'a polygon whose edges cross counts by odd and even here, and is refused there',
    said: /(status: 20[01] here( \(""\))?, 400 there|errors: false here, true there)/,
    holds: ({ each }) => each.calls.some(({ body, lines }) => holdsCrossing(body) || holdsCrossing(lines)),
  },
  {
    because: 'more_like_this without fields looks at all texts here and is refused there',
    said: /status: 200 here .*(cannot infer the field to analyze|failed to parse filter for alias)/,
    holds: ({ theirs }) => /cannot infer the field to analyze/.test(JSON.stringify(theirs)),
  },
];
