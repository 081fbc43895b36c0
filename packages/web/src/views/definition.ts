import type { BucketAnswer } from '@datasarana/client';
import type { BarSearch, NestedCount } from '@datasarana/query';
import type { ValueType } from '@datasarana/schema';
import type { NumberFormat } from '../records/number-format.ts';

/** Drawings a view can have (VIS-01); those that this designer draws. */
export const VISUALS = [
  'Vertical Bar',
  'Horizontal Bar',
  'Line',
  'Area',
  'Pie',
  'Doughnut',
  'Heatmap',
  'WordCloud',
  'Table',
  'Metric',
  'Map',
] as const;
export type Visual = (typeof VISUALS)[number];

/** A drawing as people read it; its name is what is stored. */
export const visualWords = (visual: Visual): string =>
  visual === 'WordCloud' ? 'Word cloud' : visual.charAt(0) + visual.slice(1).toLowerCase();

/** View types (VIS-02), decided by the visual (VIS-08). */
export type ViewType = 'chart' | 'metric' | 'map' | 'minimal-map';

export const BUCKET_FUNCTIONS = [
  'terms',
  'significant_terms',
  'significant_text',
  'date_histogram',
  'histogram',
  'range',
  'geohash_grid',
] as const;
export type BucketFunction = (typeof BUCKET_FUNCTIONS)[number];

export const METRIC_FUNCTIONS = ['count', 'sum', 'avg', 'min', 'max', 'cardinality', 'median'] as const;
export type MetricFunction = (typeof METRIC_FUNCTIONS)[number];

export const CALENDAR_INTERVALS = ['minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type CalendarInterval = (typeof CALENDAR_INTERVALS)[number];

/** One level of grouping; levels nest in list order. */
export interface ViewBucket {
  readonly id: string;
  readonly function: BucketFunction;
  readonly field: string;
  /** terms, significant_terms, significant_text, geohash_grid: buckets shown; the default is QRY-10's. */
  readonly size?: number;
  /** terms: by count, by key, or by the id of a metric. */
  readonly orderBy?: string;
  readonly order?: 'asc' | 'desc';
  /** terms: the values that are drawn, once the platform said which; never stored. */
  readonly only?: readonly BucketAnswer[];
  readonly calendar?: CalendarInterval;
  /** date_histogram: the dates are days of the calendar, the same in every zone; told by the records, never stored. */
  readonly days?: true;
  /** histogram: width of a bucket, 50 by default (QRY-10). */
  readonly interval?: number;
  /** geohash_grid: 1 to 12, 3 by default (QRY-10). */
  readonly precision?: number;
  readonly ranges?: readonly { readonly from?: number; readonly to?: number }[];
  /** The Nested fields that `field` lies under, the outermost first. */
  readonly nested?: readonly string[];
  /** Of such a field: whether groups are of its objects or of the records that hold them; absent until it was asked (QRY-23). */
  readonly count?: NestedCount;
}

export interface ViewMetric {
  readonly id: string;
  readonly function: MetricFunction;
  /** Null only for `count`. */
  readonly field: string | null;
  /** The Nested fields that `field` lies under, the outermost first. */
  readonly nested?: readonly string[];
  readonly label?: string;
  readonly unit?: string;
  /** How its figures are written (VIS-13). */
  readonly format?: NumberFormat;
}

/** Totals of a column over all records found. */
export const COLUMN_TOTALS = [
  'sum',
  'avg',
  'min',
  'max',
  'median',
  'cardinality',
] as const satisfies readonly MetricFunction[];
export type ColumnTotal = (typeof COLUMN_TOTALS)[number];

export const TOTAL_WORDS: Readonly<Record<ColumnTotal, string>> = {
  sum: 'Sum',
  avg: 'Mean',
  min: 'Least',
  max: 'Most',
  median: 'Median',
  cardinality: 'Different',
};

/** A field as a column of a table of records. */
export interface ViewColumn {
  readonly field: string;
  readonly value_type: ValueType;
  readonly label?: string;
  readonly unit?: string;
  /** How its numbers are written. */
  readonly format?: NumberFormat;
  /** Stands below the column; none where it is absent. */
  readonly total?: ColumnTotal;
}

export interface ViewSort {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

/** Which records a view looks at. */
export type ViewSearch = BarSearch;

export interface ViewOptions {
  readonly stack?: boolean;
  /** What the shown series leave over is one more on the stack; true by default. */
  readonly others?: boolean;
  readonly legend?: 'top' | 'bottom' | 'none';
  readonly gridLines?: boolean;
  readonly leftAxis?: string;
  readonly bottomAxis?: string;
  readonly smooth?: boolean;
  readonly labels?: boolean;
  /** What is under the pointer is told beside it; true by default. */
  readonly tooltip?: boolean;
  /** Look of the base map (MAP-09), from the configured maps service. */
  readonly mapStyle?: string;
  /** Colours by series name, six hexadecimal digits. */
  readonly colours?: Readonly<Record<string, string>>;
}

/** What a `visual.view` record keeps in its `view` item (VIS-04). */
export interface ViewDefinition {
  readonly title: string;
  /** Template id the view reads (VIS-21). */
  readonly dataset: string;
  readonly visual: Visual;
  readonly search: ViewSearch;
  readonly buckets: readonly ViewBucket[];
  readonly metrics: readonly ViewMetric[];
  /** Table: its rows are the records themselves, not groups of them (VIS-12). */
  readonly rows?: 'groups' | 'records';
  /** Table of records: what is shown of each. */
  readonly columns?: readonly ViewColumn[];
  /** Table of records: their order; the newest come first when it is absent. */
  readonly sort?: ViewSort;
  /** Map: the field whose places are drawn. */
  readonly point?: string;
  /** Map: `point` holds areas and lines, which are drawn as such (MAP-17). */
  readonly shapes?: true;
  readonly options: ViewOptions;
}

/** Visuals that draw series on two axes. */
export const isOnAxes = (visual: Visual): boolean => visual.endsWith('Bar') || visual === 'Line' || visual === 'Area';

/** Visuals that draw slices of a whole. */
export const isRound = (visual: Visual): boolean => visual === 'Pie' || visual === 'Doughnut';

/** Visuals whose series can stand on each other (VIS-09). */
export const stacks = (visual: Visual): boolean => visual.endsWith('Bar') || visual === 'Area';

/** A table whose rows are records (VIS-12). */
export const listsRecords = (view: ViewDefinition): boolean => view.visual === 'Table' && view.rows === 'records';

/**
 * A view with what its visual draws: a metric is one figure of all (VIS-13), a table of records has the totals of its columns.
 * Groups and figures come back with a chart.
 */
export function asDrawn(view: ViewDefinition): ViewDefinition {
  if (listsRecords(view)) return { ...view, buckets: [], metrics: totalsOf(view) };
  return view.visual === 'Metric' && view.buckets.length > 0 ? { ...view, buckets: [] } : view;
}

/** Id of the total below a column. */
export const totalId = (field: string): string => `total_${field}`;

const totalsOf = ({ columns = [] }: ViewDefinition): readonly ViewMetric[] =>
  columns.flatMap(({ field, total, unit, format }) =>
    total ? [{ id: totalId(field), function: total, field, ...(unit && { unit }), ...(format && { format }) }] : [],
  );

/** Whether a figure counts documents or values, which are not in the unit of their field. */
export const isCounted = ({ function: name }: ViewMetric): boolean => name === 'count' || name === 'cardinality';

export const COUNT_METRIC: ViewMetric = { id: 'count', function: 'count', field: null };

export const typeOfVisual = (visual: Visual): ViewType =>
  visual === 'Metric' ? 'metric' : visual === 'Map' ? 'map' : 'chart';

export const newView = (dataset: string): ViewDefinition => ({
  title: '',
  dataset,
  visual: 'Vertical Bar',
  search: { text: '', filters: [] },
  buckets: [],
  metrics: [COUNT_METRIC],
  options: {},
});

/** Groups of what is unusual among the matches, by how much it stands out. */
export const standsOut = ({ function: name }: ViewBucket): boolean =>
  name === 'significant_terms' || name === 'significant_text';

/** Whether the groups of a bucket are values or words by themselves, not spans or places. */
export const hasWords = (bucket: ViewBucket): boolean => bucket.function === 'terms' || standsOut(bucket);
