import { Fields, readNumber } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type FieldMetric, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** Median distance from the median, both by Hazen's rule; exact, so that `compression` says nothing. */
export type MedianAbsoluteDeviationAggregation = FieldMetric<'median_absolute_deviation'>;

export const medianAbsoluteDeviationForm: AggregationForm<MedianAbsoluteDeviationAggregation> = {
  shape: 'metric',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'median_absolute_deviation');
    const node: MedianAbsoluteDeviationAggregation = { kind: 'median_absolute_deviation', ...readOfField(fields) };
    fields.optional('compression', (given, at) => {
      const compression = readNumber(given, at);
      if (compression > 0) return;
      throw illegalArgument(
        `[compression] must be greater than 0. Found [${compression.toFixed(1)}] in [${name}]`,
        `Leave ${at} out: the figure is exact.`,
      );
    });
    fields.done();
    return node;
  },
  print: (node) => present(printOfField(node)),
};
