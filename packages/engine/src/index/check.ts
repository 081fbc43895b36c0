import { malformed } from '@datasarana/schema';
import type { FieldDefinition, IndexDefinition } from './definition.ts';

const COMPOSITE: ReadonlySet<string> = new Set(['object', 'nested']);
/** Types whose equality says that two records are the same. */
const UNFIT_AS_KEY: ReadonlySet<string> = new Set(['object', 'nested', 'geo_shape', 'binary']);

function checkFields(fields: readonly FieldDefinition[], prefix: string, paths: Map<string, FieldDefinition>): void {
  const names = new Set<string>();
  for (const field of fields) {
    const path = prefix + field.name;
    if (field.name === '' || field.name.includes('.')) {
      throw malformed(`"${path}" cannot be a field name: it is empty or holds a dot`);
    }
    if (prefix === '' && field.name.startsWith('_')) {
      throw malformed(`"${path}" cannot be a field name: names with _ in front are kept for system fields`);
    }
    if (names.has(field.name)) throw malformed(`The field "${path}" stands twice in the index`);
    names.add(field.name);
    const children = field.fields ?? [];
    if (COMPOSITE.has(field.type) === (children.length === 0)) {
      throw malformed(
        `The field "${path}" of type ${field.type} ${children.length === 0 ? 'needs' : 'cannot have'} fields inside`,
      );
    }
    if (field.list === true && field.type === 'object') {
      throw malformed(`The field "${path}" is a list of objects; use type nested, which keeps each of them apart`);
    }
    paths.set(path, field);
    checkFields(children, `${path}.`, paths);
  }
}

/** Refuses a definition that no table could be made of, saying which field is at fault. */
export function checkDefinition(definition: IndexDefinition): void {
  const paths = new Map<string, FieldDefinition>();
  checkFields(definition.fields, '', paths);
  for (const key of definition.keyFields) {
    const field = paths.get(key);
    if (field === undefined) throw malformed(`The key field "${key}" is not a field of the index`);
    const inNested = [...paths].some(([path, parent]) => parent.type === 'nested' && key.startsWith(`${path}.`));
    if (UNFIT_AS_KEY.has(field.type) || field.list === true || inNested) {
      throw malformed(`The field "${key}" cannot be a key: a key is one plain value`);
    }
  }
  if (definition.source === 'stored') {
    throw malformed('Only indexes whose source is rebuilt from columns are served yet', 'Use source "columns".');
  }
}
