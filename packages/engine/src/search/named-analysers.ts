import { type AnyAnalyser, illegalArgument, type NamedAnalysers, type Query } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { analyserIn } from '../documents/analysis.ts';
import { refOf } from '../documents/refusal.ts';
import type { IndexLayout } from '../index/layout.ts';

const HINT = 'Name an analyzer of the settings of the index, or one that every index has.';

/** The analysers queries may name on an index. */
export const analysersOf =
  ({ definition }: Pick<IndexLayout, 'definition'>): NamedAnalysers =>
  (name) =>
    analyserIn(definition.stored, name);

/** The analyser a suggestion names. @throws PlatformError in OpenSearch's words when the index does not have it */
export function suggestAnalyser(layout: IndexLayout, name: string | undefined): AnyAnalyser | undefined {
  const found = analysersOf(layout)(name);
  if (name === undefined || found !== undefined) return found;
  throw illegalArgument(`analyzer [${name}] doesn't exists`, HINT);
}

interface OnIndex {
  readonly layout: IndexLayout;
  readonly analyser: NamedAnalysers;
}

/** @throws PlatformError in OpenSearch's words for a clause with an analyser that the index does not have */
export function refuseUnknownAnalyser(query: Query, { layout, analyser }: OnIndex): void {
  // like OpenSearch, this clause takes the analyser of its fields then
  if (query.kind === 'more_like_this') return;
  const named = {
    analyzer: 'analyser' in query ? query.analyser : undefined,
    quote_analyzer: query.kind === 'query_string' ? query.quoteAnalyser : undefined,
  };
  for (const [parameter, name] of Object.entries(named)) {
    if (name === undefined || analyser(name) !== undefined) continue;
    const openSearch = { type: 'query_shard_exception', ...refOf(layout) };
    throw malformed(`[${query.kind}] ${parameter} [${name}] not found`, HINT, openSearch);
  }
}
