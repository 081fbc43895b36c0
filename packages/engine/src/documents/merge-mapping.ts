import { DEFAULT_PARAMETERS } from './default-parameters.ts';
import { type FieldMapping, type IndexMapping, isObject } from './mapping.ts';
import { mergeObjects } from './merge-objects.ts';
import { asBody } from './names.ts';
import { illegalArgument, mapperRefused } from './refusal.ts';

type Properties = Readonly<Record<string, FieldMapping>>;

/** Parameters that may be changed on a field that exists. */
const CHANGEABLE = new Set([
  'ignore_above',
  'meta',
  'boost',
  'search_analyzer',
  'search_quote_analyzer',
  'fielddata',
  'coerce',
  'ignore_malformed',
  'dynamic',
  'copy_to',
  'norms',
  'eager_global_ordinals',
  'split_queries_on_whitespace',
  'locale',
  'path',
  'max_input_length',
  'ignore_z_value',
  'orientation',
]);

/** A mapping with the fields of another added. @throws PlatformError when a field that exists would become another */
export function mergeMapping(known: IndexMapping, added: IndexMapping): IndexMapping {
  return {
    properties: mergeProperties(known.properties, added.properties, '', GROWN),
    parameters: { ...known.parameters, ...added.parameters },
  };
}

/**
 * A mapping laid over another, as a template is over its components: of two fields of one name the one above counts,
 * and objects have the members of both. @throws PlatformError when an object would become something else
 */
export function layMapping(under: IndexMapping, over: IndexMapping): IndexMapping {
  return {
    properties: mergeProperties(under.properties, over.properties, '', LAID),
    parameters: layParameters(under.parameters, over.parameters),
  };
}

type Parameters = IndexMapping['parameters'];

function layParameters(under: Parameters, over: Parameters): Parameters {
  const { dynamic_templates: below, _meta } = under;
  const { dynamic_templates: above } = over;
  return {
    ...under,
    ...over,
    ...(Array.isArray(below) && Array.isArray(above) && { dynamic_templates: byNames([...below, ...above]) }),
    ...(_meta !== undefined && { _meta: mergeObjects(asBody(_meta), asBody(over._meta)) }),
  };
}

/** Of dynamic templates of one name the last counts, in the place of the first. */
export const byNames = (templates: readonly unknown[]): readonly unknown[] => [
  ...new Map(templates.map((each) => [Object.keys(asBody(each))[0], each])).values(),
];

/** How a definition joins the one before it. */
interface Joining {
  /** What becomes of a field that is no object. */
  readonly field: (before: FieldMapping, field: FieldMapping, path: string) => FieldMapping;
  /** Whether an object stays read, or kept as it comes (`enabled: false`), and a nested one included in its document, or not. */
  readonly keepsKind: boolean;
}

const GROWN: Joining = { field: grown, keepsKind: true };
const LAID: Joining = { field: (_, field) => field, keepsKind: false };

/** The field of a mapping that says of it at two places, `a` and `a.b`. @throws PlatformError where they are two fields */
export const joinedField = (known: FieldMapping, field: FieldMapping, path: string): FieldMapping =>
  mergeField(known, field, path, GROWN);

function mergeProperties(known: Properties, added: Properties, prefix: string, joining: Joining): Properties {
  const merged = new Map(Object.entries(known));
  for (const [name, field] of Object.entries(added)) {
    const before = merged.get(name);
    merged.set(name, before === undefined ? field : mergeField(before, field, prefix + name, joining));
  }
  return Object.fromEntries(merged);
}

const isEnabled = ({ parameters }: FieldMapping): boolean => String(parameters.enabled) !== 'false';

function mergeField(before: FieldMapping, field: FieldMapping, path: string, joining: Joining): FieldMapping {
  if (isObject(before) !== isObject(field))
    throw illegalArgument(`can't merge a non object mapping [${path}] with an object mapping`);
  if (!isObject(before)) return joining.field(before, field, path);
  if (joining.keepsKind && isEnabled(before) !== isEnabled(field))
    throw illegalArgument(`the [enabled] parameter can't be updated for the object mapping [${path}]`);
  if (before.type !== field.type)
    throw illegalArgument(
      `cannot change object mapping from ${before.type === 'nested' ? 'nested to non-nested' : 'non-nested to nested'}`,
    );
  if (joining.keepsKind && before.type === 'nested') refuseOtherPlace(before, field, path);
  return {
    type: before.type,
    parameters: { ...before.parameters, ...field.parameters },
    ...(before.properties && {
      properties: mergeProperties(before.properties, field.properties ?? {}, `${path}.`, joining),
    }),
  };
}

/** Nested objects were indexed in their document, or were not; one that leaves a parameter out asks for `false`. */
function refuseOtherPlace(before: FieldMapping, field: FieldMapping, path: string): void {
  const isSet = ({ parameters }: FieldMapping, name: string): boolean => String(parameters[name]) === 'true';
  for (const name of ['include_in_parent', 'include_in_root'])
    if (isSet(before, name) !== isSet(field, name))
      throw mapperRefused(`the [${name}] parameter can't be updated on a nested object mapping [${path}]`);
}

/** A field keeps its type and grows by further readings. */
function grown(before: FieldMapping, field: FieldMapping, path: string): FieldMapping {
  if (before.type !== field.type)
    throw illegalArgument(`mapper [${path}] cannot be changed from type [${before.type}] to [${field.type}]`);
  refuseChanged(before, field, path);
  return {
    type: before.type,
    parameters: { ...kept(before, field), ...field.parameters },
    ...((before.fields || field.fields) && {
      fields: mergeProperties(before.fields ?? {}, field.fields ?? {}, `${path}.`, GROWN),
    }),
  };
}

/** A parameter that is left out falls back to its default where it may change, and stays where it may not. */
const kept = (before: FieldMapping, field: FieldMapping): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(before.parameters).filter(([name]) => !CHANGEABLE.has(name) || name in field.parameters),
  );

const DEFAULTS: Readonly<Record<string, unknown>> = {
  index: true,
  doc_values: true,
  store: false,
  analyzer: 'default',
  normalizer: 'default',
};

/** Two values of a parameter: a number may be written as text. */
function isSame(one: unknown, other: unknown): boolean {
  const isNumber = typeof one === 'number' || typeof other === 'number';
  return isNumber ? String(one) === String(other) : JSON.stringify(one) === JSON.stringify(other);
}

function refuseChanged(before: FieldMapping, field: FieldMapping, path: string): void {
  const usual = { ...DEFAULTS, ...DEFAULT_PARAMETERS[before.type] };
  const names = new Set([...Object.keys(before.parameters), ...Object.keys(field.parameters)]);
  const changes = [...names].flatMap((name) => {
    const old = before.parameters[name] ?? usual[name] ?? null;
    const asked = field.parameters[name] ?? usual[name] ?? null;
    if (CHANGEABLE.has(name) || isSame(old, asked)) return [];
    return [`Cannot update parameter [${name}] from [${old}] to [${asked}]`];
  });
  if (changes.length === 0) return;
  throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${changes.join('\n\t')}`);
}
