import type { NamedAnalysers } from '@datasarana/query';
import type { PlatformError } from '@datasarana/schema';
import { flatValue } from '../index/flat-object.ts';
import { COERCE, type Coerce, type Kept, Unfit } from './coerce.ts';
import { completionsOf, inputOf } from './completions.ts';
import { type DocumentValues, isDecimal, push, sampleOf, valuesOf } from './document-values.ts';
import { dynamicMapping } from './dynamic.ts';
import { isObjectValue, type ObjectValue, shown, type Value } from './json.ts';
import { type Dynamic, dynamicOf, type FieldMapping, GrowingMapping, type IndexMapping, mappingAt } from './mapping.ts';
import { tooManyFields } from './mapping-limits.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { stepsOfName } from './name-steps.ts';
import { type Normalizers, normalized } from './normalizers.ts';
import { illegalArgument, strictlyRefused, tooDeep, unreadable } from './refusal.ts';
import { tokenCount } from './token-count.ts';

/** What was read of a document. */
export interface ReadDocument {
  readonly values: DocumentValues;
  /** The mapping with the fields the document brought. */
  readonly mapping: IndexMapping;
}

/** How documents of an index are read. */
export interface DocumentRules {
  /** Most nested documents of all fields together. */
  readonly nested: number;
  /** How deep objects may lie within each other, the document as the first of them (`index.mapping.depth.limit`). */
  readonly depth: number;
  /** Most fields of the index (`index.mapping.total_fields.limit`). */
  readonly fields: number;
  /** Whether a number may be given as text, or with a fraction cut off, where its field says nothing of it (`index.mapping.coerce`). */
  readonly coerces: boolean;
  /** Whether a value that does not fit is passed over whatever its field says (`index.mapping.ignore_malformed`). */
  readonly ignoresMalformed: boolean;
  /** What keywords go through; null when they are kept as they came. */
  readonly normalizers: Normalizers | null;
  /** What inputs of completion fields, and texts whose words are counted, go through. */
  readonly analysers: NamedAnalysers;
}

interface Place {
  readonly path: string;
  readonly dynamic: Dynamic;
  readonly values: DocumentValues;
  /** The document and the nested objects around, itself the last of them: what its fields are copied to lies in one of these. */
  readonly around: readonly Place[];
  /** Values that are a copy are copied no further. */
  readonly isCopy?: true;
}

/** A document or a nested object, which has values of its own. */
const ownPlace = (path: string, dynamic: Dynamic, values: DocumentValues, around: readonly Place[] = []): Place => {
  const place: Place = { path, dynamic, values, around: [] };
  return { ...place, around: [...around, place] };
};

/** So many new fields beyond those its index may have, a document is read no further: it is refused whatever comes. */
const FAR_BEYOND = 10_000;

/** What the kept value types leave of a big text or a keyword: Lucene's longest term. */
const LONGEST_KEYWORD = 32_766;

/** A new field of whole numbers is given a decimal further on in its document; never leaves this file. */
class DecimalFurtherOn extends Error {
  readonly path: string;

  constructor(path: string) {
    super(`[${path}] holds decimals`);
    this.path = path;
  }
}

/** Reads a document's values by the mapping, which grows by fields it does not know yet. */
class DocumentReader {
  readonly #grown: GrowingMapping;
  readonly #id: string;
  readonly #ignored = new Set<string>();
  readonly #rules: DocumentRules;
  /** Fields that are known to hold decimals, wherever in the document. */
  readonly #decimals: ReadonlySet<string>;
  /** Fields the document brings, of which whole numbers alone were seen. */
  readonly #whole = new Set<string>();
  #nested = 0;
  #brought = 0;

  constructor(mapping: IndexMapping, id: string, rules: DocumentRules, decimals: ReadonlySet<string>) {
    this.#grown = new GrowingMapping(mapping);
    this.#id = id;
    this.#rules = rules;
    this.#decimals = decimals;
  }

  get mapping(): IndexMapping {
    return this.#grown.mapping;
  }

  read(document: ObjectValue): DocumentValues {
    const values: DocumentValues = new Map();
    const dynamic = dynamicOf(this.mapping.parameters, 'true');
    if (this.mapping.parameters.enabled !== false) this.#object(document, ownPlace('', dynamic, values), 1);
    if (this.#ignored.size > 0) values.set('_ignored', [...this.#ignored]);
    return values;
  }

  #object(document: ObjectValue, place: Place, depth: number): void {
    if (depth > this.#rules.depth) throw tooDeep(this.#rules.depth);
    for (const key of Object.keys(document)) {
      const name = nameOf(key);
      if (place.path === '' && METADATA_FIELDS.has(name)) {
        throw unreadable(
          `Field [${name}] is a metadata field and cannot be added inside a document. Use the index API request parameters.`,
        );
      }
      this.#member(name, document[key] ?? null, place, depth);
    }
  }

  #member(key: string, value: Value, place: Place, depth: number): void {
    const [first = '', ...rest] = key.split('.');
    if (rest.length > 0) this.#refuseWithinNested(key, place);
    if (rest.length > 0 && !this.#isWithin(place.path, key)) {
      // a dotted name stands for objects within each other
      const known = this.#known(place.path, first);
      if (value === null && this.#known(place.path, key) === null) {
        this.#refuseNothing(key, value, place);
        return;
      }
      if (known !== null && known.type !== 'object' && known.type !== 'nested')
        throw noObject(known, place.path === '' ? '' : `${place.path}.`, first, key);
      this.#member(first, { [rest.join('.')]: value }, place, depth);
      return;
    }
    const path = place.path === '' ? key : `${place.path}.${key}`;
    const field = this.#known(place.path, key) ?? this.#added(key, path, value, place);
    if (field !== null) this.#field(field, path, value, place, depth);
  }

  /** Objects of a nested field are given as objects. */
  #refuseWithinNested(key: string, { path }: Place): void {
    const steps = key.split('.').slice(0, -1);
    const around = steps.map((_, i) => steps.slice(0, i + 1).join('.'));
    const nested = around.find((each) => this.#known(path, each)?.type === 'nested');
    if (nested === undefined) return;
    const where = `one of the intermediate objects is mapped as a nested object: [${path === '' ? nested : `${path}.${nested}`}]`;
    throw unreadable(`Cannot add a value for field [${key}] since ${where}`);
  }

  /** Whether a dotted name is that of a field in an object; further readings of a field are not. */
  #isWithin(path: string, key: string): boolean {
    const around = this.#known(path, key.slice(0, key.lastIndexOf('.')));
    return this.#known(path, key) !== null && around?.properties !== undefined;
  }

  #known(path: string, key: string): FieldMapping | null {
    return mappingAt(this.mapping, path === '' ? key : `${path}.${key}`);
  }

  #added(name: string, path: string, value: Value, place: Place): FieldMapping | null {
    const { dynamic } = place;
    const sample = this.#decimals.has(path) ? 0.5 : sampleOf(value);
    if (sample === null) {
      this.#refuseNothing(name, value, place);
      return null;
    }
    if (dynamic === 'false') return null;
    if (place.path !== '' && name.trim() === '')
      throw illegalArgument(`object field cannot contain only whitespace: ['${path}']`);
    const made = this.#made(name, path, sample, dynamic);
    if (made === null) throw strictlyUnknown(dynamic, name, place.path);
    if (++this.#brought > this.#rules.fields + FAR_BEYOND) throw tooManyFields(this.#rules.fields);
    this.#grown.add(path, made);
    if (made.type === 'long' && !this.#decimals.has(path)) this.#whole.add(path);
    return made;
  }

  #made(name: string, path: string, sample: Value, dynamic: Dynamic): FieldMapping | null {
    if (dynamic === 'strict') return null;
    return dynamicMapping(this.mapping, name, path, sample, dynamic === 'strict_allow_templates');
  }

  /** An unknown name is refused without a value, too: before a null by what the object itself says, before a list by what holds there. */
  #refuseNothing(name: string, value: Value, { path, dynamic }: Place): void {
    const own = path === '' ? this.mapping : mappingAt(this.mapping, path);
    const strict = value === null ? String(own?.parameters.dynamic) : dynamic;
    if (!strict.startsWith('strict')) return;
    if (value !== null && this.#made(name, path === '' ? name : `${path}.${name}`, {}, dynamic) !== null) return;
    throw strictlyUnknown(strict, name, path);
  }

  #field(field: FieldMapping, path: string, value: Value, place: Place, depth: number): void {
    if (field.type === 'object' || field.type === 'nested') {
      this.#inner(field, path, value, place, depth);
    } else if (field.type === 'alias') {
      throw unreadable(`Cannot write to a field alias [${path}].`);
    } else if (field.type === 'completion') {
      this.#completion(field, path, value, place);
    } else if (field.type === 'flat_object') {
      this.#flat(path, value, place);
    } else {
      for (const each of valuesOf(field, value)) this.#leaf(field, path, each, place);
    }
  }

  #inner(field: FieldMapping, path: string, value: Value, place: Place, depth: number): void {
    if (field.parameters.enabled === false || field.parameters.enabled === 'false') return;
    const entries = Array.isArray(value) ? value.flat(8) : [value];
    for (const entry of entries) {
      if (entry === null) continue;
      if (!isObjectValue(entry)) {
        throw unreadable(
          `object mapping for [${path}] tried to parse field [${path.split('.').at(-1)}] as object, but found a concrete value`,
        );
      }
      const dynamic = dynamicOf(field.parameters, place.dynamic);
      if (field.type === 'object') {
        this.#object(entry, { ...place, path, dynamic }, depth + 1);
        continue;
      }
      if (++this.#nested > this.#rules.nested) {
        throw unreadable(
          `The number of nested documents has exceeded the allowed limit of [${this.#rules.nested}]. This limit can be set by changing the [index.mapping.nested_objects.limit] index level setting.`,
        );
      }
      const values: DocumentValues = new Map();
      this.#object(entry, ownPlace(path, dynamic, values, place.around), depth + 1);
      push(place.values, path, values);
    }
  }

  #completion(field: FieldMapping, path: string, value: Value, place: Place): void {
    if (value === null) return;
    for (const each of [value].flat() as readonly Value[]) {
      try {
        for (const kept of completionsOf(each, field, path, this.#rules.analysers)) {
          if (kept === null) this.#ignored.add(path);
          else push(place.values, path, kept);
        }
      } catch (cause) {
        if (!(cause instanceof Unfit)) throw cause;
        throw this.#unfit(field, path, each, cause);
      }
      this.#further(field, path, each, place);
    }
  }

  #flat(path: string, value: Value, place: Place): void {
    if (value === null) return;
    if (![value].flat(8).every((each) => each === null || isObjectValue(each as Value))) {
      throw unreadable(`failed to parse field [${path}] of type [flat_object] in document with id '${this.#id}'.`, {
        type: 'parsing_exception',
        reason: `[${path}] unexpected token [${typeof value === 'string' ? 'VALUE_STRING' : 'VALUE_NUMBER'}] in flat_object field value`,
      });
    }
    const walk = (inner: Value, at: readonly string[]): void => {
      if (Array.isArray(inner)) for (const each of inner) walk(each, at);
      else if (isObjectValue(inner)) for (const [key, each] of Object.entries(inner)) walk(each, [...at, key]);
      else if (inner !== null) push(place.values, path, flatValue(at, shown(inner)));
    };
    walk(value, []);
  }

  #leaf(field: FieldMapping, path: string, value: Value, place: Place): void {
    if (this.#whole.has(path) && isDecimal(value)) throw new DecimalFurtherOn(path);
    const { null_value: standIn = null } = field.parameters;
    // what stands in for no words is their number, and may be written as text whatever documents may
    if (value === null) this.#keep(withCoerce(field, true), path, standIn as Value, place);
    else this.#keep(field, path, value, place, field.type === 'token_count' ? this.#count : COERCE[field.type]);
    this.#further(field, path, value, place);
    if (value !== null && !place.isCopy) this.#copy(field, value, place);
  }

  #copy({ parameters: { copy_to: targets } }: FieldMapping, value: Value, { around }: Place): void {
    if (targets === undefined) return;
    for (const target of [targets].flat().map(String)) {
      const place = around.findLast(({ path }) => path === '' || target.startsWith(`${path}.`));
      if (place === undefined) continue;
      const name = place.path === '' ? target : target.slice(place.path.length + 1);
      this.#member(name, value, { ...place, around, isCopy: true }, 1);
    }
  }

  /** Further readings of the same value. */
  #further(field: FieldMapping, path: string, value: Value, place: Place): void {
    if (field.fields === undefined) return;
    for (const [name, inner] of Object.entries(field.fields)) {
      if (inner.type === 'completion') this.#completion(inner, `${path}.${name}`, value, place);
      else this.#leaf(inner, `${path}.${name}`, field.type === 'completion' ? inputOf(value) : value, place);
    }
  }

  readonly #count: Coerce = (value, field) => tokenCount(value, field, this.#rules.analysers);

  #keep(field: FieldMapping, path: string, value: Value, place: Place, coerce = COERCE[field.type]): void {
    if (value === null) return;
    try {
      const read = coerce?.(value, this.#coerced(field)) ?? null;
      if (read === null) return;
      const kept = this.#normalized(read, field);
      if (field.type === 'keyword' && typeof kept === 'string' && Buffer.byteLength(kept) > LONGEST_KEYWORD) {
        throw illegalArgument(
          `Document contains at least one immense term in field="${path}" (whose UTF8 encoding is longer than the max length ${LONGEST_KEYWORD}), all of which were skipped. Please correct the analyzer to not produce such terms.`,
        );
      }
      push(place.values, path, kept);
    } catch (cause) {
      if (!(cause instanceof Unfit)) throw cause;
      if (this.#rules.ignoresMalformed || isPassedOver(field, value)) this.#ignored.add(path);
      else throw this.#unfit(field, path, value, cause);
    }
  }

  /** A field as its index has numbers and points read where the field says nothing of it. */
  #coerced(field: FieldMapping): FieldMapping {
    if (field.type === 'geo_point' && this.#rules.ignoresMalformed)
      return { ...field, parameters: { ignore_malformed: true, ...field.parameters } };
    return this.#rules.coerces || field.parameters.coerce !== undefined ? field : withCoerce(field, false);
  }

  #normalized(value: Kept, { parameters }: FieldMapping): Kept {
    if (parameters.normalizer === undefined || typeof value !== 'string') return value;
    const normalizer = this.#rules.normalizers?.get(String(parameters.normalizer));
    return normalizer === undefined ? value : normalized(normalizer, value);
  }

  #unfit(field: FieldMapping, path: string, value: Value, cause: Unfit) {
    const preview = `Preview of field's value: '${shown(value).slice(0, 2000)}'`;
    const because = { type: cause.kind, reason: cause.message };
    if (field.type === 'geo_point' || field.type === 'geo_shape') {
      return unreadable(`failed to parse field [${path}] of type [${field.type}]`, because);
    }
    return unreadable(
      `failed to parse field [${path}] of type [${field.type}] in document with id '${this.#id}'. ${preview}`,
      because,
    );
  }
}

const strictlyUnknown = (dynamic: string, name: string, within: string): PlatformError =>
  strictlyRefused(
    `mapping set to ${dynamic}, dynamic introduction of [${name}] within [${within === '' ? '_doc' : within}] is not allowed`,
  );

const noObject = ({ type }: FieldMapping, prefix: string, name: string, key: string): PlatformError =>
  unreadable(
    `Could not dynamically add mapping for field [${key}]. Existing mapping for [${prefix}${name}] must be of type object but found [${type}].`,
  );

const withCoerce = (field: FieldMapping, coerce: boolean): FieldMapping => ({
  ...field,
  parameters: { ...field.parameters, coerce },
});

/** What does not fit may be passed over; an object where a single value belongs may not, but in a place it may. */
function isPassedOver({ type, parameters }: FieldMapping, value: Value): boolean {
  const { ignore_malformed: ignore } = parameters;
  const isIgnoring = ignore === true || ignore === 'true';
  return isIgnoring && (!isObjectValue(value) || type === 'geo_point' || type === 'geo_shape');
}

/** A key of a document without dots at its end. @throws PlatformError for one that names no field */
function nameOf(key: string): string {
  if (key !== '' && !key.includes('.')) return key;
  const steps = stepsOfName(key);
  const blank = steps.find((step) => step.trim() === '');
  if (steps.length > 0 && blank === undefined) return steps.join('.');
  throw unreadable('failed to parse', { type: 'illegal_argument_exception', reason: nameFault(key, blank) });
}

function nameFault(key: string, blank: string | undefined): string {
  if (key === '') return 'field name cannot be an empty string';
  if (blank === undefined) return 'field name cannot contain only the character [.]';
  return blank === ''
    ? `object field starting or ending with a [.] makes object resolution ambiguous: [${key}]`
    : `object field cannot contain only whitespace: ['${key}']`;
}

/** The values of a document; null where another field was found to hold decimals, which joins those that are known to. */
function readUnless(reader: DocumentReader, document: ObjectValue, decimals: Set<string>): DocumentValues | null {
  try {
    return reader.read(document);
  } catch (cause) {
    if (!(cause instanceof DecimalFurtherOn)) throw cause;
    decimals.add(cause.path);
    return null;
  }
}

/** Reads a document's values by the mapping. @throws PlatformError for values that do not fit */
export function readDocument(
  mapping: IndexMapping,
  document: ObjectValue,
  id: string,
  rules: DocumentRules,
): ReadDocument {
  const decimals = new Set<string>();
  try {
    for (;;) {
      const reader = new DocumentReader(mapping, id, rules, decimals);
      const values = readUnless(reader, document, decimals);
      if (values !== null) return { values, mapping: reader.mapping };
    }
  } catch (cause) {
    // lists within lists have no limit of their own but that of the stack
    if (!(cause instanceof RangeError)) throw cause;
    throw unreadable('failed to parse', {
      type: 'illegal_argument_exception',
      reason: 'The document holds lists within lists too deep to be read',
    });
  }
}
