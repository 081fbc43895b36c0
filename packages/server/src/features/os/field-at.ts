import type { FieldDefinition } from '@datasarana/engine';

/** A field by the steps of its path, those of objects and further readings too. */
export function fieldAt(fields: readonly FieldDefinition[] = [], path: readonly string[]): FieldDefinition | undefined {
  const [step, ...rest] = path;
  const found = fields.find(({ name }) => name === step);
  return rest.length === 0 ? found : fieldAt(found?.fields, rest);
}
