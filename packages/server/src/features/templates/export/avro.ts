import { ValueType } from '@datasarana/schema';
import type { Template, TemplateItem } from '../template.ts';
import { typeName, typeNames } from './type-name.ts';

type Avro = string | Readonly<Record<string, unknown>>;

const SIMPLE: Readonly<Partial<Record<ValueType, Avro>>> = {
  [ValueType.Byte]: 'int',
  [ValueType.Short]: 'int',
  [ValueType.Integer]: 'int',
  [ValueType.Long]: 'long',
  [ValueType.HalfFloat]: 'float',
  [ValueType.Float]: 'float',
  [ValueType.Double]: 'double',
  [ValueType.Date]: { type: 'long', logicalType: 'timestamp-millis' },
  [ValueType.Boolean]: 'boolean',
  [ValueType.Binary]: 'bytes',
  [ValueType.Array]: { type: 'array', items: 'string' },
};

/** `name` is unique: Avro knows each type name once per schema. */
function typeOf(item: TemplateItem, name: string): Avro {
  if (item.value_type === ValueType.GeoPoint) {
    const fields = ['lat', 'lon'].map((axis) => ({ name: axis, type: 'double' }));
    return { type: 'record', name, fields };
  }
  if (item.value_type === ValueType.Object) return recordOf(name, item.items);
  if (item.value_type === ValueType.Nested) return { type: 'array', items: recordOf(name, item.items) };
  return SIMPLE[item.value_type] ?? 'string';
}

function recordOf(name: string, items: readonly TemplateItem[]): Readonly<Record<string, unknown>> {
  const own = items.filter((item) => item.value_type !== ValueType.Header);
  const names = typeNames(own);
  const fields = own.map((item) => {
    const doc = item.description ? { doc: item.description } : {};
    const type = typeOf(item, `${name}_${names.get(item.name)}`);
    return item.mandatory
      ? { name: item.name, type, ...doc }
      : { name: item.name, type: ['null', type], default: null, ...doc };
  });
  return { type: 'record', name, fields };
}

/** Avro record; what is not mandatory may be null. */
export function avroText(_id: string, template: Template): string {
  const doc = template.description ? { doc: template.description } : {};
  const record = { namespace: 'datasarana', ...doc, ...recordOf(typeName(template.name), template.items) };
  return JSON.stringify(record, null, 2);
}
