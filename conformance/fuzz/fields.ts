import type { Random } from './random.ts';

export type FuzzType =
  | 'keyword'
  | 'wildcard'
  | 'constant_keyword'
  | 'text'
  | 'match_only_text'
  | 'search_as_you_type'
  | 'ip'
  | 'long'
  | 'unsigned_long'
  | 'integer'
  | 'short'
  | 'byte'
  | 'double'
  | 'float'
  | 'half_float'
  | 'scaled_float'
  | 'boolean'
  | 'date'
  | 'date_nanos'
  | 'geo_point'
  | 'geo_shape'
  | 'flat_object'
  | 'integer_range'
  | 'date_range'
  | 'ip_range'
  | 'completion';

/** A field of a random mapping; `path` is how a request names it. */
export interface FuzzField {
  readonly path: string;
  readonly type: FuzzType;
  /** The nested field it stands in. */
  readonly nested: string | null;
  /** Documents do not name it: an alias, another reading of a field, a field that others are copied to. */
  readonly isDerived?: true;
  /** What does not fit it is left out of the index, and the document stored. */
  readonly isLenient?: true;
}

export interface FuzzMapping {
  readonly fields: readonly FuzzField[];
  readonly body: Readonly<Record<string, unknown>>;
  /** A document may hold a value twice; some aggregations there count it twice then. */
  readonly hasTwins: boolean;
}

type Definition = Readonly<Record<string, unknown>>;

/** Every document has it, each its own: the order of hits hangs on nothing else. */
export const UID = 'uid';

const USUAL: readonly FuzzType[] = ['keyword', 'text', 'long', 'integer', 'double', 'boolean', 'date', 'geo_point'];
const SELDOM: readonly FuzzType[] = [
  'ip',
  'unsigned_long',
  'short',
  'byte',
  'float',
  'half_float',
  'scaled_float',
  'date_nanos',
  'wildcard',
  'geo_shape',
  'flat_object',
  'integer_range',
  'date_range',
  'ip_range',
  'completion',
  'completion',
  'match_only_text',
  'search_as_you_type',
];

export const NUMBERS: ReadonlySet<FuzzType> = new Set([
  'long',
  'unsigned_long',
  'integer',
  'short',
  'byte',
  'double',
  'float',
  'half_float',
  'scaled_float',
]);
export type TextType = 'text' | 'match_only_text' | 'search_as_you_type';
export const TEXTS: ReadonlySet<FuzzType> = new Set<TextType>(['text', 'match_only_text', 'search_as_you_type']);
export const isText = (type: FuzzType): type is TextType => TEXTS.has(type);
export const DATES: ReadonlySet<FuzzType> = new Set(['date', 'date_nanos']);
/** Types whose values cannot be grouped, ordered or counted. */
export const UNGROUPED: ReadonlySet<FuzzType> = new Set([
  'wildcard',
  'text',
  'match_only_text',
  'search_as_you_type',
  'geo_shape',
  'flat_object',
  'integer_range',
  'date_range',
  'ip_range',
  'completion',
]);
/** Types of which a search may be ordered. */
export const isOrdered = ({ type }: FuzzField): boolean => !UNGROUPED.has(type) && type !== 'geo_point';

/** Types that may be told to pass over what does not fit them. */
const LENIENT: ReadonlySet<FuzzType> = new Set([
  'long',
  'integer',
  'short',
  'double',
  'float',
  'date',
  'ip',
  'geo_point',
]);

/** What the normalizers of every index consist of. */
export const ANALYSIS = {
  char_filter: { letters: { type: 'mapping', mappings: ['b => a', 'c d => z'] } },
  filter: {
    meant: { type: 'synonym_graph', synonyms: ['alpha, gamma delta', 'foxtrot, fox trot, echo', 'beta, the'] },
    pairs: { type: 'shingle' },
    unsaid: { type: 'stop', stopwords: ['the', 'beta'] },
  },
  analyzer: {
    meant: { tokenizer: 'standard', filter: ['lowercase', 'meant'] },
    paired: { tokenizer: 'standard', filter: ['lowercase', 'unsaid', 'pairs'] },
  },
  normalizer: {
    folded: { type: 'custom', filter: ['lowercase', 'asciifolding'] },
    plain: { type: 'custom', filter: ['cjk_width', 'decimal_digit'] },
    raised: { type: 'custom', char_filter: ['letters'], filter: ['trim', 'uppercase'] },
  },
};

const NORMALIZED: readonly Definition[] = [
  { normalizer: 'lowercase' },
  { normalizer: 'folded' },
  { normalizer: 'raised' },
  { normalizer: 'plain' },
  { normalizer: 'folded', ignore_above: 5 },
  { normalizer: 'raised', null_value: 'b' },
];

/** Types that are found by an index and by their values. */
const STORED_TWICE: ReadonlySet<FuzzType> = new Set(['keyword', 'long', 'integer', 'double', 'boolean', 'date', 'ip']);

/** How dates are written; each takes those of the documents. */
const DATED: readonly Definition[] = [
  { null_value: '2020-06-01' },
  { format: 'yyyy-MM-dd HH:mm||strict_date_optional_time||epoch_millis' },
  { format: 'epoch_millis||strict_date_optional_time' },
  { format: 'strict_date_optional_time||epoch_millis||yyyy/MM', null_value: '2020/06' },
];

/** How texts are cut into words, and what is kept of them. */
const WORDED: readonly Definition[] = [
  { analyzer: 'english' },
  { analyzer: 'whitespace' },
  { analyzer: 'simple' },
  { analyzer: 'standard', search_analyzer: 'whitespace' },
  { norms: false },
  { position_increment_gap: 0 },
  { analyzer: 'standard', search_analyzer: 'meant' },
  { analyzer: 'standard', search_analyzer: 'meant' },
  { analyzer: 'paired' },
];

function parametersOf(random: Random, type: FuzzType): Definition {
  if (type === 'scaled_float') return { scaling_factor: random.pick([100, 100, 10, 3]) };
  if (type === 'constant_keyword') return { value: 'same' };
  if (LENIENT.has(type) && random.chance(0.15)) return { ignore_malformed: true };
  if (STORED_TWICE.has(type) && random.chance(0.06)) return random.pick([{ index: false }, { doc_values: false }]);
  if (random.chance(0.7)) return {};
  if (type === 'keyword') {
    return random.pick<Definition>([{ ignore_above: 5 }, { null_value: 'b' }, ...NORMALIZED]);
  }
  if (DATES.has(type)) return random.pick(DATED);
  if (type === 'ip') return { null_value: '10.0.0.9' };
  if (type === 'integer' || type === 'short') return random.pick<Definition>([{ null_value: 3 }, { coerce: true }]);
  if (type === 'text') return random.pick(WORDED);
  if (type === 'boolean') return { null_value: true };
  if (type === 'long' || type === 'double') return random.pick<Definition>([{ null_value: 7 }, { doc_values: true }]);
  return {};
}

/** Builds up a mapping field by field. */
class MappingMaker {
  readonly #random: Random;
  readonly fields: FuzzField[] = [];
  readonly properties: Record<string, unknown> = { [UID]: { type: 'long' } };

  constructor(random: Random) {
    this.#random = random;
  }

  /** A field of the document or of an object in it, now and then with other readings, an alias or a copy. */
  plain(i: number): void {
    const random = this.#random;
    const type = random.pick(random.chance(0.75) ? USUAL : SELDOM);
    const isInside = random.chance(0.2);
    const name = `f${i}`;
    const path = isInside ? `o${i}.${name}` : name;
    const parameters = parametersOf(random, type);
    const definition = { type, ...parameters, ...this.#readings(type, path) };
    this.properties[isInside ? `o${i}` : name] = isInside ? { properties: { [name]: definition } } : definition;
    const isLenient = parameters.ignore_malformed === true;
    this.fields.push({ path, type, nested: null, ...(isLenient && { isLenient }) });
    if (type !== 'completion' && random.chance(0.08)) {
      this.properties[`alias${i}`] = { type: 'alias', path };
      this.fields.push({ path: `alias${i}`, type, nested: null, isDerived: true });
    }
  }

  #readings(type: FuzzType, path: string): Definition {
    const random = this.#random;
    if (type !== 'text' && type !== 'keyword' && type !== 'long') return {};
    if (random.chance(0.15)) {
      this.properties.copies = { type: 'text' };
      if (!this.fields.some((field) => field.path === 'copies')) {
        this.fields.push({ path: 'copies', type: 'text', nested: null, isDerived: true });
      }
      return { copy_to: 'copies' };
    }
    if (random.chance(0.75)) return {};
    const other = type === 'text' ? 'keyword' : type === 'keyword' ? 'text' : 'keyword';
    this.fields.push({ path: `${path}.more`, type: other, nested: null, isDerived: true });
    const normalized = other === 'keyword' && random.chance(0.3) ? random.pick(NORMALIZED) : {};
    return { fields: { more: { type: other, ...normalized } } };
  }

  /** Nested objects `n`, sometimes with nested objects `k` of their own. */
  nested(): void {
    const random = this.#random;
    const types = ['keyword', 'long', 'date', 'text', 'double', 'boolean'] as const;
    const members = (prefix: string): Definition =>
      Object.fromEntries(
        random
          .many(random.int(2, 3), () => random.pick(types))
          .map((type, i) => {
            this.fields.push({ path: `${prefix}.m${i}`, type, nested: prefix });
            const normalized = type === 'keyword' && random.chance(0.3) ? random.pick(NORMALIZED) : {};
            return [`m${i}`, { type, ...normalized }];
          }),
      );
    const properties: Record<string, unknown> = { ...members('n') };
    if (random.chance(0.3)) properties.k = { type: 'nested', properties: members('n.k') };
    this.properties.n = { type: 'nested', properties };
  }
}

/** A random mapping: fields of most types, sometimes objects, nested objects, aliases, copies and other readings. */
export function randomMapping(random: Random): FuzzMapping {
  const maker = new MappingMaker(random);
  for (let i = 0, count = random.int(4, 8); i < count; i++) maker.plain(i);
  if (random.chance(0.5)) maker.nested();
  return { fields: maker.fields, body: { properties: maker.properties }, hasTwins: random.chance(0.5) };
}
