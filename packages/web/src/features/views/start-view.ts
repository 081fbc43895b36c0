import { DEFAULT_AGGREGATIONS, DEFAULT_VISUALS, ValueType } from '@datasarana/schema';
import {
  COUNT_METRIC,
  type MetricFunction,
  newView,
  VISUALS,
  type ViewBucket,
  type ViewDefinition,
  type ViewMetric,
  visualWords,
} from '../../views/definition.ts';
import { missingParts } from '../../views/missing.ts';
import { intervalFor, readState, searchOf, timeFieldOf } from '../discover/discover-state.ts';
import {
  bucketFor,
  type DesignField,
  groupable,
  hasPlace,
  isDate,
  isNumber,
  isText,
  mapOf,
  metricFor,
  metricFunctions,
} from './designer-fields.ts';

/** Least and most of a number or date field among the matches; null when there are none or it has neither. */
export interface Span {
  readonly min: number;
  readonly max: number;
}

/** The number of bars a first histogram aims at. */
const BARS = 20;

/** The width 1, 2 or 5 times a power of ten that cuts a span into about 20 groups; whole for whole numbers. */
export function widthFor({ min, max }: Span, whole: boolean): number {
  const raw = max / BARS - min / BARS;
  if (!(raw > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10;
  // A product of powers of ten is not always the number a person would write.
  const width = Number((step * power).toPrecision(1));
  return whole ? Math.max(1, width) : width;
}

/** A new view with what Discover had in its address: template, text, filters and time. */
export function viewOfAddress(
  template: string,
  address: Readonly<Record<string, string>>,
  fields: readonly DesignField[],
): ViewDefinition {
  const state = readState(address);
  return { ...newView(template), search: searchOf(state, timeFieldOf(fields, state.timeField)) };
}

/** The view of one field that most people would draw first, or what its template asks for (TPL-01). */
export function viewOfField(view: ViewDefinition, field: DesignField, span: Span | null): ViewDefinition {
  if (hasPlace(field)) return mapOf(view, field);
  if (isText(field)) return { ...view, visual: 'WordCloud', buckets: [bucketFor(field, 'b1')] };
  if (!groupable(field)) return view;
  const drawn = { ...view, ...(field.aggregation === 'Terms' ? byValues(field) : groupedBy(field, span)) };
  const visual = VISUALS.find((name) => name === field.visual && missingParts({ ...drawn, visual: name }) === null);
  const metrics = figuresOf(field);
  if (visual === 'Metric') return { ...drawn, visual, buckets: [], metrics };
  return { ...drawn, metrics, ...(visual && visual !== 'Map' && { visual }) };
}

/** Figures of the simple aggregations (AGG-29); the others count. */
const FIGURES: Readonly<Record<string, readonly MetricFunction[]>> = {
  Sum: ['sum'],
  Average: ['avg'],
  'Min/Max': ['min', 'max'],
};

/** One of a picker's choices; those that the field cannot fill are shown, but not to be chosen. */
interface Choice {
  readonly value: string;
  readonly label: string;
  readonly disabled: boolean;
}

/** The drawings a field may begin with. */
export const firstVisuals = (field: DesignField): readonly Choice[] =>
  DEFAULT_VISUALS.map((value) => ({
    value,
    label: value === 'None' ? value : visualWords(value),
    disabled: value !== 'None' && viewOfField(newView(''), { ...field, visual: value }, null).visual !== value,
  }));

/** The simple aggregations a field may begin with (AGG-29). */
export const firstFigures = (field: DesignField): readonly Choice[] =>
  DEFAULT_AGGREGATIONS.map((value) => ({
    value,
    label: value,
    disabled: value in FIGURES && figuresOf({ ...field, aggregation: value })[0] === COUNT_METRIC,
  }));

function figuresOf(field: DesignField): readonly ViewMetric[] {
  const allowed = metricFunctions(field);
  const wanted = (FIGURES[field.aggregation ?? ''] ?? []).filter((name) => allowed.includes(name));
  if (wanted.length === 0) return [COUNT_METRIC];
  return wanted.map((name, i) => metricFor(field, `m${i + 1}`, name));
}

const byValues = ({ name }: DesignField): Pick<ViewDefinition, 'visual' | 'buckets'> => ({
  visual: 'Horizontal Bar',
  buckets: [{ id: 'b1', function: 'terms', field: name, size: 10 }],
});

/** Groups over time or numbers, as wide as makes a drawing of what the field reaches over. */
export function withWidth(bucket: ViewBucket, field: DesignField, span: Span): ViewBucket {
  if (bucket.function === 'date_histogram') return { ...bucket, calendar: intervalFor(span.max - span.min) };
  return bucket.function === 'histogram' ? { ...bucket, interval: widthFor(span, isWhole(field)) } : bucket;
}

function groupedBy(field: DesignField, span: Span | null): Pick<ViewDefinition, 'visual' | 'buckets'> {
  const plain = bucketFor(field, 'b1');
  const bucket = span ? withWidth(plain, field, span) : plain;
  if (isDate(field)) return { visual: 'Area', buckets: [bucket] };
  if (isNumber(field)) return { visual: 'Vertical Bar', buckets: [bucket] };
  const few = field.value_type === ValueType.Boolean;
  return { visual: few ? 'Doughnut' : 'Horizontal Bar', buckets: [few ? { ...bucket, size: 2 } : bucket] };
}

const isWhole = (field: DesignField): boolean => field.value_type <= ValueType.Long;
