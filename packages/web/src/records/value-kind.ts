import { type FormControl, isTimestamp, type SchemaItem, type ValueType, valueTypeRow } from '@datasarana/schema';
import {
  type Icon,
  IconAlignLeft,
  IconBraces,
  IconCalendar,
  IconDecimal,
  IconHash,
  IconHeading,
  IconLetterT,
  IconLink,
  IconList,
  IconListCheck,
  IconListDetails,
  IconMapPin,
  IconPaperclip,
  IconPolygon,
  IconToggleLeft,
} from '@tabler/icons-react';

/** How a value meets a person: the control of its type, or a choice or link where the item says so (TPL-39). */
export type ValueKind = FormControl | 'choice' | 'choices' | 'link' | 'day' | 'day or moment';

type KindSource = Pick<SchemaItem, 'value_type'> &
  Partial<Pick<SchemaItem, 'name' | 'allowed_values' | 'relationship'>> & {
    /** All dates seen under its name are days of the calendar. */
    readonly day?: boolean;
  };

/** Dates that are a day of the calendar, the same in every time zone. */
const DAYS: ReadonlySet<string> = new Set(['date_of_birth']);

/** Kind of an item; the ONE switch from value type to control, cell and icon starts here. */
export function valueKind(item: KindSource): ValueKind {
  if (isTimestamp({ name: item.name ?? '', value_type: item.value_type }))
    return DAYS.has(item.name ?? '') ? 'day' : item.day ? 'day or moment' : 'date';
  const { control } = valueTypeRow(item.value_type);
  const choice = (item.allowed_values?.length ?? 0) > 0;
  if (control === 'list') return choice ? 'choices' : 'list';
  if (control !== 'text') return control;
  if (choice) return 'choice';
  return item.relationship ? 'link' : 'text';
}

/** Icons by the name the table of value types gives them. */
export const typeIcons: Readonly<Record<string, Icon>> = {
  IconAlignLeft,
  IconBraces,
  IconCalendar,
  IconDecimal,
  IconHash,
  IconHeading,
  IconLetterT,
  IconList,
  IconListDetails,
  IconMapPin,
  IconPaperclip,
  IconPolygon,
  IconToggleLeft,
};

interface Look {
  readonly icon: Icon;
  readonly label: string;
  readonly align: 'left' | 'right';
}

const own: Readonly<Partial<Record<ValueKind, Look>>> = {
  choice: { icon: IconListCheck, label: 'Choice', align: 'left' },
  choices: { icon: IconListCheck, label: 'Choices', align: 'left' },
  link: { icon: IconLink, label: 'Link', align: 'left' },
  date: { icon: IconCalendar, label: 'Date', align: 'left' },
  day: { icon: IconCalendar, label: 'Day', align: 'left' },
  'day or moment': { icon: IconCalendar, label: 'Date', align: 'left' },
};

/** Icon, plain name and cell alignment of an item. */
export function lookOf(item: KindSource): Look {
  const special = own[valueKind(item)];
  if (special) return special;
  const row = valueTypeRow(item.value_type);
  return {
    icon: typeIcons[row.icon] ?? IconLetterT,
    label: row.label,
    align: row.align === 'end' ? 'right' : 'left',
  };
}

/** Name of a value type as the type picker shows it (TPL-02). */
export const valueTypeName = (type: ValueType): string => valueTypeRow(type).label;

/** Label of an item: display_name, else the name with spaces for underscores (SCH-22). */
export const itemLabel = (item: { readonly display_name?: string | null; readonly name: string }): string => {
  if (item.display_name) return item.display_name;
  const words = item.name.replace(/_/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Whether one of the names of a field, as its key and its label, has these letters in whichever case. */
export const isCalled = (word: string, ...names: readonly string[]): boolean =>
  names.some((name) => name.toLowerCase().includes(word.trim().toLowerCase()));
