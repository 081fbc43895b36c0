import type { AggregationAnswer, HitAnswer } from '@datasarana/client';
import { decodeGeohash } from '@datasarana/query';
import type { Feature, FeatureCollection, Point } from 'geojson';
import { type Bounds, boundsOf } from './bounds.ts';

export interface MapData {
  readonly places: FeatureCollection;
  readonly bounds: Bounds | null;
  /** What is drawn: documents one by one, or cells whose counts add up to them (MAP-15). */
  readonly grid: boolean;
  readonly documents: number;
}

const collection = (features: Feature<Point>[]): FeatureCollection<Point> => ({ type: 'FeatureCollection', features });

/** Grid cells as points in their middles, sized by their counts. */
export function cellsOf(cells: AggregationAnswer): MapData {
  const features = (cells.buckets ?? []).map((bucket): Feature<Point> => {
    const cell = decodeGeohash(String(bucket.key));
    return {
      type: 'Feature',
      properties: { count: bucket.doc_count, geohash: bucket.key },
      geometry: { type: 'Point', coordinates: [(cell.west + cell.east) / 2, (cell.south + cell.north) / 2] },
    };
  });
  return {
    places: collection(features),
    bounds: boundsOf(features.map(({ geometry }) => geometry.coordinates)),
    grid: true,
    documents: features.reduce((sum, feature) => sum + Number(feature.properties?.count ?? 0), 0),
  };
}

/** Documents as points; one with several places is drawn at each. */
export function documentsOf(hits: readonly HitAnswer[], field: string): MapData {
  const features = hits.flatMap((hit) =>
    placesOf(hit._source?.[field]).map(
      (coordinates): Feature<Point> => ({
        type: 'Feature',
        properties: { id: hit._id, count: 1 },
        geometry: { type: 'Point', coordinates },
      }),
    ),
  );
  return {
    places: collection(features),
    bounds: boundsOf(features.map(({ geometry }) => geometry.coordinates)),
    grid: false,
    documents: hits.length,
  };
}

function placesOf(value: unknown): [number, number][] {
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') return value.flatMap(placesOf);
  if (Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number')
    return [[value[0], value[1]]];
  if (value !== null && typeof value === 'object' && 'lat' in value && 'lon' in value) {
    return [[Number(value.lon), Number(value.lat)]];
  }
  return [];
}

/** Cells of a grid that are drawn at once. */
export const MOST_CELLS = 5000;
const FINEST = 8;

/** The finest grid with no more cells than are drawn in a part of the world, so that their counts add up to its documents (MAP-15). */
export function gridPrecision([west, south, east, north]: Bounds): number {
  const span = { lon: Math.min(360, east - west), lat: north - south };
  const isDrawn = (precision: number): boolean => cellsIn(span, precision) <= MOST_CELLS;
  return [...Array(FINEST - 1).keys()].map((at) => FINEST - at).find(isDrawn) ?? 1;
}

/** How many cells of a geohash grid a part of the world touches at most: its letters have five bits each, longitudes the first. */
function cellsIn(span: { readonly lon: number; readonly lat: number }, precision: number): number {
  const bits = 5 * precision;
  const along = (degrees: number, whole: number, halvings: number): number =>
    Math.min(2 ** halvings, Math.floor((degrees / whole) * 2 ** halvings) + 2);
  return along(span.lon, 360, Math.ceil(bits / 2)) * along(span.lat, 180, Math.floor(bits / 2));
}

/** The part of the world a `geo_bounds` tells of; null where there is no place. */
export function foundBounds({ bounds }: Pick<AggregationAnswer, 'bounds'>): Bounds | null {
  if (!bounds) return null;
  const { top_left, bottom_right } = bounds;
  const east = bottom_right.lon < top_left.lon ? bottom_right.lon + 360 : bottom_right.lon;
  return [top_left.lon, bottom_right.lat, east, top_left.lat];
}
