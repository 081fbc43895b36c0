import { mayChangeStatus, RECORD_STATUSES, type SchemaItem, ValueType } from '@datasarana/schema';
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

/** Prose in a box that grows with it, where the schema says no more than that it is text. */
export const asProse = (item: SchemaItem): SchemaItem => ({ ...item, value_type: ValueType.Text });

const PROSE: ReadonlySet<string> = new Set(['bio', 'notes']);

/** A status as a choice of what may follow the one it has (REC-32, REC-33). */
export const withStatuses = (kind: string, item: SchemaItem, status: string): SchemaItem => ({
  ...item,
  mandatory: true,
  allowed_values: RECORD_STATUSES.filter((next) => mayChangeStatus(kind, status, next)).map((value) => ({ value })),
});

/** The simple items of a user that a profile form shows, in reading order; lists of other records have their own tabs. */
export const profileItems = (items: readonly SchemaItem[], status = 'Active'): readonly SchemaItem[] =>
  shown
    .map((name) => items.find((item) => item.name === name))
    .filter((item): item is SchemaItem => item !== undefined && !['section', 'rows'].includes(valueKind(item)))
    .map((item) => (PROSE.has(item.name) ? asProse(item) : item))
    .map((item) => (item.name === 'status' ? withStatuses('user', item, status) : item));
