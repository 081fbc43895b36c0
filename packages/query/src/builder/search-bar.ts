import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { escapeSlashes } from './keyword.ts';
import type { TimeRange } from './time-range.ts';

/** How a filter pill compares its field. */
export const PILL_OPERATORS = ['is', 'is not', 'exists', 'is missing', 'between'] as const;

/** One filter pill beside the search bar. */
export interface FilterPill {
  readonly field: string;
  readonly operator: (typeof PILL_OPERATORS)[number];
  readonly value?: Scalar;
  /** Of `between`: from ≤ value < to. */
  readonly from?: Scalar;
  readonly to?: Scalar;
  /** The innermost Nested field that `field` lies under: records are found by one of its objects (QRY-23). */
  readonly nested?: string;
  /** Kept but not applied. */
  readonly disabled?: boolean;
}

/** What a person set on the search bar. */
export interface BarSearch {
  readonly text: string;
  readonly filters: readonly FilterPill[];
  readonly time?: TimeRange;
}

/** Search text, pills and time range as one clause of DSL. Pills and time do not score. */
export function barDsl(search: BarSearch): JsonObject {
  const pills = search.filters.filter((pill) => pill.disabled !== true);
  const text = search.text.trim();
  const filter = [...timeDsl(search.time), ...pills.filter((pill) => !isNegative(pill)).map(pillDsl)];
  const mustNot = pills.filter(isNegative).map(pillDsl);
  if (text === '' && filter.length === 0 && mustNot.length === 0) return { match_all: {} };
  return {
    bool: present({
      must: text === '' ? undefined : [{ query_string: { query: escapeSlashes(text), default_operator: 'and' } }],
      filter: filter.length === 0 ? undefined : filter,
      must_not: mustNot.length === 0 ? undefined : mustNot,
    }),
  };
}

const isNegative = (pill: FilterPill): boolean => pill.operator === 'is not' || pill.operator === 'is missing';

function timeDsl(time: TimeRange | undefined): readonly JsonObject[] {
  if (time === undefined || (!time.from && !time.to)) return [];
  return [{ range: { [time.field]: present({ gte: time.from || undefined, lt: time.to || undefined }) } }];
}

const pillDsl = (pill: FilterPill): JsonObject =>
  pill.nested === undefined ? conditionOf(pill) : { nested: { path: pill.nested, query: conditionOf(pill) } };

function conditionOf(pill: FilterPill): JsonObject {
  switch (pill.operator) {
    case 'is':
    case 'is not':
      return { term: { [pill.field]: { value: pill.value ?? '' } } };
    case 'exists':
    case 'is missing':
      return { exists: { field: pill.field } };
    case 'between':
      return { range: { [pill.field]: present({ gte: pill.from, lt: pill.to }) } };
  }
}
