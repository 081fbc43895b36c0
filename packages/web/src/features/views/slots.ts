import { listsRecords, type ViewDefinition } from '../../views/definition.ts';
import {
  bucketFor,
  columnFor,
  type DesignField,
  freeId,
  groupable,
  hasPlace,
  isText,
  mapOf,
  metricFor,
} from './designer-fields.ts';
import { firstColumns } from './first-columns.ts';

/** Where a field can go: the axis, a further split of it, the figures, or what is shown of each record. */
export type Slot = 'rows' | 'split' | 'values' | 'columns';

export const SLOT_WORDS: Readonly<Record<Slot, string>> = {
  rows: 'Rows',
  split: 'Split by',
  values: 'Values',
  columns: 'Columns',
};

/** The slots of a view: a table of records has columns alone. */
export const slotsOf = (view: ViewDefinition): readonly Slot[] =>
  listsRecords(view) ? ['columns'] : ['rows', 'split', 'values'];

/** Whether a field may go to a slot: of texts only words are drawn, a point is only drawn on a map; records show all of theirs. */
export function fits(field: DesignField, slot: Slot): boolean {
  if (slot === 'columns') return field.nested === undefined;
  return hasPlace(field) || isText(field) ? slot === 'rows' : groupable(field);
}

/** Puts a field into a slot; what stood in the rows before becomes the first split. */
export function placeField(view: ViewDefinition, field: DesignField, slot: Slot): ViewDefinition {
  if (!fits(field, slot)) return view;
  if (slot === 'columns') {
    const columns = (view.columns ?? []).filter((column) => column.field !== field.name);
    return { ...view, visual: 'Table', rows: 'records', columns: [...columns, columnFor(field)] };
  }
  if (hasPlace(field)) return mapOf(view, field);
  if (slot === 'values') {
    const metrics = [...view.metrics, metricFor(field, freeId('m', view.metrics))];
    return { ...view, metrics, visual: view.visual === 'Map' ? 'Metric' : view.visual };
  }
  const known = view.buckets.find((bucket) => bucket.field === field.name);
  const others = view.buckets.filter((bucket) => bucket !== known);
  const bucket = known ?? bucketFor(field, freeId('b', view.buckets));
  const buckets = slot === 'rows' ? [bucket, ...others] : [...others, bucket];
  if (isText(field)) return { ...view, buckets, visual: 'WordCloud' };
  const grouped = view.visual !== 'Map' && view.visual !== 'Metric';
  return { ...view, buckets, visual: grouped ? view.visual : 'Vertical Bar' };
}

/** A table whose rows are records or groups; its columns, groups and figures stay for when it is turned back. */
export function withRows(
  view: ViewDefinition,
  rows: 'groups' | 'records',
  fields: readonly DesignField[],
): ViewDefinition {
  const shown = firstColumns(fields.filter((field) => fits(field, 'columns')));
  const first = rows === 'records' && !view.columns?.length && { columns: shown.map(columnFor) };
  return { ...view, visual: 'Table', rows, ...first };
}

/** Names of the fields a view uses. */
export function usedFields(view: ViewDefinition): ReadonlySet<string> {
  const { buckets, metrics, point, visual, columns } = view;
  if (visual === 'Map') return new Set([point ?? '']);
  if (listsRecords(view)) return new Set(columns?.map(({ field }) => field));
  return new Set([...buckets.map(({ field }) => field), ...metrics.flatMap(({ field }) => field ?? [])]);
}
