import type { FieldMapping, IndexMapping } from './mapping.ts';
import { illegalArgument } from './refusal.ts';

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
  'include_in_root',
  'include_in_parent',
  'max_input_length',
]);

/** A mapping with the fields of another added. @throws PlatformError when a field that exists would become another */
export function mergeMapping(known: IndexMapping, added: IndexMapping): IndexMapping {
  return {
    properties: mergeProperties(known.properties, added.properties, ''),
    parameters: { ...known.parameters, ...added.parameters },
  };
}

function mergeProperties(known: Properties, added: Properties, prefix: string): Properties {
  const merged = new Map(Object.entries(known));
  for (const [name, field] of Object.entries(added)) {
    const before = merged.get(name);
    merged.set(name, before === undefined ? field : mergeField(before, field, prefix + name));
  }
  return Object.fromEntries(merged);
}

const isObject = ({ type }: FieldMapping): boolean => type === 'object' || type === 'nested';

function mergeField(before: FieldMapping, field: FieldMapping, path: string): FieldMapping {
  if (isObject(before) !== isObject(field)) {
    throw illegalArgument(
      isObject(before)
        ? `can't merge a non object mapping [${path}] with an object mapping`
        : `can't merge a non object mapping [${path}] with an object mapping`,
    );
  }
  if (before.type !== field.type) {
    if (isObject(before))
      throw illegalArgument(
        `cannot change object mapping from ${before.type === 'nested' ? 'nested to non-nested' : 'non-nested to nested'}`,
      );
    throw illegalArgument(`mapper [${path}] cannot be changed from type [${before.type}] to [${field.type}]`);
  }
  if (!isObject(before)) refuseChanged(before, field, path);
  return {
    type: before.type,
    parameters: isObject(before)
      ? { ...before.parameters, ...field.parameters }
      : { ...kept(before, field), ...field.parameters },
    ...(before.properties && { properties: mergeProperties(before.properties, field.properties ?? {}, `${path}.`) }),
    ...((before.fields || field.fields) && {
      fields: mergeProperties(before.fields ?? {}, field.fields ?? {}, `${path}.`),
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

function refuseChanged(before: FieldMapping, field: FieldMapping, path: string): void {
  const names = new Set([...Object.keys(before.parameters), ...Object.keys(field.parameters)]);
  const changes = [...names].flatMap((name) => {
    const old = before.parameters[name] ?? DEFAULTS[name] ?? null;
    const asked = field.parameters[name] ?? DEFAULTS[name] ?? null;
    if (CHANGEABLE.has(name) || JSON.stringify(old) === JSON.stringify(asked)) return [];
    return [`Cannot update parameter [${name}] from [${old}] to [${asked}]`];
  });
  if (changes.length === 0) return;
  throw illegalArgument(`Mapper for [${path}] conflicts with existing mapper:\n\t${changes.join('\n\t')}`);
}
