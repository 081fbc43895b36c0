import { dateFormat } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { readDynamicRules } from './dynamic-rules.ts';
import {
  EVERY_FIELD,
  type FieldMapping,
  type IndexMapping,
  isMappedType,
  MAPPED_TYPES,
  type MappedType,
  ROOT_PARAMETERS,
} from './mapping.ts';
import { MOST_DEPTH } from './mapping-limits.ts';
import { joinedField } from './merge-mapping.ts';
import { METADATA_FIELDS } from './metadata-fields.ts';
import { stepsOfName } from './name-steps.ts';
import { illegalArgument, unreadable } from './refusal.ts';
import { readRoutingRule } from './routing-rule.ts';
import { readSourceRule } from './source-rule.ts';

type Given = Readonly<Record<string, unknown>>;

const isGiven = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const FAILED = 'Failed to parse mapping [_doc]: ';
const failed = (why: string) => unreadable(FAILED + why);

/** Reads a mapping as it comes with a request. @throws PlatformError mapper_parsing_exception */
export function readMapping(given: unknown): IndexMapping {
  if (!isGiven(given)) throw failed('expected an object');
  const { properties = {}, ...rest } = mappingBody(given);
  for (const [name, value] of Object.entries(rest)) {
    if (ROOT_PARAMETERS.has(name)) continue;
    throw unreadable(
      `Root mapping definition has unsupported parameters:  [${name} : ${isGiven(value) ? JSON.stringify(value) : value}]`,
    );
  }
  if (rest._meta !== undefined && !isGiven(rest._meta)) throw failed('Expected map for [_meta]');
  if (!isGiven(properties)) throw failed('Expected map for property [properties] on field [_doc]');
  const meta = Object.keys(properties).find((name) => METADATA_FIELDS.has(stepsOfName(name).join('.')));
  if (meta !== undefined) throw unreadable(`Field [${meta}] is defined more than once`);
  return {
    properties: readProperties(properties, '', 1),
    parameters: readRoutingRule(readSourceRule(readDynamicRules(dynamicChecked(rest)))),
  };
}

/** What a mapping says, which may stand under the name of the only type. */
export function mappingBody(given: Given): Given {
  const { _doc } = given;
  return isGiven(_doc) && Object.keys(given).length === 1 ? _doc : given;
}

/** The same of an index that is being made, of which OpenSearch says besides where it stood. */
export function readNewMapping(given: unknown): IndexMapping {
  try {
    return readMapping(given);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.message.startsWith(FAILED)) throw error;
    const { type = 'illegal_argument_exception' } = error.detail.openSearch ?? {};
    const cause = { type, reason: error.message };
    const root = type === 'mapper_parsing_exception' ? { root_cause: [cause] } : {};
    throw new PlatformError(FAILED + error.message, {
      ...error.detail,
      openSearch: { type: 'mapper_parsing_exception', ...root, caused_by: cause },
      cause: error,
    });
  }
}

const DYNAMIC = new Set(['true', 'false', 'strict', 'strict_allow_templates']);

function dynamicChecked(parameters: Given): Given {
  const { dynamic } = parameters;
  if (dynamic === undefined) return parameters;
  if (!DYNAMIC.has(String(dynamic))) throw failed(`Could not convert [dynamic] to boolean: [${dynamic}]`);
  return { ...parameters, dynamic: String(dynamic) };
}

/** Reads the fields of an object; `prefix` is its path with a dot behind, for messages. @throws PlatformError mapper_parsing_exception */
export function readProperties(
  properties: Given,
  prefix: string,
  depth: number,
): Readonly<Record<string, FieldMapping>> {
  if (depth > MOST_DEPTH)
    throw illegalArgument(`Limit of mapping depth [${MOST_DEPTH}] has been exceeded due to object field [${prefix}]`);
  const read: Record<string, FieldMapping> = Object.create(null);
  for (const [name, value] of Object.entries(properties)) {
    const [first, ...steps] = stepsOfName(name);
    if (first === undefined) throw unreadable(`Invalid field name ${name}`);
    if ([first, ...steps].includes('')) throw illegalArgument('name cannot be empty string');
    if (!isGiven(value)) {
      throw unreadable(`Expected map for property [fields] on field [${name}] but got a class java.lang.String`);
    }
    const field = steps.reduceRight<Given>((inner, step) => ({ properties: { [step]: inner } }), value);
    const made = readField(first, field, prefix, depth);
    const known = read[first];
    read[first] = known === undefined ? made : joinedField(known, made, prefix + first);
  }
  return read;
}

function typeOf(name: string, given: Given): MappedType {
  const { type, properties, enabled } = given;
  if (type === undefined) {
    const isSwitch = enabled !== undefined && Object.keys(given).length === 1;
    if (properties === undefined && !isSwitch) throw unreadable(`No type specified for field [${name}]`);
    return 'object';
  }
  if (typeof type !== 'string' || !isMappedType(type)) {
    throw unreadable(`No handler for type [${type}] declared on field [${name}]`);
  }
  return type;
}

const NO_SECOND_READING: ReadonlySet<unknown> = new Set(['object', 'nested', 'alias']);

/** Further readings of a field's values, `fields`. */
function readReadings(fields: Given, path: string, depth: number): Readonly<Record<string, FieldMapping>> {
  for (const [name, given] of Object.entries(fields)) {
    if (!isGiven(given)) continue;
    if (name.includes('.'))
      throw unreadable(
        `Field name [${name}] which is a multi field of [${path.slice(path.lastIndexOf('.') + 1)}] cannot contain '.'`,
      );
    if (given.type === undefined) throw unreadable(`no type specified for property [${name}]`);
    if (NO_SECOND_READING.has(given.type)) throw unreadable(`Type [${given.type}] cannot be used in multi field`);
  }
  return readProperties(fields, `${path}.`, depth);
}

function readField(name: string, given: Given, prefix: string, depth: number): FieldMapping {
  const path = prefix + name;
  const type = typeOf(name, given);
  const { type: _type, properties, fields, ...rest } = given;
  const isObject = type === 'object' || type === 'nested';
  if (!isObject && properties !== undefined) {
    throw unreadable(`unknown parameter [properties] on mapper [${name}] of type [${type}]`);
  }
  if (properties !== undefined && !isGiven(properties)) {
    throw unreadable(`Expected map for property [properties] on field [${path}]`);
  }
  if (fields !== undefined && !isGiven(fields)) {
    throw unreadable(`Expected map for property [fields] on field [${name}] but got a class java.lang.String`);
  }
  if (WITHOUT_OTHERS.has(type)) refuseOthers(name, type, { ...rest, ...(fields !== undefined && { fields }) });
  const parameters = isObject ? dynamicChecked(rest) : checkedParameters(name, type, rest);
  return {
    type,
    parameters,
    ...(isObject && { properties: readProperties(properties ?? {}, `${path}.`, depth + 1) }),
    ...(fields !== undefined && Object.keys(fields).length > 0 && { fields: readReadings(fields, path, depth) }),
  };
}

/** Types that have nothing but what is their own. */
const WITHOUT_OTHERS: ReadonlyMap<MappedType, readonly string[]> = new Map<MappedType, readonly string[]>([
  ...(['object', 'nested'] as const).map(
    (type) => [type, ['dynamic', 'enabled', 'include_in_all', 'include_in_parent', 'include_in_root']] as const,
  ),
  ['flat_object', []],
  ['alias', ['path']],
  ['constant_keyword', ['value']],
]);

function refuseOthers(name: string, type: MappedType, given: Given): void {
  const own = WITHOUT_OTHERS.get(type) ?? [];
  const [other] = Object.entries(given).filter(([key]) => !own.includes(key));
  if (other === undefined) return;
  const [key, value] = other;
  throw unreadable(
    `Mapping definition for [${name}] has unsupported parameters:  [${key} : ${isGiven(value) ? JSON.stringify(value) : value}]`,
  );
}

const DATED: ReadonlySet<MappedType> = new Set<MappedType>(['date', 'date_nanos', 'date_range']);

/** @throws PlatformError for a format no date could be read by */
function checkFormat(name: string, type: MappedType, format: unknown): void {
  if (!DATED.has(type) || format === undefined) return;
  try {
    dateFormat(String(format));
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    throw unreadable(`Error parsing [format] on field [${name}]: ${error.message}`);
  }
}

const FLAGS = new Set([
  'index',
  'store',
  'doc_values',
  'coerce',
  'ignore_malformed',
  'norms',
  'ignore_z_value',
  'fielddata',
  'eager_global_ordinals',
  'index_phrases',
  'enable_position_increments',
]);

function checkedParameters(name: string, type: MappedType, given: Given): Given {
  const known: readonly string[] = MAPPED_TYPES[type];
  const parameters: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    if (!EVERY_FIELD.has(key) && !known.includes(key)) {
      throw unreadable(`unknown parameter [${key}] on mapper [${name}] of type [${type}]`);
    }
    // as much as none
    if (key === 'normalizer' && value === 'default') continue;
    parameters[key] = FLAGS.has(key) && (value === 'true' || value === 'false') ? value === 'true' : value;
  }
  checkFormat(name, type, given.format);
  if (type === 'scaled_float' && !(Number(given.scaling_factor) > 0)) {
    throw unreadable(`Field [scaling_factor] is required`);
  }
  if (type === 'token_count' && given.analyzer === undefined) {
    throw unreadable(`Analyzer must be set for field [${name}] but wasn't.`);
  }
  if (type === 'alias' && typeof given.path !== 'string') {
    throw unreadable(`The [path] property must be specified for field [${name}].`);
  }
  if (type === 'constant_keyword' && typeof given.value !== 'string') {
    throw unreadable(`Field [${name}] is missing required parameter [value]`);
  }
  return parameters;
}
