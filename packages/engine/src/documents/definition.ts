import type { AnyAnalyser } from '@datasarana/query';
import type { FieldDefinition, FieldType, IndexDefinition, StoredIndex } from '../index/definition.ts';
import { analyserIn } from './analysis.ts';
import { type FieldMapping, type IndexMapping, type MappedType, mappingAt } from './mapping.ts';
import { type Normalizers, normalizerOf, normalizersOf } from './normalizers.ts';
import { illegalArgument, unreadable } from './refusal.ts';

/** What the values of a mapped field are kept as; null = in the source only. */
const KEPT_AS: Readonly<Record<MappedType, FieldType | null>> = {
  byte: 'byte',
  short: 'short',
  integer: 'integer',
  long: 'long',
  unsigned_long: 'unsigned_long',
  half_float: 'half_float',
  float: 'float',
  double: 'double',
  scaled_float: 'double',
  token_count: 'integer',
  boolean: 'boolean',
  date: 'date',
  date_nanos: 'date',
  keyword: 'keyword',
  wildcard: 'keyword',
  constant_keyword: 'keyword',
  ip: 'keyword',
  text: 'text',
  match_only_text: 'text',
  search_as_you_type: 'text',
  binary: 'binary',
  geo_point: 'geo_point',
  geo_shape: 'geo_shape',
  flat_object: 'flat_object',
  object: 'object',
  nested: 'nested',
  alias: null,
  integer_range: 'integer_range',
  long_range: 'long_range',
  float_range: 'float_range',
  double_range: 'double_range',
  date_range: 'date_range',
  ip_range: 'ip_range',
  completion: 'completion',
};

/** A struct needs a member, and a nested field may have none yet. */
const NOBODY: FieldDefinition = { name: '_', type: 'boolean', label: '_' };

/** The columns a mapping asks for; `lists` names the paths that have held several values at once. */
function fieldsOf(stored: StoredIndex): readonly FieldDefinition[] {
  const { properties } = stored.mapping;
  const index: OfIndex = { stored, lists: new Set(stored.lists), normalizers: normalizersOf(stored) };
  return Object.entries(properties).flatMap(([name, field]) => fieldOf(name, field, '', index) ?? []);
}

/** What the fields of an index are read by. */
interface OfIndex {
  readonly stored: StoredIndex;
  readonly lists: ReadonlySet<string>;
  readonly normalizers: Normalizers | null;
}

function fieldOf(name: string, field: FieldMapping, prefix: string, index: OfIndex): FieldDefinition | null {
  const type = KEPT_AS[field.type];
  if (type === null) return null;
  const path = prefix + name;
  const inside = Object.entries(field.properties ?? field.fields ?? {}).flatMap(
    ([inner, each]) => fieldOf(inner, each, `${path}.`, index) ?? [],
  );
  const fields = type === 'nested' ? [NOBODY, ...inside] : inside;
  const { format, norms, position_increment_gap: gap } = field.parameters;
  if (type === 'completion') analysersOf(field, path, index);
  if (field.type === 'token_count') analyserOf(String(field.parameters.analyzer), path, index);
  return {
    name,
    type,
    label: path,
    ...(isList(path, type, index.lists) && { list: true }),
    ...(type === 'text' && analysersOf(field, path, index)),
    ...(type === 'keyword' && normalizerOf(field, name, index.normalizers)),
    ...(type === 'text' && (norms === false || field.type === 'match_only_text') && { lengthless: true as const }),
    ...(type === 'text' && gap !== undefined && { gap: Number(gap) }),
    ...(typeof format === 'string' && { format }),
    ...(field.type === 'date_nanos' && { nanos: true }),
    ...(fields.length > 0 && { fields }),
  };
}

/** A flat object has as many values as it has leaves. */
const isList = (path: string, type: FieldType, lists: ReadonlySet<string>): boolean =>
  type === 'flat_object' || (lists.has(path) && type !== 'nested' && type !== 'object');

type Analysers = Pick<FieldDefinition, 'analyser' | 'searchAnalyser' | 'quoteAnalyser'>;

/** What a text and what is looked for in it go through; where the field does not say the latter, the index may. */
function analysersOf({ parameters }: FieldMapping, path: string, index: OfIndex): Analysers {
  const { analyzer, search_analyzer: searching, search_quote_analyzer: quoted } = parameters;
  const chosen = (said: unknown, unsaid: string) =>
    said === undefined ? analyserIn(index.stored, unsaid) : analyserOf(String(said), path, index);
  const searchAnalyser = chosen(searching, 'default_search');
  const quoteAnalyser = chosen(quoted, 'default_search_quoted');
  return {
    analyser: analyserOf(String(analyzer ?? 'default'), path, index),
    ...(searchAnalyser !== undefined && { searchAnalyser }),
    ...(quoteAnalyser !== undefined && { quoteAnalyser }),
  };
}

function analyserOf(name: string, path: string, { stored }: OfIndex): AnyAnalyser {
  const found = analyserIn(stored, name);
  if (found !== undefined) return found;
  throw unreadable(`Failed to parse mapping [_doc]: analyzer [${name}] has not been configured in mappings`, {
    type: 'illegal_argument_exception',
    reason: `analyzer [${name}] of field [${path}] is not one of the index`,
  });
}

/** The definition of an index of documents as they come, from its mapping and what else is kept of it. */
export function definitionOf(name: string, stored: StoredIndex): IndexDefinition {
  const fields = fieldsOf(stored);
  const aliases = aliasesOf(stored.mapping).map(([path, field]) => ({
    name: path,
    path: String(field.parameters.path),
  }));
  for (const alias of aliases) checkAlias(stored.mapping, alias.name, alias.path);
  return { name, fields, keyFields: [], source: 'stored', aliases, stored };
}

/** Fields of type alias by their path. */
function aliasesOf(mapping: IndexMapping): readonly (readonly [path: string, field: FieldMapping])[] {
  const walk = (fields: Readonly<Record<string, FieldMapping>>, prefix: string): (readonly [string, FieldMapping])[] =>
    Object.entries(fields).flatMap(([name, field]) => [
      ...(field.type === 'alias' ? [[prefix + name, field] as const] : []),
      ...walk(field.properties ?? {}, `${prefix}${name}.`),
    ]);
  return walk(mapping.properties, '');
}

function checkAlias(mapping: IndexMapping, path: string, target: string): void {
  const found = mappingAt(mapping, target);
  const fault = `Invalid [path] value [${target}] for field alias [${path}]: `;
  if (found === null) throw illegalArgument(`${fault}an alias must refer to an existing field in the mappings.`);
  if (target === path) throw illegalArgument(`${fault}an alias cannot refer to itself.`);
  if (found.type === 'alias') throw illegalArgument(`${fault}an alias cannot refer to another alias.`);
  if (found.type === 'object' || found.type === 'nested') {
    throw illegalArgument(`${fault}an alias cannot refer to an object field.`);
  }
}
