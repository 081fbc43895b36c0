import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import { printSort, readSort, type Sort } from '../search/sort.ts';
import { ALL_SOURCE, printSource, readSource, type SourceFilter } from '../search/source.ts';
import { type AggregationForm, readAtLeast } from './definition.ts';

/** The first documents of each bucket. */
export interface TopHitsAggregation {
  readonly kind: 'top_hits';
  readonly from: number;
  readonly size: number;
  readonly sort: readonly Sort[];
  readonly source: SourceFilter;
}

export const topHitsForm: AggregationForm<TopHitsAggregation> = {
  shape: 'metric',
  parse: (value, path, name) => {
    const fields = new Fields(value, path, 'top_hits');
    const node: TopHitsAggregation = {
      kind: 'top_hits',
      from: readAtLeast(fields, 'from', 0, name) ?? 0,
      size: readAtLeast(fields, 'size', 0, name) ?? 3,
      sort: fields.optional('sort', readSort) ?? [],
      source: fields.optional('_source', readSource) ?? ALL_SOURCE,
    };
    fields.hints('track_scores');
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      from: node.from === 0 ? undefined : node.from,
      size: node.size === 3 ? undefined : node.size,
      sort: printSort(node.sort),
      _source: printSource(node.source),
    }),
};
