import type { FieldDefinition } from '@datasarana/engine';

type Mapping = Readonly<Record<string, unknown>>;

function propertyOf(field: FieldDefinition): Mapping {
  const analyzer = field.analyser && { analyzer: field.analyser };
  const children = field.fields ? { properties: propertiesOf(field.fields) } : {};
  return { type: field.type, ...analyzer, ...children };
}

const propertiesOf = (fields: readonly FieldDefinition[]): Mapping =>
  Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)]));

/** An index as OpenSearch writes its mapping (IDX-09). */
export const mappingOf = (fields: readonly FieldDefinition[]): Mapping => ({ properties: propertiesOf(fields) });
