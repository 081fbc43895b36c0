import type { SchemaItem } from '@datasarana/schema';
import { valueKind } from '../../records/index.ts';

const shown: readonly string[] = [
  'full_name',
  'date_of_birth',
  'gender',
  'type',
  'national_id',
  'bio',
  'notes',
  'status',
];

/** The simple items of a user that a profile form shows, in reading order; lists of other records have their own tabs. */
export const profileItems = (items: readonly SchemaItem[]): readonly SchemaItem[] =>
  shown
    .map((name) => items.find((item) => item.name === name))
    .filter((item): item is SchemaItem => item !== undefined && !['section', 'rows'].includes(valueKind(item)));
