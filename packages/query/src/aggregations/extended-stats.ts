import { Fields, readNumber } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** Stats plus sum of squares, variances, standard deviations and the bounds avg ± sigma × deviation. */
export interface ExtendedStatsAggregation extends OfField {
  readonly kind: 'extended_stats';
  readonly sigma: number;
}

export const extendedStatsForm: AggregationForm<ExtendedStatsAggregation> = {
  shape: 'metric',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'extended_stats');
    const sigma = fields.optional('sigma', (given, at) => readSigma(given, at, name)) ?? 2;
    const node: ExtendedStatsAggregation = { kind: 'extended_stats', ...readOfField(fields), sigma };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfField(node), sigma: node.sigma === 2 ? undefined : node.sigma }),
};

export function readSigma(value: unknown, path: string, name: string): number {
  const sigma = readNumber(value, path);
  if (sigma >= 0) return sigma;
  throw illegalArgument(
    `[sigma] must be greater than or equal to 0. Found [${sigma.toFixed(1)}] in [${name}]`,
    `Correct ${path}.`,
  );
}
