import { Fields, readNumber, readOneOrMany } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { type AggregationForm, type OfField, printOfField, readOfField } from './definition.ts';
import { type HdrMethod, printMethod, readMethod } from './hdr.ts';
import { illegalArgument } from './refusal.ts';

export const DEFAULT_PERCENTS: readonly number[] = [1, 5, 25, 50, 75, 95, 99];

/** Values at the given percents, exact by Hazen's rule. */
export interface PercentilesAggregation extends OfField {
  readonly kind: 'percentiles';
  /** Ascending, without doubles. */
  readonly percents: readonly number[];
  readonly keyed: boolean;
  readonly hdr?: HdrMethod;
}

const ascending = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);

export const percentilesForm: AggregationForm<PercentilesAggregation> = {
  shape: 'metric',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'percentiles');
    const node: PercentilesAggregation = {
      kind: 'percentiles',
      ...readOfField(fields),
      percents: readPercents(fields, value, name),
      keyed: fields.flag('keyed', true),
      ...present({ hdr: readMethod(fields) }),
    };
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      ...printOfField(node),
      percents: node.percents.join() === DEFAULT_PERCENTS.join() ? undefined : node.percents,
      keyed: node.keyed ? undefined : false,
      hdr: printMethod(node.hdr),
    }),
};

export function readPercents(fields: Fields, value: unknown, name: string): readonly number[] {
  const percents = fields.optional('percents', (list, at) =>
    readOneOrMany(list, at, (given, where) => {
      const percent = readNumber(given, where);
      if (percent >= 0 && percent <= 100) return percent;
      throw illegalArgument(`percent must be in [0,100], got [${percent.toFixed(1)}]: [${name}]`, `Correct ${where}.`);
    }),
  );
  const isNull = typeof value === 'object' && value !== null && Reflect.get(value, 'percents') === null;
  if (percents?.length === 0 || isNull) {
    throw illegalArgument(`[percents] must not be empty: [${name}]`, 'Give some, or leave [percents] out.');
  }
  return percents === undefined ? DEFAULT_PERCENTS : ascending(percents);
}

/**
 * Hazen's rule: the p-th percentile of n ascending values stands at position p/100·n − 0.5 between order statistics,
 * held inside the smallest and largest value. The one rule that reproduces OpenSearch's small-sample answers.
 */
export function percentileOf(sorted: ArrayLike<number>, percent: number): number | null {
  const last = sorted.length - 1;
  const first = sorted[0];
  if (first === undefined) return null;
  const position = Math.min(Math.max((percent / 100) * sorted.length - 0.5, 0), last);
  const below = Math.floor(position);
  const low = sorted[below] ?? first;
  const high = sorted[Math.min(below + 1, last)] ?? low;
  return low + (high - low) * (position - below);
}
