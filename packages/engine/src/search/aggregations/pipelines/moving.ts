import {
  evaluate,
  ewma,
  holt,
  holtWinters,
  illegalArgument,
  linearWeightedAvg,
  numberIn,
  type PipelineKinds,
  parseBucketsPath,
  parseExpression,
  unweightedAvg,
} from '@datasarana/query';
import { resolve, type ShownBucket } from './values.ts';

/** Values that the windows of all buckets may hold together: they are gone through in one go, which takes a second at most. */
const MAX_WINDOWED = 50_000_000;

function refuseTooWide(use: string, window: number, buckets: readonly ShownBucket[]): void {
  const values = Math.min(window, buckets.length) * buckets.length;
  if (values <= MAX_WINDOWED) return;
  throw illegalArgument(
    `[window] of ${window} over ${buckets.length} buckets in ${use} goes through ${values} values, more than ${MAX_WINDOWED}`,
    'Choose a smaller [window], a longer interval or a narrower range.',
  );
}

type Moved = readonly (readonly [bucket: ShownBucket, value: number | null])[];

/** A script over the values of a window that ends before the bucket, or later by `shift`. */
export function movingFunction(of: PipelineKinds['moving_fn'], buckets: readonly ShownBucket[]): Moved {
  refuseTooWide('aggregation [moving_fn]', of.window, buckets);
  const path = parseBucketsPath(of.bucketsPath);
  const expression = parseExpression(of.script.source, 'script');
  const params = new Map(Object.entries(of.script.params));
  const each = buckets.map((bucket) => resolve(bucket, path, of.gapPolicy));
  const values = each.filter((value): value is number => value !== null && !Number.isNaN(value));
  const within = (place: number) => Math.min(Math.max(place, 0), values.length);
  let place = 0;
  return buckets.map((bucket, i) => {
    const own = each[i] ?? Number.NaN;
    if (Number.isNaN(own)) return [bucket, null];
    const window = values.slice(within(place - of.window + of.shift), within(place + of.shift));
    place++;
    return [bucket, numberIn(evaluate(expression, { params, values: window }))];
  });
}

/** A named model over the values of the buckets before. */
export function movingAverage(of: PipelineKinds['moving_avg'], buckets: readonly ShownBucket[]): Moved {
  refuseTooWide('aggregation [moving_avg]', of.window, buckets);
  const path = parseBucketsPath(of.bucketsPath);
  const window: number[] = [];
  return buckets.map((bucket) => {
    const own = resolve(bucket, path, of.gapPolicy) ?? Number.NaN;
    if (Number.isNaN(own)) return [bucket, null];
    const isReady = window.length >= (of.model === 'holt_winters' ? 2 * of.settings.period : 1);
    const value = isReady ? modelled(of, window) : null;
    window.push(own);
    if (window.length > of.window) window.shift();
    return [bucket, value];
  });
}

function modelled({ model, settings }: PipelineKinds['moving_avg'], values: readonly number[]): number {
  switch (model) {
    case 'simple':
      return unweightedAvg(values);
    case 'linear':
      return linearWeightedAvg(values);
    case 'ewma':
      return ewma(values, settings.alpha);
    case 'holt':
      return holt(values, settings.alpha, settings.beta);
    case 'holt_winters':
      return holtWinters(values, settings);
  }
}
