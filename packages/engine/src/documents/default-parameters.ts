type Parameters = Readonly<Record<string, unknown>>;

const KEPT: Parameters = { index: true, doc_values: true, store: false, meta: {} };
const NUMBER: Parameters = { ...KEPT, ignore_malformed: false, coerce: true, null_value: null };
const RANGE: Parameters = { ...KEPT, coerce: true, boost: 1, ignore_malformed: false };
const FORMAT = 'strict_date_optional_time||epoch_millis';
const DATE: Parameters = {
  ...KEPT,
  format: FORMAT,
  print_format: 'strict_date_optional_time',
  locale: '',
  null_value: null,
  ignore_malformed: false,
  boost: 1,
};
const PLACE: Parameters = { ...KEPT, boost: 1, ignore_malformed: false, ignore_z_value: true };
const WORDS: Parameters = {
  index: true,
  store: false,
  meta: {},
  index_options: 'positions',
  term_vector: 'no',
  norms: true,
  similarity: null,
};
const TEXT: Parameters = {
  ...WORDS,
  boost: 1,
  eager_global_ordinals: false,
  position_increment_gap: -1,
  fielddata: false,
  fielddata_frequency_filter: { min: 0, max: 2147483647, min_segment_size: 0 },
  index_prefixes: null,
  index_phrases: false,
};
const MOST_LETTERS = 2147483647;

/** Parameters a field of a type has without being given them, as OpenSearch tells them. */
export const DEFAULT_PARAMETERS: Readonly<Record<string, Parameters>> = {
  text: TEXT,
  match_only_text: TEXT,
  search_as_you_type: { ...WORDS, doc_values: false, max_shingle_size: 3 },
  keyword: {
    ...KEPT,
    null_value: null,
    eager_global_ordinals: false,
    ignore_above: MOST_LETTERS,
    index_options: 'docs',
    norms: false,
    similarity: null,
    normalizer: 'default',
    split_queries_on_whitespace: false,
    boost: 1,
  },
  wildcard: { null_value: null, ignore_above: MOST_LETTERS, normalizer: 'default', doc_values: false, meta: {} },
  boolean: { ...KEPT, boost: 1, null_value: null },
  date: DATE,
  date_nanos: DATE,
  ip: { ...KEPT, ignore_malformed: false, null_value: null },
  geo_point: { ...PLACE, null_value: null },
  geo_shape: { ...PLACE, coerce: false, orientation: 'RIGHT' },
  binary: { meta: {}, store: false, doc_values: false },
  completion: {
    analyzer: 'simple',
    search_analyzer: 'simple',
    preserve_separators: true,
    preserve_position_increments: true,
    max_input_length: 50,
    meta: {},
  },
  token_count: { ...KEPT, null_value: null, enable_position_increments: true },
  flat_object: { ...KEPT, boost: 1 },
  date_range: { ...RANGE, format: FORMAT, locale: '' },
  ...Object.fromEntries(
    ['byte', 'short', 'integer', 'long', 'unsigned_long', 'half_float', 'float', 'double', 'scaled_float'].map(
      (type) => [type, NUMBER],
    ),
  ),
  ...Object.fromEntries(
    ['integer_range', 'long_range', 'float_range', 'double_range', 'ip_range'].map((type) => [type, RANGE]),
  ),
};
