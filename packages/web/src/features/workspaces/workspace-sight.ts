import type { Words } from '../../return-target.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { addressOfRate, secondsOf } from '../../views/refresh/refresh-rates.ts';
import { ALL_TIME, boundsOf, type RangeText } from '../../views/time/time-range.ts';
import { type DesignField, isDate } from '../views/designer-fields.ts';

/** What all tiles of a workspace share: search, time, and how often they look again (VIS-17). */
export interface Sight {
  readonly text: string;
  readonly range: RangeText;
  /** Seconds between two looks beside those at changed records; 0 = none of these, HELD = only when asked. */
  readonly every: number;
}

export const WHOLE: Sight = { text: '', range: ALL_TIME, every: 0 };

export const sightOf = ({ q = '', range = ALL_TIME, every }: Words): Sight => ({
  text: q,
  range,
  every: secondsOf(every),
});

/** A sight as it stands in the address; what is as usual is left out. */
export const addressOfSight = ({ text, range, every }: Sight): Readonly<Record<string, string | undefined>> => ({
  q: text || undefined,
  range: range === ALL_TIME ? undefined : range,
  every: addressOfRate(every),
});

/** Whether an address says anything about the sight; if not, the workspace opens as it was saved. */
export const saysSight = ({ q, range, every }: Words): boolean => Boolean(q || range || every);

/** The field by which a view is narrowed to a time: its axis, its own range, else the first date of its template. */
export function timeFieldOfView(view: ViewDefinition, fields: readonly DesignField[]): string | null {
  const axis = view.buckets.find((bucket) => bucket.function === 'date_histogram');
  return axis?.field ?? view.search.time?.field ?? fields.find(isDate)?.name ?? null;
}

/** A view as its workspace looks at it: the shared search beside its own, the shared time in place of its own; `days` = what its field of time holds, once known. */
export function seenBy(
  view: ViewDefinition,
  { text, range }: Sight,
  timeField: string | null,
  days?: boolean,
): ViewDefinition {
  const own = view.search.text.trim();
  const shared = text.trim();
  const both = own && shared ? `(${own}) AND (${shared})` : own || shared;
  const time = timeField !== null && range !== ALL_TIME ? { time: { field: timeField, ...boundsOf(range, days) } } : {};
  return { ...view, search: { ...view.search, text: both, ...time } };
}
