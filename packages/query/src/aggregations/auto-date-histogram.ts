import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import {
  type AggregationForm,
  type OfField,
  printOfField,
  readAtLeast,
  readOfField,
  readTimeZone,
} from './definition.ts';

/** Units of an automatic interval, from small to large. */
export const AUTO_UNITS = ['second', 'minute', 'hour', 'day', 'month', 'year'] as const;
export type AutoUnit = (typeof AUTO_UNITS)[number];

/** At most so many buckets of the shortest interval that needs no more. */
export interface AutoDateHistogramAggregation extends OfField {
  readonly kind: 'auto_date_histogram';
  readonly buckets: number;
  readonly timeZone?: string;
  readonly minimumInterval: AutoUnit;
}

export const autoDateHistogramForm: AggregationForm<AutoDateHistogramAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'auto_date_histogram', ['minimum_interval']);
    const node: AutoDateHistogramAggregation = {
      kind: 'auto_date_histogram',
      ...readOfField(fields),
      buckets: readAtLeast(fields, 'buckets', 1, name) ?? 10,
      ...present({ timeZone: fields.optional('time_zone', readTimeZone) }),
      minimumInterval: fields.choice('minimum_interval', AUTO_UNITS) ?? 'second',
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      buckets: node.buckets === 10 ? undefined : node.buckets,
      time_zone: node.timeZone,
      minimum_interval: node.minimumInterval === 'second' ? undefined : node.minimumInterval,
    }),
};
