import type { FuzzCase } from './calls.ts';
import { aggregationsAround, namesOf, orderOf, typeAt } from './place.ts';

/** Facts about OpenSearch 2.19 that make an answer differ, and choices `docs/deviations.md` admits. */
const ESTIMATE = 'there an estimate from a digest once there are many values, here exact by Hazen’s rule';
const FAILURE = 'there a failure of its own, as of geo_bounds inside several buckets; here an answer';

const KEPT_BUCKETS =
  'there the rest counts those of the kept buckets only that are too small; here those that are large enough';
const WEIGHTS = 'several weights of a document are a wrong request here, a failure there';

const LOUD = 'what is not known at its place is passed over there and refused here, with its path';

const NULL = 'a null of the whole search is taken as left out here and refused there';
const NOT_SHOWN = 'the order of a search without hits is not looked at here';
const WHICH_FAULT = 'of two faults of a write another is told';
const OUT_OF_RANGE = 'a wrong request here is a failure there';
const AS_TEXT = 'figures of unsigned_long come as text too there';
const EMPTY = 'nothing where a value should stand is passed over there and refused here';

const FLAT = 'a word of a flat object is rare among the values of its path here, among all of its words there';

const ALONE = 'a search of an _msearch that cannot be read fails alone here, and all of them there';
const ALONE_IN_BULK = 'an update of a _bulk that cannot be read fails alone here, and all of it there';
const FRAGMENTS = 'short fragments of a highlight begin and end elsewhere';

const METADATA = 'fields about a document, such as _routing, are not listed among its fields here';

const NO_PLACES = 'a span query on a field without places is refused here, and there only when the word is found';
const UNSIGNED =
  'the least of several numbers without a sign, and a missing one beside the largest, are told wrong there';
const UNSIGNED_FILTER = 'a filter finds some of several numbers without a sign there, when few documents are asked';
const FUZZY_WILDCARD = 'a fuzzy query on a wildcard field finds by pieces of three letters there';
const WILDCARD_SCORE = 'what a wildcard field is found by there are pieces of three letters, which score or do not';
const FLAT_PATH = 'a path of several steps into a flat object exists nowhere there';
const LONG_WORDS = 'a word of more than 255 letters is cut there, so that the text counts more words';
const BEYOND_TYPE = 'a number beyond its field’s type matches nothing here and is refused there';
const OWN_IDS = 'each gives documents without an id one of its own';
const NO_SENTINEL = 'a value missing from the order of top_hits is null here, the end of its type there';
const NO_BOOLEAN = 'a number that is no boolean stands in for a missing one there';
const JAVA_TEXT = 'an object of a flat_object among fields is a text of Java’s there';
const UNFOLLOWED = 'geo_shape and intervals find nothing through an alias there';
const NO_EMPTY = 'an empty text is found nowhere there when case does not matter';
const UNLIMITED = 'cardinality counts documents below min_score too there';
const ESCAPED_WILDCARD = 'a wildcard field does not find what an escaped pattern means there';
const UNCOUNTED = 'of none that should not be counted either it is told there whether a query was run at all';
const ROUNDED = 'products with numbers of more than 15 digits are rounded one by one there';
const NUMBER_TEXT = 'a number that stands in for a missing text is written as Java does there';
const SHARED_BUCKET =
  'a document with several values in one bucket of a composite histogram counts there once for each';

/** Why a difference is no fault of ours, or null. */
export function knownDifference(said: string, each: FuzzCase): string | null {
  const { calls, mapping } = each;
  return (
    knownByWords(said, JSON.stringify(mapping)) ??
    knownByCalls(said, JSON.stringify(calls), JSON.stringify(mapping)) ??
    knownByPlace(said, each) ??
    knownByTypes(said, each)
  );
}

/** What hangs on the aggregation in which the difference is. */
function knownByPlace(said: string, { calls, documents, mapping }: FuzzCase): string | null {
  const around = aggregationsAround(said, calls);
  const isCounted = around.length === 1 && around[0]?.cardinality !== undefined;
  if (isCounted && /"min_score":/.test(JSON.stringify(calls))) return UNLIMITED;
  const isWeighed = around.at(-1)?.weighted_avg !== undefined && /\.value: -?[\d.]+ here, -?[\d.]+ there/.test(said);
  if (isWeighed && /\d{16}/.test(JSON.stringify(documents))) return ROUNDED;
  const composite = around.find((each) => each.composite !== undefined)?.composite;
  if (/"(date_)?histogram":/.test(JSON.stringify(composite) ?? '')) return SHARED_BUCKET;
  const filters = JSON.stringify(around.map(({ aggs: _within, ...own }) => own));
  if (/doc_count: /.test(said) && namesOf('unsigned_long', mapping).some((name) => filters.includes(`"${name}"`)))
    return UNSIGNED_FILTER;
  return null;
}

function knownByWords(said: string, mapping: string): string | null {
  if (/status: 200 here .*, 50\d there/.test(said)) return FAILURE;
  if (/status: 400 here \("Encountered more than one weight/.test(said)) return WEIGHTS;
  if (/status: 4\d\d here( .*)?, 500 there/.test(said)) return OUT_OF_RANGE;
  if (/fields\.[\w.]+: \{.*\} here, "\{\w+=.*\}" there/.test(said)) return JAVA_TEXT;
  if (/status: 200 here .*VALUE_NULL/.test(said)) return NULL;
  if (/\b_id: "[\w-]{20}" here, "[\w-]{20}" there/.test(said)) return OWN_IDS;
  if (/aggregations\..*\.sort\.\d+: null here, -?9223372036854776000 there/.test(said)) return NO_SENTINEL;
  if (/status: 400 here \("Can't parse boolean value \[-?\d+\].* 200 there/.test(said)) return NO_BOOLEAN;
  if (/\.sort\.\d+: "\de[+]\d+" here, "\d\.\dE\d+" there/.test(said)) return NUMBER_TEXT;
  if (/status: 200 here .*400 there .*is out of range for an? /.test(said)) return BEYOND_TYPE;
  if (/status: 409 here .*, 400 there|status: 400 here .*, 409 there|\.status: 40[09] here, 40[09] there/.test(said))
    return WHICH_FAULT;
  if (/_as_string: nothing here/.test(said) && /unsigned_long/.test(mapping)) return AS_TEXT;
  if (/status: 400 here .*indexed without position data.* 200 there/.test(said)) return NO_PLACES;
  return null;
}

/** What hangs on the types of fields. */
function knownByTypes(said: string, { calls, documents, mapping }: FuzzCase): string | null {
  const text = JSON.stringify(calls);
  const isAsked = (type: string) => namesOf(type, mapping).some((name) => text.includes(`"${name}"`));
  if (namesOf('wildcard', mapping).some((name) => text.includes(`"fuzzy":{"${name}"`))) return FUZZY_WILDCARD;
  if (/score: /.test(said) && isAsked('wildcard')) return WILDCARD_SCORE;
  if (/"(geo_shape|intervals)":\{"alias\d+":/.test(text)) return UNFOLLOWED;
  if (/"value":"","case_insensitive":true/.test(text)) return NO_EMPTY;
  const escaped = [...text.matchAll(/"wildcard":\{"([\w.]+)":\{"value":"[^"]*\\\\/g)].map(([, name]) => name);
  if (namesOf('wildcard', mapping).some((name) => escaped.includes(name))) return ESCAPED_WILDCARD;
  if (namesOf('flat_object', mapping).some((name) => text.includes(`"exists":{"field":"${name}.b.`))) return FLAT_PATH;
  if (/score: /.test(said) && /\w{256,}/.test(JSON.stringify(documents))) return LONG_WORDS;
  const { isOrder, fields } = orderOf(said, calls);
  return isOrder && fields.some((field) => typeAt(mapping, field) === 'unsigned_long') ? UNSIGNED : null;
}

function knownByCalls(said: string, text: string, mapping: string): string | null {
  if (/^(call \d+: )?fields\._\w+: nothing here/.test(said)) return METADATA;
  if (/status: 200 here .*400 there/.test(said) && /_msearch/.test(text)) return ALONE;
  if (/status: 200 here .*400 there .*UpdateRequest\]/.test(said) && /_bulk/.test(text)) return ALONE_IN_BULK;
  if (/responses\.\d+\.hits: .* here, nothing there/.test(said) && /"collapse"/.test(text)) return FAILURE;
  if (/\.highlight\./.test(said) && /fragment_size/.test(text)) return FRAGMENTS;
  if (/status: 200 here .*in order to sort on/.test(said) && /"size":0/.test(text)) return NOT_SHOWN;
  if (/status: 400 here \(".*: expected .* 200 there/.test(said)) return LOUD;
  if (/status: 400 here \(".* got (\{\}|\[\]|\\"\\"|null|nothing)/.test(said) && /200 there/.test(said)) return EMPTY;
  if (/status: 400 here .*200 there/.test(said) && /no_such_name|\w+x"/.test(text)) return LOUD;
  if (/hits\.total\.relation: "gte" here, "eq" there/.test(said) && /"track_total_hits":0/.test(text)) return UNCOUNTED;
  if (/sum_other_doc_count/.test(said) && /"min_doc_count":2/.test(text)) return KEPT_BUCKETS;
  if (/score: /.test(said) && /flat_object/.test(mapping)) return FLAT;
  const isEstimate = /"(percentiles|median_absolute_deviation)"/.test(text) && /\.values\.|\.value: /.test(said);
  return isEstimate ? ESTIMATE : null;
}
