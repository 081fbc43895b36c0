import type { TimeRange } from '@datasarana/query';
import { isValueType, ValueType } from '@datasarana/schema';
import { NUMBER_STYLES, type NumberFormat } from '../records/number-format.ts';
import { listOf, oneOf, partsOf, type Read, readFinite, readFlag, readText } from '../records/read-stored.ts';
import {
  BUCKET_FUNCTIONS,
  CALENDAR_INTERVALS,
  COLUMN_TOTALS,
  METRIC_FUNCTIONS,
  newView,
  VISUALS,
  type ViewBucket,
  type ViewColumn,
  type ViewDefinition,
  type ViewMetric,
  type ViewOptions,
  type ViewSearch,
  type ViewSort,
} from './definition.ts';
import { readPill } from './filter-pill.ts';

/**
 * A stored definition as it can be drawn and designed (VIS-04). The store takes any JSON object, so other clients leave parts out
 * or write null for them: these are as in a new view of the template.
 */
export function readDefinition(stored: unknown, dataset: string): ViewDefinition {
  const found = definitionParts(stored);
  return { ...newView(found.dataset || dataset), ...found, dataset: found.dataset || dataset };
}

const readMoment: Read<string> = (value) => readText(value) ?? readFinite(value)?.toString();

const timeParts = partsOf<TimeRange>({ field: readText, from: readMoment, to: readMoment });

function readTime(value: unknown): TimeRange | undefined {
  const { field, ...bounds } = timeParts(value);
  return field ? { field, ...bounds } : undefined;
}

const searchParts = partsOf<ViewSearch>({ text: readText, filters: listOf(readPill), time: readTime });

const readSearch = (value: unknown): ViewSearch => ({ ...newView('').search, ...searchParts(value) });

const readNames = listOf(readText);

const bucketParts = partsOf<Omit<ViewBucket, 'only' | 'days'>>({
  id: readText,
  function: oneOf(BUCKET_FUNCTIONS),
  field: readText,
  size: readFinite,
  orderBy: readText,
  order: oneOf(['asc', 'desc']),
  calendar: oneOf(CALENDAR_INTERVALS),
  interval: readFinite,
  precision: readFinite,
  ranges: listOf(partsOf<{ from?: number; to?: number }>({ from: readFinite, to: readFinite })),
  nested: readNames,
  count: oneOf(['children', 'parents']),
});

function readBucket(value: unknown, at: number): ViewBucket | undefined {
  const { id = `b${at + 1}`, function: name, field, ...rest } = bucketParts(value);
  return name && field ? { id, function: name, field, ...rest } : undefined;
}

/** Digits behind the point that a format can ask for. */
const DECIMALS = [0, 1, 2, 3, 4, 5, 6] as const;

const formatParts = partsOf<NumberFormat>({
  style: oneOf(NUMBER_STYLES),
  decimals: oneOf<number>(DECIMALS),
  thousands: readFlag,
  of: oneOf(['ms', 's', 'min', 'h', 'd']),
});

function readFormat(value: unknown): NumberFormat | undefined {
  const { style, ...rest } = formatParts(value);
  return style && { style, ...rest };
}

const metricParts = partsOf<ViewMetric>({
  id: readText,
  function: oneOf(METRIC_FUNCTIONS),
  field: readText,
  nested: readNames,
  label: readText,
  unit: readText,
  format: readFormat,
});

function readMetric(value: unknown, at: number): ViewMetric | undefined {
  const { id = `m${at + 1}`, function: name, field = null, ...rest } = metricParts(value);
  return name && (field !== null || name === 'count') ? { id, function: name, field, ...rest } : undefined;
}

function readMetrics(value: unknown): readonly ViewMetric[] | undefined {
  const found = listOf(readMetric)(value);
  return found && found.length > 0 ? found : undefined;
}

const columnParts = partsOf<ViewColumn>({
  field: readText,
  value_type: (value) => (isValueType(value) ? value : undefined),
  label: readText,
  unit: readText,
  format: readFormat,
  total: oneOf(COLUMN_TOTALS),
});

function readColumn(value: unknown): ViewColumn | undefined {
  const { field, value_type = ValueType.Keyword, ...rest } = columnParts(value);
  return field ? { field, value_type, ...rest } : undefined;
}

const sortParts = partsOf<ViewSort>({ field: readText, order: oneOf(['asc', 'desc']) });

function readSort(value: unknown): ViewSort | undefined {
  const { field, order = 'asc' } = sortParts(value);
  return field ? { field, order } : undefined;
}

function readColours(value: unknown): ViewOptions['colours'] {
  const entries = Object.entries(Object(value)).filter((entry): entry is [string, string] => isColour(entry[1]));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

const isColour = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{6}$/i.test(value);

const readOptions = partsOf<ViewOptions>({
  stack: readFlag,
  others: readFlag,
  legend: oneOf(['top', 'bottom', 'none']),
  gridLines: readFlag,
  leftAxis: readText,
  bottomAxis: readText,
  smooth: readFlag,
  labels: readFlag,
  tooltip: readFlag,
  mapStyle: readText,
  colours: readColours,
});

const definitionParts = partsOf<ViewDefinition>({
  title: readText,
  dataset: readText,
  visual: oneOf(VISUALS),
  search: readSearch,
  buckets: listOf(readBucket),
  metrics: readMetrics,
  rows: oneOf(['groups', 'records']),
  columns: listOf(readColumn),
  sort: readSort,
  point: readText,
  shapes: oneOf([true]),
  options: readOptions,
});
