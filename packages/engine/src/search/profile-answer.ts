/** Nanoseconds and counts by step. */
export type Breakdown = Readonly<Record<string, number>>;

/** A clause, or an aggregation, with what it took. */
export interface Timed {
  readonly type: string;
  readonly description: string;
  readonly time_in_nanos: number;
  readonly breakdown: Breakdown;
  readonly children?: readonly Timed[];
}

export interface Collector {
  readonly name: string;
  readonly reason: string;
  readonly time_in_nanos: number;
}

/** Where the time of a search went, index by index, in OpenSearch's shape. */
export interface Profile {
  readonly shards: readonly {
    readonly id: string;
    readonly inbound_network_time_in_millis: number;
    readonly outbound_network_time_in_millis: number;
    readonly searches: readonly {
      readonly query: readonly Timed[];
      readonly rewrite_time: number;
      readonly collector: readonly Collector[];
    }[];
    readonly aggregations: readonly Timed[];
  }[];
}
