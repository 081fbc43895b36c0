import { isOnAxes, type ViewBucket, type ViewDefinition } from './definition.ts';
import { levelOf } from './nested.ts';

/** Groups of spans: all there are, not the largest. */
const areAll = ({ function: name }: ViewBucket): boolean =>
  name === 'date_histogram' || name === 'histogram' || name === 'range';

/**
 * The groups of a view in the order they are asked for, the outermost first. Series over spans of time or numbers are asked for before
 * the spans: they are the largest of all that is found. Asked within each span they would be the largest of that one, and a line would end
 * wherever others are larger.
 */
export function askedBuckets({ visual, buckets }: Pick<ViewDefinition, 'visual' | 'buckets'>): readonly ViewBucket[] {
  const [along, ...splits] = buckets;
  const isSplit = along && splits.length > 0 && (isOnAxes(visual) || visual === 'Heatmap');
  if (!isSplit || !areAll(along) || splits.some((split) => split.function !== 'terms')) return buckets;
  return buckets.every((bucket) => levelOf(bucket) === '') ? [...splits, along] : buckets;
}
