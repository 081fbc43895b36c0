import type { BucketOrder } from '@datasarana/query';
import type { AggregationResult } from '../response.ts';
import type { Sql } from '../sql.ts';

/** One piece of SQL per index of the search, each in the terms of that index's columns. */
export type Expression = readonly Sql[];

/** One aggregate function call over the rows of a bucket. */
export interface MetricColumn {
  readonly call: Sql;
  /** Rows it is computed over, when not all. */
  readonly where?: Sql;
  /** What is read of the outcome; itself when absent. */
  readonly outputs?: (outcome: Sql) => readonly Sql[];
}

/** A figure per bucket. */
export interface MetricPlan {
  readonly kind: 'metric';
  /** `column` names a value of the rows inside the statement. */
  readonly columns: (column: (expression: Expression) => Sql) => readonly MetricColumn[];
  /** Called once with the outputs of every bucket, before any is read. */
  readonly prepare?: (buckets: readonly (readonly unknown[])[]) => Promise<void>;
  /** `values` are the outputs, all null for a bucket without documents. */
  readonly read: (values: readonly unknown[]) => AggregationResult;
  /** The figure of that name in SQL over the outcomes of `columns`, to order buckets by; null when there is none. */
  readonly orderValue: (metric: string, outcomes: readonly Sql[]) => Sql | null;
}

/** What an assembled bucket holds besides its key: `doc_count` and the results of the aggregations inside. */
export type BucketBody = { readonly doc_count: number } & AggregationResult;

/** Buckets known beforehand, each by a test of a row; a row may be in several. */
export interface BranchesPlan {
  readonly kind: 'branches';
  readonly branches: readonly Expression[];
  readonly read: (bodies: readonly BucketBody[]) => AggregationResult;
}

/** One bucket found in the data. */
export interface FoundBucket {
  readonly key: unknown;
  readonly docCount: number;
  /** Values of the orders that are metrics, in the plan's order. */
  readonly orders: readonly unknown[];
  readonly body: () => BucketBody;
}

export interface KeysReading {
  /** In the order of the statement. */
  readonly buckets: readonly FoundBucket[];
  readonly empty: () => BucketBody;
  /** Outcome of `plan.total` for the bucket around, when the plan has one. */
  readonly total: unknown;
}

/** Buckets by a value computed from each row. */
export interface KeysPlan {
  readonly kind: 'keys';
  /** The key of a row, NULL for none; with `list` all its different keys. */
  readonly key: Expression;
  readonly list: boolean;
  /**
   * Which rows have a key, asked instead of the key itself: DuckDB computes an expression that is both tested and
   * grouped by twice. Only without `list`.
   */
  readonly present?: Expression;
  /** Only that many buckets are wanted per bucket around, the first by `order`. */
  readonly size: number | null;
  readonly minDocCount: number;
  readonly order: readonly BucketOrder[];
  /** What keys are ordered by when not by themselves. */
  readonly orderKey?: (key: Sql) => Sql;
  /** Computed in the bucket around. */
  readonly total?: (column: (expression: Expression) => Sql) => MetricColumn;
  readonly read: (reading: KeysReading) => AggregationResult;
}

export type Plan = MetricPlan | BranchesPlan | KeysPlan;

/** A plan with those inside its buckets. */
export interface PlannedNode {
  readonly name: string;
  readonly plan: Plan;
  readonly meta: AggregationResult | undefined;
  readonly inside: readonly PlannedNode[];
}
