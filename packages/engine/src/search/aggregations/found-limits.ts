import { type Sql, sql } from '../sql.ts';
import { lookup } from './distinct-keys.ts';
import type { FieldValues } from './field-values.ts';
import type { KeysPlan, KeysReading } from './plan.ts';

/** Buckets between limits that each bucket around settles for itself; `S` is what is settled. */
export interface FoundLimits<S> {
  readonly values: FieldValues;
  /** Figures of each bucket around. */
  readonly around: NonNullable<KeysPlan['around']>;
  /** What follows from the figures; null where there is nothing to count. */
  readonly settle: (figures: readonly unknown[]) => S | null;
  /** Where the buckets start, ascending. */
  readonly starts: (settled: S) => readonly number[];
  /** The key of a bucket that was found is the place of its start, from 1 on. */
  readonly read: (reading: KeysReading, settled: S | null) => ReturnType<KeysPlan['read']>;
}

/** Counts the values of a field between limits that are known only after the buckets around are. */
export function foundLimitsPlan<S>(given: FoundLimits<S>): KeysPlan {
  const { values, around, settle, starts, read } = given;
  const settled = new Map<string, S>();
  let limits: (around: readonly Sql[]) => Sql = () => sql`NULL::DOUBLE[]`;
  return {
    kind: 'keys',
    fresh: () => foundLimitsPlan(given),
    keys: [{ value: values.values, list: values.list, bounds: (keys) => limits(keys) }],
    size: null,
    minDocCount: 1,
    order: [],
    around,
    before: async (buckets) => {
      for (const { path, values: figures } of buckets) {
        const own = settle(figures);
        if (own !== null) settled.set(path, own);
      }
      limits = lookup(buckets, ({ path }) => {
        const own = settled.get(path);
        return own === undefined ? [] : starts(own);
      });
    },
    read: (reading) => read(reading, settled.get(reading.path) ?? null),
  };
}
