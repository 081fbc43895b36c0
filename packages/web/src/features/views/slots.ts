import type { ViewDefinition } from '../../views/definition.ts';
import { bucketFor, type DesignField, freeId, groupable, isPoint, isText, metricFor } from './designer-fields.ts';

/** Where a field can go: the axis, a further split of it, or the figures. */
export const SLOTS = ['rows', 'split', 'values'] as const;
export type Slot = (typeof SLOTS)[number];

export const SLOT_WORDS: Readonly<Record<Slot, string>> = { rows: 'Rows', split: 'Split by', values: 'Values' };

/** Whether a field may go to a slot: of texts only words are drawn, a point is only drawn on a map. */
export const fits = (field: DesignField, slot: Slot): boolean =>
  isPoint(field) || isText(field) ? slot === 'rows' : groupable(field);

/** Puts a field into a slot; what stood in the rows before becomes the first split. */
export function placeField(view: ViewDefinition, field: DesignField, slot: Slot): ViewDefinition {
  if (!fits(field, slot)) return view;
  if (isPoint(field)) return { ...view, visual: 'Map', point: field.name };
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

/** Names of the fields a view uses. */
export const usedFields = ({ buckets, metrics, point, visual }: ViewDefinition): ReadonlySet<string> =>
  new Set(
    visual === 'Map'
      ? [point ?? '']
      : [...buckets.map(({ field }) => field), ...metrics.flatMap(({ field }) => field ?? [])],
  );
