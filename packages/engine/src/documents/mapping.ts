/** One field of a mapping, as OpenSearch writes it: `properties` for objects, `fields` for further readings of one value. */
export interface FieldMapping {
  readonly type: MappedType;
  readonly properties?: Readonly<Record<string, FieldMapping>>;
  readonly fields?: Readonly<Record<string, FieldMapping>>;
  /** The parameters that were given, without those above. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type Dynamic = 'true' | 'false' | 'strict' | 'strict_allow_templates';

/** The mapping of an index. `parameters` holds what stands beside `properties`: `_source`, `_meta`, `dynamic_templates` … */
export interface IndexMapping {
  readonly properties: Readonly<Record<string, FieldMapping>>;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export const NO_MAPPING: IndexMapping = { properties: {}, parameters: {} };

const NUMBER = ['coerce', 'ignore_malformed', 'null_value'] as const;
const KEYWORD = [
  'ignore_above',
  'null_value',
  'normalizer',
  'norms',
  'eager_global_ordinals',
  'split_queries_on_whitespace',
  'index_options',
  'similarity',
] as const;
const TEXT = [
  'analyzer',
  'search_analyzer',
  'search_quote_analyzer',
  'norms',
  'index_options',
  'index_prefixes',
  'index_phrases',
  'fielddata',
  'fielddata_frequency_filter',
  'position_increment_gap',
  'term_vector',
  'similarity',
  'eager_global_ordinals',
] as const;
const GEO = [
  'ignore_malformed',
  'ignore_z_value',
  'null_value',
  'coerce',
  'orientation',
  'strategy',
  'tree',
  'precision',
  'tree_levels',
] as const;

/** Types a field may have, with the parameters each knows beside those every field knows. */
export const MAPPED_TYPES = {
  byte: NUMBER,
  short: NUMBER,
  integer: NUMBER,
  long: NUMBER,
  unsigned_long: NUMBER,
  half_float: NUMBER,
  float: NUMBER,
  double: NUMBER,
  scaled_float: [...NUMBER, 'scaling_factor'],
  token_count: ['analyzer', 'enable_position_increments', 'null_value'],
  boolean: ['null_value'],
  date: ['format', 'locale', 'print_format', 'ignore_malformed', 'null_value'],
  date_nanos: ['format', 'locale', 'print_format', 'ignore_malformed', 'null_value'],
  keyword: KEYWORD,
  wildcard: KEYWORD,
  constant_keyword: ['value'],
  ip: ['ignore_malformed', 'null_value'],
  text: TEXT,
  match_only_text: TEXT,
  search_as_you_type: [...TEXT, 'max_shingle_size', 'doc_values'],
  binary: [],
  geo_point: GEO,
  geo_shape: GEO,
  flat_object: [],
  object: ['dynamic', 'enabled', 'dynamic_date_formats'],
  nested: ['dynamic', 'enabled', 'include_in_parent', 'include_in_root'],
  alias: ['path'],
  integer_range: ['coerce'],
  long_range: ['coerce'],
  float_range: ['coerce'],
  double_range: ['coerce'],
  date_range: ['coerce', 'format', 'locale'],
  ip_range: ['coerce'],
  completion: [
    'analyzer',
    'search_analyzer',
    'preserve_separators',
    'preserve_position_increments',
    'max_input_length',
    'contexts',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type MappedType = keyof typeof MAPPED_TYPES;

export const isMappedType = (type: string): type is MappedType => Object.hasOwn(MAPPED_TYPES, type);

export const EVERY_FIELD: ReadonlySet<string> = new Set([
  'index',
  'store',
  'doc_values',
  'boost',
  'copy_to',
  'meta',
  'similarity',
  'skip_list',
]);

/** Parameters of a whole mapping. */
export const ROOT_PARAMETERS: ReadonlySet<string> = new Set([
  'dynamic',
  'dynamic_templates',
  'date_detection',
  'numeric_detection',
  'dynamic_date_formats',
  '_source',
  '_routing',
  '_meta',
  '_field_names',
  '_data_stream_timestamp',
  'enabled',
]);

/** Whether a field is made of others. */
export const isObject = ({ type }: FieldMapping): boolean => type === 'object' || type === 'nested';

/** A field of the mapping by its dotted path; fields of fields and members of objects alike. */
export function mappingAt(mapping: IndexMapping, path: string): FieldMapping | null {
  let found: FieldMapping | null = null;
  let inside: Readonly<Record<string, FieldMapping>> = mapping.properties;
  for (const step of path.split('.')) {
    const next: FieldMapping | undefined = Object.hasOwn(inside, step) ? inside[step] : undefined;
    if (next === undefined) return null;
    found = next;
    inside = next.properties ?? next.fields ?? {};
  }
  return found;
}

/** The same as a search names it: an alias means the field it stands for. */
export function searchedMapping(mapping: IndexMapping, path: string): FieldMapping | null {
  const found = mappingAt(mapping, path);
  return found?.type === 'alias' ? mappingAt(mapping, String(found.parameters.path)) : found;
}

/** How new fields are met below an object, whose own word counts before that of what is around it. */
export const dynamicOf = (parameters: Readonly<Record<string, unknown>>, around: Dynamic): Dynamic => {
  const own = parameters.dynamic;
  return own === undefined ? around : (String(own) as Dynamic);
};

type Properties = Record<string, FieldMapping>;

/** A field may be called `__proto__`. */
const put = (inside: Properties, name: string, value: FieldMapping): unknown =>
  Object.defineProperty(inside, name, { value, enumerable: true, configurable: true, writable: true });

/** A mapping that grows by the fields of a document; the one it begins with stays as it is, and is the same while none is new. */
export class GrowingMapping {
  #mapping: IndexMapping;
  /** Copies of its own, to which more may be added. */
  readonly #own = new Set<Readonly<Properties>>();

  constructor(mapping: IndexMapping) {
    this.#mapping = mapping;
  }

  get mapping(): IndexMapping {
    return this.#mapping;
  }

  /** Adds a field, and the objects on the way to it. */
  add(path: string, field: FieldMapping): void {
    const steps = path.split('.');
    const name = steps.pop() ?? '';
    let inside = this.#ownOf(this.#mapping.properties);
    if (inside !== this.#mapping.properties) this.#mapping = { ...this.#mapping, properties: inside };
    for (const step of steps) {
      const known = Object.hasOwn(inside, step) ? inside[step] : undefined;
      const properties = this.#ownOf(known?.properties ?? {});
      put(inside, step, { ...(known ?? { type: 'object', parameters: {} }), properties });
      inside = properties;
    }
    put(inside, name, field);
  }

  #ownOf(properties: Readonly<Properties>): Properties {
    if (this.#own.has(properties)) return properties;
    const copy = { ...properties };
    this.#own.add(copy);
    return copy;
  }
}
