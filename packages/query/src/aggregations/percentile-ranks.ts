import { Fields, readNumber, readOneOrMany } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { type HdrMethod, printMethod, readMethod } from './hdr.ts';

/** Share of values at or below each given value, in percent; exact. */
export interface PercentileRanksAggregation extends OfField {
  readonly kind: 'percentile_ranks';
  /** Ascending, without doubles. */
  readonly values: readonly number[];
  readonly keyed: boolean;
  readonly hdr?: HdrMethod;
}

export const percentileRanksForm: AggregationForm<PercentileRanksAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'percentile_ranks');
    const values = fields.required('values', (list, at) =>
      readOneOrMany(list, at, (each, where) => readNumber(each, where)),
    );
    if (values.length === 0) throw wrongShape(fields.at('values'), 'at least one value', values);
    const node: PercentileRanksAggregation = {
      kind: 'percentile_ranks',
      ...readOfField(fields),
      values: [...new Set(values)].sort((a, b) => a - b),
      keyed: fields.flag('keyed', true),
      ...present({ hdr: readMethod(fields) }),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      values: node.values,
      keyed: node.keyed ? undefined : false,
      hdr: printMethod(node.hdr),
    }),
};
