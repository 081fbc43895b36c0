import { Fields } from '../reading/fields.ts';
import { present } from '../reading/json.ts';
import {
  type FetchedField,
  printFetchedFields,
  readFetchedFields,
  readStoredFields,
  refuseScriptFields,
  sourceBesideStored,
} from '../search/fetch.ts';
import { type Highlight, printHighlight, readHighlight } from '../search/highlight.ts';
import { printSort, readSort, type Sort } from '../search/sort.ts';
import { printSource, readSource, type SourceFilter } from '../search/source.ts';
import { type AggregationForm, readAtLeast } from './definition.ts';

/** The first documents of each bucket. */
export interface TopHitsAggregation {
  readonly kind: 'top_hits';
  readonly from: number;
  readonly size: number;
  readonly sort: readonly Sort[];
  readonly source: SourceFilter;
  readonly version: boolean;
  readonly seqNo: boolean;
  readonly explain: boolean;
  readonly trackScores: boolean;
  readonly docvalueFields?: readonly FetchedField[];
  readonly fields?: readonly FetchedField[];
  readonly storedFields?: readonly string[];
  readonly highlight?: Highlight;
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
      source: fields.optional('_source', readSource) ?? sourceBesideStored(fields),
      version: fields.flag('version', false),
      seqNo: fields.flag('seq_no_primary_term', false),
      explain: fields.flag('explain', false),
      trackScores: fields.flag('track_scores', false),
      ...present({
        docvalueFields: fields.optional('docvalue_fields', readFetchedFields),
        fields: fields.optional('fields', readFetchedFields),
        storedFields: fields.optional('stored_fields', readStoredFields),
        highlight: fields.optional('highlight', readHighlight),
      }),
    };
    refuseScriptFields(fields);
    fields.done();
    return node;
  },
  print: (node) =>
    present({
      from: node.from === 0 ? undefined : node.from,
      size: node.size === 3 ? undefined : node.size,
      sort: printSort(node.sort),
      _source: printSource(node.source),
      version: node.version || undefined,
      seq_no_primary_term: node.seqNo || undefined,
      explain: node.explain || undefined,
      track_scores: node.trackScores || undefined,
      docvalue_fields: node.docvalueFields && printFetchedFields(node.docvalueFields),
      fields: node.fields && printFetchedFields(node.fields),
      stored_fields: node.storedFields,
      highlight: node.highlight && printHighlight(node.highlight),
    }),
};
