import type { Query, QueryKind, QueryNodes } from '@datasarana/query';
import type { IndexLayout } from '../../index/layout.ts';
import type { Condition } from '../condition.ts';
import { boolean } from './bool.ts';
import type { ClauseContext } from './context.ts';
import { exists } from './exists.ts';
import { geoBoundingBox } from './geo-bounding-box.ts';
import { geoDistance } from './geo-distance.ts';
import { ids } from './ids.ts';
import { match } from './match.ts';
import { matchAll } from './match-all.ts';
import { matchNone } from './match-none.ts';
import { matchPhrase } from './match-phrase.ts';
import { multiMatch } from './multi-match.ts';
import { prefix } from './prefix.ts';
import { queryString } from './query-string.ts';
import { range } from './range.ts';
import { term } from './term.ts';
import { terms } from './terms.ts';
import { wildcard } from './wildcard.ts';

type ClauseMaker<N> = (node: N, context: ClauseContext) => Condition;

const CLAUSES: { readonly [K in QueryKind]: ClauseMaker<QueryNodes[K]> } = {
  match_all: matchAll,
  match_none: matchNone,
  ids,
  term,
  terms,
  range,
  exists,
  match,
  match_phrase: matchPhrase,
  multi_match: multiMatch,
  prefix,
  wildcard,
  bool: boolean,
  query_string: queryString,
  geo_bounding_box: geoBoundingBox,
  geo_distance: geoDistance,
};

/** What a clause means on one index. */
export function conditionOf(query: Query, layout: IndexLayout, now: number): Condition {
  const context: ClauseContext = { layout, now, condition: (inner) => conditionOf(inner, layout, now) };
  // TypeScript cannot relate query.kind to the handler's parameter; the mapped type above does.
  return (CLAUSES[query.kind] as ClauseMaker<Query>)(query, context);
}
