import { Fields, readNumber } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';

/** Stats plus sum of squares, variances, standard deviations and the bounds avg ± sigma × deviation. */
export interface ExtendedStatsAggregation extends OfField {
  readonly kind: 'extended_stats';
  readonly sigma: number;
}

export const extendedStatsForm: AggregationForm<ExtendedStatsAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'extended_stats');
    const sigma = fields.optional('sigma', (given, at) => readNumber(given, at, { min: 0 })) ?? 2;
    const node: ExtendedStatsAggregation = { kind: 'extended_stats', ...readOfField(fields), sigma };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfField(node), sigma: node.sigma === 2 ? undefined : node.sigma }),
};
