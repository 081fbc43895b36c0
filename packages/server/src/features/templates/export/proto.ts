import { ValueType } from '@datasarana/schema';
import type { Template, TemplateItem } from '../template.ts';
import { typeName, typeNames } from './type-name.ts';

const SIMPLE: Readonly<Partial<Record<ValueType, string>>> = {
  [ValueType.Byte]: 'int32',
  [ValueType.Short]: 'int32',
  [ValueType.Integer]: 'int32',
  [ValueType.Long]: 'int64',
  [ValueType.HalfFloat]: 'float',
  [ValueType.Float]: 'float',
  [ValueType.Double]: 'double',
  [ValueType.Date]: 'int64',
  [ValueType.Boolean]: 'bool',
  [ValueType.Binary]: 'bytes',
};

/** Ends the name of a message inside its parent, to keep it apart from the parent's own name. */
const INNER = 'Value';

function fieldLine(item: TemplateItem, number: number, inner: string): string {
  const note = item.value_type === ValueType.Date ? ' // epoch milliseconds' : '';
  const rest = `${item.name} = ${number};${note}`;
  switch (item.value_type) {
    case ValueType.Array:
      return `repeated string ${rest}`;
    case ValueType.Nested:
      return `repeated ${inner} ${rest}`;
    case ValueType.Object:
      return `${inner} ${rest}`;
    case ValueType.GeoPoint:
      return `GeoPoint ${rest}`;
    default:
      return `${item.mandatory ? '' : 'optional '}${SIMPLE[item.value_type] ?? 'string'} ${rest}`;
  }
}

function messageLines(name: string, items: readonly TemplateItem[]): readonly string[] {
  const own = items.filter((item) => item.value_type !== ValueType.Header);
  const names = typeNames(own, INNER);
  const innerName = (item: TemplateItem): string => names.get(item.name) ?? INNER;
  const inner = own
    .filter((item) => item.value_type === ValueType.Object || item.value_type === ValueType.Nested)
    .flatMap((item) => messageLines(innerName(item), item.items));
  const fields = own.map((item, i) => fieldLine(item, i + 1, innerName(item)));
  return [`message ${name} {`, ...[...inner, ...fields].map((line) => `  ${line}`), '}'];
}

const usesPoints = (items: readonly TemplateItem[]): boolean =>
  items.some((item) => item.value_type === ValueType.GeoPoint || usesPoints(item.items));

const commentOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => `// ${line}`);

/** proto3 message; fields are numbered in their order. */
export function protoText(_id: string, template: Template): string {
  const name = typeName(template.name);
  const point = ['message GeoPoint {', '  double lat = 1;', '  double lon = 2;', '}', ''];
  return [
    'syntax = "proto3";',
    'package datasarana;',
    '',
    ...(usesPoints(template.items) ? point : []),
    ...(template.description ? commentOf(template.description) : []),
    ...messageLines(name === 'GeoPoint' ? 'GeoPointTemplate' : name, template.items),
    '',
  ].join('\n');
}
