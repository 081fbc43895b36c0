import { isOnAxes, stacks, type ViewBucket, type ViewDefinition, type ViewMetric } from './definition.ts';
import { levelOf } from './nested.ts';

/** Groups of spans: all there are, not the largest. */
const areSpans = ({ function: name }: ViewBucket): boolean =>
  name === 'date_histogram' || name === 'histogram' || name === 'range';

/** The groups that make series of values, over groups along an axis; empty where the splits of each group stand by themselves. */
export function seriesOf({ visual, buckets }: Pick<ViewDefinition, 'visual' | 'buckets'>): readonly ViewBucket[] {
  const [along, ...splits] = buckets;
  const onAxis = along && (areSpans(along) || along.function === 'terms') && (isOnAxes(visual) || visual === 'Heatmap');
  if (!onAxis || splits.some((split) => split.function !== 'terms')) return [];
  return buckets.every((bucket) => levelOf(bucket) === '') ? splits : [];
}

/**
 * The groups of a view in the order they are asked for, the outermost first. Series are asked for before what lies along the axis: they
 * are the largest of all that is found. Asked within each span they would be the largest of that one, and a line would end wherever
 * others are larger. Values along the axis are known by then (`only`).
 */
export function askedBuckets(view: Pick<ViewDefinition, 'visual' | 'buckets'>): readonly ViewBucket[] {
  const [along] = view.buckets;
  const series = seriesOf(view);
  return along && series.length > 0 && (areSpans(along) || along.only) ? [...series, along] : view.buckets;
}

/** Whether the values along the axis have to be known before series over them can be asked for. */
export const needsAxis = (view: ViewDefinition): boolean =>
  seriesOf(view).length > 0 && view.buckets[0]?.function === 'terms';

/** A figure of a whole is the sum of those of its parts. */
export const addsUp = ({ function: name }: ViewMetric): boolean => name === 'count' || name === 'sum';

/** Whether a stack can have a part for what its series leave over, as high as the whole. */
export const canHaveOthers = (view: ViewDefinition): boolean =>
  view.options.stack === true && stacks(view.visual) && seriesOf(view).length === 1 && view.metrics.some(addsUp);

export const wantsOthers = (view: ViewDefinition): boolean => canHaveOthers(view) && view.options.others !== false;
