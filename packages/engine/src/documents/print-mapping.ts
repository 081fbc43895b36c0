import { DEFAULT_PARAMETERS } from './default-parameters.ts';
import type { FieldMapping, IndexMapping, MappedType } from './mapping.ts';
import { isRoutingRequired } from './routing-rule.ts';

type Parameters = IndexMapping['parameters'];

const pick = (type: MappedType, names: readonly string[]): Parameters =>
  Object.fromEntries(names.map((name) => [name, DEFAULT_PARAMETERS[type]?.[name]]));

/** The mapping as OpenSearch writes it. */
export function printMapping({ properties, parameters }: IndexMapping): Readonly<Record<string, unknown>> {
  const printed = printProperties(properties);
  return { ...shown(parameters), ...(Object.keys(printed).length > 0 && { properties: printed }) };
}

/** `_source` and `_routing` are shown where they say something: that documents are kept whole, and need no routing, goes without them. */
function shown({ _source, _routing, ...others }: IndexMapping['parameters']): IndexMapping['parameters'] {
  const telling = Object.entries(Object(_source)).filter(([, value]) => !['true', ''].includes(String(value)));
  return {
    ...others,
    ...(telling.length > 0 && { _source: Object.fromEntries(telling) }),
    ...(isRoutingRequired({ parameters: { _routing } }) && { _routing: { required: true } }),
  };
}

const printProperties = (properties: Readonly<Record<string, FieldMapping>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.keys(properties)
      .sort()
      .map((name) => [name, printField(properties[name] as FieldMapping)]),
  );

/** Parameters OpenSearch tells of every field of a type. */
const ALWAYS_TOLD: Readonly<Partial<Record<MappedType, Parameters>>> = {
  completion: pick('completion', [
    'analyzer',
    'preserve_separators',
    'preserve_position_increments',
    'max_input_length',
  ]),
  search_as_you_type: pick('search_as_you_type', ['doc_values', 'max_shingle_size']),
  wildcard: pick('wildcard', ['doc_values']),
};

/** Whether a field tells a flag it was given though it would do so anyway. */
const isToldAnyway = (type: MappedType, name: string): boolean =>
  ['coerce', 'ignore_malformed', 'ignore_z_value'].includes(name) && !['date', 'date_nanos', 'ip'].includes(type);

/** What a field was given that it would not have anyway; fields of some types tell all of it. */
function told(type: MappedType, { copy_to, ...parameters }: Parameters): Parameters {
  const usual = DEFAULT_PARAMETERS[type] ?? {};
  const isUsual = ([name, value]: readonly [string, unknown]): boolean =>
    name in usual && !isToldAnyway(type, name) && JSON.stringify(usual[name]) === JSON.stringify(value);
  return {
    ...Object.fromEntries(Object.entries(parameters).filter((each) => !isUsual(each))),
    ...(copy_to !== undefined && { copy_to: [copy_to].flat() }),
  };
}

/** A field of a mapping as OpenSearch writes it. */
export function printField({ type, properties, fields, parameters }: FieldMapping): Readonly<Record<string, unknown>> {
  const hasMembers = properties !== undefined && Object.keys(properties).length > 0;
  return {
    ...(type === 'object' && hasMembers ? {} : { type }),
    ...ALWAYS_TOLD[type],
    ...told(type, parameters),
    ...(fields !== undefined && { fields: printProperties(fields) }),
    ...(hasMembers && { properties: printProperties(properties) }),
  };
}

/** What is looked for goes through what the texts went through, unless it is said. */
function analysersOf({ analyzer = 'default', search_analyzer: search = analyzer }: Parameters): Parameters {
  return { analyzer, search_analyzer: search, search_quote_analyzer: search };
}

const ANALYSED = new Set(['text', 'match_only_text', 'search_as_you_type']);

/** A field of a mapping with the parameters nobody gave it. */
export function printWithDefaults(field: FieldMapping): Parameters {
  const { type, parameters, fields } = field;
  const inner = Object.entries(fields ?? {}).map(([name, each]) => [name, printWithDefaults(each)] as const);
  return {
    ...DEFAULT_PARAMETERS[type],
    ...(ANALYSED.has(type) && analysersOf(parameters)),
    ...printField(field),
    ...(inner.length > 0 && { fields: Object.fromEntries(inner) }),
  };
}
