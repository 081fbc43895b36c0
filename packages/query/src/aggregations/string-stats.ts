import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';

/** Count, shortest, longest and mean length of texts, and the Shannon entropy of their characters. */
export interface StringStatsAggregation extends OfField {
  readonly kind: 'string_stats';
  /** Adds the probability of every character. */
  readonly showDistribution: boolean;
}

export const stringStatsForm: AggregationForm<StringStatsAggregation> = {
  shape: 'metric',
  parse: (value, path) => {
    const fields = new Fields(value, path, 'string_stats');
    const node: StringStatsAggregation = {
      kind: 'string_stats',
      ...readOfField(fields),
      showDistribution: fields.flag('show_distribution', false),
    };
    fields.done();
    return node;
  },
  print: (node) => present({ ...printOfField(node), show_distribution: node.showDistribution || undefined }),
};
