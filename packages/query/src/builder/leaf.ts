import type { GeoBox } from '../clauses/geo-bounding-box.ts';
import type { GeoPoint } from '../clauses/geo-point.ts';
import type { MultiMatchType } from '../clauses/multi-match.ts';
import type { Scalar } from '../reading/json.ts';

/** Clauses of a bool query a leaf may belong to (QRY-02). */
export const LEAF_CLAUSES = ['must', 'must_not', 'should'] as const;
export type LeafClause = (typeof LEAF_CLAUSES)[number];

/** The conditions offered (QRY-21). */
export const LEAF_TYPES = [
  'term',
  'terms',
  'match',
  'match_phrase',
  'multi_match',
  'prefix',
  'wildcard',
  'fuzzy',
  'exists',
  'range',
  'date_range',
  'geo_distance',
  'geo_box',
] as const;

/** `keyword` is a search text in the search bar's language. */
export type LeafType = (typeof LEAF_TYPES)[number] | 'keyword';

/** One condition of the query builder (QRY-02). */
export interface Leaf {
  readonly clause: LeafClause;
  readonly type: LeafType;
  /** Several fields are alternatives. */
  readonly fields: readonly string[];
  /** AND or OR, in any case. */
  readonly operator: string;
  /** A text for prefix, wildcard and keyword. */
  readonly keyword: Scalar;
  readonly keywords: readonly Scalar[];
  /** Several ranges are alternatives. */
  readonly ranges: readonly LeafRange<number>[];
  /** Dates or date math; several are alternatives. */
  readonly dates: readonly LeafRange<string>[];
  readonly boost: number;
  /** Words that the last one of a phrase_prefix may stand for. */
  readonly max_expansion: number;
  readonly multi_match_type: MultiMatchType;
  readonly fuzziness: string;
  readonly prefix_length: number;
  /** Of fuzzy leaves. */
  readonly max_expansions: number;
  /** Of geo_distance. */
  readonly centre: GeoPoint;
  /** Metres around the centre. */
  readonly radius: number;
  /** Of geo_box. */
  readonly box: GeoBox;
}

/** from ≤ value < to. */
export interface LeafRange<B extends string | number> {
  readonly from?: B;
  readonly to?: B;
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
  centre: { lat: 0, lon: 0 },
  radius: 10_000,
  box: { top: 90, left: -180, bottom: -90, right: 180 },
};

/** A leaf with the defaults of QRY-03 and QRY-04. */
export const createLeaf = (given: Partial<Leaf> = {}): Leaf => ({ ...DEFAULTS, ...given });
