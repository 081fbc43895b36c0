import type { AggregationResult } from '../response.ts';

/** Names stand beside results, not in them, so that an answer shows them only when asked to. */
const TYPES = new WeakMap<object, string>();

/** Notes OpenSearch's name for the shape of a result: `sterms`, `tdigest_percentiles`, `simple_value` … */
export function typed<R extends AggregationResult>(result: R, type: string): R {
  TYPES.set(result, type);
  return result;
}

export const typeOf = (result: unknown): string | undefined =>
  typeof result === 'object' && result !== null ? TYPES.get(result) : undefined;

type Results = Readonly<Record<string, unknown>>;

/** Aggregations of an answer with OpenSearch's `typed_keys`: `sterms#name` for every name, at every depth. */
export function withTypedKeys(results: Results): Results {
  return Object.fromEntries(
    Object.entries(results).map(([name, value]) => {
      const type = typeOf(value);
      return [type === undefined ? name : `${type}#${name}`, inside(value)];
    }),
  );
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return typeof value === 'object' && value !== null ? withTypedKeys(Object.fromEntries(Object.entries(value))) : value;
}
