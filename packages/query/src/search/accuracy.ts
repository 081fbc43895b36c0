import type { AggregationNode, Aggregations } from '../aggregations/kinds.ts';
import { isObject, present } from '../reading/json.ts';
import type { SearchRequest } from './search-request.ts';

/** One thing of an answer that is not the whole truth. */
export interface AccuracyNote {
  /** `hits`, `shards`, `time` that ran out, or the way to an aggregation: `by day>name`. */
  readonly at: string;
  /** A figure lies near the true one; or not all of the values, records or parts were looked at or are shown. */
  readonly kind: 'approximate' | 'partial';
  /** How far a figure may lie from the true one, as a share of it: 0.001 = 0.1 %. */
  readonly bound?: number;
  /** Of partial: so many records (or parts) are in what is shown … */
  readonly shown?: number;
  /** … of so many there are; absent = at least those. Of several buckets the sum. */
  readonly of?: number;
}

/** How far an answer can be trusted (QRY-24). */
export interface Accuracy {
  readonly kind: 'exact' | AccuracyNote['kind'];
  /** Empty when exact. */
  readonly notes: readonly AccuracyNote[];
}

/** What of an answer tells how whole it is. */
export interface Answered {
  readonly timed_out: boolean;
  readonly _shards: { readonly total: number; readonly successful: number };
  /** No total where it was not counted. */
  readonly hits: { readonly total?: { readonly value: number; readonly relation: 'eq' | 'gte' } };
  readonly aggregations?: Readonly<Record<string, unknown>>;
}

type Result = Readonly<Record<string, unknown>>;

/** Says what of an answer is approximate, with its bound, and what is only a part of more. */
export function accuracyOf({ aggs }: Pick<SearchRequest, 'aggs'>, answer: Answered): Accuracy {
  const { _shards: shards, timed_out: cut } = answer;
  const { total } = answer.hits;
  const notes: readonly AccuracyNote[] = [
    ...(shards.successful < shards.total
      ? [{ at: 'shards', kind: 'partial', shown: shards.successful, of: shards.total } as const]
      : []),
    ...(cut ? [{ at: 'time', kind: 'partial' } as const] : []),
    ...(total?.relation === 'gte' ? [{ at: 'hits', kind: 'partial', shown: total.value } as const] : []),
    ...merged(notesIn(aggs, answer.aggregations ?? {}, [], total?.value ?? Number.POSITIVE_INFINITY)),
  ];
  const isPartial = notes.some(({ kind }) => kind === 'partial');
  return { kind: isPartial ? 'partial' : notes.length > 0 ? 'approximate' : 'exact', notes };
}

function notesIn(
  aggs: Aggregations,
  results: Result,
  path: readonly string[],
  around: number,
): readonly AccuracyNote[] {
  return Object.entries(aggs).flatMap(([name, node]) => {
    const result = results[name];
    return isObject(result) ? notesOf(node, result, [...path, name], around) : [];
  });
}

function notesOf(node: AggregationNode, result: Result, path: readonly string[], around: number) {
  const own = ownNote(node, result, around);
  const inside = Object.keys(node.aggs).length === 0 ? [] : bucketsOf(result);
  const below = inside.flatMap((bucket) => notesIn(node.aggs, bucket, path, documentsIn(bucket)));
  return [...(own === null ? [] : [{ at: path.join('>'), ...own }]), ...below];
}

/** Buckets in a list or by name; else the one bucket that the result is itself. */
function bucketsOf(result: Result): readonly Result[] {
  const { buckets } = result;
  if (buckets === undefined) return [result];
  return (Array.isArray(buckets) ? buckets : Object.values(Object(buckets))).filter(isObject);
}

const documentsIn = ({ doc_count: count }: Result): number => Number(count ?? 0);
const inBuckets = (result: Result): number => bucketsOf(result).reduce((sum, bucket) => sum + documentsIn(bucket), 0);

function ownNote({ aggregation }: AggregationNode, result: Result, around: number): Omit<AccuracyNote, 'at'> | null {
  switch (aggregation.kind) {
    case 'percentiles':
      return aggregation.hdr ? { kind: 'approximate', bound: 10 ** -aggregation.hdr.digits } : null;
    case 'terms':
    case 'multi_terms': {
      const others = Number(result.sum_other_doc_count ?? 0);
      const shown = inBuckets(result);
      return others > 0 ? { kind: 'partial', shown, of: shown + others } : null;
    }
    case 'geohash_grid':
    case 'geotile_grid':
    case 'significant_terms':
    case 'significant_text':
      // what is beyond the size was not counted
      return bucketsOf(result).length < aggregation.size ? null : { kind: 'partial', shown: inBuckets(result) };
    case 'sampler':
    case 'diversified_sampler': {
      const shown = documentsIn(result);
      return shown < around ? { kind: 'partial', shown, ...(Number.isFinite(around) && { of: around }) } : null;
    }
    default:
      return null;
  }
}

/** One note for each place, whatever the number of buckets it stands in. */
function merged(notes: readonly AccuracyNote[]): readonly AccuracyNote[] {
  const places = new Map<string, AccuracyNote>();
  for (const note of notes) {
    const before = places.get(note.at);
    places.set(note.at, before === undefined ? note : together(before, note));
  }
  return [...places.values()];
}

const together = ({ shown, of, ...note }: AccuracyNote, more: AccuracyNote): AccuracyNote => ({
  ...note,
  ...present({ shown: sum(shown, more.shown), of: sum(of, more.of) }),
});

const sum = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;
