import { invalid } from '@datasarana/schema';
import type { MultiMatchType } from '../clauses/multi-match.ts';
import { type JsonObject, present, type Scalar } from '../reading/json.ts';
import { escapeSlashes, parseKeywordOperator } from './keyword.ts';

export const LEAF_CLAUSES = ['must', 'must_not', 'should'] as const;
export type LeafClause = (typeof LEAF_CLAUSES)[number];

export type LeafType =
  | 'term'
  | 'terms'
  | 'match'
  | 'match_phrase'
  | 'multi_match'
  | 'prefix'
  | 'wildcard'
  | 'fuzzy'
  | 'exists'
  | 'range'
  | 'date_range'
  | 'keyword';

/** One condition of the query builder (QRY-02). */
export interface Leaf {
  readonly clause: LeafClause;
  /** `keyword` is a search text in the search bar's language. */
  readonly type: LeafType;
  readonly fields: readonly string[];
  /** AND or OR, in any case. */
  readonly operator: string;
  readonly keyword: Scalar;
  readonly keywords: readonly Scalar[];
  /** Several ranges are alternatives. */
  readonly ranges: readonly LeafRange[];
  /** Dates or date math. */
  readonly dates: readonly LeafRange[];
  readonly boost: number;
  /** Words that the last one of a phrase_prefix may stand for. */
  readonly max_expansion: number;
  readonly multi_match_type: MultiMatchType;
  readonly fuzziness: string;
  readonly prefix_length: number;
  /** Of fuzzy leaves. */
  readonly max_expansions: number;
}

/** from ≤ value < to. */
export interface LeafRange {
  readonly from?: string | number;
  readonly to?: string | number;
}

const DEFAULTS: Leaf = {
  clause: 'must',
  type: 'term',
  fields: [],
  operator: 'and',
  keyword: '',
  keywords: [],
  ranges: [],
  dates: [],
  boost: 1,
  max_expansion: 10,
  multi_match_type: 'best_fields',
  fuzziness: 'AUTO',
  prefix_length: 0,
  max_expansions: 50,
};

/** A leaf with the defaults of QRY-03 and QRY-04. */
export const createLeaf = (given: Partial<Leaf> = {}): Leaf => ({ ...DEFAULTS, ...given });

/** The DSL of a leaf, without regard to its clause. */
export function leafDsl(leaf: Leaf): JsonObject {
  const boost = leaf.boost === 1 ? undefined : leaf.boost;
  if (leaf.type === 'keyword') return keywordDsl(leaf, boost);
  if (leaf.type === 'multi_match') return { multi_match: multiMatch(leaf, boost) };
  const clauses = leaf.fields.flatMap((field) => onField(leaf, field, boost));
  const [only] = clauses;
  if (only === undefined) throw missing('fields', `A ${leaf.type} condition needs at least one field`);
  return clauses.length === 1 ? only : { bool: { should: clauses, minimum_should_match: 1 } };
}

const missing = (path: string, message: string) => invalid({ [path]: message }, message);

function keywordDsl(leaf: Leaf, boost: number | undefined): JsonObject {
  const fields = leaf.fields.length === 0 ? undefined : leaf.fields;
  const query = escapeSlashes(String(leaf.keyword));
  return { query_string: present({ query, fields, default_operator: parseKeywordOperator(leaf.operator), boost }) };
}

function multiMatch(leaf: Leaf, boost: number | undefined): JsonObject {
  const type = leaf.multi_match_type === 'best_fields' ? undefined : leaf.multi_match_type;
  const fields = leaf.fields.length === 0 ? undefined : leaf.fields;
  // of all types this one alone looks for words that begin so
  const max_expansions = leaf.multi_match_type === 'phrase_prefix' ? leaf.max_expansion : undefined;
  const operator = parseKeywordOperator(leaf.operator);
  return present({ query: leaf.keyword, fields, type, operator, max_expansions, boost });
}

function onField(leaf: Leaf, field: string, boost: number | undefined): readonly JsonObject[] {
  switch (leaf.type) {
    case 'terms':
      return [{ terms: present({ [field]: leaf.keywords, boost }) }];
    case 'exists':
      return [{ exists: present({ field, boost }) }];
    case 'range':
      return rangesOn(leaf.ranges, field, boost);
    case 'date_range':
      return rangesOn(leaf.dates, field, boost);
    case 'match':
      return [
        { match: { [field]: present({ query: leaf.keyword, operator: parseKeywordOperator(leaf.operator), boost }) } },
      ];
    case 'match_phrase':
      return [{ match_phrase: { [field]: present({ query: leaf.keyword, boost }) } }];
    case 'fuzzy':
      return [{ fuzzy: { [field]: fuzzy(leaf, boost) } }];
    default:
      return [{ [leaf.type]: { [field]: present({ value: leaf.keyword, boost }) } }];
  }
}

const fuzzy = ({ keyword, fuzziness, prefix_length, max_expansions }: Leaf, boost: number | undefined): JsonObject =>
  present({ value: keyword, fuzziness, prefix_length, max_expansions, boost });

function rangesOn(ranges: readonly LeafRange[], field: string, boost: number | undefined): readonly JsonObject[] {
  if (ranges.length === 0) throw missing('ranges', `A range on ${field} needs from, to or both`);
  return ranges.map(({ from, to }) => ({ range: { [field]: present({ gte: from, lt: to, boost }) } }));
}

/** Leaves combined by their clauses; without any, everything matches. */
export function leavesDsl(leaves: readonly Leaf[]): JsonObject {
  const of = (clause: LeafClause) => {
    const found = leaves.filter((leaf) => leaf.clause === clause).map(leafDsl);
    return found.length === 0 ? undefined : found;
  };
  if (leaves.length === 0) return { match_all: {} };
  return { bool: present({ must: of('must'), must_not: of('must_not'), should: of('should') }) };
}
