import type { FieldValues } from './field-values.ts';
import type { KeysPlan, KeysReading, StartsIn } from './plan.ts';

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
  let all: readonly StartsIn[] = [];
  return {
    kind: 'keys',
    fresh: () => foundLimitsPlan(given),
    keys: [{ value: values.values, list: values.list, starts: { all: () => all } }],
    size: null,
    minDocCount: 1,
    order: [],
    around,
    before: async (buckets) => {
      all = buckets.flatMap(({ path, keys, values: figures }) => {
        const own = settle(figures);
        if (own === null) return [];
        settled.set(path, own);
        return [{ keys, starts: starts(own) }];
      });
    },
    read: (reading) => read(reading, settled.get(reading.path) ?? null),
  };
}
