import { type SchemaItem, ValueType } from '@datasarana/schema';
import {
  type Icon,
  IconBinary,
  IconBraces,
  IconBrackets,
  IconCalendar,
  IconHash,
  IconHeading,
  IconLetterT,
  IconLink,
  IconList,
  IconListTree,
  IconMapPin,
  IconPolygon,
  IconToggleLeft,
} from '@tabler/icons-react';

/** What a value is to a person; the ONE switch from value type to control, cell and icon starts here. */
export type ValueKind =
  | 'whole'
  | 'decimal'
  | 'text'
  | 'keyword'
  | 'choice'
  | 'link'
  | 'date'
  | 'boolean'
  | 'file'
  | 'list'
  | 'choices'
  | 'object'
  | 'nested'
  | 'point'
  | 'shape'
  | 'header';

const kinds: Readonly<Record<ValueType, ValueKind>> = {
  [ValueType.Byte]: 'whole',
  [ValueType.Short]: 'whole',
  [ValueType.Integer]: 'whole',
  [ValueType.Long]: 'whole',
  [ValueType.HalfFloat]: 'decimal',
  [ValueType.Float]: 'decimal',
  [ValueType.Double]: 'decimal',
  [ValueType.Text]: 'text',
  [ValueType.Keyword]: 'keyword',
  [ValueType.Date]: 'date',
  [ValueType.Boolean]: 'boolean',
  [ValueType.Binary]: 'file',
  [ValueType.Array]: 'list',
  [ValueType.Object]: 'object',
  [ValueType.Nested]: 'nested',
  [ValueType.GeoPoint]: 'point',
  [ValueType.GeoShape]: 'shape',
  [ValueType.Header]: 'header',
};

type KindSource = Pick<SchemaItem, 'value_type'> & Partial<Pick<SchemaItem, 'allowed_values' | 'relationship'>>;

/** Kind of an item: allowed values make a choice, a relationship makes a link (TPL-39). */
export function valueKind(item: KindSource): ValueKind {
  const kind = kinds[item.value_type];
  const choice = (item.allowed_values?.length ?? 0) > 0;
  if (kind === 'list') return choice ? 'choices' : 'list';
  if (kind !== 'keyword') return kind;
  if (choice) return 'choice';
  return item.relationship ? 'link' : 'keyword';
}

interface KindLook {
  readonly icon: Icon;
  readonly label: string;
  readonly align: 'left' | 'right';
}

/** Icon, plain name and alignment of each kind. */
export const kindLook: Readonly<Record<ValueKind, KindLook>> = {
  whole: { icon: IconHash, label: 'Whole number', align: 'right' },
  decimal: { icon: IconHash, label: 'Decimal number', align: 'right' },
  text: { icon: IconLetterT, label: 'Text', align: 'left' },
  keyword: { icon: IconLetterT, label: 'Keyword', align: 'left' },
  choice: { icon: IconList, label: 'Choice', align: 'left' },
  link: { icon: IconLink, label: 'Link', align: 'left' },
  date: { icon: IconCalendar, label: 'Date', align: 'left' },
  boolean: { icon: IconToggleLeft, label: 'Yes or no', align: 'left' },
  file: { icon: IconBinary, label: 'File', align: 'left' },
  list: { icon: IconBrackets, label: 'List', align: 'left' },
  choices: { icon: IconList, label: 'Choices', align: 'left' },
  object: { icon: IconBraces, label: 'Object', align: 'left' },
  nested: { icon: IconListTree, label: 'Nested rows', align: 'left' },
  point: { icon: IconMapPin, label: 'Position', align: 'left' },
  shape: { icon: IconPolygon, label: 'Shape', align: 'left' },
  header: { icon: IconHeading, label: 'Heading', align: 'left' },
};

const typeNames: Readonly<Record<ValueType, string>> = {
  [ValueType.Byte]: 'Byte',
  [ValueType.Short]: 'Short',
  [ValueType.Integer]: 'Integer',
  [ValueType.Long]: 'Long',
  [ValueType.HalfFloat]: 'Half float',
  [ValueType.Float]: 'Float',
  [ValueType.Double]: 'Double',
  [ValueType.Text]: 'Text',
  [ValueType.Keyword]: 'Keyword',
  [ValueType.Date]: 'Date',
  [ValueType.Boolean]: 'Boolean',
  [ValueType.Binary]: 'Binary',
  [ValueType.Array]: 'Array',
  [ValueType.Object]: 'Object',
  [ValueType.Nested]: 'Nested',
  [ValueType.GeoPoint]: 'Geo point',
  [ValueType.GeoShape]: 'Geo shape',
  [ValueType.Header]: 'Header',
};

/** Name of a value type as the type picker shows it (TPL-02). */
export const valueTypeName = (type: ValueType): string => typeNames[type];

/** Label of an item: display_name, else the name with spaces for underscores (SCH-22). */
export const itemLabel = (item: { readonly display_name?: string | null; readonly name: string }): string => {
  if (item.display_name) return item.display_name;
  const words = item.name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};
