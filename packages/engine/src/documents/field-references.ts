import { type FieldMapping, type IndexMapping, isObject, mappingAt } from './mapping.ts';
import { illegalArgument, unreadable } from './refusal.ts';

type Fields = Readonly<Record<string, FieldMapping>>;

/** Fields that name others, `copy_to` and aliases, name what they can reach, and a similarity one of the index. @throws PlatformError */
export function refuseWrongReferences(mapping: IndexMapping, settings: Readonly<Record<string, unknown>>): void {
  refuseIn(mapping, mapping.properties, '');
  refuseUnknownSimilarity(mapping.properties, settings);
}

const SIMILARITIES: ReadonlySet<unknown> = new Set(['BM25', 'boolean', null]);

function refuseUnknownSimilarity(fields: Fields, settings: Readonly<Record<string, unknown>>): void {
  for (const [name, { parameters, properties, fields: readings }] of Object.entries(fields)) {
    const { similarity = null } = parameters;
    if (!SIMILARITIES.has(similarity) && settings[`index.similarity.${similarity}.type`] === undefined)
      throw unreadable(`Unknown Similarity type [${similarity}] for field [${name}]`);
    refuseUnknownSimilarity({ ...properties, ...readings }, settings);
  }
}

function refuseIn(mapping: IndexMapping, fields: Fields, prefix: string): void {
  for (const [name, field] of Object.entries(fields)) {
    const path = prefix + name;
    for (const [inner, { parameters }] of Object.entries(field.fields ?? {}))
      if (parameters.copy_to !== undefined)
        throw illegalArgument(`[copy_to] may not be used to copy from a multi-field: [${path}.${inner}]`);
    for (const target of [field.parameters.copy_to ?? []].flat().map(String)) refuseCopy(mapping, path, target);
    if (field.type === 'alias') refuseOtherScope(mapping, path, String(field.parameters.path));
    refuseIn(mapping, field.properties ?? {}, `${path}.`);
  }
}

function refuseCopy(mapping: IndexMapping, path: string, target: string): void {
  const found = mappingAt(mapping, target);
  if (found !== null && isObject(found))
    throw illegalArgument(`Cannot copy to field [${target}] since it is mapped as an object`);
  const around = target.includes('.') ? mappingAt(mapping, target.slice(0, target.lastIndexOf('.'))) : null;
  if (around !== null && !isObject(around))
    throw illegalArgument(`[copy_to] may not be used to copy to a multi-field: [${target}]`);
  const [from, to] = [scopeOf(mapping, path), scopeOf(mapping, target)];
  if (to === null || from === to || from?.startsWith(`${to}.`)) return;
  throw illegalArgument(
    `Illegal combination of [copy_to] and [nested] mappings: [copy_to] may only copy data to the current nested document or any of its parents, however one [copy_to] directive is trying to copy data from nested object [${from}] to [${to}]`,
  );
}

function refuseOtherScope(mapping: IndexMapping, path: string, target: string): void {
  const [own, other] = [scopeOf(mapping, path), scopeOf(mapping, target)];
  if (own === other) return;
  const alias = own === null ? 'The alias is not nested' : `The alias's nested scope is [${own}]`;
  const aim = other === null ? 'the target is not nested' : `the target's nested scope is [${other}]`;
  throw illegalArgument(
    `Invalid [path] value [${target}] for field alias [${path}]: an alias must have the same nested scope as its target. ${alias}, but ${aim}.`,
  );
}

/** The innermost nested object a field lies in; null where that is the document. */
function scopeOf(mapping: IndexMapping, path: string): string | null {
  const steps = path.split('.').slice(0, -1);
  const around = steps.map((_, i) => steps.slice(0, i + 1).join('.'));
  return around.findLast((each) => mappingAt(mapping, each)?.type === 'nested') ?? null;
}
