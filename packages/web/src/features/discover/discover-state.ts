import type { BarSearch, FilterPill } from '@datasarana/query';
import { dateText } from '../../records/moment-text.ts';
import { listOf, readJson } from '../../records/read-stored.ts';
import type { CalendarInterval } from '../../views/definition.ts';
import { readPill } from '../../views/filter-pill.ts';
import { isSortable } from '../../views/records/value-at.ts';
import { secondsOf } from '../../views/refresh/refresh-rates.ts';
import { ALL_TIME, boundsOf } from '../../views/time/time-range.ts';
import { type DesignField, isDate } from '../views/designer-fields.ts';
import { type ColumnWidths, readWidths } from './columns/column-widths.ts';

/** `edit` in the address while a record is added; else it holds the id of the one being edited. */
export const NEW_RECORD = 'new';

/** Everything a person would want to share; every part lives in the address. */
export interface DiscoverState {
  readonly template: string;
  readonly text: string;
  readonly filters: readonly FilterPill[];
  /** Date field of the range and the histogram. */
  readonly timeField: string;
  /** A quick range, or `from..to` in ISO days. */
  readonly range: string;
  readonly columns: readonly string[];
  /** Px of columns that were given one by hand, by field. */
  readonly widths: ColumnWidths;
  readonly sort: { readonly field: string; readonly order: 'asc' | 'desc' } | null;
  /** Id of the open document. */
  readonly open: string;
  /** Seconds between two looks by the clock; 0 = none. */
  readonly every: number;
}

type Words = Readonly<Record<string, string>>;

/** The date field for range and histogram: the chosen one, else the first of the template, else the time of import. */
export function timeFieldOf(fields: readonly DesignField[], chosen: string): string {
  if (chosen === '_ts' || fields.some((field) => field.name === chosen && isDate(field))) return chosen;
  return fields.find(isDate)?.name ?? '_ts';
}

/** A date field as people read it: `_ts` is the one name that no template explains. */
export const timeWords = (field: string): string => (field === '_ts' ? 'time of import' : field);

export function readState(address: Words): DiscoverState {
  const [field = '', order] = (address.sort ?? '').split(':');
  return {
    template: address.template ?? '',
    text: address.q ?? '',
    filters: readFilters(address.f),
    timeField: address.time ?? '',
    range: address.range ?? ALL_TIME,
    columns: address.columns ? address.columns.split(',') : [],
    widths: readWidths(address.widths),
    sort: field ? { field, order: order === 'asc' ? 'asc' : 'desc' } : null,
    open: address.open ?? '',
    every: Math.max(0, secondsOf(address.every)),
  };
}

/** Without the columns and the order that name no field of the template: it changed since, or never had them. */
export function knownOf(state: DiscoverState, fields: readonly DesignField[]): DiscoverState {
  const fieldOf = (name: string | undefined) => fields.find((field) => field.name === name);
  const sorted = fieldOf(state.sort?.field);
  return {
    ...state,
    columns: state.columns.filter(fieldOf),
    sort: sorted && !sorted.nested && isSortable(sorted.value_type) ? state.sort : null,
  };
}

/** Pills of an address somebody else may have written: what is not a pill is dropped. */
const readFilters = (text: string | undefined): readonly FilterPill[] => listOf(readPill)(readJson(text)) ?? [];

export const writeFilters = (filters: readonly FilterPill[]): string | undefined =>
  filters.length > 0 ? JSON.stringify(filters) : undefined;

/** The state's query: text, pills and time range; `days` = whether the field of time holds days, once that is known. */
export function searchOf(state: DiscoverState, timeField: string | undefined, days?: boolean): BarSearch {
  return {
    text: state.text,
    filters: state.filters,
    ...(timeField && state.range !== ALL_TIME && { time: { field: timeField, ...boundsOf(state.range, days) } }),
  };
}

/** What a filter is on: of a field under Nested one of its objects must be so. */
export function pillOn(fields: readonly DesignField[], name: string): Pick<FilterPill, 'field' | 'nested'> {
  const level = fields.find((field) => field.name === name)?.nested?.at(-1);
  return { field: name, ...(level !== undefined && { nested: level }) };
}

/** Adds a pill, or takes the same one away when it is already there. */
export function togglePill(filters: readonly FilterPill[], pill: FilterPill): readonly FilterPill[] {
  const same = (other: FilterPill): boolean =>
    other.field === pill.field && other.operator === pill.operator && other.value === pill.value;
  return filters.some(same) ? filters.filter((other) => !same(other)) : [...filters, pill];
}

/** A value of a filter as it is read, dates by the viewer's clocks. */
export function valueWords(fields: readonly DesignField[], name: string, value: FilterPill['value']): string {
  const field = fields.find((candidate) => candidate.name === name);
  return (field && isDate(field)) || name === '_ts' ? dateText(value) : String(value);
}

/** A pill in words. */
export function pillWords(pill: FilterPill, fields: readonly DesignField[] = []): string {
  const words = (value: FilterPill['value']): string =>
    value === undefined ? '…' : valueWords(fields, pill.field, value);
  const field = timeWords(pill.field);
  switch (pill.operator) {
    case 'exists':
      return `${field} has a value`;
    case 'is missing':
      return `${field} is missing`;
    case 'between':
      return `${field} from ${words(pill.from)} to ${words(pill.to)}`;
    default:
      return `${field} ${pill.operator} ${words(pill.value)}`;
  }
}

/** The calendar interval that gives between about 20 and 150 bars for a span of milliseconds. */
export function intervalFor(span: number): CalendarInterval {
  const day = 86_400_000;
  // one moment is told by its date
  if (span === 0) return 'day';
  if (span <= 2 * 3_600_000) return 'minute';
  if (span <= 4 * day) return 'hour';
  if (span <= 120 * day) return 'day';
  if (span <= 730 * day) return 'week';
  if (span <= 15 * 365 * day) return 'month';
  return span <= 40 * 365 * day ? 'quarter' : 'year';
}
