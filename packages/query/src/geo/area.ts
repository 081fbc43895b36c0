import type { GeoBox } from '../clauses/geo-bounding-box.ts';
import type { GeoPoint } from '../clauses/geo-point.ts';

/** A part of a shape on the globe. */
export type GeoArea =
  | { readonly kind: 'point'; readonly point: GeoPoint }
  | { readonly kind: 'line'; readonly points: readonly GeoPoint[] }
  | { readonly kind: 'box'; readonly box: GeoBox }
  | { readonly kind: 'circle'; readonly centre: GeoPoint; readonly metres: number }
  /** The outer ring, then holes; rings are not closed. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly GeoPoint[])[] };
