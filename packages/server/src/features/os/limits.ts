import type { StoredInfo } from '@datasarana/engine';
import { type Aggregations, everyClause, parseInnerHits, type SearchRequest } from '@datasarana/query';
import { isObject } from './call.ts';
import { illegal } from './refusals.ts';

/** Limits that hold without being set; the others only bind an index that sets them: nothing here needs them. */
const USUAL = { max_rescore_window: 10_000, max_slices_per_scroll: 1024 } as const;

type Limit =
  | 'max_result_window'
  | 'max_inner_result_window'
  | 'max_docvalue_fields_search'
  | 'max_script_fields'
  | 'max_rescore_window'
  | 'max_slices_per_scroll';

/** The least of what the indexes set, or what holds without. */
function limitOf(infos: readonly StoredInfo[], name: Limit): number {
  const key = `index.${name}`;
  let least: number | null = null;
  for (const { settings } of infos) {
    const value = settings[key];
    if (value !== undefined) least = Math.min(least ?? Number.POSITIVE_INFINITY, Number(value));
  }
  if (least !== null) return least;
  return name === 'max_rescore_window' || name === 'max_slices_per_scroll' ? USUAL[name] : Number.POSITIVE_INFINITY;
}

const changing = (name: Limit): string => `limit can be set by changing the [index.${name}] index level setting.`;

/** Refuses more script fields than the indexes take. */
export function refuseScriptFields(infos: readonly StoredInfo[], given: unknown): void {
  const count = isObject(given) ? Object.keys(given).length : 0;
  if (count === 0) return;
  const limit = limitOf(infos, 'max_script_fields');
  if (count <= limit) return;
  throw illegal(
    `Trying to retrieve too many script_fields. Must be less than or equal to: [${limit}] but was [${count}]. This ${changing('max_script_fields')}`,
  );
}

/** Refuses what goes beyond limits of the indexes, in OpenSearch's words. */
export function refuseBeyondLimits(infos: readonly StoredInfo[], request: SearchRequest, isScroll: boolean): void {
  refuseWindow(infos, request, isScroll);
  refuseInnerWindow(infos, request);
  const { docvalueFields = [], rescore = [], slice } = request;
  const values = limitOf(infos, 'max_docvalue_fields_search');
  if (docvalueFields.length > values) {
    throw illegal(
      `Trying to retrieve too many docvalue_fields. Must be less than or equal to: [${values}] but was [${docvalueFields.length}]. This ${changing('max_docvalue_fields_search')}`,
    );
  }
  const window = limitOf(infos, 'max_rescore_window');
  const wide = rescore.find((each) => each.window > window);
  if (wide !== undefined) {
    throw illegal(
      `Rescore window [${wide.window}] is too large. It must be less than [${window}]. This prevents allocating massive heaps for storing the results to be rescored. This ${changing('max_rescore_window')}`,
    );
  }
  const slices = limitOf(infos, 'max_slices_per_scroll');
  if (slice !== undefined && slice.max > slices) {
    throw illegal(
      `The number of slices [${slice.max}] is too large. It must be less than [${slices}]. This ${changing('max_slices_per_scroll')}`,
    );
  }
}

function refuseWindow(infos: readonly StoredInfo[], { from, size }: SearchRequest, isScroll: boolean): void {
  const limit = limitOf(infos, 'max_result_window');
  if (from + size <= limit) return;
  if (isScroll) {
    throw illegal(
      `Batch size is too large, size must be less than or equal to: [${limit}] but was [${size}]. Scroll batch sizes cost as much memory as result windows so they are controlled by the [index.max_result_window] index level setting.`,
    );
  }
  throw illegal(
    `Result window is too large, from + size must be less than or equal to: [${limit}] but was [${from + size}]. See the scroll api for a more efficient way to request large data sets. This ${changing('max_result_window')}`,
  );
}

interface InnerWindow {
  readonly said: string;
  readonly from: number;
  readonly size: number;
}

/** Hits within hits: objects of a nested clause, and the best of a bucket. */
function innerWindows({ query, aggs }: Pick<SearchRequest, 'query' | 'aggs'>): readonly InnerWindow[] {
  const objects = everyClause(query).flatMap((clause) => {
    if (clause.kind !== 'nested' || clause.innerHits === undefined) return [];
    const { from, size } = parseInnerHits(clause.innerHits);
    const said = `Inner result window is too large, the inner hit definition's [${clause.innerHits.name ?? null}]'s`;
    return [{ said, from, size }];
  });
  return [...objects, ...topHits(aggs)];
}

const topHits = (aggs: Aggregations): readonly InnerWindow[] =>
  Object.entries(aggs).flatMap(([name, { aggregation, aggs: inside }]) => [
    ...(aggregation.kind === 'top_hits'
      ? [{ ...aggregation, said: `Top hits result window is too large, the top hits aggregator [${name}]'s` }]
      : []),
    ...topHits(inside),
  ]);

function refuseInnerWindow(infos: readonly StoredInfo[], request: SearchRequest): void {
  const limit = limitOf(infos, 'max_inner_result_window');
  if (limit === Number.POSITIVE_INFINITY) return;
  const large = innerWindows(request).find(({ from, size }) => from + size > limit);
  if (large === undefined) return;
  throw illegal(
    `${large.said} from + size must be less than or equal to: [${limit}] but was [${large.from + large.size}]. This ${changing('max_inner_result_window')}`,
  );
}
