import type { FieldDefinition, IndexDefinition } from '@datasarana/engine';
import { fieldMappings, keyFields } from '@datasarana/schema';
import type { Template } from './template.ts';

/** The index of a template, named by its id (IDX-01). */
export const indexDefinition = (id: string, template: Pick<Template, 'items'>): IndexDefinition => ({
  name: id,
  fields: fieldMappings(template.items),
  keyFields: keyFields(template.items),
  source: 'columns',
});

const typeName = (field: FieldDefinition): string => (field.list ? `list of ${field.type}` : field.type);

/** path → type of every field, nested ones included. */
export function typesOf(fields: readonly FieldDefinition[], prefix = ''): Readonly<Record<string, string>> {
  const types: Record<string, string> = {};
  for (const field of fields) {
    const path = prefix + field.name;
    types[path] = typeName(field);
    Object.assign(types, typesOf(field.fields ?? [], `${path}.`));
  }
  return types;
}

/** Fields whose stored type a deploy would change: path → sentence. */
export function changedTypes(
  stored: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(wanted).flatMap(([path, type]) => {
      const before = Object.hasOwn(stored, path) ? stored[path] : undefined;
      return before === undefined || before === type ? [] : [[path, `${path} is stored as ${before}, not as ${type}`]];
    }),
  );
}
