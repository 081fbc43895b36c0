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

/** What Protocol Buffers call a field in JSON unless told: `wind_10` and `wind10` are one there, which protoc refuses. */
const jsonName = (name: string): string => name.replace(/_+(.?)/g, (_, next: string) => next.toUpperCase());

/** How each field is written: one that would share its name in JSON with one before gets a number, and keeps its own name there. */
function writtenNames(fields: readonly { readonly name: string }[]): ReadonlyMap<string, string> {
  const taken = new Set(fields.map(({ name }) => jsonName(name)));
  const first = new Set<string>();
  const written = new Map<string, string>();
  for (const { name } of fields) {
    const isFirst = !first.has(jsonName(name));
    first.add(jsonName(name));
    let free = name;
    for (let again = 2; !isFirst && taken.has(jsonName(free)); again++) free = `${name}_${again}`;
    taken.add(jsonName(free));
    written.set(name, free);
  }
  return written;
}

function fieldLine(item: TemplateItem, written: string, number: number, inner: string): string {
  const note = item.value_type === ValueType.Date ? ' // epoch milliseconds' : '';
  const own = written === item.name ? '' : ` [json_name = "${item.name}"]`;
  const rest = `${written} = ${number}${own};${note}`;
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
  const written = writtenNames(own);
  const fields = own.map((item, i) => fieldLine(item, written.get(item.name) ?? item.name, i + 1, innerName(item)));
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
