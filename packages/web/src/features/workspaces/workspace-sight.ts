import type { Words } from '../../return-target.ts';
import type { ViewDefinition } from '../../views/definition.ts';
import { ALL_TIME, boundsOf, type RangeText } from '../../views/time/time-range.ts';
import { type DesignField, isDate } from '../views/designer-fields.ts';

/** What all tiles of a workspace share: search, time, and how often they look again (VIS-17). */
export interface Sight {
  readonly text: string;
  readonly range: RangeText;
  /** Seconds between two looks beside those at changed records; 0 = none of these, HELD = only when asked. */
  readonly every: number;
}

/** The tiles stay as they are until somebody asks. */
export const HELD = -1;

export const WHOLE: Sight = { text: '', range: ALL_TIME, every: 0 };

/** Choices of how often, as they stand in the address; five minutes are the platform's own rate (LIM-07). */
export const INTERVALS: readonly { readonly value: string; readonly label: string; readonly seconds: number }[] = [
  { value: 'live', label: 'On changes', seconds: 0 },
  { value: 'off', label: 'When asked', seconds: HELD },
  { value: '10s', label: 'Every 10 s', seconds: 10 },
  { value: '30s', label: 'Every 30 s', seconds: 30 },
  { value: '1m', label: 'Every minute', seconds: 60 },
  { value: '5m', label: 'Every 5 min', seconds: 300 },
  { value: '30m', label: 'Every 30 min', seconds: 1800 },
];

/** Seconds of a choice; none for what is no choice, so that no address asks without end. */
export const secondsOf = (interval: string | undefined): number =>
  INTERVALS.find(({ value }) => value === interval)?.seconds ?? 0;

/** The choice of a number of seconds. */
export const intervalOf = (every: number): string =>
  INTERVALS.find(({ seconds }) => seconds === every)?.value ?? 'live';

export const sightOf = ({ q = '', range = ALL_TIME, every }: Words): Sight => ({
  text: q,
  range,
  every: secondsOf(every),
});

/** A sight as it stands in the address; what is as usual is left out. */
export const addressOfSight = ({ text, range, every }: Sight): Readonly<Record<string, string | undefined>> => ({
  q: text || undefined,
  range: range === ALL_TIME ? undefined : range,
  every: every === 0 ? undefined : intervalOf(every),
});

/** Whether an address says anything about the sight; if not, the workspace opens as it was saved. */
export const saysSight = ({ q, range, every }: Words): boolean => Boolean(q || range || every);

/** The field by which a view is narrowed to a time: its axis, its own range, else the first date of its template. */
export function timeFieldOfView(view: ViewDefinition, fields: readonly DesignField[]): string | null {
  const axis = view.buckets.find((bucket) => bucket.function === 'date_histogram');
  return axis?.field ?? view.search.time?.field ?? fields.find(isDate)?.name ?? null;
}

/** A view as its workspace looks at it: the shared search beside its own, the shared time in place of its own. */
export function seenBy(view: ViewDefinition, { text, range }: Sight, timeField: string | null): ViewDefinition {
  const own = view.search.text.trim();
  const shared = text.trim();
  const both = own && shared ? `(${own}) AND (${shared})` : own || shared;
  const time = timeField !== null && range !== ALL_TIME ? { time: { field: timeField, ...boundsOf(range) } } : {};
  return { ...view, search: { ...view.search, text: both, ...time } };
}
