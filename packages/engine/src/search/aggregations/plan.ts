import type { BucketOrder } from '@datasarana/query';
import type { IndexPart } from '../part.ts';
import type { AggregationResult } from '../response.ts';
import type { Sql } from '../sql.ts';

/** One piece of SQL per index of the search, each in the terms of that index's columns. */
export type Expression = readonly Sql[];

/** Names a value of the rows inside the statement. */
export type ColumnNaming = (expression: Expression) => Sql;

/** One aggregate function call over the rows of a bucket. */
export interface MetricColumn {
  readonly call: Sql;
  /** Rows it is computed over, when not all. */
  readonly where?: Sql;
  /** What is read of the outcome; itself when absent. */
  readonly outputs?: (outcome: Sql) => readonly Sql[];
  /** The same outputs from kept columns; absent where only SQL can tell. */
  readonly figure?: ColumnFigure;
}

/** A figure over the values of expressions, for groups of documents. */
export type ColumnFigure =
  | { readonly kind: 'rows' }
  | {
      readonly kind: 'values';
      readonly of: Expression;
      /** Outputs from the different values and how often each stands in the group, counted from `from` on. */
      readonly outputs: (keys: readonly unknown[], counts: Uint32Array, from: number) => readonly unknown[];
      /** What it is when all documents are meant. */
      readonly statistic?: 'count' | 'distinct';
    }
  | {
      readonly kind: 'numbers';
      readonly of: Expression;
      readonly figure: 'count' | 'sum' | 'min' | 'max' | 'squares';
    }
  | {
      readonly kind: 'products';
      readonly value: Expression;
      readonly weight: Expression;
      /** Σ value × weight, or Σ weight where there is a value. */
      readonly figure: 'sum' | 'weights';
    };

interface PlanBase {
  /** OpenSearch's name for the shape of the result, which `typed_keys` shows; the aggregation's own when absent. */
  readonly type?: string;
}

/** A figure per bucket. */
export interface MetricPlan extends PlanBase {
  readonly kind: 'metric';
  readonly columns: (column: ColumnNaming) => readonly MetricColumn[];
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
export interface BranchesPlan extends PlanBase {
  readonly kind: 'branches';
  readonly branches: readonly Expression[];
  readonly read: (bodies: readonly BucketBody[]) => AggregationResult;
}

/** Turns the rows of a level into others; `later` are the depths of lists that are gone into afterwards. */
export type RowsChange = (column: ColumnNaming, later: readonly number[]) => (rows: Sql, keys: readonly Sql[]) => Sql;

/** A nested field whose documents the rows are. */
export interface Nest {
  readonly path: string;
  /** Which of the lists the rows were made of is its own. */
  readonly depth: number;
}

/** One bucket of other rows than those around. */
export interface RowsPlan extends PlanBase {
  readonly kind: 'rows';
  /** What aggregations inside see as their indexes. */
  readonly parts: readonly IndexPart[];
  /** Where the rows of each of them are read from when no query counts. */
  readonly sources: Expression;
  /** All rows of `parts`, whatever the query and the buckets around. */
  readonly all?: boolean;
  /** Rows become those of lists of structs, one list within the other. */
  readonly unnests?: readonly Expression[];
  /** Paths of the nested fields whose documents the rows are; as around when absent. */
  readonly nests?: readonly Nest[];
  readonly change?: RowsChange;
  readonly read: (body: BucketBody) => AggregationResult;
}

/** One bucket found in the data. */
export interface FoundBucket {
  /** The first of its keys. */
  readonly key: unknown;
  readonly keys: readonly unknown[];
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
  /** Outputs of `plan.around` for the bucket around; all null when it has no documents. */
  readonly around: readonly unknown[];
  /** Tells the bucket around from others, as in `plan.before`. */
  readonly path: string;
}

/** One of the values that make the key of a bucket. */
export interface KeyColumn {
  /** The value of a row, NULL for none; with `list` all its different values. */
  readonly value: Expression;
  readonly list: boolean;
  /**
   * Which rows have a value, asked instead of the value itself: DuckDB computes an expression that is both tested and
   * grouped by twice. Only without `list`.
   */
  readonly present?: Expression;
  /** Rows without a value have the key NULL. */
  readonly nullable?: boolean;
  /** The key is how many of the starts of the bucket around a value reaches. */
  readonly starts?: BucketStarts;
}

/** Ascending starts of buckets, known once the buckets around are. */
export interface BucketStarts {
  /** Those of each bucket around that has any. */
  readonly all: () => readonly StartsIn[];
}

/** The starts inside a bucket around, by its keys. */
export interface StartsIn {
  readonly keys: readonly unknown[];
  readonly starts: readonly number[];
}

/** A bucket that keys are looked for in. */
export interface AroundBucket {
  readonly path: string;
  readonly keys: readonly unknown[];
  /** Outputs of `plan.around`. */
  readonly values: readonly unknown[];
}

/** In which direction a key is ordered. */
export interface KeyDirection {
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** Buckets by values computed from each row. */
export interface KeysPlan extends PlanBase {
  readonly kind: 'keys';
  readonly keys: readonly KeyColumn[];
  /** Only that many buckets are wanted per bucket around, the first by `order`. */
  readonly size: number | null;
  readonly minDocCount: number;
  readonly maxDocCount?: number;
  readonly order: readonly BucketOrder[];
  /** What keys are ordered by when not by themselves. */
  readonly orderKey?: (key: Sql, at?: number) => Sql;
  /** How keys are ordered when not each in the same direction. */
  readonly orderKeys?: (keys: readonly Sql[]) => Sql;
  /** The same as `orderKeys`, key by key. */
  readonly directions?: readonly KeyDirection[];
  /** Which keys are wanted. */
  readonly wanted?: (keys: readonly Sql[]) => Sql;
  /** Computed in the bucket around. */
  readonly total?: (column: ColumnNaming) => MetricColumn;
  /** Further figures of the bucket around. */
  readonly around?: (column: ColumnNaming) => readonly MetricColumn[];
  /** Called once all buckets around are known, before keys are looked for. */
  readonly before?: (around: readonly AroundBucket[]) => Promise<void>;
  /** Called once with the keys that were found, before any bucket is read. */
  readonly after?: (keys: readonly (readonly unknown[])[]) => Promise<void>;
  readonly read: (reading: KeysReading) => AggregationResult;
  /** The same plan with notes of its own, when it takes any: it may stand in several branches. */
  readonly fresh?: () => KeysPlan;
}

export type Plan = MetricPlan | BranchesPlan | KeysPlan | RowsPlan;
