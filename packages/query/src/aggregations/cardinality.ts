import { Fields, readInteger } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type FieldMetric, printOfField, readOfField } from './definition.ts';
import { illegalArgument } from './refusal.ts';

/** How many different values; exact, so that `precision_threshold` says nothing. */
export type CardinalityAggregation = FieldMetric<'cardinality'>;

export const cardinalityForm: AggregationForm<CardinalityAggregation> = {
  shape: 'metric',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'cardinality');
    const node: CardinalityAggregation = { kind: 'cardinality', ...readOfField(fields) };
    fields.optional('precision_threshold', (given, at) => {
      const threshold = readInteger(given, at, { max: Number.MAX_SAFE_INTEGER });
      if (threshold >= 0) return;
      throw illegalArgument(
        `[precisionThreshold] must be greater than or equal to 0. Found [${threshold}] in [${name}]`,
        `Leave ${at} out: counts are exact.`,
      );
    });
    fields.choice('execution_hint', ['direct', 'ordinals']);
    fields.hints('rehash');
    fields.done();
    return node;
  },
  print: (node) => present(printOfField(node)),
};
