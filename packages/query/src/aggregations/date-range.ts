import { type Bound, readLimit } from '../clauses/range.ts';
import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField, readTimeZone } from './definition.ts';
import { type BucketRange, printRanges, readRanges } from './range.ts';

/** One bucket per from/to pair of dates; date math such as `now-1d` allowed. */
export interface DateRangeAggregation extends OfField {
  readonly kind: 'date_range';
  readonly ranges: readonly BucketRange<Bound>[];
  readonly timeZone?: string;
  readonly keyed: boolean;
}

export const dateRangeForm: AggregationForm<DateRangeAggregation> = {
  shape: 'bucket',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'date_range');
    const node: DateRangeAggregation = {
      kind: 'date_range',
      ...readOfField(fields),
      ranges: readRanges(fields, name, readLimit),
      ...present({ timeZone: fields.optional('time_zone', readTimeZone) }),
      keyed: fields.flag('keyed', false),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      ranges: printRanges(node.ranges),
      time_zone: node.timeZone,
      keyed: node.keyed || undefined,
    }),
};
